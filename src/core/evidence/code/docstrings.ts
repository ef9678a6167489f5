import * as word from '../../python/lexer/keywords.ts';
import { INDENT, NAME, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from './code-tokens.ts';
import { type Chosen, type CodeTokens, numbersFrom } from './token-columns.ts';

/** The tokens without the docstrings of classes and functions, and of the module when they are a whole one. */
export function withoutDocstrings(
  tokens: readonly CodeToken[],
  of: 'module' | 'definition',
): readonly CodeToken[] {
  const read: Sequence = {
    length: tokens.length,
    kind: i => tokens[i]?.kind ?? 0,
    word: i => tokens[i]?.word ?? 0,
    text: i => tokens[i]?.text ?? '',
  };
  const left = leftOf(read, of);
  return left === undefined ? tokens : left.flatMap(i => tokens[i] ?? []);
}

/** The same of chosen tokens of a file. */
export function chosenWithoutDocstrings(
  tokens: CodeTokens,
  chosen: Chosen,
  of: 'module' | 'definition',
): Chosen {
  const read: Sequence = {
    length: chosen.length,
    kind: i => tokens.kind(chosen[i] ?? -1),
    word: i => tokens.word(chosen[i] ?? -1),
    text: i => tokens.text(chosen[i] ?? -1),
  };
  const left = leftOf(read, of);
  return left === undefined ? chosen : left.map(i => chosen[i] ?? -1);
}

/** A part of a file, from one token to before another. */
interface Part {
  readonly tokens: CodeTokens;
  readonly from: number;
  readonly to: number;
}

/** Equal keys are equal statements but for their docstrings. */
export function keyWithoutDocstrings({ tokens, from, to }: Part): string {
  for (let i = from; i < to; i++)
    if (tokens.kind(i) === INDENT)
      return tokens.keyOf(chosenWithoutDocstrings(tokens, numbersFrom(from, to), 'definition'));
  return tokens.key(from, to);
}

/** A quick look before docstrings are left out: where both first differ, one of them has a text or the end of a line. */
export function mayDifferInDocstrings(a: Part, b: Part): boolean {
  const same = a.tokens.sameUntil(a.from, a.to, b.tokens, b.from, b.to);
  const [at, other] = [a.from + same, b.from + same];
  return at === a.to || other === b.to || isTextOrEnd(a.tokens.kind(at)) || isTextOrEnd(b.tokens.kind(other));
}

/** Of whole modules: whether any text stands between what is the same at the start and what is at the end. */
export function mayBeTextsAlone(old: CodeTokens, now: CodeTokens): boolean {
  const from = old.sameUntil(0, old.length, now, 0, now.length);
  const behind = old.sameAtEnd(now, Math.min(old.length, now.length) - from);
  return [old, now].some(tokens => {
    for (let i = from; i < tokens.length - behind; i++) if (tokens.kind(i) === STRING) return true;
    return false;
  });
}

const isTextOrEnd = (kind: number): boolean => kind < NAME || kind === STRING;

/** What is asked of each token; behind the last one it is nothing. */
interface Sequence {
  readonly length: number;
  kind(i: number): number;
  word(i: number): number;
  text(i: number): string;
}

/** Indices of what is left without docstrings; `undefined` where that is everything. */
function leftOf(tokens: Sequence, of: 'module' | 'definition'): number[] | undefined {
  // Without a block there is none.
  if (of === 'definition' && !hasBlock(tokens)) return undefined;
  const left: number[] = [];
  let isHeader = false;
  let atLineStart = true;
  for (let i = of === 'module' ? behindDocstring(tokens, 0) : 0; i < tokens.length; i++) {
    left.push(i);
    const kind = tokens.kind(i);
    if (kind >= NAME) {
      if (atLineStart) isHeader = beginsDefinition(tokens, i);
      atLineStart = false;
      continue;
    }
    atLineStart = true;
    if (kind === INDENT && isHeader) i = behindDocstring(tokens, i + 1) - 1;
  }
  return left;
}

function hasBlock(tokens: Sequence): boolean {
  for (let i = 0; i < tokens.length; i++) if (tokens.kind(i) === INDENT) return true;
  return false;
}

/** How many docstrings a whole module has. */
export function countDocstrings(tokens: CodeTokens): number {
  let found = isDocstringAt(tokens, 0) ? 1 : 0;
  let isHeader = false;
  let atLineStart = true;
  for (let i = 0; i < tokens.length; i++) {
    const kind = tokens.kind(i);
    if (kind === INDENT && isHeader && isDocstringAt(tokens, i + 1)) found++;
    if (kind >= NAME && atLineStart) {
      const first = tokens.word(i) === word.ASYNC ? tokens.word(i + 1) : tokens.word(i);
      isHeader = first === word.DEF || first === word.CLASS_WORD;
    }
    atLineStart = kind < NAME;
  }
  return found;
}

/** Texts alone on their line; what is formatted, or of bytes, is none. */
function isDocstringAt(tokens: CodeTokens, from: number): boolean {
  let i = from;
  while (i < tokens.length && tokens.kind(i) === STRING) {
    if (!/^[ru]*:/.test(tokens.text(i))) return false;
    i++;
  }
  return i > from && (i === tokens.length || tokens.kind(i) === NEWLINE);
}

/** Index behind the docstring that is at `from`, its line end included; `from` when there is none. */
function behindDocstring(tokens: Sequence, from: number): number {
  let i = from;
  while (tokens.kind(i) === STRING) {
    if (!/^[ru]*:/.test(tokens.text(i))) return from;
    i++;
  }
  if (i === from) return from;
  if (i === tokens.length) return i;
  return tokens.kind(i) === NEWLINE ? i + 1 : from;
}

function beginsDefinition(tokens: Sequence, i: number): boolean {
  const first = tokens.word(i);
  if (first === word.ASYNC) return tokens.word(i + 1) === word.DEF;
  return first === word.DEF || first === word.CLASS_WORD;
}

/** The string that stands first from a token on, such as a docstring; empty where something else does. */
export function firstString(tokens: CodeTokens, from: number): string {
  let i = from;
  while (i < tokens.length && tokens.kind(i) < NAME) i++;
  return tokens.kind(i) === STRING ? tokens.text(i) : '';
}
