import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NAME } from '../../python/lexer/token-kinds.ts';
import type { PythonFile } from './python-file.ts';
import type { CodeTokens } from './token-columns.ts';

/** A simple statement, or the header of a block with the block below it. */
export interface BlockLine {
  /** Indices of its tokens, the last one not among them; those of the block below come behind. */
  readonly from: number;
  readonly to: number;
  readonly below: Block | undefined;
}

export type Block = readonly BlockLine[];

/** A line of a block that holds a token, or of which a block below does. */
export interface BlockStep {
  readonly block: Block;
  readonly index: number;
}

/** From the top of the file to the line that the token is in. */
export function stepsTo(file: PythonFile, at: number): readonly BlockStep[] {
  const steps: BlockStep[] = [];
  for (let block: Block | undefined = file.once(readBlocks); block !== undefined && block.length > 0; ) {
    const index = lastFrom(block, at);
    if (index < 0) break;
    steps.push({ block, index });
    const line: BlockLine | undefined = block[index];
    block = line !== undefined && at >= line.to ? line.below : undefined;
  }
  return steps;
}

/** Index of the last line that begins at the token or before it; -1 for none. */
function lastFrom(block: Block, at: number): number {
  let low = 0;
  let high = block.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((block[middle]?.from ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function readBlocks({ tokens }: PythonFile): Block {
  const top: BlockLine[] = [];
  const around: BlockLine[][] = [];
  let current = top;
  let from = 0;
  for (let i = 0; i <= tokens.length; i++) {
    const kind = tokens.kind(i);
    if (i < tokens.length && kind >= NAME) continue;
    if (i > from) current.push({ from, to: i, below: undefined });
    from = i + 1;
    if (kind === INDENT) {
      const below: BlockLine[] = [];
      const header = current.pop();
      if (header !== undefined) current.push({ ...header, below });
      around.push(current);
      current = below;
    } else if (kind === DEDENT) current = around.pop() ?? top;
  }
  return top;
}

const colons = new WeakMap<BlockLine, number>();

/** Index of the colon that ends the header of a block; its end where there is none. Asked of each token of a long line. */
export function colonOf(file: PythonFile, line: BlockLine): number {
  const known = colons.get(line) ?? findColon(file, line);
  colons.set(line, known);
  return known;
}

const findColon = ({ tokens }: PythonFile, { from, to }: BlockLine): number =>
  firstOutside(tokens, from, to, op.COLON);

/** Index of the first such sign outside of brackets and of the parameters of lambdas; the end where there is none. */
export function firstOutside(tokens: CodeTokens, from: number, to: number, sign: number): number {
  let depth = 0;
  let lambdas = 0;
  for (let i = from; i < to; i++) {
    const operator = tokens.op(i);
    if (op.opens(operator)) depth++;
    else if (op.closes(operator)) depth--;
    else if (depth > 0) continue;
    else if (tokens.word(i) === word.LAMBDA) lambdas++;
    else if (operator === sign && lambdas === 0) return i;
    else if (operator === op.COLON) lambdas--;
  }
  return to;
}
