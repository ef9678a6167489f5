import { stat } from 'node:fs/promises';
import { defined } from '../../core/kernel/defined.ts';
import type { LinterDescriptor } from '../../core/lint/linter-descriptor.ts';
import { moduleOf } from '../../core/lint/run-linter.ts';
import { tellingLine } from '../../core/lint/tool-answer.ts';
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
    const isModule = candidate.prefix.length > 0 || find.startedBy === 'python';
    const result = await processes.run({
      program: candidate.program,
      args: [...candidate.prefix, ...args],
      cwd: root,
      timeoutMs: TRY_MS,
      signal,
      env: { PYTHONDONTWRITEBYTECODE: '1', NO_COLOR: '1' },
    });
    const answer = readVersion(result, pattern, isModule ? moduleOf(name) : undefined);
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
      let crashed: string | undefined;
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
        else if (tried.crashed !== undefined) crashed ??= `${program} ${tried.crashed}`;
      }
      const detail = [...new Set(looked)].join('\n');
      return { kind: 'missing', detail, ...defined({ chosen, crashed }) };
    },
  };
}

type Tried =
  | { readonly kind: 'yes'; readonly version: string }
  /** `crashed`: it is there, and how it fails. */
  | { readonly kind: 'no'; readonly reason: string; readonly crashed?: string };

/** Changes when the program is replaced; `undefined`: there is none. */
async function stampOf(program: string): Promise<string | undefined> {
  const file = await stat(program).catch(() => undefined);
  return file && `${file.mtimeMs} ${file.size} ${file.ino}`;
}

/** @param module what a Python was asked for, which may not have it */
function readVersion(result: ProcessResult, pattern: RegExp, module: string | undefined): Tried {
  switch (result.kind) {
    case 'exited': {
      const { code, stdout, stderr } = result;
      const version = code === 0 ? pattern.exec(stdout)?.[1] : undefined;
      if (version !== undefined) return { kind: 'yes', version };
      const output = stderr.trim() || stdout.trim();
      const reason = output.split('\n').at(-1) || `ended with exit code ${code}`;
      const isThere = module === undefined ? code !== NO_SUCH_PROGRAM : brokeDown(output, module);
      if (!isThere) return { kind: 'no', reason };
      const said = tellingLine(output) || 'it printed nothing';
      const how = code === 0 ? 'does not tell its version' : `failed with exit code ${code}`;
      return { kind: 'no', reason, crashed: `${how}: ${said}` };
    }
    case 'not_started': {
      const reason = `cannot be started (${result.reason})`;
      return { kind: 'no', reason, ...(module === undefined && { crashed: reason }) };
    }
    case 'signalled': {
      const reason = `was ended by ${result.signal}`;
      const said = tellingLine(result.stderr || result.stdout);
      return { kind: 'no', reason, crashed: said === '' ? reason : `${reason}: ${said}` };
    }
    case 'timed_out': {
      const reason = `did not tell its version within ${TRY_MS / 1000} s`;
      return { kind: 'no', reason, crashed: reason };
    }
  }
}

/** Programs that stand for others, such as pyenv's, end so where there is none. */
const NO_SUCH_PROGRAM = 127;

/** A Python has the module, which failed while it was loaded; one without it says so. */
function brokeDown(output: string, module: string): boolean {
  if (!output.includes('Traceback (most recent call last)')) return false;
  const last = output.split('\n').at(-1) ?? '';
  const [, missing] = /No module named '?([\w.]+)/.exec(last) ?? [];
  return missing !== module && missing !== `${module}.__main__` && !last.includes('PackageNotFoundError');
}
