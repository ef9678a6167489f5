import { at } from '../../kernel/at.ts';
import { addTo } from '../../kernel/group-by.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import { qualifiedName } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { classDefinitions, innerIn } from '../code/definitions-by-kind.ts';
import { definitionsNamed, namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { SKIP } from './skip-words.ts';

/** Methods that run before the tests of a class, and functions before those of a file. */
const BEFORE_TESTS = /^(?:setUp\w*|setup\w*|asyncSetUp)$/;

interface Deleted {
  readonly file: PythonFile;
  /** With the classes around it. */
  readonly name: string;
  readonly tokens: readonly CodeToken[];
}

/** A test that did not run, or not under this name: to delete it takes nothing away. */
export function doubtAboutDeleted({ file, tokens, name }: Deleted, isSkipped: boolean): string | undefined {
  if (isSkipped) return 'it was skipped, or could be';
  const { index } = file.module;
  const { definitions } = index;
  const twins = definitionsNamed(index, name).map(i => definitions[i]);
  const [own] = twins;
  if (twins.length > 1) return 'another one of the same name is there';
  if (own === undefined) return undefined;
  if (own.placement !== 'always') return 'whether it is defined is not known';
  const decorators = file.range(own.start, own.head);
  if (decorators.some(({ text }) => text === 'fixture')) return 'it may be a fixture';
  if (mayBeSkipped(decorators, file)) return 'it was skipped, or could be';
  if (file.mentions('__test__')) return 'whether it is collected is not known';
  if (hasNoValues(decorators)) return 'it is given no values';
  if (isNamedElsewhere(own.parent < 0 ? own.name : (definitions[own.parent]?.name ?? ''), file))
    return 'something else in the file names it';
  if (asksForSkip(tokens, file)) return 'it was skipped, or could be';
  return own.parent < 0 ? undefined : doubtAboutClass(own, file);
}

function doubtAboutClass(test: Definition, file: PythonFile): string | undefined {
  const { index } = file.module;
  const owner = index.definitions[test.parent];
  if (owner === undefined) return undefined;
  const known = file.once(newDoubts);
  // Of a class with many tests it is found out once.
  if (!known.has(test.parent)) known.set(test.parent, doubtAboutOwner(test.parent, owner, file));
  const doubt = known.get(test.parent);
  if (doubt !== undefined) return doubt;
  const bases = file.range(owner.head, owner.body).slice(2);
  const inherits = (file.once(ownersByMember).get(test.name) ?? []).some(
    parent => parent !== test.parent && bases.some(({ text }) => text === index.definitions[parent]?.name),
  );
  return inherits ? 'its class inherits one of the same name' : undefined;
}

const newDoubts = () => new Map<number, string | undefined>();

/** By the name of what is in them. */
const ownersByMember = ({ module: { index } }: PythonFile): ReadonlyMap<string, readonly number[]> => {
  const found = new Map<string, number[]>();
  for (const i of innerIn(index)) {
    const { name, parent } = at(index.definitions, i);
    addTo(found, name, parent);
  }
  return found;
};

function doubtAboutOwner(parent: number, owner: Definition, file: PythonFile): string | undefined {
  const { index } = file.module;
  if (definitionsNamed(index, qualifiedName(index.definitions, parent)).length > 1)
    return 'another class of the same name is there';
  if (owner.placement !== 'always') return 'whether its class is defined is not known';
  const header = file.range(owner.start, owner.body);
  const bases = file.range(owner.head, owner.body).slice(2);
  const isUsed = file.once(basesIn).has(owner.name);
  const isOfUnittest = file.mentions('unittest') && bases.length > 1;
  if (!/^Test/.test(owner.name) && !isOfUnittest && !isUsed) return 'whether it is collected is not known';
  const members = (namesOfModule(index).inside.get(parent) ?? []).map(i => at(index.definitions, i));
  if (members.some(({ name }) => name === '__init__' || name === '__new__' || name === '__test__'))
    return 'whether it is collected is not known';
  if (header.some(isSkip) || mayBeSkipped(file.range(owner.start, owner.head), file))
    return 'its class was skipped, or could be';
  const skips = members.some(
    ({ name, start, head, end, kind }) =>
      (BEFORE_TESTS.test(name) || kind === 'attribute' || file.range(start, head).length > 0) &&
      file.range(start, end).some(isSkip),
  );
  return skips ? 'its class was skipped, or could be' : undefined;
}

const isSkip = ({ kind, text }: CodeToken): boolean => kind !== STRING && SKIP.test(text);

/** By a mark that the file keeps under a name, or one of a module beside it, which is not read. */
function mayBeSkipped(decorators: readonly CodeToken[], file: PythonFile): boolean {
  return readDecorators(decorators).some(([root]) => {
    const name = root?.text ?? '';
    const isOwn = file.once(skippingUnits).some(unit => bindsFirst(unit, name));
    return isOwn || isFromBeside(name, file);
  });
}

const bindsFirst = ({ content, file: { tokens }, from }: Unit, name: string): boolean =>
  (content.kind === 'definition' ? content.definition.name : tokens.text(from)) === name;

/** The statements at the top that say one of the words by which tests are skipped, imports aside. */
const skippingUnits = (file: PythonFile): readonly Unit[] =>
  readUnits(file).filter(({ content, tokens }) => content.kind !== 'import' && tokens.some(isSkip));

/** What stands in the headers of classes. */
const basesIn = (file: PythonFile): ReadonlySet<string> =>
  new Set(
    classDefinitions(file.module.index).flatMap(({ head, body }) =>
      file
        .range(head, body)
        .slice(2)
        .map(({ text }) => text),
    ),
  );

function isFromBeside(name: string, { module: { index, segments } }: PythonFile): boolean {
  return index.imports.some(
    ({ kind, level, module, names }) =>
      kind === 'from' &&
      names.some(each => (each.alias ?? each.name) === name) &&
      (level > 0 || segments.includes(module.split('.')[0] ?? '')),
  );
}

/** `@parametrize("x", [])` */
const hasNoValues = (decorators: readonly CodeToken[]): boolean =>
  decorators.some(({ text }, i) => {
    if (text !== 'parametrize') return false;
    const [comma, open, close] = [decorators[i + 3], decorators[i + 4], decorators[i + 5]];
    return comma?.op === op.COMMA && op.opens(open?.op ?? 0) && op.closes(close?.op ?? 0);
  });

/** `del test_a`, `test_a.__test__ = False`, `test_a = other`: a further statement at the top. */
const isNamedElsewhere = (name: string, file: PythonFile): boolean => file.once(namedAtTop).has(name);

function namedAtTop(file: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { content, from, to } of readUnits(file)) {
    const isValue = content.kind === 'definition' && !/^(?:class|function)$/.test(content.definition.kind);
    if (content.kind !== 'other' && !isValue) continue;
    const { tokens } = file;
    for (let i = from; i < Math.min(to, from + MOST_LOOKED_AT); i++)
      if (tokens.isName(i) && tokens.op(i + 1) !== op.PAREN_OPEN) found.add(tokens.text(i));
  }
  return found;
}

const MOST_LOOKED_AT = 4;

/** A fixture of the file that it is given, or that each test is, skips; or the file does before its tests. */
function asksForSkip(test: readonly CodeToken[], file: PythonFile): boolean {
  const words = new Set(test.map(({ kind, text }) => (kind === STRING ? contentOf(text) : text)));
  return file.once(skippingUnits).some(({ content, tokens }) => {
    if (content.kind !== 'definition') return tokens[0]?.op !== op.AT;
    const { kind, name } = content.definition;
    if (kind !== 'function') return name === 'pytestmark';
    if (/^set[uU]p_?(?:[mM]odule|function|method)$/.test(name)) return true;
    const decorators = tokens.slice(
      0,
      tokens.findIndex(({ text }) => text === 'def'),
    );
    const isGiven = words.has(name) || decorators.some(({ text }) => text === 'autouse');
    return isGiven && decorators.some(({ text }) => text === 'fixture');
  });
}
