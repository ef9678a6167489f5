import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { type Block, type BlockLine, colonOf, stepsTo } from './blocks.ts';
import type { PythonFile } from './python-file.ts';

/** A function or class around a token. */
export interface ScopeAround {
  readonly name: string;
  readonly isClass: boolean;
  readonly header: BlockLine;
  /** Above it, from the nearest on. */
  readonly decorators: readonly BlockLine[];
}

/** From the outermost on. */
export function scopesAround(file: PythonFile, at: number): readonly ScopeAround[] {
  return stepsTo(file, at).flatMap(({ block, index }) => {
    const line = block[index] as BlockLine;
    // Of `def h(): return 1` the whole line is around it.
    const isInside = at > colonOf(file, line) || line.below === undefined;
    return isInside ? (scopeAt(file, block, index) ?? []) : [];
  });
}

/** The functions and classes of a block, not those inside of them. */
export const scopesIn = (file: PythonFile, block: Block): readonly ScopeAround[] =>
  block.flatMap((_, index) => scopeAt(file, block, index) ?? []);

function scopeAt(file: PythonFile, block: Block, index: number): ScopeAround | undefined {
  const { tokens } = file;
  const header = block[index] as BlockLine;
  const first = tokens.word(header.from) === word.ASYNC ? header.from + 1 : header.from;
  const isClass = tokens.word(first) === word.CLASS_WORD;
  if (!isClass && tokens.word(first) !== word.DEF) return undefined;
  const decorators: BlockLine[] = [];
  for (let i = index - 1; tokens.op(block[i]?.from ?? -1) === op.AT; i--)
    decorators.push(block[i] as BlockLine);
  return { name: tokens.text(first + 1), isClass, header, decorators };
}
