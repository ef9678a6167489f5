import type { FileChange } from './change-set.ts';
import { reasonNotToShow } from './secret-looking.ts';
import { unifiedDiff } from './unified-diff.ts';

/** A change as a model reads it: what looks like a secret is named and left out. */
export const diffForModel = (
  files: readonly FileChange[],
  secretsAllowed: Iterable<string> | undefined,
): string => files.map(file => reasonNotToShow(file.path, secretsAllowed) ?? unifiedDiff(file)).join('\n');
