// The most memory that this process had at one time, in bytes.
import { readFileSync } from 'node:fs';

/**
 * From `VmHWM` where the system has it: on Linux `resourceUsage().maxRSS` of a child begins with the memory of
 * the process that started it, so the tests of a large suite would count as growth of a small program.
 */
export function peakMemoryBytes(): number {
  const own = ownPeakKilobytes();
  return (own ?? process.resourceUsage().maxRSS) * 1024;
}

function ownPeakKilobytes(): number | undefined {
  try {
    const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return found === undefined ? undefined : Number(found);
  } catch {
    return undefined;
  }
}
