import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from './code-tokens.ts';

/** What a pair of brackets is, as far as a comma before the closing one goes. */
type BracketKind =
  /** Call, parameters, list, set, dict, imported names: the comma never means anything. */
  | 'optional'
  /** Parentheses and subscripts: one comma makes a tuple, a second one before the end does not matter. */
  | 'tuple';

interface Open {
  readonly kind: BracketKind;
  /** Parentheses around imported names, which mean nothing themselves. */
  readonly isImport: boolean;
  commas: number;
  /** In `(lambda a, b: c,)` not every comma makes a tuple. */
  hasLambda: boolean;
}

/** Leaves out commas before a closing bracket where they mean nothing, and parentheses around imported names. */
export function dropTrailingCommas(tokens: CodeToken[]): readonly CodeToken[] {
  // What is kept is written over what has been read: a file has many tokens.
  let kept = 0;
  const open: Open[] = [];
  let isImport = false;
  let before: CodeToken | undefined;
  for (const token of tokens) {
    const around = open.at(-1);
    if (token.kind === NEWLINE) isImport = false;
    // A `yield from` in a line is no import, but then no `import` follows either.
    if (token.word === word.IMPORT) isImport = true;
    if (isOpening(token)) {
      const isNames = isImport && token.op === op.PAREN_OPEN && before?.word === word.IMPORT;
      open.push({ kind: kindOf(token, before, isNames), isImport: isNames, commas: 0, hasLambda: false });
      if (!isNames) tokens[kept++] = token;
    } else if (isClosing(token)) {
      open.pop();
      if (around !== undefined && before?.op === op.COMMA && isMeaningless(around)) kept--;
      if (around?.isImport !== true) tokens[kept++] = token;
    } else {
      if (around !== undefined) {
        if (token.op === op.COMMA) around.commas++;
        if (token.word === word.LAMBDA) around.hasLambda = true;
      }
      tokens[kept++] = token;
    }
    before = token;
  }
  tokens.length = kept;
  return tokens;
}

function isMeaningless({ kind, commas, hasLambda }: Open): boolean {
  return kind === 'optional' || (commas > 1 && !hasLambda);
}

function kindOf(opening: CodeToken, before: CodeToken | undefined, isNames: boolean): BracketKind {
  if (isNames || opening.op === op.BRACE_OPEN) return 'optional';
  // `match (a,):` and `match[a,]` look like a call and a subscript, and can be those too.
  if (before !== undefined && before.word >= word.MATCH) return 'tuple';
  const follows = before !== undefined && endsOperand(before);
  if (opening.op === op.PAREN_OPEN) return follows ? 'optional' : 'tuple';
  return follows ? 'tuple' : 'optional';
}

/** Whether a bracket behind the token calls or subscripts it. */
function endsOperand(token: CodeToken): boolean {
  if (token.kind === NAME) return token.word === 0;
  return token.kind === STRING || isClosing(token);
}

export const isOpening = ({ op: o }: CodeToken): boolean =>
  o === op.PAREN_OPEN || o === op.BRACKET_OPEN || o === op.BRACE_OPEN;

export const isClosing = ({ op: o }: CodeToken): boolean =>
  o === op.PAREN_CLOSE || o === op.BRACKET_CLOSE || o === op.BRACE_CLOSE;
