import { diffArrays } from 'diff';
import type { Command } from '../../generated/contracts.ts';
import type { ChangeSet, FileChange } from '../changes/change-set.ts';
import { canonicalPath } from '../changes/path-policy.ts';
import { decodeUtf8, encodeUtf8 } from '../kernel/utf8.ts';
import { linesInStrings } from '../python/lexer/lines-in-strings.ts';
import { previewOf } from '../text/preview.ts';
import { type ElisionMarker, elisionMarkerIn } from './elision-marker.ts';

export interface Elision {
  /** The line as it is written. */
  readonly line: string;
  readonly words: string;
}

/** Beyond this many changed lines every new marker counts: the work stays bounded for any two texts. */
const MAX_EDITS = 2000;
const PYTHON = /\.pyi?$/iu;
/** Files about code, in which an example may leave code out. */
const PROSE = /\.(?:md|markdown|mdx|rst|txt|adoc)$/iu;

/** Lines as an editor counts them: they end at `\r\n`, `\n` or `\r`. */
const linesOf = (text: string): readonly string[] => text.split(/\r\n|\n|\r/u);

/**
 * Markers such as `# ... existing code ...` that a change puts in the place of code. A marker counts where lines are
 * taken out for it, and in a new file when it says in words that something is left out. One that the text had before
 * does not count, nor one inside a Python string: docstrings and doctests leave things out as they like.
 */
export function introducedElisions(
  path: string,
  before: string | undefined,
  after: string,
): readonly Elision[] {
  const known = countMarkers(before ?? '');
  const lines = linesOf(after);
  const found: { readonly index: number; readonly line: string; readonly marker: ElisionMarker }[] = [];
  for (const [index, line] of lines.entries()) {
    const marker = elisionMarkerIn(line);
    if (marker === undefined) continue;
    const left = known.get(marker.words) ?? 0;
    if (left > 0) known.set(marker.words, left - 1);
    else found.push({ index, line, marker });
  }
  if (found.length === 0) return [];
  const inStrings = PYTHON.test(path) ? linesInStrings(encodeUtf8(after)) : new Set<number>();
  const replaced = before === undefined ? undefined : replacedLines(linesOf(before), lines);
  return found
    .filter(({ index, marker }) => {
      if (inStrings.has(index)) return false;
      const isSaid = marker.isSaid && !PROSE.test(path);
      // Words that say it count wherever they stand once something is gone: diff may find equal lines in between.
      return replaced === undefined ? isSaid : replaced.isAt(index) || (isSaid && replaced.losesText);
    })
    .map(({ line, marker }) => ({ line, words: marker.words }));
}

function countMarkers(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of linesOf(text)) {
    const marker = elisionMarkerIn(line);
    if (marker !== undefined) counts.set(marker.words, (counts.get(marker.words) ?? 0) + 1);
  }
  return counts;
}

interface Replaced {
  readonly losesText: boolean;
  /** Whether a line of `after`, counted from 0, stands where lines of `before` were taken out. */
  isAt(index: number): boolean;
}

function replacedLines(before: readonly string[], after: readonly string[]): Replaced {
  const parts = diffArrays([...before], [...after], { maxEditLength: MAX_EDITS });
  if (parts === undefined) return { losesText: true, isAt: () => true };
  // Empty lines that stayed are no distance.
  const beside = (i: number, step: 1 | -1) => {
    let near = i + step;
    while (parts[near]?.removed === false && !parts[near]?.added && !hasText(parts[near]?.value ?? []))
      near += step;
    return parts[near];
  };
  const replaced = new Set<number>();
  let at = 0;
  for (const [i, part] of parts.entries()) {
    if (part.removed) continue;
    const isReplaced =
      part.added && [beside(i, -1), beside(i, 1)].some(near => near?.removed && hasText(near.value));
    if (isReplaced) for (let n = 0; n < part.value.length; n++) replaced.add(at + n);
    at += part.value.length;
  }
  return {
    losesText: parts.some(({ removed, value }) => removed && hasText(value)),
    isAt: index => replaced.has(index),
  };
}

const hasText = (lines: readonly string[]): boolean => lines.some(line => line.trim() !== '');

/**
 * A sentence for every new_string that puts a marker in the place of code: applied as it is, it would delete the code
 * it stands for. A marker that any of the changed files had before may be moved. One that the work order's own words
 * quote is meant.
 */
export function findElisions(
  commands: readonly Command[],
  { files }: Pick<ChangeSet, 'files'>,
  orderText: string,
): readonly string[] {
  const quoted = orderText.toLowerCase().replace(/\s+/gu, ' ');
  const introducedIn = introducedByFile(files, quoted);
  const sentences: string[] = [];
  for (const [index, command] of commands.entries()) {
    if (command.tool !== 'atomic_replace') continue;
    const { file_path, replacements } = command.args;
    for (const [i, { old_string, new_string }] of replacements.entries()) {
      const brings = countMarkers(new_string);
      if (brings.size === 0) continue;
      const line = elisionOf(introducedIn(canonicalPath(file_path)), countMarkers(old_string), brings);
      if (line === undefined) continue;
      sentences.push(
        `command ${index} (atomic_replace) on ${file_path}: Replacement ${i}: new_string stands for left-out code ` +
          `("${previewOf(line.trim(), 60)}"); write the code in full, or replace a smaller piece`,
      );
    }
  }
  return sentences;
}

/** The new markers of a file that are not meant, looked for once and only where a command brings one at all. */
function introducedByFile(
  files: readonly FileChange[],
  quoted: string,
): (path: string) => readonly Elision[] {
  const byPath = new Map<string, readonly Elision[]>();
  let known: ReadonlySet<string> | undefined;
  return path => {
    known ??= new Set(files.flatMap(({ before }) => [...countMarkers(textOf(before) ?? '').keys()]));
    const had = known;
    const found = byPath.get(path);
    if (found !== undefined) return found;
    const change = files.find(file => file.path === path);
    const after = textOf(change?.after);
    const introduced =
      change === undefined || after === undefined
        ? []
        : introducedElisions(path, textOf(change.before), after).filter(
            ({ words }) => !had.has(words) && !quoted.includes(words),
          );
    byPath.set(path, introduced);
    return introduced;
  };
}

const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && decodeUtf8(bytes);

/** The first of the file's new markers that a replacement brings. */
const elisionOf = (
  introduced: readonly Elision[],
  had: ReadonlyMap<string, number>,
  brings: ReadonlyMap<string, number>,
): string | undefined =>
  introduced.find(({ words }) => (brings.get(words) ?? 0) > (had.get(words) ?? 0))?.line;
