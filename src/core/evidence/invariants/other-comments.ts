import type { FileChange } from '../../changes/change-set.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';

/** What differs in a file that is no Python looks like comments and white space alone. */
export function mayBeComments({ path, before, after }: FileChange): boolean {
  if (before === undefined || after === undefined || PROSE.test(path)) return false;
  const [old, now] = [before, after].map(bytes => {
    const text = decodeUtf8(bytes);
    return text === undefined ? undefined : withoutComments(path, text);
  });
  return old !== undefined && old === now;
}

/** Texts without comments, or of which every word counts. */
const PROSE = /\.(?:rst|txt)$/i;
/** In it white space and `#` count as well. */
const MARKDOWN = /\.(?:md|markdown)$/i;

const BLOCKS = [
  ['<!--', '-->'],
  ['{#', '#}'],
  ['{% comment %}', '{% endcomment %}'],
  ['{{!', '}}'],
  ['/*', '*/'],
] as const;
const OTHER_BLOCKS = [
  [/\.(?:mli?|pas|pp|v|fsi?|sml)$/i, '(*', '*)'],
  [/\.(?:hs|elm|purs)$/i, '{-', '-}'],
] as const;

/** How a comment begins that goes on to the end of its line, in whatever language and in some. */
const TO_LINE_END = /(?:^|\s)(?:#|\/\/|;|--).*$/gm;
const BY_ENDING: readonly (readonly [RegExp, RegExp])[] = [
  [/\.(?:tex|sty|cls|ltx|bib|m|erl|hrl|ps)$/i, /(?<!\\)%.*/gm],
  [/\.(?:f|for|f90|f95|f03|f08|ftn)$/i, /!.*|^[cC*].*/gm],
  [/\.(?:bat|cmd)$/i, /^[ \t]*(?:@?rem\b|::).*/gim],
  [/\.(?:vb|bas|vbs)$/i, /'.*/gm],
  [/(?:\.vim|vimrc)$/i, /^[ \t]*".*/gm],
  [/\.(?:m4|ac)$/i, /\bdnl\b.*/gm],
];

function withoutComments(path: string, text: string): string {
  if (MARKDOWN.test(path))
    return withoutAll(text, '<!--', '-->').replaceAll(/^\[[^\]\n]{0,9}\]:[ \t]*#.*$/gm, '');
  let left = text;
  for (const [opening, closing] of BLOCKS) left = withoutAll(left, opening, closing);
  for (const [ending, opening, closing] of OTHER_BLOCKS)
    if (ending.test(path)) left = withoutAll(left, opening, closing);
  for (const [ending, comment] of BY_ENDING) if (ending.test(path)) left = left.replaceAll(comment, '');
  return left.replaceAll(TO_LINE_END, '').replaceAll(/\s+/g, '');
}

/** The text without what stands between the two. No pattern: it would look for the end of each that has none. */
function withoutAll(text: string, opening: string, closing: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(opening, at);
    const end = start < 0 ? -1 : text.indexOf(closing, start + opening.length);
    if (end < 0) return kept.join('') + text.slice(at);
    kept.push(text.slice(at, start));
    at = end + closing.length;
  }
}
