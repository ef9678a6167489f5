import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import type { OpenTest } from './open-test.ts';
import { ReachedRegistries } from './reached-registries.ts';
import { decidersIn } from './test-deciders.ts';

/** Methods that change which variables of the environment there are. */
const SETTING = /^(?:setdefault|update|pop|popitem|clear)$/;
const ENVIRONMENT = ['environ', 'environb', 'getenv'];
const WHOLE = /^environb?$/;
/** Functions that are given no environment to set it. */
const SETTING_ALONE = /^(?:putenv|unsetenv|load_dotenv)$/;

const MENTIONED = ['environ', 'environb', 'putenv', 'unsetenv', 'load_dotenv'];

/** Tests that decide by the environment, where other code sets something else in it than before. */
export async function findSetEnvironment(versions: TwoVersions): Promise<readonly OpenTest[]> {
  const setting = versions.changed.find(
    ({ path, before, after }) => !isTestFile(path) && settingLines(before) !== settingLines(after),
  );
  if (setting === undefined) return [];
  for (const module of versions.before.snapshot.modules.values()) {
    if (!isTestFile(module.path)) continue;
    const file = await versions.open(module, 'before');
    if (file === undefined) continue;
    const deciders = decidersIn(file);
    const reached = new ReachedRegistries(versions);
    for (const { from, to } of deciders) await reached.follow(file, from, to, module);
    if (!ENVIRONMENT.some(each => reached.words.has(each))) continue;
    return [
      {
        reason: `${module.path} decides by the environment, in which ${setting.path} sets something else now`,
        place: placeIn(file, file.tokens.start(deciders[0]?.from ?? 0), 'before'),
      },
    ];
  }
  return [];
}

/** The lines that set something in the environment, as one text. */
export function settingLines(file: PythonFile | undefined): string {
  if (file === undefined || !MENTIONED.some(each => file.mentions(each))) return '';
  const { tokens } = file;
  const lines: string[] = [];
  let from = 0;
  for (let i = 0; i <= tokens.length; i++) {
    if (i < tokens.length && tokens.kind(i) >= NAME) continue;
    if (setsEnvironment(tokens, from, i)) lines.push(tokens.key(from, i));
    from = i + 1;
  }
  return lines.join('\n');
}

function setsEnvironment(tokens: PythonFile['tokens'], from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    if (!tokens.isName(i)) continue;
    if (SETTING_ALONE.test(tokens.text(i))) return true;
    if (!WHOLE.test(tokens.text(i))) continue;
    const next = tokens.op(i + 1);
    if (next === op.DOT && SETTING.test(tokens.text(i + 2))) return true;
    // `env = os.environ` gives it another name; `environ |= more` and `environ["A"] = "1"` set it.
    const sign = next === op.BRACKET_OPEN ? tokens.op(tokens.closing(i + 1) + 1) : next;
    if (i + 1 === to || tokens.word(from) === word.DEL || op.assigns(sign)) return true;
  }
  return false;
}
