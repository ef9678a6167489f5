import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { type Block, type BlockLine, colonOf, firstOutside, stepsTo } from './blocks.ts';
import { hasConstantChoice, isConstant, isEmpty, isPlainlyTrue } from './constant-values.ts';
import { type EndedBlocks, isFurtherBranch } from './ended-blocks.ts';
import { isDecidedByName } from './known-conditions.ts';
import type { PythonFile } from './python-file.ts';

/** Longer rows of branches are not read again for each of them. */
const MOST_BRANCHES = 50;

/** Whether a name that is not given to the function decides if the token is reached, or all ways end above it. */
export function isSwitchedOff(file: PythonFile, at: number, ended: EndedBlocks): boolean {
  for (const { block, index } of stepsTo(file, at)) {
    const line = block[index];
    if (line === undefined) continue;
    if (ended.endOf(block) < index) return true;
    if (at > colonOf(file, line) && (isSwitch(file, block, index) || isLeftAbove(file, block, index, ended)))
      return true;
    if (at < line.to && (hasChoice(file, line) || isMessage(file, line, at))) return true;
  }
  return false;
}

/** The branch of a condition on a name, or one below such a branch. */
function isSwitch(file: PythonFile, block: Block, index: number): boolean {
  const { tokens } = file;
  for (let i = index; i >= 0; i--) {
    const line = block[i];
    if (line === undefined) return false;
    if (index - i > MOST_BRANCHES) return true;
    const first = tokens.word(line.from);
    const isCondition = first === word.IF || first === word.ELIF || (first === word.WHILE && i === index);
    if (isCondition && isDecided(file, line)) return true;
    if (i === index && isNeverEntered(file, line)) return true;
    if (!isFurtherBranch(file, line)) return false;
  }
  return false;
}

const neverEntered = new WeakMap<BlockLine, boolean>();

/** `if "":`, `match 1:`, `for _ in ():`, `except ():`: asked of all that is below it. */
function isNeverEntered(file: PythonFile, line: BlockLine): boolean {
  const known = neverEntered.get(line) ?? readEntry(file, line);
  neverEntered.set(line, known);
  return known;
}

function readEntry(file: PythonFile, line: BlockLine): boolean {
  const { tokens } = file;
  const colon = colonOf(file, line);
  const start = line.from + 1;
  switch (tokens.word(line.from)) {
    case word.IF:
    case word.ELIF:
    case word.WHILE:
      return isConstant(file, start, colon) && !isPlainlyTrue(file, start, colon);
    case word.MATCH:
      return isConstant(file, start, colon) || isDecidedByName(file, start, colon);
    case word.EXCEPT:
      return isEmpty(file, start, colon);
    case word.FOR:
      return hasConstantChoice(file, start, colon);
    default:
      return false;
  }
}

/** The `else` of a `try` that always leaves its block. */
function isLeftAbove(file: PythonFile, block: Block, index: number, ended: EndedBlocks): boolean {
  if (file.tokens.word(block[index]?.from ?? -1) !== word.ELSE) return false;
  let i = index - 1;
  while (i > 0 && index - i <= MOST_BRANCHES && isFurtherBranch(file, block[i] as BlockLine)) i--;
  const first = block[i];
  return first !== undefined && file.tokens.word(first.from) === word.TRY && ended.branchEnds(first);
}

/** What an `assert` says only when it fails. */
function isMessage(file: PythonFile, line: BlockLine, at: number): boolean {
  if (file.tokens.word(line.from) !== word.ASSERT) return false;
  const known = messages.get(line) ?? firstOutside(file.tokens, line.from, line.to, op.COMMA);
  messages.set(line, known);
  return at > known;
}

/** Index of the comma before it, by its line; the end of that where there is none. */
const messages = new WeakMap<BlockLine, number>();

const decided = new WeakMap<BlockLine, boolean>();

/** Whether the header is decided so: asked of all that is below it. */
function isDecided(file: PythonFile, line: BlockLine): boolean {
  const known = decided.get(line) ?? isDecidedByName(file, line.from, colonOf(file, line));
  decided.set(line, known);
  return known;
}

/** `f(1) if new else f(1, 2)`, `OLD and f(1)`: something on the line decides what of it runs. */
function hasChoice(file: PythonFile, { from, to }: BlockLine): boolean {
  const known = file.once(choices);
  let has = known.get(from);
  if (has === undefined) {
    has = readChoice(file, from, to);
    known.set(from, has);
  }
  return has;
}

const choices = (): Map<number, boolean> => new Map();

function readChoice(file: PythonFile, from: number, to: number): boolean {
  const { tokens } = file;
  let isChosen = false;
  let hasCondition = false;
  for (let i = from + 1; i < to; i++) {
    const each = tokens.word(i);
    if (each === word.ELSE && hasCondition) return true;
    if (each === word.IF) hasCondition = true;
    if (each === word.IF || each === word.AND || each === word.OR) isChosen = true;
  }
  return (isChosen && isDecidedByName(file, from, to)) || hasConstantChoice(file, from, to);
}
