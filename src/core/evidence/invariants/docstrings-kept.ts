import { at } from '../../kernel/at.ts';
import { qualifiedName } from '../../python/grammar/module-index.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { scopesIn } from '../code/definitions-by-kind.ts';
import type { PythonFile } from '../code/python-file.ts';

/**
 * What has a docstring in one version alone, though its lines are the same: a statement above a docstring makes a mere
 * text of it. `undefined`: nothing; the empty name: the module.
 */
export function otherDocstring(
  before: PythonFile,
  after: PythonFile,
  isNamed: (name: string) => boolean,
): string | undefined {
  const [old, now] = [documentedIn(before), documentedIn(after)];
  for (const [name, has] of now) if (!isNamed(name) && (old.get(name) ?? has) !== has) return name;
  return undefined;
}

function documentedIn(file: PythonFile): ReadonlyMap<string, boolean> {
  const { tokens, module } = file;
  const { definitions } = module.index;
  const found = new Map([['', beginsWithText(file, 0)]]);
  for (const i of scopesIn(module.index)) {
    const { body } = at(definitions, i);
    found.set(qualifiedName(definitions, i), beginsWithText(file, tokens.firstFrom(body)));
  }
  return found;
}

function beginsWithText({ tokens }: PythonFile, from: number): boolean {
  let i = from;
  while (i < tokens.length && tokens.kind(i) < NAME) i++;
  const first = i;
  while (tokens.kind(i) === STRING) i++;
  return i > first && tokens.kind(i) < NAME;
}
