import { diffLines } from 'diff';
import type { FileChange } from '../changes/change-set.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import type { ChangedLines } from '../ports/trials.ts';
import { isTestFile } from './code/test-files.ts';

/** Beyond this many the file counts as written anew. */
const MOST_EDITS = 2_000;

/** The lines of Python files, tests left out, that are new or different after the change. */
export const findChangedLines = (files: readonly FileChange[]): readonly ChangedLines[] =>
  files.flatMap(({ path, before, after }) => {
    if (after === undefined || !path.endsWith('.py') || isTestFile(path)) return [];
    const [old, now] = [decodeUtf8(before ?? new Uint8Array()), decodeUtf8(after)];
    if (old === undefined || now === undefined) return [];
    const lines = linesAfter(old, now);
    return lines.length === 0 ? [] : [{ file: path, lines }];
  });

function linesAfter(old: string, now: string): readonly number[] {
  const parts = diffLines(old, now, { maxEditLength: MOST_EDITS }) ?? [
    { added: true, removed: false, count: now.split('\n').length },
  ];
  const lines: number[] = [];
  let line = 1;
  for (const { added, removed, count = 0 } of parts) {
    if (removed) continue;
    if (added) for (let i = 0; i < count; i++) lines.push(line + i);
    line += count;
  }
  return lines;
}
