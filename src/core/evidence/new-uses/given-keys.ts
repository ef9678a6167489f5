import { at } from '../../kernel/at.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { isClosing, isOpening } from '../code/brackets.ts';
import { readArguments, splitArguments } from '../code/call-shape.ts';
import { type CodeToken, codeKey, tokenBefore } from '../code/code-tokens.ts';

/** A display that is being read: where its current item begins, and the key of that. */
interface Open {
  readonly isBrace: boolean;
  start: number;
  key: string | undefined;
}

/** What is in every item of `{key: value for …}`, whatever the names in it are. */
const EACH = 'for';

/**
 * The keys of the dictionaries that a statement makes: of displays, and of `dict(key=…)` and the like. Those of one in
 * another one are told apart from its own.
 */
export function keysGiven(tokens: readonly CodeToken[]): readonly string[] {
  const found: string[] = [];
  const open: Open[] = [];
  const add = (key: string, around: readonly Open[]) => {
    const depth = around.filter(({ isBrace }) => isBrace).length;
    found.push(depth === 0 ? key : `${depth} ${key}`);
  };
  const close = (display: Open, end: number) => {
    const { isBrace, start, key } = display;
    const around = open.filter(each => each !== display);
    if (key !== undefined) add(key, around);
    else if (isBrace && tokens[start]?.op === op.DOUBLE_STAR) add(codeKey(tokens.slice(start, end)), around);
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = at(tokens, i);
    const inner = open.at(-1);
    if (isOpening(token)) open.push({ isBrace: token.op === op.BRACE_OPEN, start: i + 1, key: undefined });
    else if (isClosing(token)) {
      open.pop();
      if (inner !== undefined) close(inner, i);
    } else if (inner?.isBrace === true) readInBrace(tokens, i, inner, close);
    if (/^(?:dict|fromkeys)$/.test(token.text) && tokens[i + 1]?.op === op.PAREN_OPEN)
      for (const key of [...namesAt(tokens, i + 1), ...textsAt(tokens, i + 1)]) add(key, open);
  }
  return found;
}

function readInBrace(
  tokens: readonly CodeToken[],
  i: number,
  inner: Open,
  close: (open: Open, end: number) => void,
): void {
  const token = at(tokens, i);
  if (token.op === op.COMMA && inner.key !== EACH) {
    close(inner, i);
    inner.start = i + 1;
    inner.key = undefined;
  } else if (token.op === op.COLON && tokens[inner.start]?.word !== word.LAMBDA)
    inner.key ??= keyOf(tokens.slice(inner.start, i));
  else if (token.word === word.FOR && inner.key !== undefined) inner.key = EACH;
}

/** Texts are one key in whatever way they are written. */
function keyOf(tokens: readonly CodeToken[]): string {
  const [first, second] = tokens;
  return first?.kind === STRING && second === undefined ? textOf(first) : codeKey(tokens);
}

const textOf = ({ text }: CodeToken): string => `"${text.slice(text.indexOf(':') + 1)}"`;

const namesAt = (tokens: readonly CodeToken[], open: number): readonly string[] =>
  readArguments(tokens, open).names.map(name => `"${name}"`);

/** The texts in arguments without a name: of `dict([("a", 1)])` and `dict(zip(("a", "b"), x))`. */
const textsAt = (tokens: readonly CodeToken[], open: number): readonly string[] =>
  splitArguments(tokens, open)
    .filter(([, second]) => second?.op !== op.ASSIGN)
    .flatMap(part => part.flatMap(token => (token.kind === STRING ? [textOf(token)] : [])));

/** The keys that a statement sets of dictionaries that are there: `d["key"] = …`, `d.update(key=…)`, `d.setdefault("key", …)`. */
export const keysSet = (tokens: readonly CodeToken[]): readonly string[] =>
  tokens.flatMap((token, i) => {
    const [next, second] = [tokens[i + 1], tokens[i + 2]];
    if (token.text === 'update' && next?.op === op.PAREN_OPEN) return namesAt(tokens, i + 1);
    if (token.text === 'setdefault' && second?.kind === STRING) return [textOf(second)];
    const isItem = token.op === op.BRACKET_OPEN && next?.kind === STRING && second?.op === op.BRACKET_CLOSE;
    return isItem && tokens[i + 3]?.op === op.ASSIGN ? [textOf(next)] : [];
  });

/** The keys that a statement takes out of dictionaries: `d.pop("key")`. */
export const keysTaken = (tokens: readonly CodeToken[]): readonly string[] =>
  tokens.flatMap((token, i) => {
    const key = tokens[i + 2];
    const isCall = token.text === 'pop' && tokens[i + 1]?.op === op.PAREN_OPEN;
    return isCall && key?.kind === STRING && tokenBefore(tokens, i)?.op === op.DOT ? [textOf(key)] : [];
  });
