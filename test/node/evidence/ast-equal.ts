import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { type CodeToken, readCodeTokens } from '../../../src/core/evidence/code/code-tokens.ts';
import { withZeroByte } from '../../../src/core/python/lexer/token-list.ts';
import { sourceText } from '../../../src/core/python/query/source-text.ts';

export interface Pair {
  readonly before: string;
  readonly after: string;
}

export function tokensOf(source: string): readonly CodeToken[] {
  const bytes = withZeroByte(new TextEncoder().encode(source));
  return readCodeTokens({ bytes, text: (start, end) => sourceText(bytes, start, end, 'utf-8') }).slice();
}

/** Of each pair, whether Python's own `ast` of both is the same; without docstrings where these are not to count. */
export function comparedByPython(
  pairs: readonly Pair[],
  docstrings: boolean,
): readonly ('same' | 'other' | 'not Python')[] {
  const lines = pairs.map(({ before, after }) => JSON.stringify({ before, after, docstrings }));
  const driver = path.join(import.meta.dirname, 'ast_equal.py');
  const run = spawnSync('python3', [driver], {
    input: lines.join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { same?: boolean; error?: string })
    .map(({ same }) => (same === undefined ? 'not Python' : same ? 'same' : 'other'));
}
