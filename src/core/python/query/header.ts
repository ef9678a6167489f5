import type { Definition } from '../grammar/module-index.ts';
import { CLASS_WORD, LAMBDA } from '../lexer/keywords.ts';
import { latin1Text } from '../lexer/name-table.ts';
import * as op from '../lexer/operators.ts';
import { type Token, tokensBetween } from '../lexer/token-list.ts';

/** Reads parts of one module's source; `bytes` ends with a zero byte. */
export interface ModuleText {
  readonly bytes: Uint8Array;
  /** The text of a byte range, in the file's encoding. */
  readonly text: (start: number, end: number) => string;
  /** Every byte is one character, and every name is written as Python takes it. */
  readonly isAscii?: true;
}

/** `def name(a: int, b=2) -> str` on one line, as written but without comments and line breaks. */
export function signatureOf(definition: Definition, module: ModuleText): string {
  const { head, body } = definition;
  // Most are on one line already; as a copy, because it is kept for longer than the text of the file.
  const written = module.isAscii ? latin1Text(module.bytes, head, body - 1).trimEnd() : '\n';
  return SEVERAL.test(written) ? oneLine(tokensBetween(module.bytes, head, body - 1), module) : written;
}

/** What may be written in another way than on one line. */
const SEVERAL = /[\r\n\t\f\v#\\]| {2}/;

/** What is behind `->`; `null` without it. */
export function returnAnnotation(definition: Definition, module: ModuleText): string | null {
  const tokens = tokensBetween(module.bytes, definition.head, definition.body - 1);
  const arrow = tokens.findLastIndex(token => token.op === op.ARROW && token.depth === 0);
  return arrow < 0 ? null : oneLine(tokens.slice(arrow + 1), module);
}

/** The arguments of a class header, as written: bases first, then `metaclass=…` and the like. */
export function basesOf(definition: Definition, module: ModuleText): readonly string[] {
  const tokens = tokensBetween(module.bytes, definition.head, definition.body - 1);
  const isClass = tokens[0]?.word === CLASS_WORD;
  const open = tokens.findIndex(token => token.op === op.PAREN_OPEN && token.depth === 1);
  if (!isClass || open < 0) return [];
  const bases: string[] = [];
  let from = open + 1;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    const isEnd = token.depth === 0;
    if (!isEnd && !(token.op === op.COMMA && token.depth === 1)) continue;
    if (i > from) bases.push(oneLine(tokens.slice(from, i), module));
    from = i + 1;
    if (isEnd) break;
  }
  return bases;
}

/** What an assignment says of its name: its annotation, and the value with line breaks removed. */
export interface Assigned {
  readonly annotation: string | undefined;
  readonly value: string | undefined;
}

export function assignedOf(definition: Definition, module: ModuleText): Assigned {
  const tokens = tokensBetween(module.bytes, definition.head, definition.end);
  const text = (from: number, to?: number) => oneLine(tokens.slice(from, to), module);
  const first = tokens.findIndex(({ op: o, depth }) => depth === 0 && (o === op.COLON || o === op.ASSIGN));
  if (tokens[first]?.op === op.COLON) {
    const assign = findAssign(tokens, first + 1);
    if (assign < 0) return { annotation: text(first + 1), value: undefined };
    return { annotation: text(first + 1, assign), value: text(assign + 1) };
  }
  let last = -1;
  for (let i = findAssign(tokens, 0); i >= 0; i = findAssign(tokens, i + 1)) last = i;
  return { annotation: undefined, value: last < 0 ? undefined : text(last + 1) };
}

/** The next `=` outside brackets, before any lambda; -1 when there is none. */
function findAssign(tokens: readonly Token[], from: number): number {
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.word === LAMBDA) return -1;
    if (token.op === op.ASSIGN && token.depth === 0) return i;
  }
  return -1;
}

/** Tokens with the spaces between them as written, and line breaks, continuations and comments taken out. */
export function oneLine(tokens: readonly Token[], module: ModuleText): string {
  let line = '';
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    if (before !== undefined) line = joinTokens(line, before, token, module.bytes);
    line += module.text(token.start, token.end);
  }
  return line;
}

function joinTokens(line: string, before: Token, token: Token, bytes: Uint8Array): string {
  if (before.end === token.start) return line;
  if (!hasLineBreak(bytes, before.end, token.start)) return `${line} `;
  const isOpening =
    before.op === op.PAREN_OPEN || before.op === op.BRACKET_OPEN || before.op === op.BRACE_OPEN;
  const isClosing =
    token.op === op.PAREN_CLOSE || token.op === op.BRACKET_CLOSE || token.op === op.BRACE_CLOSE;
  if (isClosing && before.op === op.COMMA && token.op !== op.PAREN_CLOSE) return line.slice(0, -1);
  if (isClosing && before.op === op.COMMA) return isOneTuple(line) ? line : line.slice(0, -1);
  return isOpening || isClosing || token.op === op.DOT ? line : `${line} `;
}

/** `(a,` would lose its meaning without the comma. */
function isOneTuple(line: string): boolean {
  const open = line.lastIndexOf('(');
  return open >= 0 && !/[\w\])]$/.test(line.slice(0, open)) && !line.slice(open, -1).includes(',');
}

function hasLineBreak(bytes: Uint8Array, start: number, end: number): boolean {
  for (let p = start; p < end; p++) if (bytes[p] === 10 || bytes[p] === 13) return true;
  return false;
}
