import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { Cancelled } from '../../core/kernel/cancel.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { findOnPath } from '../find-on-path.ts';
import { type Environment, environmentAt } from './environment-at.ts';

/** A manager that keeps environments outside the project has this long to name the project's. */
const ASK_MS = 15_000;

interface Manager {
  readonly name: string;
  /** Files of a project that is managed by it, and what `pyproject.toml` says then. */
  readonly marks: readonly string[];
  readonly table: string | undefined;
  /** The documented question; it answers one absolute path a line. */
  readonly args: readonly string[];
  /** Where it keeps environments by default: a folder that changes when one comes or goes. */
  readonly keeps: readonly string[];
}

/**
 * `poetry env info --path`, `hatch env find` and `pipenv --venv` are the documented ways to ask, and change nothing. Pdm is
 * not asked: `pdm info --python` would make an environment, and `.pdm-python` names the one it uses.
 */
const MANAGERS: readonly Manager[] = [
  {
    name: 'poetry',
    marks: ['poetry.lock', 'poetry.toml'],
    table: 'poetry',
    args: ['env', 'info', '--path', '--no-interaction', '--no-ansi'],
    keeps: ['.cache/pypoetry/virtualenvs', 'Library/Caches/pypoetry/virtualenvs'],
  },
  {
    name: 'hatch',
    marks: ['hatch.toml'],
    table: 'hatch',
    args: ['--no-color', 'env', 'find'],
    keeps: ['.local/share/hatch/env/virtual', 'Library/Application Support/hatch/env/virtual'],
  },
  {
    name: 'pipenv',
    marks: ['Pipfile', 'Pipfile.lock'],
    table: undefined,
    args: ['--venv'],
    keeps: ['.local/share/virtualenvs'],
  },
];

export interface AskedEnvironments {
  readonly environments: readonly Environment[];
  /** What did not help, a sentence each: part of the failure when no tool is found. */
  readonly notes: readonly string[];
}

/** Asks the managers a project is made for. An answer is kept until the project or the manager changes. */
export function createProjectManagers(
  root: string,
  processes: Processes,
): { ask(signal: AbortSignal): Promise<AskedEnvironments> } {
  const known = new Map<string, { readonly stamp: string; readonly answer: Promise<Answer> }>();

  const answerOf = async (manager: Manager, signal: AbortSignal): Promise<Answer> => {
    const program = await findOnPath(manager.name, { outside: root });
    if (program === undefined) return { notes: [`${manager.name}: not on PATH`], paths: [] };
    const watched = [program, ...[...manager.marks, 'pyproject.toml'].map(mark => join(root, mark))];
    const stamp = await stampsOf([...watched, ...manager.keeps.map(folder => join(homedir(), folder))]);
    const before = known.get(manager.name);
    if (before?.stamp === stamp) return before.answer;
    const answer = askOne(manager, program, root, processes, signal);
    known.set(manager.name, { stamp, answer });
    // One that was not waited for says nothing.
    answer.catch(() => known.delete(manager.name));
    return answer;
  };

  return {
    async ask(signal) {
      const pyproject = await readFile(join(root, 'pyproject.toml'), 'utf8').catch(() => '');
      const environments: Environment[] = [];
      const notes: string[] = [];
      for (const manager of MANAGERS) {
        if (!(await isManaged(manager, root, pyproject))) continue;
        const { paths, notes: said } = await answerOf(manager, signal);
        notes.push(...said);
        const found = await Promise.all(paths.map(path => environmentAt(path, manager.name)));
        environments.push(...found.filter(one => one !== undefined));
      }
      return { environments, notes };
    },
  };
}

interface Answer {
  readonly paths: readonly string[];
  readonly notes: readonly string[];
}

async function isManaged({ marks, table }: Manager, root: string, pyproject: string): Promise<boolean> {
  if (
    table !== undefined &&
    new RegExp(`^[ \\t]*\\[+[ \\t]*tool[ \\t]*\\.[ \\t]*${table}\\b`, 'm').test(pyproject)
  )
    return true;
  const found = await Promise.all(marks.map(mark => stat(join(root, mark)).catch(() => undefined)));
  return found.some(file => file?.isFile() === true);
}

async function askOne(
  { name, args }: Manager,
  program: string,
  root: string,
  processes: Processes,
  signal: AbortSignal,
): Promise<Answer> {
  const question = `${name} ${args.join(' ')}`;
  const result = await processes.run({
    program,
    args,
    cwd: root,
    timeoutMs: ASK_MS,
    signal,
    env: { NO_COLOR: '1', PYTHONDONTWRITEBYTECODE: '1' },
  });
  if (signal.aborted) throw new Cancelled();
  if (result.kind === 'exited' && result.code === 0) {
    const paths = result.stdout
      .split(/\r?\n/)
      .map(line => line.trim())
      .filter(isAbsolute);
    if (paths.length > 0) return { paths, notes: [] };
  }
  const why =
    result.kind === 'exited'
      ? (result.stderr.trim().split('\n').at(-1) ?? '') || `names no environment (exit code ${result.code})`
      : result.kind === 'timed_out'
        ? `gave no answer within ${ASK_MS / 1000} s`
        : 'could not be run';
  return { paths: [], notes: [`${question}: ${why}`] };
}

async function stampsOf(paths: readonly string[]): Promise<string> {
  const stamps = await Promise.all(
    paths.map(async path => {
      const found = await stat(path).catch(() => undefined);
      return found ? `${path} ${found.mtimeMs} ${found.size} ${found.ino}` : path;
    }),
  );
  return stamps.join('\n');
}
