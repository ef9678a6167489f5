import { addTo } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ClassLine } from './class-line.ts';

/** Whether the definition gives the member to every object, or to the class itself. */
export function isThere(
  definitions: readonly Definition[],
  i: number,
  file: PythonFile,
  kind: 'class' | 'instance' | 'super',
): boolean {
  const each = definitions[i] as Definition;
  const isMade = isInFunction(definitions, i);
  if (isMade) return kind === 'instance';
  if (each.placement !== 'always') return false;
  if (each.kind !== 'attribute') return true;
  const tokens = file.range(each.start, each.end);
  // `x: int` alone binds nothing, but for what makes fields of it: a decorator or a base.
  if (!tokens.some(token => token.op === op.ASSIGN)) {
    const owner = definitions[each.parent] as Definition;
    const isPlain = owner.start === owner.head && file.range(owner.head, owner.body).every(isNoBase);
    return kind === 'instance' && (!isPlain || file.once(setIn).has(each.name));
  }
  // Of a field without a value of its own the class has nothing.
  return kind === 'instance' || tokens.every(isNoField) || tokens.some(({ text }) => text === 'default');
}

/** Whether a class may have less than what is written in it; a property that is kept needs a place for that. */
export const hidesMembers = ({ file, definition: { start, end } }: ClassLine['classes'][number]): boolean =>
  [['__getattribute__'], ['_ignore_'], ['cached_property', '__slots__']].some(
    names =>
      names.every(each => file.mentions(each)) &&
      names.every(each => file.range(start, end).some(({ text }) => text === each)),
  );

/** What the file sets of objects: `self.x = …`, `self.x: int = …`. */
function setIn({ tokens }: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  for (let i = 0; i < tokens.length; i++) {
    const next = tokens.op(i + 2);
    const isFirst = i > 1 && tokens.kind(i - 2) < NAME;
    const isSet = next === op.ASSIGN || (isFirst && (next === op.COLON || next === op.COMMA));
    if (tokens.op(i) === op.DOT && isSet) found.add(tokens.text(i + 1));
  }
  return found;
}

const isNoBase = ({ op: each }: CodeToken): boolean => each !== op.PAREN_OPEN && each !== op.BRACKET_OPEN;
const isNoField = ({ text }: CodeToken): boolean => text !== 'field';

/** `self.x = …` in a method. */
export const isInFunction = (definitions: readonly Definition[], index: number): boolean =>
  methodAround(definitions, index) >= 0;

/** Index of the method in which an attribute is set; -1 where it is set in none. */
export function methodAround(definitions: readonly Definition[], index: number): number {
  const { start, end } = definitions[index] as Definition;
  const above = methodsAbove(definitions)[index] ?? -1;
  const method = definitions[above];
  return method !== undefined && method.body <= start && end <= method.end ? above : -1;
}

/** By name what the classes of a module have: a class that sets many attributes asks for each of them. */
export const membersOf = once(
  (definitions: readonly Definition[]): ReadonlyMap<string, readonly number[]> => {
    const members = new Map<string, number[]>();
    for (const [index, { name, parent }] of definitions.entries()) {
      if (definitions[parent]?.kind === 'class') addTo(members, name, index);
    }
    return members;
  },
);

/** For each definition: the last function that begins above it in the same place; -1: none. */
const methodsAbove = once((definitions: readonly Definition[]): Int32Array => {
  const lastIn = new Map<number, number>();
  return Int32Array.from(definitions, (definition, i) => {
    const last = lastIn.get(definition.parent) ?? -1;
    if (isFunction(definition)) lastIn.set(definition.parent, i);
    return last;
  });
});
