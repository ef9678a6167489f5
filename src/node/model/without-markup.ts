/** Elements whose content is not for people. */
const HIDDEN = /^<(script|style)\b/i;

/** The words of a page: without tags, scripts and styles, in one pass over it. */
export function withoutMarkup(page: string): string {
  const text = page.slice(0, 20_000);
  const lower = text.toLowerCase();
  let words = '';
  let from = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', from)) {
    const hidden = HIDDEN.exec(text.slice(at, at + 8))?.[1]?.toLowerCase();
    const closing = hidden === undefined ? -1 : lower.indexOf(`</${hidden}>`, at);
    // What is not closed hides the rest.
    if (hidden !== undefined && closing < 0) return words + text.slice(from, at);
    const end = text.indexOf('>', Math.max(at, closing));
    if (end < 0) break;
    words += `${text.slice(from, at)} `;
    from = end + 1;
  }
  return words + text.slice(from);
}
