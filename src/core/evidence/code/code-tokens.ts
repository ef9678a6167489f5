import { at } from '../../kernel/at.ts';
import * as word from '../../python/lexer/keywords.ts';
import { Lexer } from '../../python/lexer/lexer.ts';
import * as op from '../../python/lexer/operators.ts';
import {
  DEDENT,
  END_OF_FILE,
  INDENT,
  NAME,
  NEWLINE,
  NUMBER,
  OP,
  STRING,
} from '../../python/lexer/token-kinds.ts';
import type { ModuleText } from '../../python/query/header.ts';
import { readStringLiteral, type StringLiteral } from './string-literal.ts';
import { dropTrailingCommas } from './trailing-commas.ts';

/** A token of the code itself: comments, blank lines and line breaks inside brackets are not there. */
export interface CodeToken {
  /** As in the lexer: NAME, NUMBER, STRING, OP, NEWLINE, INDENT, DEDENT. */
  readonly kind: number;
  /** Keyword number of a NAME, 0 for others. */
  readonly word: number;
  readonly op: number;
  /** Two tokens of the same kind mean the same when their texts are equal. */
  readonly text: string;
  /** Byte offsets. */
  readonly start: number;
  readonly end: number;
}

/**
 * The tokens of a module in a form in which equal sequences are equal programs: Python's `ast` of both is the
 * same. Quotes, trailing commas, line breaks inside brackets and parentheses around imported names do not
 * count; other ways to write the same thing do.
 */
export function readCodeTokens(module: ModuleText): readonly CodeToken[] {
  return dropTrailingCommas(readTokens(module));
}

function readTokens(module: ModuleText): CodeToken[] {
  const { bytes } = module;
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const lexer = new Lexer(bytes, hasMark ? 3 : 0, bytes.length - 1);
  const tokens: CodeToken[] = [];
  let joins: StringLiteral['joins'] = 'no';
  while (lexer.next() !== END_OF_FILE) {
    const { kind, start, end } = lexer;
    const last = tokens.at(-1);
    if (kind === STRING) {
      const literal = readStringLiteral(module.text(start, end));
      if (last?.kind === STRING && literal.joins !== 'no' && literal.joins === joins) {
        const content = literal.text.slice(literal.text.indexOf(':') + 1);
        tokens[tokens.length - 1] = { ...last, text: last.text + content, end };
      } else {
        tokens.push({ kind, word: 0, op: 0, text: literal.text, start, end });
      }
      joins = literal.joins;
      continue;
    }
    // `x;` at the end of a line is `x`.
    if (kind === NEWLINE && last?.op === op.SEMICOLON) tokens.pop();
    tokens.push({ kind, word: lexer.word, op: lexer.op, text: textOf(lexer, module), start, end });
  }
  return tokens;
}

function textOf(lexer: Lexer, module: ModuleText): string {
  switch (lexer.kind) {
    case NEWLINE:
      return '\n';
    case INDENT:
      return '{indent}';
    case DEDENT:
      return '{dedent}';
    case NUMBER:
      return module.text(lexer.start, lexer.end).toLowerCase().replaceAll('_', '');
    case NAME:
      // The words of the language are the same string everywhere, which takes no memory and is soon compared.
      if (lexer.word > 0) return word.WORDS[lexer.word] ?? '';
      if (module.isAscii) return module.text(lexer.start, lexer.end);
      return nameOf(module.text(lexer.start, lexer.end), lexer.word);
    case OP:
      return operatorText(lexer, module);
    default:
      return module.text(lexer.start, lexer.end);
  }
}

function operatorText({ op: number, start, end }: Lexer, module: ModuleText): string {
  const known = operatorTexts.get(number) ?? module.text(start, end);
  operatorTexts.set(number, known);
  return known;
}

const operatorTexts = new Map<number, string>();

/** Python takes letters of other shapes for the plain ones, but a word of the language only as it is. */
function nameOf(written: string, wordNumber: number): string {
  const plain = written.normalize('NFKC');
  const isKeyword =
    wordNumber === 0 && plain !== written && (word.WORDS as readonly string[]).includes(plain);
  return isKeyword ? written : plain;
}

/** The tokens of `[start, end)`, without the line end and the dedents behind the last one. */
export function tokensOfRange(
  tokens: readonly CodeToken[],
  start: number,
  end: number,
): readonly CodeToken[] {
  let from = firstFrom(tokens, start);
  while (from < tokens.length && at(tokens, from).kind < NAME) from++;
  let to = firstFrom(tokens, end);
  while (to > from && at(tokens, to - 1).kind < NAME) to--;
  return tokens.slice(from, to);
}

/** Index of the first token that starts at the offset or behind it. */
export function firstFrom(tokens: readonly CodeToken[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(tokens, middle).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether both mean the same program. */
export function isSameCode(a: readonly CodeToken[], b: readonly CodeToken[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [at(a, i), at(b, i)];
    if (x.kind !== y.kind || x.text !== y.text) return false;
  }
  return true;
}

/** One text for a sequence: equal texts are equal sequences, so that it can be looked up. */
export function codeKey(tokens: readonly CodeToken[]): string {
  let key = '';
  for (const { kind, text } of tokens) key += `${kind}${text}\u0000`;
  return key;
}

/** An ordinary name; soft keywords are names too. */
export const isName = (token: CodeToken | undefined): token is CodeToken & { readonly kind: typeof NAME } =>
  token?.kind === NAME && (token.word === 0 || token.word >= word.MATCH);
