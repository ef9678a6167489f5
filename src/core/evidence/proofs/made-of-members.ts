import { at } from '../../kernel/at.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { readDecorators } from '../code/api-surface.ts';
import { signOutside } from '../code/brackets.ts';
import { parametersIn } from '../code/call-shape.ts';
import { isName } from '../code/code-tokens.ts';
import { classesIn } from '../code/definitions-by-kind.ts';
import { isInFunction } from '../code/import-time.ts';
import { definitionsNamed, namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';

/** Names that say what the members of classes are, of which something is made when the class is made. */
export interface MemberValues {
  /** Each value is given to code: the members of an enumeration, what a decorator looks at. */
  readonly run: ReadonlySet<string>;
  /** Each value is a default that a signature shows, and that may not be a list or another thing that can change. */
  readonly defaults: ReadonlySet<string>;
}

/** The names in the values of such classes of a file. */
export const memberValues = (file: PythonFile): MemberValues => file.once(readMembers);

function readMembers(file: PythonFile): MemberValues {
  const { definitions } = file.module.index;
  const found = { run: new Set<string>(), defaults: new Set<string>() };
  for (const index of classesIn(file.module.index)) {
    const definition = at(definitions, index);
    if (isInFunction(file, definition.start)) continue;
    const maker = makerOf(file, index, definition);
    if (maker !== undefined) for (const name of namesInValues(file, index)) found[maker].add(name);
    // What they name must not be there as well.
    if (file.mentions('__slots__'))
      for (const name of namesInValues(file, index, '__slots__')) found.run.add(name);
  }
  addNamed(file, found.defaults);
  return found;
}

/** What the values at the top of these names are made of: of `B = A` also `A`. */
export function addNamed(file: PythonFile, names: Set<string>): void {
  if (names.size === 0) return;
  const { definitions } = file.module.index;
  for (const name of names)
    for (const index of definitionsNamed(file.module.index, name)) {
      const { kind, body, end } = definitions[index] as Definition;
      if (kind !== 'constant' && kind !== 'variable') continue;
      // A set that grows goes on through what is added to it.
      for (const token of file.range(body, end)) if (isName(token)) names.add(token.text);
    }
}

const OF_FIELDS = /^(?:dataclass|NamedTuple)$/;
/** Decorators and bases that leave the members of a class alone. */
const PLAIN_DECORATORS = /^(?:final|total_ordering|runtime_checkable|deprecated)$/;
const PLAIN_BASES = /^(?:object|ABC|Protocol|Generic|TypedDict|\w*(?:Error|Exception|Warning))$/;
const MAKING_BASES = /(?:Enum|Flag|Choices|Struct|Model|Schema|Meta)$/;

function makerOf(
  file: PythonFile,
  index: number,
  definition: Definition,
  steps = 0,
): keyof MemberValues | undefined {
  const { start, head, body } = definition;
  for (const decorator of readDecorators(file.range(start, head))) {
    const open = decorator.findIndex(token => token.op === op.PAREN_OPEN);
    const name = decorator[open < 0 ? decorator.length - 1 : open - 1]?.text ?? '';
    if (!PLAIN_DECORATORS.test(name)) return OF_FIELDS.test(name) ? 'defaults' : 'run';
  }
  for (const base of parametersIn(file.range(head, body - 1))) {
    if (base[1]?.op === op.ASSIGN) return 'run';
    const bracket = base.findIndex(token => token.op === op.BRACKET_OPEN);
    const name = base[bracket < 0 ? base.length - 1 : bracket - 1]?.text ?? '';
    if (PLAIN_BASES.test(name)) continue;
    if (OF_FIELDS.test(name)) return 'defaults';
    const [own = -1] = base.length === 1 ? definitionsNamed(file.module.index, name) : [];
    const found = file.module.index.definitions[own];
    const maker =
      found?.kind === 'class' && own !== index && steps < MOST_STEPS
        ? makerOf(file, own, found, steps + 1)
        : undefined;
    if (maker !== undefined) return maker;
    // Whether a base from elsewhere makes members of them is not read here: where there is nothing else, it may.
    if (MAKING_BASES.test(name) || (found === undefined && isValuesAlone(file, index))) return 'run';
  }
  return undefined;
}

const MOST_STEPS = 5;

const insideOf = (file: PythonFile, owner: number): readonly Definition[] =>
  (namesOfModule(file.module.index).inside.get(owner) ?? []).flatMap(
    i => file.module.index.definitions[i] ?? [],
  );

const isValuesAlone = (file: PythonFile, owner: number): boolean =>
  insideOf(file, owner).every(({ kind }) => kind === 'attribute');

function* namesInValues(file: PythonFile, owner: number, only?: string): Generator<string> {
  for (const { name, kind, start, body, end } of insideOf(file, owner)) {
    if (kind !== 'attribute' || isInFunction(file, start) || (only ?? name) !== name) continue;
    const tokens = file.range(body, end);
    const assign = signOutside(tokens, op.ASSIGN);
    if (assign < 0) continue;
    for (const token of tokens.slice(assign + 1)) if (isName(token)) yield token.text;
  }
}
