import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import { signOutside } from '../code/brackets.ts';
import { parametersIn, splitArguments } from '../code/call-shape.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { definitionsNamed, namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { dottedAt, outsideName } from '../proofs/plain-expressions.ts';
import { bodyStatements } from '../proofs/plain-statements.ts';
import { optionsOf } from './run-decorators.ts';
import { type ChangedScope, isHashable } from './value-reader.ts';

/** Bases that have no fields, no slots and no layout of their own. */
const EMPTY_BASES = /^(?:builtins\.object|abc\.ABC|typing(?:_extensions)?\.(?:Generic|Protocol))$/;
/** What may be set in a class without the making of it being asked for anything. */
const HARMLESS_NAMES =
  /^__(?:doc|module|hash|match_args|test|repr|str|eq|ne|lt|le|gt|ge|bool|len|iter|call|get|radd|add|table(?:name|_args)|abstract)__$/;

/** Why making a new class may fail, but for its decorators and the values in it. */
export function doubtAboutClass(
  { name, start, head, body }: Definition,
  index: number,
  scope: ChangedScope,
): string | undefined {
  const { file } = scope;
  const header = file.range(head, body);
  const bases = parametersIn(header).filter(part => part[1]?.op !== op.ASSIGN);
  if (!goTogether(bases.map(nameOf), file)) return `the bases of ${name} may not go together`;
  const targets = bases.map(part => outsideName(dottedAt(part, 0).path, scope) ?? '');
  const isBare = (at: number) => dottedAt(bases[at] ?? [], 0).end === bases[at]?.length;
  if (targets.some((target, i) => /\.Generic$/.test(target) && isBare(i)))
    return `${name} has no types for Generic`;
  const dataclass = readDecorators(file.range(start, head)).find(
    decorator => outsideName(dottedAt(decorator, 0).path, scope) === 'dataclasses.dataclass',
  );
  const isPlain = targets.every(target => EMPTY_BASES.test(target));
  const options = dataclass && optionsOf(dataclass);
  // Fields and being frozen come from above as well.
  if (dataclass !== undefined && (options === undefined || !isPlain))
    return `what is above ${name} may not go with its fields`;
  const isRecord = dataclass !== undefined || targets.some(target => /\.NamedTuple$/.test(target));
  return doubtAboutBody({ name, index, isRecord, isPlain, options: options ?? NONE }, scope);
}

const NONE: ReadonlySet<string> = new Set();
const nameOf = (part: readonly CodeToken[]): string => dottedAt(part, 0).path.join('.');

/** Bases that stand at the end, and bring no order of their own. */
const LAST = /^(?:\w+\.)?(?:Generic|ABC|Protocol|object)$/;

/** Whether Python finds an order for the bases: none above another one, and all known but one. */
function goTogether(bases: readonly string[], file: PythonFile): boolean {
  if (bases.length < 2) return true;
  if (new Set(bases).size < bases.length || bases.slice(0, -1).some(base => LAST.test(base))) return false;
  const own = bases.filter(base => !LAST.test(base));
  const above = own.map(base => basesOf(base, file));
  if (above.filter(each => each === undefined).length > 1) return false;
  return above.every(
    (each, i) =>
      each === undefined ||
      (each.length < 2 && !own.slice(0, i).some(base => isAbove(base, own[i] ?? '', file))),
  );
}

/** The bases of a class of this file; `undefined`: it is not of this file. */
function basesOf(name: string, file: PythonFile): readonly string[] | undefined {
  const { index } = file.module;
  const [at = -1] = definitionsNamed(index, name);
  const definition = index.definitions[at];
  if (definition?.kind !== 'class') return undefined;
  const header = file.range(definition.head, definition.body);
  return parametersIn(header).map(nameOf);
}

function isAbove(base: string, name: string, file: PythonFile): boolean {
  const seen = new Set([name]);
  // What is added while the set is walked through is walked through, too.
  for (const each of seen) for (const above of basesOf(each, file) ?? []) seen.add(above);
  return seen.has(base);
}

interface NewClass {
  readonly name: string;
  readonly index: number;
  /** Its annotations are fields. */
  readonly isRecord: boolean;
  /** Nothing above it has fields, slots or a layout. */
  readonly isPlain: boolean;
  /** Of `@dataclass`, those that are on. */
  readonly options: ReadonlySet<string>;
}

/** What else in the class an option of `@dataclass` does not put up with. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  order: ['__lt__', '__le__', '__gt__', '__ge__'],
  frozen: ['__setattr__', '__delattr__'],
  unsafe_hash: ['__hash__'],
  slots: ['__slots__'],
};

function doubtAboutBody(
  { name, index, isRecord, isPlain, options }: NewClass,
  scope: ChangedScope,
): string | undefined {
  const { definitions } = scope.file.module.index;
  const inside = (namesOfModule(scope.file.module.index).inside.get(index) ?? []).flatMap(
    i => definitions[i] ?? [],
  );
  const members = inside.filter(({ kind }) => kind !== 'attribute').map(each => each.name);
  const values = new Set(members);
  const bound = new Set<string>();
  let slots: readonly string[] = [];
  let hasDefault = false;
  for (const tokens of bodyStatements(scope.file, index)) {
    const [first, second] = tokens;
    if (first?.word === word.PASS || first?.op === op.ELLIPSIS || tokens.every(({ kind }) => kind === STRING))
      continue;
    if (!isName(first) || (second?.op !== op.ASSIGN && second?.op !== op.COLON))
      return `the body of ${name} runs on import`;
    if (bound.has(first.text)) return `${first.text} is bound twice in ${name}`;
    bound.add(first.text);
    const at = signOutside(tokens, op.ASSIGN);
    const value = tokens.slice(at + 1);
    if (first.text === '__slots__') {
      const read = at < 0 ? undefined : slotsIn(value);
      if (read === undefined || (read.length > 0 && !isPlain)) return `the slots of ${name} may be refused`;
      slots = read;
      continue;
    }
    if (/^__\w+__$/.test(first.text) && !HARMLESS_NAMES.test(first.text))
      return `${first.text} decides how ${name} is made`;
    if (at >= 0) values.add(first.text);
    if (!isRecord || second.op !== op.COLON) continue;
    const isGiven = at >= 0 && !isFieldWithoutValue(value, scope);
    // What cannot be a key is taken for something that objects should not share.
    const isMutable = at >= 0 && !isHashable(value, scope);
    if (isMutable || first.text.startsWith('_') || (!isGiven && (hasDefault || !isPlain)))
      return `the fields of ${name} may be refused`;
    if (isGiven) hasDefault = true;
  }
  if (slots.some(slot => values.has(slot))) return `${name} has a value for one of its slots`;
  const refused = [...options].flatMap(option => REFUSED[option] ?? []);
  return [...values, ...bound].some(each => refused.includes(each))
    ? `@dataclass may refuse ${name}`
    : undefined;
}

/** The names in `__slots__`; `undefined` where they may be refused. */
function slotsIn(value: readonly CodeToken[]): readonly string[] | undefined {
  const isList = value[0]?.op === op.PAREN_OPEN || value[0]?.op === op.BRACKET_OPEN;
  const inner = isList ? value.slice(1, -1) : value;
  if (!isList && inner.length !== 1) return undefined;
  const names: string[] = [];
  for (const { kind, text, op: operator } of inner) {
    if (operator === op.COMMA) continue;
    if (kind !== STRING || !/^:[A-Za-z_]\w*$/.test(text) || /^:__\w+__$/.test(text)) return undefined;
    names.push(text.slice(1));
  }
  return new Set(names).size === names.length ? names : undefined;
}

/** `field(…)` without a default. */
function isFieldWithoutValue(value: readonly CodeToken[], scope: ChangedScope): boolean {
  const { path, end } = dottedAt(value, 0);
  if (outsideName(path, scope) !== 'dataclasses.field') return false;
  return !splitArguments(value, end).some(([name]) => /^default(?:_factory)?$/.test(name?.text ?? ''));
}
