import { at } from '../../kernel/at.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { withoutBareBases } from '../code/bare-bases.ts';
import { signOutside } from '../code/brackets.ts';
import { scopesIn } from '../code/definitions-by-kind.ts';
import { chosenWithoutDocstrings } from '../code/docstrings.ts';
import { firstFrom, importTimeChosen } from '../code/import-time.ts';
import { yields } from '../code/kind-of-call.ts';
import { definitionsNamed } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Chosen, CodeTokens } from '../code/token-columns.ts';
import type { Unit } from '../code/units.ts';
import { comparisonOf, type DefinitionGroup } from '../facts/definition-changes.ts';

export function kindIn(file: PythonFile, name: string): 'function' | 'class' | 'value' {
  const { index } = file.module;
  const kind = index.definitions[definitionsNamed(index, name)[0] ?? -1]?.kind;
  return kind === 'function' || kind === 'class' ? kind : 'value';
}

/** Neither decorated nor asynchronous. */
export function isPlainFunction(unit: Unit | undefined): boolean {
  if (unit?.content.kind !== 'definition') return false;
  return unit.file.tokens.word(unit.from) === word.DEF && !hasYield(unit);
}

/** One function each, or one value each that no call makes: there is something of that name in any case. */
export function isBoundAlike(a: DefinitionGroup, b: DefinitionGroup): boolean {
  const [x, y] = [a.units[0], b.units[0]];
  if (x === undefined || y === undefined || a.units.length > 1 || b.units.length > 1) return false;
  if (a.kind === 'function' && b.kind === 'function') return true;
  return [x, y].every(unit => isValue(unit) && isAssigned(unit) && !hasCall(unit));
}

/** `X: int` alone binds nothing. */
const isAssigned = ({ tokens }: Unit): boolean => signOutside(tokens, op.ASSIGN) >= 0;

function hasCall({ file: { tokens }, from, to }: Unit): boolean {
  for (let i = from + 1; i < to; i++)
    if (tokens.op(i) === op.PAREN_OPEN && (tokens.isName(i - 1) || op.closes(tokens.op(i - 1)))) return true;
  return false;
}

function hasYield({ file: { tokens }, from, to }: Pick<Unit, 'file' | 'from' | 'to'>): boolean {
  for (let i = from; i < to; i++) if (tokens.word(i) === word.YIELD) return true;
  return false;
}

/** The statements without what happens inside of functions, and without values that are plain literals. */
export function shapeOf(units: readonly Unit[], file: PythonFile): string {
  return units
    .map(unit => {
      const { tokens } = file;
      const isGenerator = hasYield(unit) ? yieldingFunctions(unit, file) : '';
      const shape = isValue(unit)
        ? tokens.key(unit.from, valueEnd(unit))
        : tokens.keyOf(chosenShape(unit, file));
      return `${shape}\u0001${isGenerator}`;
    })
    .join('\u0002');
}

const chosenShape = (unit: Unit, file: PythonFile): Chosen =>
  withoutBareBases(file, chosenWithoutDocstrings(file.tokens, importTimeChosen(unit, file), 'definition'));

/** Where its value begins if that is one literal: which one is no part of the shape, and that there is one is. */
function valueEnd({ file: { tokens }, from, to }: Unit): number {
  let at = from;
  while (at < to && tokens.op(at) !== op.ASSIGN) at++;
  return at === to - 2 && isLiteral(tokens, to - 1) ? at + 1 : to;
}

/** Whether two definitions are declared the same. */
export function isSameShape(a: DefinitionGroup, b: DefinitionGroup): boolean {
  const comparison = comparisonOf(a, b);
  comparison.isSameShape ??= isSameValue(a, b) ?? shapeOf(a.units, a.file) === shapeOf(b.units, b.file);
  return comparison.isSameShape;
}

/** The same of two values without making a text of either; `undefined` where one of them is something else. */
function isSameValue({ units: a }: DefinitionGroup, { units: b }: DefinitionGroup): boolean | undefined {
  const [x, y] = [a[0], b[0]];
  if (x === undefined || y === undefined || a.length > 1 || b.length > 1) return undefined;
  if (!isValue(x) || !isValue(y) || hasYield(x) || hasYield(y)) return undefined;
  return x.file.tokens.isSamePart(x.from, valueEnd(x), y.file.tokens, y.from, valueEnd(y));
}

/** A value at the top; what a class sets may be a field, whose value is a default. */
const isValue = ({ content }: Unit): boolean =>
  content.kind === 'definition' &&
  (content.definition.kind === 'constant' || content.definition.kind === 'variable');

function isLiteral(tokens: CodeTokens, at: number): boolean {
  const each = tokens.word(at);
  const isWord = each === word.TRUE || each === word.FALSE || each === word.NONE;
  return isWord || tokens.kind(at) === NUMBER || tokens.kind(at) === STRING;
}

/** Names of the functions in a statement that are generators. */
function yieldingFunctions(unit: Unit, file: PythonFile): string {
  const functions = file.once(functionsOf);
  const found: string[] = [];
  for (let i = firstFrom(functions, unit.start); (functions[i]?.start ?? unit.end) < unit.end; i++) {
    const each = at(functions, i);
    if (each.end <= unit.end && yields(file, each)) found.push(each.name);
  }
  return found.join();
}

/** In the order of where they begin. */
const functionsOf = ({ module: { index } }: PythonFile): readonly Definition[] =>
  scopesIn(index)
    .map(i => at(index.definitions, i))
    .filter(({ kind }) => kind !== 'class')
    .sort((a, b) => a.start - b.start);

/** Deciding how the classes are made that name it as theirs. */
export const isMetaclass = ({ tokens }: Unit): boolean =>
  tokens.some(({ text }) => /^(?:__new__|__call__|__prepare__|__mro_entries__)$/.test(text)) &&
  tokens.slice(0, 12).some(({ text }) => text === 'type' || (/^\w+$/.test(text) && text.includes('Meta')));
