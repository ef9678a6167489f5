import type { CommandLine } from '../options.ts';

/** Options that are about one call only. */
const ONCE = new Set(['json', 'help', 'record', 'timeout']);

/**
 * The options of this call again, as a shell reads them and with a space before each, so that a printed command works
 * as it was given.
 * @param left options that the printed command has not, or has with another value
 */
export function sameOptions({ given }: Pick<CommandLine, 'given'>, left: readonly string[]): string {
  const words = Object.entries(given).flatMap(([name, value]) => {
    if (ONCE.has(name) || left.includes(name)) return [];
    const values = Array.isArray(value) ? value : [value];
    return values.map(one => (one === true ? `--${name}` : `--${name} ${quoted(String(one))}`));
  });
  return words.map(word => ` ${word}`).join('');
}

/** Where the workspace is, when it was said. */
export const sameRoot = ({ given }: Pick<CommandLine, 'given'>): string =>
  given['root'] === undefined ? '' : ` --root ${quoted(String(given['root']))}`;

const quoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
