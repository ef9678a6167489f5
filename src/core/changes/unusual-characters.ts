import { isPartOfEmoji, UNUSUAL } from '../kernel/unusual.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import { countLineEnds } from '../text/lines.ts';
import type { ChangeSet, FileChange } from './change-set.ts';

/** A character that a reader cannot see, or that changes how text around it is shown. */
export interface UnusualCharacter {
  readonly path: string;
  /** 1-indexed, in the file after the change. */
  readonly line: number;
  /** For example `U+202E`. */
  readonly codePoint: string;
  /** For example `RIGHT-TO-LEFT OVERRIDE`. */
  readonly name: string;
}

const NAMES: Readonly<Record<number, string>> = {
  0: 'NULL',
  7: 'BELL',
  8: 'BACKSPACE',
  27: 'ESCAPE',
  127: 'DELETE',
  173: 'SOFT HYPHEN',
  847: 'COMBINING GRAPHEME JOINER',
  1564: 'ARABIC LETTER MARK',
  4447: 'HANGUL CHOSEONG FILLER',
  4448: 'HANGUL JUNGSEONG FILLER',
  6068: 'KHMER VOWEL INHERENT AQ',
  6069: 'KHMER VOWEL INHERENT AA',
  6158: 'MONGOLIAN VOWEL SEPARATOR',
  8203: 'ZERO WIDTH SPACE',
  8204: 'ZERO WIDTH NON-JOINER',
  8205: 'ZERO WIDTH JOINER',
  8206: 'LEFT-TO-RIGHT MARK',
  8207: 'RIGHT-TO-LEFT MARK',
  8232: 'LINE SEPARATOR',
  8233: 'PARAGRAPH SEPARATOR',
  8234: 'LEFT-TO-RIGHT EMBEDDING',
  8235: 'RIGHT-TO-LEFT EMBEDDING',
  8236: 'POP DIRECTIONAL FORMATTING',
  8237: 'LEFT-TO-RIGHT OVERRIDE',
  8238: 'RIGHT-TO-LEFT OVERRIDE',
  8288: 'WORD JOINER',
  8289: 'FUNCTION APPLICATION',
  8290: 'INVISIBLE TIMES',
  8291: 'INVISIBLE SEPARATOR',
  8292: 'INVISIBLE PLUS',
  8294: 'LEFT-TO-RIGHT ISOLATE',
  8295: 'RIGHT-TO-LEFT ISOLATE',
  8296: 'FIRST STRONG ISOLATE',
  8297: 'POP DIRECTIONAL ISOLATE',
  12644: 'HANGUL FILLER',
  65279: 'ZERO WIDTH NO-BREAK SPACE',
  65440: 'HALFWIDTH HANGUL FILLER',
};

function nameOf(codePoint: number): string {
  const known = NAMES[codePoint];
  if (known !== undefined) return known;
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return `VARIATION SELECTOR-${codePoint - 0xfe00 + 1}`;
  if (codePoint >= 0xe0100 && codePoint <= 0xe01ef) return `VARIATION SELECTOR-${codePoint - 0xe0100 + 17}`;
  if (codePoint >= 0xe0000 && codePoint <= 0xe007f) return 'TAG CHARACTER';
  return codePoint < 0xa0 ? 'CONTROL CHARACTER' : 'DEFAULT-IGNORABLE CHARACTER';
}

const hexOf = (codePoint: number): string => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

/** Spaces that look like a plain one or like nothing. */
const ODD_SPACE = /(?! )\p{Zs}|\u2800/u;

/** Whether a name holds something that cannot be seen or that changes how the text around it is shown. */
export const hasUnusualCharacters = (name: string): boolean =>
  name.search(UNUSUAL) >= 0 || ODD_SPACE.test(name);

interface Found {
  readonly codePoint: number;
  /** 1-indexed. */
  readonly line: number;
}

const countEols = (text: string): number => text.match(/\r\n|\n|\r/gu)?.length ?? 0;

function unusualIn(text: string, firstLine: number, startsFile: boolean): Found[] {
  const found: Found[] = [];
  let line = firstLine;
  let counted = 0;
  for (const match of text.matchAll(UNUSUAL)) {
    const [character] = match;
    const codePoint = character.codePointAt(0) ?? 0;
    // A mark at the very start of a file says how it is encoded; it is no character of the text.
    if (codePoint === 0xfeff && startsFile && match.index === 0) continue;
    if (isPartOfEmoji(text, match.index, character)) continue;
    line += countEols(text.slice(counted, match.index));
    counted = match.index;
    found.push({ codePoint, line });
  }
  return found;
}

/** What is in the changed ranges `[start, end)` of one side of a file; ranges ascend. */
function unusualInRanges(
  bytes: Uint8Array | undefined,
  ranges: readonly (readonly [start: number, end: number])[],
): readonly Found[] {
  if (bytes === undefined) return [];
  let line = 1;
  let counted = 0;
  return ranges.flatMap(([start, end]) => {
    line += countLineEnds(bytes, counted, start);
    counted = start;
    return unusualIn(decodeUtf8(bytes.subarray(start, end)) ?? '', line, start === 0);
  });
}

function countByCodePoint(found: readonly Found[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { codePoint } of found) counts.set(codePoint, (counts.get(codePoint) ?? 0) + 1);
  return counts;
}

/**
 * The unusual characters in the changed places of those kinds of which the change set brings in more than it
 * takes out: text that was only moved is not listed.
 */
export function unusualCharacters(changes: ChangeSet): readonly UnusualCharacter[] {
  const files = changes.files.map(({ path, before, after, spans }: FileChange) => ({
    path,
    gone: unusualInRanges(
      before,
      spans.map(span => [span.start, span.end] as const),
    ),
    come: unusualInRanges(
      after,
      spans.map(span => [span.afterStart, span.afterEnd] as const),
    ),
  }));
  const gone = countByCodePoint(files.flatMap(file => file.gone));
  const come = countByCodePoint(files.flatMap(file => file.come));
  const isNew = ({ codePoint }: Found) => (come.get(codePoint) ?? 0) > (gone.get(codePoint) ?? 0);
  return files.flatMap(file =>
    file.come.filter(isNew).map(({ codePoint, line }) => ({
      path: file.path,
      line,
      codePoint: hexOf(codePoint),
      name: nameOf(codePoint),
    })),
  );
}
