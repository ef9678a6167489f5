import { isPartOfEmoji, UNUSUAL } from './unusual.ts';

/** What moves the cursor although it is no unusual character in a file: a lone carriage return, a form feed. */
const MOVES_CURSOR = /\r(?!\n)|\f/g;

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, i) =>
      // As in a JSON string, so that JSON which is shown stays equal JSON.
      `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');

/**
 * Text of a model, file, tool or repository for a terminal or a log: control characters (but tab and line end),
 * characters that turn the direction of text and those that cannot be seen are written as `\u001b`.
 */
export function showControls(text: string): string {
  return text
    .replace(UNUSUAL, (character, at: number) =>
      isPartOfEmoji(text, at, character) ? character : escaped(character),
    )
    .replace(MOVES_CURSOR, escaped);
}

/**
 * The same for places of the editor that make links or icons of text: `[text](command:…)` and `$(icon)` stay
 * readable, but are nothing to click and no icon.
 */
export function inertText(text: string): string {
  // Controls first: what becomes visible cannot hide between the brackets.
  return showControls(text)
    .replaceAll('](', '] (')
    .replace(/\$(?=\([\w~-])/g, '$ ');
}
