import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from './code-tokens.ts';
import type { TokenColumns } from './columns-being-read.ts';
import { kindOf as codeKind, opOf, wordOf } from './token-texts.ts';

/** What a pair of brackets is, as far as a comma before the closing one goes. */
type BracketKind =
  /** Call, parameters, list, set, dict, imported names: the comma never means anything. */
  | 'optional'
  /** Parentheses and subscripts: one comma makes a tuple, a second one before the end does not matter. */
  | 'tuple';

interface Open {
  kind: BracketKind;
  /** Parentheses around imported names, which mean nothing themselves. */
  isImport: boolean;
  commas: number;
  /** In `(lambda a, b: c,)` not every comma makes a tuple. */
  hasLambda: boolean;
}

/** Leaves out commas before a closing bracket where they mean nothing, and parentheses around imported names. */
export function dropTrailingCommas(tokens: TokenColumns): void {
  // What is kept is written over what has been read: a file has many tokens.
  let kept = 0;
  const open: Open[] = [];
  let depth = 0;
  let isImport = false;
  const before = { kind: 0, word: 0, op: 0, isFirst: true };
  for (let i = 0; i < tokens.length; i++) {
    const code = tokens.code(i);
    const kind = codeKind(code);
    const wordNumber = wordOf(code);
    const operator = opOf(code);
    // A place before the first one is looked for in another, slower way.
    const around = depth > 0 ? open[depth - 1] : undefined;
    if (kind === NEWLINE) isImport = false;
    // A `yield from` in a line is no import, but then no `import` follows either.
    if (wordNumber === word.IMPORT) isImport = true;
    if (op.opens(operator)) {
      const isNames = isImport && operator === op.PAREN_OPEN && before.word === word.IMPORT;
      const kind = kindOf(operator, before, isNames);
      const again = open[depth];
      if (again === undefined) open.push({ kind, isImport: isNames, commas: 0, hasLambda: false });
      else {
        again.kind = kind;
        again.isImport = isNames;
        again.commas = 0;
        again.hasLambda = false;
      }
      depth++;
      if (!isNames) tokens.move(i, kept++);
    } else if (op.closes(operator)) {
      depth--;
      if (around !== undefined && before.op === op.COMMA && isMeaningless(around)) kept--;
      if (around?.isImport !== true) tokens.move(i, kept++);
    } else {
      if (around !== undefined) {
        if (operator === op.COMMA) around.commas++;
        if (wordNumber === word.LAMBDA) around.hasLambda = true;
      }
      tokens.move(i, kept++);
    }
    before.isFirst = before.kind < NAME;
    before.kind = kind;
    before.word = wordNumber;
    before.op = operator;
  }
  tokens.length = kept;
}

/** What is asked of the token before a bracket; all 0 where there is none. */
type Before = Pick<CodeToken, 'kind' | 'word' | 'op'> & { readonly isFirst: boolean };

function isMeaningless({ kind, commas, hasLambda }: Open): boolean {
  return kind === 'optional' || (commas > 1 && !hasLambda);
}

function kindOf(opening: number, before: Before, isNames: boolean): BracketKind {
  if (isNames || opening === op.BRACE_OPEN) return 'optional';
  // `match (a,):` and `match[a,]` look like a call and a subscript, and can be those too; `x = type(a,)` is one.
  const isSoft = before.word >= word.MATCH;
  if (isSoft && before.isFirst && before.word !== word.TYPE) return 'tuple';
  const follows = isSoft || endsOperand(before);
  if (opening === op.PAREN_OPEN) return follows ? 'optional' : 'tuple';
  return follows ? 'tuple' : 'optional';
}

/** Whether a bracket behind the token calls or subscripts it. */
function endsOperand(token: Pick<Before, 'kind' | 'word' | 'op'>): boolean {
  if (token.kind === NAME) return token.word === 0;
  return token.kind === STRING || op.closes(token.op);
}
