import type { FileChange } from '../../changes/change-set.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { countLineEnds } from '../../text/lines.ts';
import { previewOf } from '../../text/preview.ts';
import { answerOf, type Check, type Found } from '../check.ts';
import { introducedElisions } from '../elision.ts';

/** Smaller files may well be rewritten. */
const SMALLEST_FILE_LINES = 40;
/** A file that keeps less than this is worth a look. */
const KEPT_SHARE = 0.5;

/** Text that stands for code someone left out, and files that lose most of their lines. */
export const elisionCheck: Check = {
  id: 'elision',
  title: 'Left-out code',
  needs: 'nothing',
  phase: 'before',
  // The tools of models and the validator refuse it already, unless someone said that it is meant.
  level: { others: 'advisory', 'quick fix': 'required', 'tool call': 'required' },
  run: async ({ files }) =>
    answerOf(
      [...files.flatMap(elisionIn), ...massDeletions(files)],
      'no text stands for left-out code, and no file of 40 lines or more loses most of them',
    ),
};

function elisionIn({ path, before, after }: FileChange): readonly Found[] {
  const text = after && decodeUtf8(after);
  if (text === undefined) return [];
  return introducedElisions(path, before && decodeUtf8(before), text).map(({ line }) => ({
    rule: 'left-out',
    weight: 'problem',
    message: `"${previewOf(line.trim(), 60)}" stands for left-out code`,
    place: { file: path, line: text.slice(0, text.indexOf(line)).split('\n').length, side: 'after' },
  }));
}

/** What one file loses and another gets was moved. */
function massDeletions(files: readonly FileChange[]): readonly Found[] {
  const counted = files.map(({ path, before, after }) => ({
    path,
    isDeleted: after === undefined,
    had: linesIn(before),
    has: linesIn(after),
  }));
  const gained = counted.reduce((sum, { had, has }) => sum + Math.max(0, has - had), 0);
  return counted.flatMap(({ path, isDeleted, had, has }) => {
    const lost = had - has;
    if (isDeleted || had < SMALLEST_FILE_LINES || has >= had * KEPT_SHARE || gained >= lost) return [];
    return [
      {
        rule: 'mass-deletion',
        weight: 'doubt',
        message: `${path} loses ${lost} of its ${had} lines, and no other file gets them`,
        place: { file: path, line: 1, side: 'after' },
      },
    ];
  });
}

const linesIn = (bytes: Uint8Array | undefined): number =>
  bytes === undefined ? 0 : countLineEnds(bytes, 0, bytes.length);
