import type { Definition } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import { readParameters, splitArguments } from '../code/call-shape.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { decoratorTarget } from '../code/decorators.ts';
import { definitionsInside, definitionsNamed } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { bindingsOf } from '../proofs/bindings.ts';

/** What pytest itself gives to tests. */
const OF_PYTEST: ReadonlySet<string> = new Set(
  (
    'cache capfd capfdbinary caplog capsys capsysbinary doctest_namespace monkeypatch pytestconfig ' +
    'record_property record_testsuite_property record_xml_attribute recwarn request tmp_path ' +
    'tmp_path_factory tmpdir tmpdir_factory'
  ).split(' '),
);

/**
 * Whether pytest can call the test of the version after the change as it is declared: each parameter is given by a
 * fixture that is found, or by the values that stand above it, and no other decorator has a say.
 */
export async function canBeCalledByPytest(
  file: PythonFile,
  definition: Definition,
  versions: TwoVersions,
): Promise<boolean> {
  const header = file.range(definition.head, definition.body - 1);
  const { positional, named, takesMore, takesAnyName } = readParameters(header);
  const isPlain = header[0]?.word === word.DEF && !takesMore && !takesAnyName;
  const isOfClass = file.module.index.definitions[definition.parent]?.kind === 'class';
  const wanted = [...(isOfClass ? positional.slice(1) : positional), ...named]
    .filter(({ hasDefault }) => !hasDefault)
    .map(({ name }) => name);
  const given = new Set<string>();
  for (const decorator of readDecorators(file.range(definition.start, definition.head))) {
    const target = decoratorTarget(decorator, file, versions.after.graph);
    if (target === 'pytest.mark.parametrize') {
      const names = parametersNamed(decorator);
      if (names === undefined || !names.every(name => wanted.includes(name))) return false;
      for (const name of names) given.add(name);
    } else if (!target?.startsWith('pytest.mark.') || target === 'pytest.mark.usefixtures') return false;
  }
  if (!isPlain) return false;
  for (const name of wanted)
    if (!given.has(name) && !(await isFixture(name, file.module, versions))) return false;
  return true;
}

/** The names in the first argument of `parametrize`. */
function parametersNamed(decorator: readonly CodeToken[]): readonly string[] | undefined {
  const open = decorator.findIndex(token => token.op === op.PAREN_OPEN);
  const [first = []] = open < 0 ? [] : splitArguments(decorator, open);
  const isPlain = first.every(
    ({ kind, op: each }) =>
      kind === STRING ||
      each === op.COMMA ||
      each === op.BRACKET_OPEN ||
      each === op.BRACKET_CLOSE ||
      each === op.PAREN_OPEN ||
      each === op.PAREN_CLOSE,
  );
  const texts = first.filter(({ kind }) => kind === STRING).map(({ text }) => text);
  if (!isPlain || texts.length === 0 || !texts.every(text => /^[ru]*:/.test(text))) return undefined;
  return texts
    .flatMap(text => text.slice(text.indexOf(':') + 1).split(','))
    .map(each => each.trim())
    .filter(each => each !== '');
}

export async function isFixture(
  name: string,
  module: WorkspaceModule,
  versions: TwoVersions,
): Promise<boolean> {
  const found = await findFixture(name, module, versions);
  return found === 'other' ? false : found === undefined ? OF_PYTEST.has(name) : true;
}

/** A fixture of the workspace, or the type of what pytest gives under that name. */
export type Fixture =
  | { readonly file: PythonFile; readonly index: number }
  | { readonly type: 'MonkeyPatch' | 'CaptureFixture' };

const TYPES: Readonly<Record<string, Extract<Fixture, { type: string }>['type']>> = {
  monkeypatch: 'MonkeyPatch',
  capsys: 'CaptureFixture',
  capfd: 'CaptureFixture',
};

/** What gives a test, or a fixture, its parameter; `undefined` where that is not known, or where it is a value beside it. */
export async function fixtureOf(
  file: PythonFile,
  index: number,
  name: string,
  versions: TwoVersions,
): Promise<Fixture | undefined> {
  const { module } = file;
  const { definitions } = module.index;
  const definition = definitions[index] as Definition;
  const around = definitions[definition.parent];
  const decorators = readDecorators(file.range(definition.start, definition.head));
  const isAsked =
    definition.name.startsWith('test_') ||
    decorators.some(each => decoratorTarget(each, file, versions.after.graph) === 'pytest.fixture');
  const isMember = around !== undefined;
  const isOverridden = isMember && definitionsInside(module.index, definition.parent, name).length > 0;
  if (!isAsked || !isTestFile(module.path) || isOverridden || (isMember && around.kind !== 'class'))
    return undefined;
  // `parametrize` and hooks give a value of the name instead.
  const isNamed = file.once(wordsInStrings).has(name);
  const found = isNamed ? 'other' : await findFixture(name, module, versions);
  if (found !== undefined) return found === 'other' ? undefined : found;
  const type = TYPES[name];
  return type && { type };
}

export function wordsInStrings({ tokens }: PythonFile): ReadonlySet<string> {
  const words = new Set<string>();
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) !== STRING) continue;
    const text = tokens.text(i);
    for (const each of text.slice(text.indexOf(':') + 1).split(/\W+/)) words.add(each);
  }
  return words;
}

/** In the file of the test, or in the nearest `conftest.py` beside it or above; `other`: something else has the name. */
async function findFixture(
  name: string,
  module: WorkspaceModule,
  versions: TwoVersions,
): Promise<{ readonly file: PythonFile; readonly index: number } | 'other' | undefined> {
  const { modules } = versions.after.snapshot;
  const folders = module.path.split('/').slice(0, -1);
  const nearest = folders.map((_, i) => `${folders.slice(0, folders.length - i).join('/')}/conftest.py`);
  for (const each of [module, ...[...nearest, 'conftest.py'].map(path => modules.get(path))]) {
    if (each === undefined) continue;
    const events = bindingsOf(each).get(name) ?? [];
    const isHook = bindingsOf(each).has('pytest_generate_tests') || bindingsOf(each).has('*');
    if (isHook) return 'other';
    if (events.length === 0) continue;
    const file = await versions.open(each, 'after');
    const [index = -1, ...others] = definitionsNamed(each.index, name);
    const definition = each.index.definitions[index];
    if (file === undefined || definition === undefined || others.length > 0 || events.length > 1)
      return 'other';
    const [decorator, ...more] = readDecorators(file.range(definition.start, definition.head));
    const isOne =
      decorator !== undefined &&
      more.length === 0 &&
      definition.placement === 'always' &&
      decoratorTarget(decorator, file, versions.after.graph) === 'pytest.fixture' &&
      !decorator.some(({ text }) => text === 'name');
    return isOne ? { file, index } : 'other';
  }
  return undefined;
}
