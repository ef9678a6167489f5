const PREVIEW_LENGTH = 40;

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The start of a text on one line: line ends and tabs escaped, cut after 40 characters with `...`. */
export function previewOf(text: string, length = PREVIEW_LENGTH): string {
  // Twice the length in code units is always enough for the code points that are kept.
  const points = Array.from(text.slice(0, 2 * length + 2));
  const isCut = points.length > length || text.length > 2 * length + 2;
  const head = points.slice(0, length).join('');
  const shown = head.replace(/[\n\r\t]/g, c => ESCAPES[c] ?? c).replace(/\p{Surrogate}/gu, '\uFFFD');
  return shown + (isCut ? '...' : '');
}
