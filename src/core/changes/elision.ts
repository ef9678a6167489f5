import type { Command } from '../../generated/contracts.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import { previewOf } from '../text/preview.ts';
import { canonicalPath } from './path-policy.ts';

const DOTS = String.raw`(?:\.{3,}|…)`;
const WHAT =
  '(?:code|implementation|logic|content|contents|file|function|method|class|module|body|imports?|tests?|lines?|definitions?|methods|functions|script|section|block|cases?|fields|values|entries)';
const STAYS =
  '(?:(?:remains?|stays?|is|are|continues?)(?: (?:the same|unchanged|as (?:is|before)|here))?|unchanged|unmodified|the same|as (?:is|before)|here|omitted|elided|truncated|goes here|follows)';

/** Comments that stand for text the model left out. Matched against the comment's words, lower case. */
const ELISIONS: readonly RegExp[] = [
  new RegExp(`^${DOTS}$`, 'u'),
  // "... existing code ...", "... (rest unchanged)", "existing imports ..."
  new RegExp(
    `^${DOTS} ?[([]?.*\\b(?:existing|rest|remain\\w*|unchanged|same|previous|omitted|elided|truncated|snip|other|more|keep|code|implementation)\\b`,
    'u',
  ),
  new RegExp(
    `\\b(?:existing|rest|remain\\w*|unchanged|same|previous|omitted|elided|truncated|other|keep)\\b.*${DOTS}[)\\]]?$`,
    'u',
  ),
  new RegExp(
    `^(?:the )?(?:rest|remainder) of (?:the |this |your )?(?:\\S+ )?${WHAT}(?: ${STAYS})?\\.?$`,
    'u',
  ),
  new RegExp(`^(?:the )?(?:existing|remaining|previous|other) ${WHAT} ${STAYS}\\.?$`, 'u'),
  /^existing (?:code|implementation|logic)\.?$/u,
  /^(?:code |rest |content )?(?:unchanged|omitted)(?: for (?:brevity|clarity))?\.?$/u,
  /^(?:same|unchanged) (?:as|from) (?:before|above|original|the original)\.?$/u,
  /^keep (?:the )?(?:existing|rest|remaining|other)\b.*$/u,
  /^(?:your|insert|add|put) (?:\S+ )?(?:code|implementation|logic) (?:goes )?here\.?$/u,
];

// Comment leaders of the languages a workspace may hold, and the closers that go with them.
const COMMENT = /(?:^|\s)(?:#+|\/\/+|--|;+|%+|\/\*+|<!--|\{\/\*+|rem )\s*(.*?)\s*(?:\*\/\}?|-->)?\s*$/iu;
/** An elision without a comment leader: a line that starts with dots and has words too, or `[...]`. */
const BARE = /^\s*(\[?(?:\.{3,}|…)\s*[^\s.,:)\]].*)$/u;

/** The marker a line holds, as its words; `undefined` when it is an ordinary line. */
function elisionIn(line: string): string | undefined {
  const words = COMMENT.exec(line)?.[1] ?? BARE.exec(line)?.[1];
  if (words === undefined || words === '') return undefined;
  const plain = words.trim().toLowerCase().replace(/\s+/gu, ' ');
  return ELISIONS.some(pattern => pattern.test(plain)) ? plain : undefined;
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
