import { stat } from 'node:fs/promises';
import type { LinterDescriptor } from '../../core/lint/linter-descriptor.ts';
import type { FindResult, ToolFinder } from '../../core/lint/tool-finder.ts';
import type { Processes, ProcessResult } from '../../core/ports/processes.ts';
import { type Candidate, candidatesFor, interpreterOf, SETTING } from './candidates.ts';
import { createEnvironments, type Environments, isPython } from './environments.ts';
import { installedVersion } from './installed-version.ts';
import type { LintSettings } from './settings.ts';

const TRY_MS = 30_000;

/**
 * Finds the linters of the workspace `root` (absolute). Each way to start one is tried by looking its
 * version up in its environment or else by asking for it; the answer is remembered until the program changes.
 */
export function createToolFinder(
  root: string,
  processes: Processes,
  settings: () => LintSettings,
  environments: Environments = createEnvironments(root, processes, async () => settings().interpreters ?? []),
): ToolFinder {
  const known = new Map<string, { readonly stamp: string; readonly answer: Tried }>();

  const tryCandidate = async (
    { name, find }: LinterDescriptor,
    candidate: Candidate,
    signal: AbortSignal,
  ): Promise<Tried> => {
    const stamp = await stampOf(candidate.program);
    if (stamp === undefined) return { kind: 'no', reason: 'does not exist' };
    const key = [name, candidate.program, ...candidate.prefix].join('\0');
    const before = known.get(key);
    if (before?.stamp === stamp) return before.answer;
    const installed = await installedVersion(find, candidate);
    if (installed !== undefined) return { kind: 'yes', version: installed };
    const { args, pattern } = find.version;
    const result = await processes.run({
      program: candidate.program,
      args: [...candidate.prefix, ...args],
      cwd: root,
      timeoutMs: TRY_MS,
      signal,
      env: { PYTHONDONTWRITEBYTECODE: '1', NO_COLOR: '1' },
    });
    const answer = readVersion(result, pattern);
    // A Python stays the same file when a module in it is replaced.
    if (answer.kind === 'yes' && candidate.prefix.length === 0) known.set(key, { stamp, answer });
    return answer;
  };

  return {
    async find(linter, signal): Promise<FindResult> {
      const { candidates, notes } = await candidatesFor(linter, root, settings(), () =>
        environments.list(signal),
      );
      const looked: string[] = [...notes];
      let chosen: string | undefined;
      for (const candidate of candidates) {
        const tried = await tryCandidate(linter, candidate, signal);
        const { program, prefix, place } = candidate;
        if (tried.kind === 'yes') {
          const python = prefix.length > 0 ? program : await interpreterOf(program);
          const runsIn = isPython(python) ? { python } : {};
          return {
            kind: 'found',
            found: { tool: linter.name, program, prefix, version: tried.version, ...runsIn },
          };
        }
        looked.push(`${place}: ${program}: ${tried.reason}`);
        if (place === SETTING) chosen = `${program}: ${tried.reason}`;
      }
      const detail = [...new Set(looked)].join('\n');
      return { kind: 'missing', detail, ...(chosen !== undefined && { chosen }) };
    },
  };
}

type Tried =
  | { readonly kind: 'yes'; readonly version: string }
  | { readonly kind: 'no'; readonly reason: string };

/** Changes when the program is replaced; `undefined`: there is none. */
async function stampOf(program: string): Promise<string | undefined> {
  const file = await stat(program).catch(() => undefined);
  return file && `${file.mtimeMs} ${file.size} ${file.ino}`;
}

function readVersion(result: ProcessResult, pattern: RegExp): Tried {
  switch (result.kind) {
    case 'exited': {
      const version = result.code === 0 ? pattern.exec(result.stdout)?.[1] : undefined;
      if (version !== undefined) return { kind: 'yes', version };
      const said = (result.stderr.trim() || result.stdout.trim()).split('\n').at(-1) ?? '';
      return { kind: 'no', reason: said || `ended with exit code ${result.code}` };
    }
    case 'not_started':
      return { kind: 'no', reason: `cannot be started (${result.reason})` };
    case 'signalled':
      return { kind: 'no', reason: `was ended by ${result.signal}` };
    case 'timed_out':
      return { kind: 'no', reason: `did not tell its version within ${TRY_MS / 1000} s` };
  }
}
