import { type Definition, qualifiedName } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { isFunction, isScope } from '../code/definitions-by-kind.ts';
import { isInImport } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import { placesOf } from '../code/uses.ts';
import { boundNamesBetween } from '../facts/bound-names.ts';

/** What is known of the places of one name in a file. */
export interface Named {
  readonly name: string;
  /** The scopes around each, from the outermost on. */
  readonly scopes: ReadonlyMap<number, readonly Definition[]>;
  /** Where the statement, or the header, binds the name. */
  readonly bound: ReadonlySet<number>;
  /** On a line with a lambda that has a parameter of the name, or with a comprehension that has such a variable. */
  readonly inner: ReadonlySet<number>;
  /** Functions that bind it in them, and classes. */
  readonly binding: ReadonlySet<Definition>;
}

const read = new WeakMap<PythonFile, Named>();

/** One name is looked at in many places, and in one file after the other. */
export function readName(file: PythonFile, name: string): Named {
  const known = read.get(file);
  if (known?.name === name) return known;
  const { tokens } = file;
  const scopes = new Map<number, readonly Definition[]>();
  const [bound, inner] = [new Set<number>(), new Set<number>()];
  const binding = new Set<Definition>();
  let [from, to, isBinding, hasInner] = [0, -1, false, false];
  for (const at of placesOf(file, name)) {
    if (at >= to) {
      for (from = at; from > 0 && tokens.kind(from - 1) >= NAME; ) from--;
      for (to = at; to < tokens.length && tokens.kind(to) >= NAME; ) to++;
      // `f.x = 1` binds no `f`.
      const isOwner = from === at && tokens.op(at + 1) === op.DOT;
      isBinding = !isOwner && boundNamesBetween(tokens, from, to).includes(name);
      hasInner = bindsWithin(tokens, from, to, name);
    }
    const around = definitionsAround(file, at);
    scopes.set(at, around);
    if (hasInner) inner.add(at);
    if (!isBinding || isInImport(file.module, tokens.start(at))) continue;
    bound.add(at);
    for (const each of around) if (isFunction(each) || each === around.at(-1)) binding.add(each);
  }
  const found = { name, scopes, bound, inner, binding };
  read.set(file, found);
  return found;
}

function bindsWithin(tokens: CodeTokens, from: number, to: number, name: string): boolean {
  let isOpen: 'for' | 'lambda' | undefined;
  for (let i = from; i < to; i++) {
    const each = tokens.word(i);
    const isLoop = each === word.FOR && (i === from || (i === from + 1 && tokens.word(from) === word.ASYNC));
    if (each === word.LAMBDA) isOpen = 'lambda';
    else if (each === word.FOR && !isLoop) isOpen = 'for';
    else if (isOpen === 'for' ? each === word.IN : tokens.op(i) === op.COLON) isOpen = undefined;
    else if (isOpen !== undefined && tokens.text(i) === name) return true;
  }
  return false;
}

export const DEFINING: ReadonlySet<number> = new Set([word.DEF, word.CLASS_WORD]);

/** Functions and classes around a name, from the outermost on, their headers included; its own name stands outside. */
export function definitionsAround({ module, tokens }: PythonFile, at: number): readonly Definition[] {
  const start = tokens.start(at);
  const isOwnName = DEFINING.has(tokens.word(at - 1));
  return module.index.definitions.filter(
    each =>
      (isFunction(each) || (each.kind === 'class' && start >= each.body)) &&
      each.head <= start &&
      start < each.end &&
      !(isOwnName && start < each.body && each.name === tokens.text(at)),
  );
}

export const isInHeader = ({ module }: PythonFile, start: number): boolean =>
  module.index.definitions.some(each => isScope(each) && each.head <= start && start < each.body);

export const nameOf = ({ module: { index } }: PythonFile, definition: Definition | undefined): string =>
  definition === undefined ? '' : qualifiedName(index.definitions, index.definitions.indexOf(definition));
