import { type Definition, qualifiedName } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NAME } from '../../python/lexer/token-kinds.ts';
import { stepsTo } from './blocks.ts';
import { isClosing, isOpening, opening } from './brackets.ts';
import { type CodeToken, isName, tokenBefore } from './code-tokens.ts';
import { EndedBlocks } from './ended-blocks.ts';
import { definitionsNamed } from './module-names.ts';
import type { PythonFile } from './python-file.ts';
import { isSwitchedOff } from './switches.ts';
import { isTestFile } from './test-files.ts';
import type { CodeTokens } from './token-columns.ts';
import { placesOf, type Use } from './uses.ts';

/** Words of a line that expects what is in it to fail, or that asks first whether it is there. */
const EXPECTS_FAILURE =
  /^(?:raises|assertRaises\w*|assertWarns\w*|warns|suppress|xfail|hasattr|getattr|version_info|TYPE_CHECKING|isinstance|monkeypatch|patch|signature|getfullargspec|getargspec|co_argcount)$/;

/** What a decorator says that keeps what is below it from being run, or from failing. */
const KEEPS =
  /^(?:skip\w*|expectedFailure|catch\w*|suppress\w*|swallow\w*|ignore\w*|retry\w*|retries|safe\w*|quiet\w*)$/i;

/** What a `with` waits for, whatever it is called. */
const EXPECTED = /(?:Error|Exception|Warning)$|expect|fail|refus|reject|raises|ExitStack/i;

/** Names of what a `with` is given that keeps nothing from failing. */
const LETS_FAIL =
  /lock|mutex|sem(?:aphore)?$|cond(?:ition)?$|file|stream|^f[hp]?$|conn|cursor|session|pool|executor|client|transaction/i;

const DEFINES: readonly number[] = [word.DEF, word.ASYNC, word.CLASS_WORD];

/** Calls that do not come back, and conditions that are always the same. */
const NEVER_ENDS =
  /^(?:return|raise|continue|break|sys \. exit|(?:os|posix|nt) \. (?:_exit|abort|exec[lv]\w*)|(?:_exit|exec[lv][pe]{0,2}|assert_never) \(|(?:t|te|typing|typing_extensions) \. assert_never|exit \(|quit \(|abort \(|(?:flask|django) \. abort \(|(?:\w+ = )?(?:self \. )?_?(?:arg)?parser \. (?:error|exit) \(|(?:ctx|context) \. (?:exit|fail|abort) \(|(?:\w+ = )?pytest \. importorskip|(?:pytest|self) \. (?:skip|fail|xfail|skipTest|exit) \(|assert (?:False|0|None)\b)/;
const ALWAYS_THE_SAME = /^(?:if|elif|while) (?:not )?\(? ?(?:True|False|None|\d+|__debug__|: )\b/;
const DECIDED_BESIDE = /\b(?:True|False|None|\d+) (?:and|or)\b|\bif (?:not )?(?:True|False|None|\d+)\b/;

const ALWAYS = /^(?:if|while) (?:True|1) :/;

/** The first and the last token of the line of each token; looked up, because a line may be long and hold many uses. */
interface Lines {
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
  /** The first token of the line that opened the block of a line, by the first token of that; -1 at the top. */
  readonly headers: ReadonlyMap<number, number>;
  /** What is said of whole lines, by their first token. */
  readonly ends: Map<number, LineEnds>;
  readonly meanings: Map<number, string | undefined>;
  /** Whether a line above ends the block of a line, or one around it: asked of many lines below one another. */
  readonly endedAbove: Map<number, boolean>;
}

interface LineEnds {
  readonly isAlwaysTheSame: boolean;
  readonly isAlways: boolean;
  readonly neverEnds: boolean;
}

function readLines({ tokens }: PythonFile): Lines {
  const firsts = new Int32Array(tokens.length);
  const lasts = new Int32Array(tokens.length);
  const headers = new Map<number, number>();
  const around: number[] = [];
  let first = 0;
  let line = -1;
  for (let i = 0; i < tokens.length; i++) {
    const kind = tokens.kind(i);
    if (kind === INDENT) around.push(line);
    if (kind === DEDENT) around.pop();
    if (isLineEnd(kind)) first = i + 1;
    firsts[i] = first;
    if (i !== first || isLineEnd(kind)) continue;
    line = first;
    headers.set(line, around.at(-1) ?? -1);
  }
  let last = tokens.length - 1;
  for (let i = tokens.length - 1; i >= 0; i--) {
    if (isLineEnd(tokens.kind(i))) last = i - 1;
    lasts[i] = last;
  }
  return { firsts, lasts, headers, ends: new Map(), meanings: new Map(), endedAbove: new Map() };
}

/** Index of the first token of the line that the token is in. */
export const lineStart = (file: PythonFile, at: number): number => file.once(readLines).firsts[at] ?? at;

/** As many tokens as the patterns look at that begin at the start of a statement. */
const MOST_LOOKED_AT = 8;

function readLineEnds(tokens: CodeTokens, first: number, last: number): LineEnds {
  const text = tokens
    .slice(first, Math.min(last + 1, first + MOST_LOOKED_AT))
    .map(({ text }) => text)
    .join(' ');
  return {
    isAlwaysTheSame: ALWAYS_THE_SAME.test(text),
    isAlways: ALWAYS.test(text),
    neverEnds: NEVER_ENDS.test(text),
  };
}

/** Whether the line of the use is below a line of its block, or of one around it, behind which nothing runs. */
export function isNeverReached({ file, at }: Use): boolean {
  const { tokens } = file;
  const { firsts, lasts, ends, endedAbove } = file.once(readLines);
  const passed: number[] = [];
  const found = (isEnded: boolean): boolean => {
    for (const line of passed) endedAbove.set(line, isEnded);
    return isEnded;
  };
  let depth = 0;
  let isHeader = false;
  for (let i = at; i >= 0; i--) {
    const kind = tokens.kind(i);
    if (kind === DEDENT) depth++;
    if (kind === INDENT && depth > 0) depth--;
    else if (kind === INDENT) isHeader = true;
    if (isLineEnd(kind)) continue;
    const isOwn = i === at;
    const last = lasts[i] ?? i;
    i = firsts[i] ?? i;
    if (depth > 0) continue;
    const line = ends.get(i) ?? readLineEnds(tokens, i, last);
    ends.set(i, line);
    if (line.isAlwaysTheSame && !(isHeader && line.isAlways)) return found(true);
    isHeader = false;
    if (line.neverEnds && !isOwn) return found(true);
    const known = endedAbove.get(i);
    if (known !== undefined) return found(known);
    passed.push(i);
  }
  return found(false);
}

/** Functions and classes whose name is defined once more. */
const definedAgain = ({ module: { index } }: PythonFile) =>
  index.definitions.filter(
    ({ kind }, i) =>
      (kind === 'function' || kind === 'method' || kind === 'class') &&
      definitionsNamed(index, qualifiedName(index.definitions, i)).length > 1,
  );

/** The function around the use is defined once more, so that this one may never be called. */
function isDefinedAgain({ file, at }: Use): boolean {
  const offset = file.tokens.start(at);
  return file.once(definedAgain).some(({ body, end }) => body <= offset && offset < end);
}

/** Why a use that cannot work may be meant to fail, or never run; `undefined` where nothing says so. */
export function mayFailThere(use: Use): string | undefined {
  if (isNeverReached(use) || isDefinedAgain(use)) return 'it may never run';
  if (isSwitchedOff(use.file, use.at, use.file.once(endedBlocks))) return 'it may never run';
  if (use.file.once(isLeftOut)) return 'its tests may be skipped';
  return mayBeMeant(use);
}

const endedBlocks = (file: PythonFile): EndedBlocks =>
  new EndedBlocks(file, (from, to) => neverComesBack(file, from, to));

/** Whether one of the simple statements between two tokens leaves its block. */
export const neverComesBack = ({ tokens }: PythonFile, from: number, to: number): boolean =>
  readLineEnds(tokens, from, to - 1).neverEnds;

/** Declared so, or each way through it raises or ends the program; what others are to define in its place does not. */
export function bodyNeverReturns(file: PythonFile, definition: Definition): boolean {
  const { tokens } = file;
  const { head, body } = definition;
  if (file.range(head, body).some(({ text }) => text === 'NoReturn' || text === 'Never')) return true;
  let first = tokens.firstFrom(body);
  while (first < tokens.length && isLineEnd(tokens.kind(first))) first++;
  if (mayReturn(file, definition)) return false;
  const { block } = stepsTo(file, first).at(-1) ?? { block: [] };
  return file.once(endedBlocks).endOf(block) < Number.POSITIVE_INFINITY;
}

const RETURNS: readonly number[] = [word.RETURN, word.YIELD];

/** It says so, or others are to define it. */
export const mayReturn = (file: PythonFile, { body, end }: Definition): boolean =>
  file.range(body, end).some(token => RETURNS.includes(token.word) || token.text === 'NotImplementedError');

/** The file says of its tests, or of a class of them, that they do not run. */
function isLeftOut(file: PythonFile): boolean {
  if (file.mentions('__test__') || file.mentions('allow_module_level')) return true;
  if (isTestFile(file.module.path) && (file.mentions('skipTest') || file.mentions('SkipTest'))) return true;
  if (!file.mentions('pytestmark')) return false;
  const { tokens } = file;
  const { lasts } = file.once(readLines);
  return placesOf(file, 'pytestmark').some(at =>
    tokens
      .slice(at, (lasts[at] ?? at) + 1)
      .some(({ text }) => KEEPS.test(text) || EXPECTS_FAILURE.test(text)),
  );
}

function mayBeMeant({ file, at }: Use): string | undefined {
  const { tokens } = file;
  const { firsts, lasts, headers, meanings } = file.once(readLines);
  // What is asked may stand behind it on the same line: `f() if hasattr(m, "f") else None`.
  const meaningAt = (line: number): string | undefined => {
    if (!meanings.has(line)) meanings.set(line, meaningOf(tokens.slice(line, (lasts[line] ?? line) + 1)));
    return meanings.get(line);
  };
  // The line itself is looked at like the headers around it.
  for (let line = firsts[at] ?? at; line >= 0; line = headers.get(line) ?? -1) {
    const meaning = meaningAt(line);
    if (meaning !== undefined) return meaning;
    if (!DEFINES.includes(tokens.word(line))) continue;
    // Above a definition stand its decorators.
    for (let above = lineAbove(line); tokens.text(above) === '@'; above = lineAbove(above)) {
      const decorated = meaningAt(above);
      if (decorated !== undefined) return decorated;
      const isKept = tokens.slice(above, (lasts[above] ?? above) + 1).some(({ text }) => KEEPS.test(text));
      if (isKept) return 'a decorator may keep it from failing';
    }
  }
  return undefined;

  function lineAbove(line: number): number {
    let i = line - 1;
    while (i >= 0 && isLineEnd(tokens.kind(i))) i--;
    return firsts[i] ?? -1;
  }
}

/** What a line says about whether what is in it may fail. */
function meaningOf(line: readonly CodeToken[]): string | undefined {
  if (line[0]?.word === word.TRY) return 'it stands under try';
  if (line[0]?.word === word.ASSERT && line[1]?.word === word.FALSE) return 'it is meant to fail';
  const isWith = line[0]?.word === word.WITH || (line[0]?.word === word.ASYNC && line[1]?.word === word.WITH);
  const isExpected = ({ text }: CodeToken) => EXPECTED.test(text) || KEEPS.test(text);
  if (isWith && (line.some(isExpected) || isGivenByName(line))) return 'it may be expected to fail';
  if (line.some(({ text }) => EXPECTS_FAILURE.test(text))) return 'it may be expected to fail';
  if (DECIDED_BESIDE.test(line.map(({ text }) => text).join(' '))) return 'it may never run';
  return undefined;
}

/** `with cm:`, of which another line says what it is. */
function isGivenByName(line: readonly CodeToken[]): boolean {
  let depth = 0;
  return line.some((token, i) => {
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    const next = line[i + 1];
    const isEnd =
      next?.op === op.COLON || next?.op === op.COMMA || next?.op === op.PAREN_CLOSE || next?.word === word.AS;
    const isTarget = line[i - 1]?.word === word.AS;
    return (
      isEnd && depth <= 1 && isName(token) && !isTarget && !LETS_FAIL.test(token.text) && !isArgument(line, i)
    );
  });
}

/** In the brackets of a call. */
function isArgument(line: readonly CodeToken[], at: number): boolean {
  const before = tokenBefore(line, opening(line, at));
  return before !== undefined && (isName(before) || isClosing(before));
}

/** Nothing, at the end of the file, is one, too. */
const isLineEnd = (kind: number): boolean => kind < NAME;
