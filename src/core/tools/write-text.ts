import type { WriteFileArgs } from '../../generated/contracts.ts';
import { canonicalPath } from '../changes/path-policy.ts';
import type { TextRange } from '../gate/shown-files.ts';
import type { Staging } from '../gate/staging.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { decodeUtf8, encodeUtf8 } from '../kernel/utf8.ts';
import { previewOf } from '../text/preview.ts';
import { introducedElisions } from '../verification/elision.ts';
import { keepForm } from './keep-form.ts';
import { isCutMarker } from './read-page.ts';

/**
 * What `write_file` stages for a text, or why the text must not be written: it would destroy what the agent never
 * read, or stand for text that it leaves out.
 */
export function prepareText(
  staging: Staging,
  { path, content, exact = false, markers_are_meant = false }: WriteFileArgs,
  before: Uint8Array | undefined,
): Result<Uint8Array> {
  if (!content.isWellFormed()) return fail('the content has half of a surrogate pair');
  const old = before && decodeUtf8(before);
  if (before && before.length > 0) {
    const shown = staging.shownOf(path, before);
    if (shown.length === 0)
      return fail(
        staging.shown.has(canonicalPath(path))
          ? `${path} changed since you read it; read it again before you write it`
          : `${path} exists and you have not read it: read it with read_file first, then write it; to replace it unseen, delete_file it first`,
      );
    const lost = old === undefined ? undefined : whyLost(path, old, content, shown);
    if (lost !== undefined) return fail(lost);
  }
  if (!markers_are_meant) {
    const marker = whyMarker(path, old, content);
    if (marker !== undefined) return fail(marker);
  }
  return ok(encodeUtf8(old === undefined || exact ? content : keepForm(old, content)));
}

const linesOf = (text: string): readonly string[] => text.split(/\r\n|\n|\r/u);

/** What was not shown must stay; and a file that was shown in part keeps at least half of its text. */
function whyLost(
  path: string,
  old: string,
  content: string,
  shown: readonly TextRange[],
): string | undefined {
  const [first] = shown;
  if (shown.length === 1 && first?.from === 0 && first.to >= old.length) return undefined;
  const isShown = (from: number, to: number) => shown.some(range => range.from <= from && range.to >= to);
  const left = new Map<string, number>();
  for (const line of linesOf(content)) left.set(line, (left.get(line) ?? 0) + 1);
  let [at, kept] = [0, 0];
  let losesUnread = false;
  for (const piece of old.split(/(?<=\r\n|\n|\r(?!\n))/u)) {
    const [line = ''] = linesOf(piece);
    const count = left.get(line) ?? 0;
    const wasShown = isShown(at, at + line.length);
    if (count > 0) {
      left.set(line, count - 1);
      kept += piece.length;
    } else if (!wasShown && line.trim() !== '') losesUnread = true;
    at += piece.length;
  }
  if (!losesUnread && kept * 2 >= old.length) return undefined;
  return (
    `you have read only a part of ${path}, and this text leaves out what you have not read; ` +
    `read on with read_file, ${placeOf(old, endOfShown(shown))} and no limit, until its end, then write the whole file`
  );
}

/** Up to where it was shown without a gap. */
function endOfShown(shown: readonly TextRange[]): number {
  let end = 0;
  for (const { from, to } of [...shown].sort((a, b) => a.from - b.from))
    if (from <= end) end = Math.max(end, to);
  return end;
}

/** As `read_file` is asked for it: by line, and within a long one by column. */
function placeOf(text: string, at: number): string {
  // The end of a line that was shown is no part of it that is left.
  const end = /^(?:\r\n|\n|\r)/u.exec(text.slice(at, at + 2))?.[0].length ?? 0;
  const lines = linesOf(text.slice(0, at + end));
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return `offset ${lines.length}${column > 1 ? `, column ${column}` : ''}`;
}

const MEANT = 'if the line itself is meant, set markers_are_meant to true';

function whyMarker(path: string, old: string | undefined, content: string): string | undefined {
  const had = new Set(linesOf(old ?? '').filter(isCutMarker));
  const cut = linesOf(content).find(line => isCutMarker(line) && !had.has(line));
  if (cut !== undefined)
    return `the text holds a line that says where an answer was cut ("${previewOf(cut.trim(), 60)}"), so it is not the whole file; read on as that line says, then write the whole file; ${MEANT}`;
  const [elision] = introducedElisions(path, old, content);
  if (elision === undefined) return undefined;
  return `"${previewOf(elision.line.trim(), 60)}" stands for left-out text, which would be lost; write the file in full; ${MEANT}`;
}
