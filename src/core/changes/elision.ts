import type { Command } from '../../generated/contracts.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import { previewOf } from '../text/preview.ts';
import { canonicalPath } from './path-policy.ts';

const DOTS = '(?:\\.{3,}|…)';
/** What a model calls the code it leaves out. */
const CODE =
  '(?:code|implementations?|logic|file|functions?|methods?|class|module|component|imports?|tests?|definitions?)';
/** Words that need to be said to stay, or dots, to mean left-out text. */
const TEXT = '(?:contents?|body|lines?|script|section|block|cases?|fields|values|entries|statements)';
const STAYS =
  '(?:(?:(?:remains?|stays?|is|are) )?(?:the same|unchanged|unmodified|as (?:is|before)|here|omitted|elided|truncated)|(?:goes|stays?|remains?|follows) here|remains?|follows?)';
const WHICH =
  '(?:existing|remaining|previous|other|same|unchanged|(?:rest|remainder) of(?: the| this| your)?)';

/** A marker with dots; these also count behind code on the same line. */
const WITH_DOTS: readonly RegExp[] = [
  // "... existing code", "... (rest of the file remains unchanged)", "… rest unchanged"
  new RegExp(
    `^${DOTS} ?[([]?.*\\b(?:existing|rest|remaining|remains?|unchanged|omitted|elided|truncated|snip|same as)\\b`,
    'u',
  ),
  // "... other methods ...", "... more code ..."
  new RegExp(`^${DOTS} ?.*\\b(?:${CODE}|${TEXT}|same|other|more)\\b.*${DOTS}[)\\]]?$`, 'u'),
  new RegExp(`^${DOTS} ?(?:other|more|previous|keep) (?:\\S+ ){0,2}(?:${CODE}|${TEXT})$`, 'u'),
  // "existing imports ...", "rest of the class…"
  new RegExp(`^(?:the )?${WHICH}(?: \\S+)? (?:${CODE}|${TEXT}) ?${DOTS}$`, 'u'),
];

/** A whole line that is a comment and means left-out text without saying it with dots and words. */
const WHOLE_LINE: readonly RegExp[] = [
  new RegExp(`^${DOTS}$`, 'u'),
  new RegExp(`^(?:the |keep (?:the )?)?${WHICH}(?: \\S+)? (?:${CODE}|${TEXT}) ${STAYS}\\.?$`, 'u'),
  new RegExp(`^(?:keep )?(?:the )?(?:rest|remainder) of (?:the |this |your )?(?:\\S+ )?${CODE}\\.?$`, 'u'),
  /^existing (?:code|implementation|logic)\.?$/u,
  /^keep (?:the )?existing (?:code|implementation|logic)\.?$/u,
  /^(?:(?:code|rest|the rest|everything else) )?(?:is )?(?:unchanged|omitted)(?: for (?:brevity|clarity))?\.?$/u,
  /^(?:same|unchanged) (?:as|from) (?:before|above|the original|original)\.?$/u,
];

// Comment leaders of the languages a workspace may hold, and the closers that go with them.
const COMMENT = /(?:^|\s)(?:#+|\/\/+|--|;+|%+|\/\*+|<!--|\{\/\*+|rem )\s*(.*?)\s*(?:\*\/\}?|-->)?\s*$/iu;
/** An elision without a comment leader: a line that starts with dots and has words too, or `[...]`. */
const BARE = /^\s*(\[?(?:\.{3,}|…)\s*[^\s.,:)\]].*)$/u;

/** The marker a line holds, as its words; `undefined` when it is an ordinary line. */
function elisionIn(line: string): string | undefined {
  const comment = COMMENT.exec(line);
  const words = comment?.[1] ?? BARE.exec(line)?.[1];
  if (words === undefined || words === '') return undefined;
  const plain = words.replace(/^\[/u, '').trim().toLowerCase().replace(/\s+/gu, ' ');
  if (WITH_DOTS.some(pattern => pattern.test(plain))) return plain;
  const isWholeLine = comment !== null && line.slice(0, comment.index).trim() === '';
  return isWholeLine && WHOLE_LINE.some(pattern => pattern.test(plain)) ? plain : undefined;
}

const linesOf = (text: string): readonly string[] => text.split(/\r\n|\n|\r/u);

function countMarkers(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of linesOf(text)) {
    const marker = elisionIn(line);
    if (marker !== undefined) counts.set(marker, (counts.get(marker) ?? 0) + 1);
  }
  return counts;
}

/** Whether the file had the marker before the commands; then it is part of the text and not an elision. */
function fileHas(
  marker: string,
  path: string,
  snapshot: ReadonlyMap<string, Uint8Array> | undefined,
): boolean {
  const bytes = snapshot?.get(canonicalPath(path));
  const text = bytes === undefined ? undefined : decodeUtf8(bytes);
  return text !== undefined && countMarkers(text).has(marker);
}

/** The first line of `newText` that stands for left-out text and is not in `oldText`. */
export function introducedElision(oldText: string, newText: string): string | undefined {
  const known = countMarkers(oldText);
  for (const line of linesOf(newText)) {
    const marker = elisionIn(line);
    if (marker === undefined) continue;
    const left = known.get(marker) ?? 0;
    if (left === 0) return line;
    known.set(marker, left - 1);
  }
  return undefined;
}

/**
 * A sentence for every new_string that introduces a marker such as `# ... existing code ...`: applied as it
 * stands it would delete the code it stands for. With a snapshot, markers a file had before are left alone.
 */
export function findElisions(
  commands: readonly Command[],
  snapshot?: ReadonlyMap<string, Uint8Array>,
): readonly string[] {
  const sentences: string[] = [];
  for (const [index, command] of commands.entries()) {
    if (command.tool !== 'atomic_replace') continue;
    const { file_path, replacements } = command.args;
    for (const [i, { old_string, new_string }] of replacements.entries()) {
      const line = introducedElision(old_string, new_string);
      if (line === undefined || fileHas(elisionIn(line) ?? '', file_path, snapshot)) continue;
      sentences.push(
        `command ${index} (atomic_replace) on ${file_path}: Replacement ${i}: new_string stands for left-out code ` +
          `("${previewOf(line.trim(), 60)}"); write the code in full, or replace a smaller piece`,
      );
    }
  }
  return sentences;
}
