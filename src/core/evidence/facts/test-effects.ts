import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { closing, opening } from '../code/brackets.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { readImports } from '../code/import-entries.ts';
import { importTimeTokens } from '../code/import-time.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Unit } from '../code/units.ts';
import { aliasesOf, lasts, takesAway } from './lasting-effects.ts';

const MUTATING =
  /^(?:pop|popitem|clear|remove|append|extend|update|insert|setdefault|discard|add|sort|reverse|start)$/;
/** Functions of `os` and `signal` that end the process, and with it the tests that come later. */
const ENDING = /^(?:abort|kill|killpg|alarm|setitimer|raise_signal)$/;
/** What the fixture `request` is asked for that tells of the test itself. */
const OF_TEST_ITSELF =
  /^(?:param|getfixturevalue|addfinalizer|function|instance|cls|module|fixturename|node\.(?:name|nodeid|originalname)|config\.(?:getoption|getini|rootpath|rootdir|cache)|applymarker)\b/;
/** Calls that change files: those of paths, and those of modules, whose names texts and lists have as well. */
const WRITING = /^(?:write_text|write_bytes|unlink|touch|symlink_to|rmtree)$/;
const WRITING_OF_MODULES =
  /^(?:os|shutil)\.(?:remove|rename|renames|replace|copy|copy2|copyfile|copytree|move|makedirs|mkdir|truncate)$/;
/** Says of a text to open that it is written: `"w"`, `"ab"`, `"r+"`. */
const WRITE_MODE = /^:(?:[wax][bt+]*|[rbt]*\+[bt]*)$/;
/** Where a test has a folder of its own, a path without one is in it. */
const OWN_FOLDER =
  /^(?:chdir|isolated_filesystem|fs|tmp_path|tmpdir|tmp_path_factory|tempfile|pytester|testdir)$/;

/** Changes what is there already when it is made, or leaves other modules changed when it runs. */
export function reachesOthers(unit: Unit | undefined, file: PythonFile): boolean {
  if (unit === undefined) return false;
  if (changesOthers(unit.tokens, file)) return true;
  const early = importTimeTokens(unit, file);
  return early.some(({ text }, i) => MUTATING.test(text) && early[i - 1]?.op === op.DOT);
}

/** Changes what other tests use, or ends them, when it runs. */
export function changesOthers(tokens: readonly CodeToken[], file: PythonFile): boolean {
  const { imported, objects: shared } = file.once(namesOfOthers);
  if (asksForOthers(tokens) || writesAnywhere(tokens) || lasts(tokens, file)) return true;
  if (tokens.some((_, i) => setsAttributes(tokens, i, name => imported.has(name)))) return true;
  const aliases = aliasesOf(tokens, name => shared.has(name) || imported.has(name));
  const objects = new Set([...shared, ...aliases]);
  if (takesAway(tokens, name => objects.has(name) || imported.has(name))) return true;
  return tokens.some((token, i) => {
    const [before, next] = [tokens[i - 1], tokens[i + 1]];
    if (ENDING.test(token.text) && imported.has(tokens[rootAt(tokens, i)]?.text ?? '')) return true;
    if (token.text === 'KeyboardInterrupt' && before?.word === word.RAISE) return true;
    if (next?.op === op.PAREN_OPEN && before?.op === op.DOT && MUTATING.test(token.text)) {
      const root = rootAt(tokens, i);
      // Of a module it is a function: `os.remove(…)`.
      return (
        objects.has(tokens[root]?.text ?? '') || (root < i - 2 && imported.has(tokens[root]?.text ?? ''))
      );
    }
    if (token.text === '_exit' || (token.text === 'exit' && tokens[i - 2]?.text === 'pytest')) return true;
    if (/^(?:setattr|delattr)$/.test(token.text) && before?.op !== op.DOT)
      return imported.has(tokens[i + 2]?.text ?? '');
    if (next?.op !== op.ASSIGN || (before?.op !== op.DOT && token.op !== op.BRACKET_CLOSE)) return false;
    const root = tokens[rootAt(tokens, i)]?.text ?? '';
    return imported.has(root) || objects.has(root);
  });
}

/** `vars(m).update(x=1)`, `v = vars(m)`, `m.__setattr__("x", 1)`; what is looked up in `vars(m)` is only read. */
function setsAttributes(
  tokens: readonly CodeToken[],
  i: number,
  isImported: (name: string) => boolean,
): boolean {
  const { text } = tokens[i] as CodeToken;
  if (/^__(?:set|del)attr__$/.test(text)) return true;
  if (text !== 'vars' || tokens[i + 1]?.op !== op.PAREN_OPEN || !isImported(tokens[i + 2]?.text ?? ''))
    return false;
  const end = closing(tokens, i + 1) + 1;
  if (tokens[end]?.op === op.DOT)
    return !/^(?:get|items|keys|values|copy)$/.test(tokens[end + 1]?.text ?? '');
  if (tokens[end]?.op === op.BRACKET_OPEN)
    return tokens[i - 1]?.word === word.DEL || tokens[closing(tokens, end) + 1]?.op === op.ASSIGN;
  return tokens[i - 1]?.word !== word.IN;
}

/** The fixture `request` leads to the whole session: its other tests, and whether they run; `pytestconfig` likewise. */
const asksForOthers = (tokens: readonly CodeToken[]): boolean =>
  asksFixture(tokens, 'request', '') || asksFixture(tokens, 'pytestconfig', 'config.');

function asksFixture(tokens: readonly CodeToken[], fixture: string, inside: string): boolean {
  const asked = tokens.flatMap(({ text }, i) => (text === fixture ? [i] : []));
  const isParameter = (i: number) => {
    const [before, next] = [tokens[i - 1]?.op, tokens[i + 1]?.op];
    return (
      (before === op.PAREN_OPEN || before === op.COMMA) &&
      (next === op.PAREN_CLOSE || next === op.COMMA || next === op.COLON)
    );
  };
  // A local name of that kind is no fixture.
  if (asked.some(i => tokens[i + 1]?.op === op.ASSIGN)) return false;
  const [parameter, ...uses] = asked;
  if (parameter === undefined || !isParameter(parameter)) return false;
  return uses.some(i => {
    const chain = tokens.slice(i + 2, i + 5).map(({ text }) => text);
    return tokens[i + 1]?.op !== op.DOT || !OF_TEST_ITSELF.test(inside + chain.join(''));
  });
}

/** A file that is named by a text, or beside this one, is written: it may be one that other tests are, or read. */
function writesAnywhere(tokens: readonly CodeToken[]): boolean {
  const isWritingAt = (i: number) =>
    tokens[i + 1]?.op === op.PAREN_OPEN &&
    tokens[i - 1]?.op === op.DOT &&
    (WRITING.test(tokens[i]?.text ?? '') ||
      WRITING_OF_MODULES.test(`${tokens[i - 2]?.text}.${tokens[i]?.text}`));
  const isWriting = tokens.some(
    ({ text, kind }, i) => isWritingAt(i) || (kind === STRING && WRITE_MODE.test(text)),
  );
  if (!isWriting) return false;
  if (tokens.some(({ text }) => text === '__file__' || text === 'cwd' || text === 'getcwd')) return true;
  if (tokens.some(({ text }) => OWN_FOLDER.test(text))) return false;
  return tokens.some(
    ({ text }, i) => (/^(?:open|Path)$/.test(text) || isWritingAt(i)) && tokens[i + 2]?.kind === STRING,
  );
}

const namesOfOthers = (file: PythonFile) => ({
  imported: new Set(readImports(file).map(({ bound }) => bound)),
  objects: objectsOf(file),
});

/** What the top of the file makes or takes from other modules: not the modules themselves. */
const objectsOf = ({ module: { index } }: PythonFile): ReadonlySet<string> =>
  new Set([
    ...index.definitions.filter(({ parent }) => parent === -1).map(({ name }) => name),
    ...index.imports.flatMap(({ kind, names }) =>
      kind === 'from' ? names.map(({ name, alias }) => alias ?? name) : [],
    ),
    ...index.otherNames,
  ]);

/** Index of the first name of what ends at `at`: of `a` in `a.b["c"].d`. */
function rootAt(tokens: readonly CodeToken[], at: number): number {
  let i = at;
  for (;;) {
    if (tokens[i]?.op === op.BRACKET_CLOSE) i = opening(tokens, i) - 1;
    else if (tokens[i - 1]?.op === op.DOT) i -= 2;
    else return i;
  }
}
