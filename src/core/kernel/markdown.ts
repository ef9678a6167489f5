import { showControls } from './inert-text.ts';

/**
 * Text of others in a Markdown document, which the editor shows with live links, images that are fetched from their
 * address, HTML and formulas: all of these stay text to read. A document is put together with these functions only.
 */

/** What begins a link, an image, HTML, code, a formula, an entity, a table's cell or an address. */
const LIVE = /[\\`[\]<$~&@|]|:(?=\/\/)/g;

/** As a part of a line. */
export const inLine = (text: string): string =>
  showControls(text).replace(/\s+/g, ' ').trim().replace(LIVE, '\\$&');

/** As a block of quoted lines. */
export const asQuote = (text: string): string =>
  showControls(text)
    .split(/\r\n|\n/)
    // Emphasis and lists are harmless; a heading would pass for one of the document.
    .map(line => `> ${line.replace(LIVE, '\\$&').replace(/^(\s*)(?=[#=])/, '$1\\')}`)
    .join('\n');

/** After other words: in their line, or as a quote below when it has several lines. */
export const said = (text: string): string =>
  text.trim().includes('\n') ? `\n\n${asQuote(text.trim())}\n\n` : inLine(text);

/** Between tags of our own, where Markdown does not escape. */
export const inHtml = (text: string): string =>
  showControls(text).replace(/\s+/g, ' ').trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** As code, in a fence longer than any in the text, so that no content can end it. */
export function asCode(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(m => m[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${showControls(text)}\n${fence}`;
}

/** A document of these parts, a blank line between any two; empty ones are left out. */
export const asDocument = (parts: readonly (string | undefined)[]): string =>
  `${parts.flatMap(part => (part === undefined || part.trim() === '' ? [] : [part.trimEnd()])).join('\n\n')}\n`;
