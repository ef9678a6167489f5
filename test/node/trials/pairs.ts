import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A function in two versions, as `test/fixtures/trials` has them. */
export interface Pair {
  readonly name: string;
  /** Inside its module. */
  readonly function: string;
  readonly before: string;
  readonly after: string;
}

const folder = path.resolve(import.meta.dirname, '../../fixtures/trials');

/** Each begins with `## name: function`; the two versions stand around a line of three dashes. */
export function readPairs(file: 'changed' | 'refactored'): readonly Pair[] {
  const [, ...parts] = readFileSync(path.join(folder, `${file}.txt`), 'utf8').split(/^## /m);
  return parts.map(part => {
    const end = part.indexOf('\n');
    const [name = '', tried = ''] = part.slice(0, end).split(': ');
    const [before = '', after = ''] = part.slice(end + 1).split(/^---\n/m);
    return { name, function: tried, before, after };
  });
}
