import { compareTexts } from '../../core/changes/compare-texts.ts';
import type { ThreeVersions } from '../../core/changes/three-versions.ts';
import { equalBytes } from '../../core/text/host-bytes.ts';

/** How a file came to be as it is now, from what it was before a run and from what the run wrote. */
export function printVersions({ path, before, ours, current }: ThreeVersions): string {
  return [
    printStep(path, 'From before the run to now', before, current),
    printStep(path, 'From what the run wrote to now', ours, current),
  ].join('');
}

/** The second of the two alone. */
export const printEditsSince = ({ path, ours, current }: ThreeVersions): string =>
  printStep(path, 'Since the run', ours, current);

function printStep(
  path: string,
  what: string,
  then: Uint8Array | undefined,
  now: Uint8Array | undefined,
): string {
  if (now === undefined) return then === undefined ? '' : `\n${what}, ${path} was deleted.\n`;
  if (then === undefined) return `\n${what}, ${path} was created.\n`;
  if (equalBytes(then, now)) return '';
  return `\n${what}, ${path} was changed:\n${compareTexts(path, then, now)}`;
}
