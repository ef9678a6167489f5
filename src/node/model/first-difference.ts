/** Characters of a line that are shown, and how many of them before the place. */
const SHOWN = 80;
const BEFORE = 20;

/**
 * The first place where a part of a request differs from the recorded one, as the end of a sentence. Both are
 * JSON; of a message its text is compared line by line.
 */
export function firstDifference(recorded: string, now: string): string {
  const [before, after] = [linesOf(recorded), linesOf(now)];
  const length = Math.max(before.length, after.length);
  for (let i = 0; i < length; i++) {
    const [old, next] = [before[i], after[i]];
    if (old === next) continue;
    const column = firstColumn(old ?? '', next ?? '');
    return `first at line ${i + 1}: recorded ${excerpt(old, column)}, now ${excerpt(next, column)}`;
  }
  return 'not in its text';
}

/** The keys of labels come from what they label, so they differ wherever anything does. */
const LABEL_KEY = /(<\/?[a-z_]+-)[0-9a-f]{12}>/g;

function linesOf(json: string): readonly string[] {
  const value: unknown = JSON.parse(json);
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : undefined;
  if (typeof text === 'string') return text.replace(LABEL_KEY, '$1…>').split('\n');
  return JSON.stringify(value, undefined, 1).split('\n');
}

function firstColumn(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}

function excerpt(line: string | undefined, column: number): string {
  if (line === undefined) return 'nothing';
  const start = Math.max(0, column - BEFORE);
  const piece = line.slice(start, start + SHOWN);
  return `"${start > 0 ? '…' : ''}${piece}${start + SHOWN < line.length ? '…' : ''}"`;
}
