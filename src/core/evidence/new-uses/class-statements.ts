import * as op from '../../python/lexer/operators.ts';
import { misfit, parametersIn } from '../code/call-shape.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { definitionsInside } from '../code/module-names.ts';
import { isOutsideClass } from './asked-classes.ts';
import { type ClassLine, keyOf } from './class-line.ts';
import type { Code } from './code.ts';
import type { InModule, Known } from './known.ts';
import { isEnum } from './outside-kinds.ts';
import type { Statement } from './statements.ts';
import type { UseReader } from './use-reader.ts';

/** Bases from outside that go with every other one that does not have them itself. */
const LIGHT = /^(?:builtins\.object|abc\.ABC|typing\.Generic)$/;
const FINAL = /^builtins\.(?:bool|range|slice|memoryview)$/;
const ONLY_BASES = /^typing\.(?:Generic|Protocol|NamedTuple|TypedDict|Any)$/;

/** Why Python may refuse to make a class of its bases: their order, one of them twice, slots, what they ask of it. */
export async function whyNotMade(
  reader: UseReader,
  { file, scope, inner }: Code,
  { tokens }: Statement,
): Promise<string | undefined> {
  const parts = parametersIn(tokens.slice(0, -1)).filter(part => part.length > 0);
  const isNamed = (part: readonly CodeToken[]) => part[1]?.op === op.ASSIGN;
  const bases: Known[] = [];
  for (const part of parts) {
    if (isNamed(part)) continue;
    const bracket = part.findIndex(token => token.op === op.BRACKET_OPEN);
    const code = { file, tokens: part, scope, inner };
    bases.push(await reader.evaluate(code, 0, bracket < 0 ? part.length : bracket));
  }
  const lines = await Promise.all(
    bases.map(base => (base.kind === 'class' ? reader.classes.of(base) : undefined)),
  );
  for (const [i, base] of bases.entries()) {
    const line = lines[i];
    const isNone =
      base.kind === 'outside'
        ? FINAL.test(base.name) || !(isOutsideClass(base.name) || ONLY_BASES.test(base.name))
        : base.kind !== 'class' && base.kind !== 'unknown';
    if (isNone) return 'whether there can be a class below what stands there is not known';
    if (line?.outside.some(isEnum) && line.classes.some(each => hasValues(each)))
      return 'there is no class below an enumeration that has members';
  }
  const names = parts.flatMap(part => (isNamed(part) ? (part[0]?.text ?? '') : []));
  if (!(await takesNames(reader, bases, lines, names)))
    return 'whether its bases take what the class is made with is not known';
  return bases.length > 1 && !canBeMixed(bases, lines)
    ? 'whether there can be a class of these bases in this order is not known'
    : undefined;
}

type Lines = readonly (ClassLine | undefined)[];

const hasValues = ({ file, definition: { body, end } }: ClassLine['classes'][number]): boolean =>
  file.range(body, end).some((token, i, all) => isName(token) && all[i + 1]?.op === op.ASSIGN);

/** `class A(B, name="x")`: the nearest `__init_subclass__` is given it, which may also need what is not given. */
async function takesNames(
  reader: UseReader,
  bases: readonly Known[],
  lines: Lines,
  names: readonly string[],
): Promise<boolean> {
  const given = { positional: 0, names: names.filter(name => name !== 'metaclass'), isOpen: false };
  if (names.includes('metaclass') && bases.length > 0) return false;
  for (const { module, index, file } of lines.flatMap(line => line?.classes ?? [])) {
    const [at] = definitionsInside(module.index, index, '__init_subclass__');
    const definition = module.index.definitions[at ?? -1];
    if (definition === undefined) continue;
    const takes = reader.parametersOf(file, definition, { isGivenSelf: true, isOfObject: true });
    return takes !== undefined && misfit(takes, given) === undefined;
  }
  const isTyped = bases.some(base => base.kind === 'outside' && base.name === 'typing.TypedDict');
  return given.names.every(name => isTyped && name === 'total');
}

/** Several bases that have nothing in common, of which one at most is from outside. */
function canBeMixed(bases: readonly Known[], lines: Lines): boolean {
  const seen = new Set<string>();
  let heavy = 0;
  for (const [i, base] of bases.entries()) {
    const line = lines[i];
    if (base.kind === 'outside') {
      if (seen.has(base.name)) return false;
      seen.add(base.name);
      if (!LIGHT.test(base.name)) heavy++;
    } else if (line === undefined || line.isOpen || line.isMadeOtherwise) return false;
    else {
      const solid = line.outside.filter(name => !LIGHT.test(name));
      if (solid.length > 0 || line.classes.some(hasSlots)) heavy++;
      const own = [...line.classes.map(keyOf), ...line.outside.filter(name => name !== 'builtins.object')];
      if (own.some(each => seen.has(each))) return false;
      for (const each of own) seen.add(each);
    }
  }
  const [first, second] = bases;
  const isOfValues =
    bases.length === 2 &&
    first?.kind === 'outside' &&
    second?.kind === 'outside' &&
    /^builtins\.(?:str|int|float)$/.test(first.name) &&
    isEnum(second.name);
  return heavy < 2 || isOfValues;
}

const hasSlots = ({ file, definition: { start, end } }: ClassLine['classes'][number]): boolean =>
  file.range(start, end).some(({ text }) => text === '__slots__' || text === 'slots');

/** Whether a class of the workspace takes what stands in brackets behind it. */
export async function takesKinds(reader: UseReader, value: InModule): Promise<boolean> {
  const { classes, outside, isOpen } = await reader.classes.of(value);
  const [own] = classes;
  if (own === undefined) return false;
  if (outside.some(each => isEnum(each) || CONTAINERS.test(each))) return true;
  if (classes.some(each => definitionsInside(each.module.index, each.index, '__class_getitem__').length > 0))
    return true;
  const header = own.file.range(own.definition.head, own.definition.body);
  const opening = header.findIndex(token => token.op === op.BRACKET_OPEN);
  if (opening === 2) return true;
  if (opening < 0 || !(isOpen || outside.some(each => GENERIC.test(each)))) return false;
  // `class A(B[int])` takes nothing more.
  for (const [i, token] of header.entries()) {
    if (i < opening || !isName(token)) continue;
    const { parent } = own.definition;
    const code = { file: own.file, tokens: header, scope: parent, inner: new Set<string>() };
    const { kind } = await reader.name(code, token.text);
    if (kind === 'unknown') return true;
  }
  return false;
}

const GENERIC = /^typing\.(?:Generic|Protocol)$/;
const CONTAINERS = /^builtins\.(?:dict|frozenset|list|set|tuple|type)$/;
