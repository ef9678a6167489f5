import { statSync } from 'node:fs';
import { UsageError } from './io.ts';

export function checkRoot(root: string): void {
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new UsageError(`--root ${root} is not a folder`, 'Give the folder of the project with --root DIR.');
}
