/** One key of an item, with its lines: the first as if it stood in a line of its own. */
export interface ItemKey {
  readonly key: string;
  /** What follows the colon; empty: it is in the lines below. */
  readonly value: string;
  readonly lines: readonly string[];
}

const KEY = /^(?:(\w[\w.-]*)|"([^"\\]*)"|'([^']*)')[ \t]*:([ \t].*)?$/;

/**
 * The keys of an item at its own depth, whatever is called the same further in; `undefined`: it is not written with
 * one key a line.
 */
export function keysOfItem(lines: readonly string[]): readonly ItemKey[] | undefined {
  const [first = '', ...rest] = lines;
  const behind = first.trimStart().replace(/^-/, ' ');
  const flat = behind.trim() === '' ? rest : [' '.repeat(depthOf(first)) + behind, ...rest];
  const column = depthOf(flat.find(line => !isNothing(line)) ?? '');
  const keys: { key: string; value: string; lines: string[] }[] = [];
  for (const line of flat) {
    const last = keys.at(-1);
    // A list may stand as deep as the key that it belongs to.
    if (isNothing(line) || depthOf(line) > column || (last && line.trimStart().startsWith('- '))) {
      last?.lines.push(line);
      continue;
    }
    const found = depthOf(line) === column ? KEY.exec(line.trim()) : null;
    if (found === null) return undefined;
    const key = found[1] ?? found[2] ?? found[3] ?? '';
    keys.push({ key, value: withoutComment((found[4] ?? '').trim()), lines: [line] });
  }
  return keys;
}

export const depthOf = (line: string): number => line.length - line.trimStart().length;

const isNothing = (line: string): boolean => /^\s*(?:#.*)?$/.test(line);
const withoutComment = (text: string): string => (text.startsWith('#') ? '' : text);

/** A text in quotes, or up to a comment. */
export function scalarOf(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    if (text.startsWith("'") && text.endsWith("'")) return text.slice(1, -1);
    const comment = text.indexOf(' #');
    return comment < 0 ? text : text.slice(0, comment).trim();
  }
}
