import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { applyEdits, type Texts } from '../../core/eval/edits.ts';
import type { Task } from '../../core/eval/task.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { createRunGit } from '../git/run-git.ts';
import { copyFolder } from '../scratch/copy-folder.ts';
import { makeTemporaryFolder } from '../temporary-folders.ts';

/** A package as a task finds it, twice: one copy is worked on, the other stays. */
export interface TaskCopy {
  /** A git repository with one commit. */
  readonly work: string;
  readonly before: string;
  readonly stateDir: string;
  /** Where the checker's own file and temporary files are. */
  readonly folder: string;
  dispose(): Promise<void>;
}

export async function copyTask(
  task: Task,
  release: string,
  processes: Processes,
  signal: AbortSignal,
): Promise<Result<TaskCopy>> {
  const folder = await makeTemporaryFolder({ kind: 'eval' });
  const dispose = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  const copy = {
    folder,
    work: join(folder, 'work'),
    before: join(folder, 'before'),
    stateDir: join(folder, 'state'),
    dispose,
  };
  try {
    await copyFolder(release, copy.work, { wants: () => true, signal });
    const problem = (await setUp(task, copy.work)) ?? (await commit(copy.work, processes, signal));
    if (problem !== undefined) {
      await dispose();
      return fail(`${task.name}: ${problem}`);
    }
    await copyFolder(copy.work, copy.before, { wants: () => true, signal });
    return ok(copy);
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function setUp({ definition: { setup = [] } }: Task, work: string): Promise<string | undefined> {
  if (setup.length === 0) return undefined;
  const texts = await readTexts(
    work,
    setup.map(({ file }) => file),
  );
  const after = applyEdits(setup, texts);
  if (!after.ok) return `its setup does not apply: ${after.error}`;
  await writeTexts(work, after.value);
  return undefined;
}

/** The text of files below a folder; those that are not there are left out. */
export async function readTexts(folder: string, files: readonly string[]): Promise<Texts> {
  const texts = new Map<string, string>();
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8').catch(() => undefined);
    if (text !== undefined) texts.set(file, text);
  }
  return texts;
}

export async function writeTexts(folder: string, texts: Texts): Promise<void> {
  for (const [file, text] of texts) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
}

/** The Python files below a folder, by path with `/`, in a fixed order. */
export async function pythonFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return names
    .map(name => name.replaceAll('\\', '/'))
    .filter(name => name.endsWith('.py') && !name.startsWith('.git/'))
    .sort();
}

async function commit(work: string, processes: Processes, signal: AbortSignal): Promise<string | undefined> {
  const git = createRunGit(work, processes);
  const who = ['-c', 'user.name=Work Order', '-c', 'user.email=work-order@localhost'];
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all', '--force'],
    [...who, 'commit', '--quiet', '--no-gpg-sign', '--no-verify', '--message', 'As released'],
  ]) {
    const done = await git({ args }, signal);
    if (!done.ok) return `its copy is not a git repository: ${done.error}`;
  }
  return undefined;
}
