import { joinReasons } from '../../core/kernel/sentences.ts';
import { EXIT, type Io } from '../io.ts';
import type { CommandLine } from '../options.ts';

/** Says that nothing was begun and why, like every other BLOCKED; the exit code. */
export function reportBlocked(
  reasons: readonly string[],
  by: 'work order' | 'preflight',
  line: Pick<CommandLine, 'json'>,
  io: Io,
): number {
  (line.json ? io.stderr : io.stdout)(`BLOCKED  by ${by}: ${joinReasons(reasons)}\n`);
  const outcome = { outcome: 'BLOCKED', reasons, blocked_by: by, files: [], lint: null, run: null };
  if (line.json) io.stdout(`${JSON.stringify(outcome)}\n`);
  return EXIT.blocked;
}
