import * as op from '../../python/lexer/operators.ts';
import { NAME, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, codeKey } from '../code/code-tokens.ts';
import { rootOf } from '../code/dotted-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isFormatted } from '../code/string-literal.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { ChangedModule } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';

export interface Writer {
  readonly name: string;
  readonly file: PythonFile;
  readonly start: number;
}

/** By file: functions that were there, and that turn texts in another way than any of that name did. */
export function changedWriters(
  changed: readonly ChangedModule[],
): ReadonlyMap<PythonFile, readonly Writer[]> {
  const old = changed.flatMap(({ before }) => (before === undefined ? [] : functionsIn(before)));
  const names = new Set(old.map(({ name }) => name));
  const known = new Set(old.map(({ name, turning }) => `${name} ${turning}`));
  const isOther = ({ name, turning }: TurningWriter) => names.has(name) && !known.has(`${name} ${turning}`);
  const files = changed.flatMap(({ after }) => after ?? []);
  return new Map(files.map(file => [file, functionsIn(file).filter(isOther)]));
}

interface TurningWriter extends Writer {
  readonly turning: string;
}

/** @returns with all of their statements by which another text may come of one */
const functionsIn = (file: PythonFile): readonly TurningWriter[] =>
  file.module.index.definitions.flatMap(({ kind, name, start, body, end }) =>
    kind === 'function' || kind === 'method'
      ? [{ name, file, start, turning: turningIn(withoutDocstring(file.range(body, end))) }]
      : [],
  );

const TURNING =
  /^(?:replace|re|sub|title|capitalize|upper|lower|casefold|swapcase|join|r?split|removeprefix|removesuffix|[lr]?strip|format|translate|get)$/i;
const OTHER_CASE = /camel|snake|kebab|pascal/i;

function turningIn(body: readonly CodeToken[]): string {
  const lines: CodeToken[][] = [[]];
  for (const token of body) {
    if (token.kind === NEWLINE) lines.push([]);
    else lines.at(-1)?.push(token);
  }
  const isTurning = (token: CodeToken) =>
    TURNING.test(token.text) ||
    (token.kind === NAME && OTHER_CASE.test(token.text)) ||
    token.op === op.PLUS ||
    token.op === op.BRACKET_OPEN ||
    (token.kind === STRING && isFormatted(token.text));
  return lines.flatMap(line => (line.some(isTurning) ? codeKey(line) : [])).join('\u0001');
}

/** From the first statement on that is no docstring. */
function withoutDocstring(body: readonly CodeToken[]): readonly CodeToken[] {
  const isWord = ({ kind }: CodeToken) => kind >= NAME;
  const first = body.slice(body.findIndex(isWord));
  if (first[0]?.kind !== STRING || (first[1]?.kind ?? NEWLINE) !== NEWLINE) return first;
  return first.slice(1).slice(first.slice(1).findIndex(isWord));
}

/** Whether what the function gives is a key in the file: `{w(k): v}`, `d[w(k)]`, `(w(k), v)`, `map(w, keys)`. */
export const writesKeys = (file: PythonFile, name: string): boolean =>
  placesOf(file, name).some(at => {
    const { tokens } = file;
    if (tokens.op(at + 1) !== op.PAREN_OPEN) return isGivenToTurn(tokens, at);
    const root = rootOf(tokens, at);
    const behind = tokens.closing(at + 1) + 1;
    return isKey(tokens, root, behind) || isKeyByName(file, root, behind);
  });

/** From the first token of an expression to behind its last one. */
function isKey(tokens: CodeTokens, from: number, behind: number): boolean {
  const before = tokens.op(from - 1);
  const next = tokens.op(behind);
  if (next === op.BRACKET_CLOSE) return before === op.BRACKET_OPEN;
  if (next === op.COLON) return before === op.BRACE_OPEN || before === op.COMMA;
  // The first of a pair, which is no argument of a call.
  return next === op.COMMA && before === op.PAREN_OPEN && !tokens.isName(from - 2);
}

/** `n = w(k)`, and `d[n]` elsewhere in the file. */
function isKeyByName(file: PythonFile, from: number, behind: number): boolean {
  const { tokens } = file;
  const isAssigned =
    tokens.op(from - 1) === op.ASSIGN && tokens.isName(from - 2) && tokens.kind(behind) < NAME;
  return isAssigned && placesOf(file, tokens.text(from - 2)).some(at => isKey(tokens, at, at + 1));
}

/** The function itself, given to what turns keys. */
function isGivenToTurn(tokens: CodeTokens, at: number): boolean {
  const [before, next] = [tokens.op(at - 1), tokens.op(at + 1)];
  if (next !== op.COMMA && next !== op.PAREN_CLOSE) return false;
  if (before !== op.PAREN_OPEN && before !== op.COMMA && before !== op.ASSIGN) return false;
  return TURNS.test(tokens.text(at - 2));
}

const TURNS =
  /^(?:map|columns|index|object_hook|object_pairs_hook|default)$|keys|rename|alias|camel|snake|convert|transform/i;
