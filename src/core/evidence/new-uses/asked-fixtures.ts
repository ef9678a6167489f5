import type { Definition } from '../../python/grammar/module-index.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import { readParameters } from '../code/call-shape.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { isFixture, wordsInStrings } from './test-fixtures.ts';

/** Why pytest may not give a new test what it takes: no fixture that is found has the name, and no other test takes it. */
export async function whyNoFixture(
  file: PythonFile,
  definition: Definition,
  versions: TwoVersions,
): Promise<string | undefined> {
  const { name: test, kind, start, head, body, parent } = definition;
  if (!test.startsWith('test_') || !isTestFile(file.module.path)) return undefined;
  const around = file.module.index.definitions[parent];
  // Other decorators are told of on their own, and may give it something.
  const isMarked = readDecorators(file.range(start, head)).every(([first]) => first?.text === 'pytest');
  if (!isMarked || (kind !== 'function' && around?.kind !== 'class')) return undefined;
  const { positional, named } = readParameters(file.range(head, body - 1));
  const wanted = [...(around === undefined ? positional : positional.slice(1)), ...named];
  const told = file.once(wordsInStrings);
  for (const { name, hasDefault } of wanted)
    if (!hasDefault && !told.has(name) && !(await isGiven(name, file, versions)))
      return `whether a fixture gives ${test} its ${name} is not known`;
  return undefined;
}

/** The same of `usefixtures("a", "b")`. */
export async function whyNotUsed(
  file: PythonFile,
  decorator: readonly CodeToken[],
  versions: TwoVersions,
): Promise<string | undefined> {
  for (const { kind, text } of decorator)
    if (kind === STRING && !(await isGiven(contentOf(text), file, versions)))
      return `whether there is a fixture ${contentOf(text)} is not known`;
  return undefined;
}

const isGiven = async (name: string, file: PythonFile, versions: TwoVersions): Promise<boolean> =>
  (await isFixture(name, file.module, versions)) || isTakenBefore(name, versions);

/** Whether some test took it before the change: a plugin may give it. */
async function isTakenBefore(name: string, versions: TwoVersions): Promise<boolean> {
  for (const module of versions.before.snapshot.modules.values()) {
    const file = isTestFile(module.path) ? await versions.open(module, 'before') : undefined;
    if (file?.mentionsName(name) === true && file.once(takenByTests).has(name)) return true;
  }
  return false;
}

function takenByTests(file: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { name, kind, head, body } of file.module.index.definitions) {
    if (!name.startsWith('test_') || (kind !== 'function' && kind !== 'method')) continue;
    const { positional, named } = readParameters(file.range(head, body - 1));
    for (const each of [...positional, ...named]) found.add(each.name);
  }
  return found;
}
