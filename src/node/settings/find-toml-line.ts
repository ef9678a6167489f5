/**
 * Line (1-indexed) of a key of a table in a text that is valid TOML; the table's own line when the key is written in
 * another way, else the first. For messages only.
 */
export function findTomlLine(text: string, table: readonly string[], key: string | undefined): number {
  let isInside = table.length === 0;
  let best = 1;
  for (const [index, full] of text.split('\n').entries()) {
    const line = full.trim();
    if (line.startsWith('[')) {
      isInside = headerOf(line) === table.join('.');
      if (isInside) best = index + 1;
    } else if (isInside && key !== undefined && keyOf(line) === key) return index + 1;
  }
  return best;
}

const plain = (name: string): string => name.trim().replaceAll(/["']/g, '');

const headerOf = (line: string): string =>
  line
    .slice(1, line.includes(']') ? line.indexOf(']') : undefined)
    .split('.')
    .map(plain)
    .join('.');

const keyOf = (line: string): string => plain(line.split('=', 1)[0] ?? '');
