import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Task } from '../../core/eval/task.ts';
import type { Processes } from '../../core/ports/processes.ts';
import type { Sandbox } from '../../core/ports/sandbox.ts';
import { pythonScripts } from '../../generated/python-scripts.ts';
import { sandboxed } from '../sandbox/sandboxed-processes.ts';
import type { TaskCopy } from './task-copy.ts';

const CHECK_MS = 3 * 60_000;
const MOST_OUTPUT = 4 * 1024 * 1024;

/** The suite is wrong, not what it looks at. */
export class BrokenCheck extends Error {
  override readonly name = 'BrokenCheck';
}

export interface Checker {
  readonly python: string;
  readonly processes: Processes;
  readonly sandbox: Sandbox;
}

/**
 * What is wrong about the working copy, in sentences; none: the step was done, and nothing else. Throws `BrokenCheck`
 * where the checker itself does not work.
 */
export async function checkTask(
  { release, definition, name }: Task,
  { work, before, folder }: TaskCopy,
  { python, processes, sandbox }: Checker,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const script = join(folder, 'check_task.py');
  await writeFile(script, pythonScripts['eval/check_task.py']);
  const question = {
    before,
    after: work,
    source: release.source,
    may_change: definition.may_change ?? {},
    renamed: definition.renamed ?? [],
    docs: definition.docs ?? [],
    check: definition.check ?? '',
  };
  const result = await sandboxed(processes, sandbox, () => ({ writable: [] })).run({
    program: python,
    args: ['-I', '-B', script],
    cwd: folder,
    stdin: new TextEncoder().encode(JSON.stringify(question)),
    timeoutMs: CHECK_MS,
    maxOutputBytes: MOST_OUTPUT,
    signal,
  });
  if (result.kind === 'timed_out') return ['the check took too long and was ended'];
  if (result.kind === 'exited' && result.code === 0) {
    const answer: unknown = JSON.parse(result.stdout.trim().split('\n').at(-1) ?? 'null');
    if (isAnswer(answer)) return answer.failures;
  }
  const said = result.kind === 'exited' ? result.stderr.trim() : result.kind;
  throw new BrokenCheck(`${name}: its check does not work: ${said}`);
}

const isAnswer = (value: unknown): value is { readonly failures: readonly string[] } =>
  typeof value === 'object' && value !== null && 'failures' in value && Array.isArray(value.failures);
