import type { ChangeSet } from '../../core/changes/change-set.ts';
import { unifiedDiff } from '../../core/changes/unified-diff.ts';
import type { Colours } from './colours.ts';

/** The unified diff of a change set, made from its known spans. */
export function printDiff(changes: ChangeSet, c: Colours): string {
  return changes.files.map(file => colourDiff(unifiedDiff(file), c)).join('');
}

function colourDiff(diff: string, c: Colours): string {
  return diff
    .split('\n')
    .map(line => {
      if (line.startsWith('+++') || line.startsWith('---')) return c.bold(line);
      if (line.startsWith('@@')) return c.cyan(line);
      if (line.startsWith('+')) return c.green(line);
      if (line.startsWith('-')) return c.red(line);
      return line;
    })
    .join('\n');
}
