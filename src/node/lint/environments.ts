import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { Processes } from '../../core/ports/processes.ts';
import { executable } from '../find-on-path.ts';
import { BIN, type Environment, environmentAt } from './environment-at.ts';
import { type AskedEnvironments, createProjectManagers } from './project-managers.ts';

/** Where environments lie in a workspace, in the order they are looked at (venv, uv, poetry in-project, pdm, conda). */
const IN_WORKSPACE = ['.venv', 'venv', 'env', '.env', '.conda'] as const;

/** Folders of programs in the environments a workspace may have, whether they exist or not. */
export const environmentPrograms = (root: string): readonly string[] =>
  IN_WORKSPACE.map(name => join(root, name, BIN));

/** The Python environments the linters of a workspace may lie in, best first. */
export interface Environments {
  list(signal: AbortSignal): Promise<AskedEnvironments>;
}

/**
 * Environments in the workspace; where there is none, those its manager keeps elsewhere; then the interpreters the host
 * names (the Python extension's), then what is activated in the shell that started us. Nothing is run for a workspace
 * that has its own.
 */
export function createEnvironments(
  root: string,
  processes: Processes,
  interpreters: () => Promise<readonly string[]>,
): Environments {
  const managers = createProjectManagers(root, processes);
  return {
    async list(signal) {
      const inside = await workspaceEnvironments(root);
      const kept: AskedEnvironments =
        inside.length > 0 ? { environments: [], notes: [] } : await keptElsewhere(root, managers.ask, signal);
      const named = (await interpreters())
        .filter(isAbsolute)
        .map(python => ({ bin: dirname(python), python, place: python }));
      const environments = [...inside, ...kept.environments, ...named, ...(await activated())];
      const unique = new Map(environments.toReversed().map(one => [one.python, one]));
      return { environments: environments.filter(one => unique.get(one.python) === one), notes: kept.notes };
    },
  };
}

/** The Pythons of a workspace's own environments, for a checkout of it, which has none. */
export const pythonsIn = async (root: string): Promise<readonly string[]> =>
  (await workspaceEnvironments(root)).map(({ python }) => python);

async function workspaceEnvironments(root: string): Promise<readonly Environment[]> {
  const found: Environment[] = [];
  for (const name of [...IN_WORKSPACE, ...(await hatchEnvironments(root))]) {
    const environment = await environmentAt(join(root, name), name);
    if (environment !== undefined) found.push(environment);
  }
  // Pdm notes the Python of the project in this file.
  const chosen = (await readFile(join(root, '.pdm-python'), 'utf8').catch(() => '')).trim();
  const python = isAbsolute(chosen) && isPython(chosen) ? await executable(chosen) : undefined;
  if (python !== undefined) found.push({ bin: dirname(python), python, place: '.pdm-python' });
  return found;
}

/** Hatch keeps environments in `.hatch` when the project asks for it, one folder each. */
async function hatchEnvironments(root: string): Promise<readonly string[]> {
  const names = await readdir(join(root, '.hatch')).catch(() => [] as string[]);
  return names.toSorted().map(name => join('.hatch', name));
}

async function keptElsewhere(
  root: string,
  ask: (signal: AbortSignal) => Promise<AskedEnvironments>,
  signal: AbortSignal,
): Promise<AskedEnvironments> {
  const asked = await ask(signal);
  const found = await Promise.all([uvEnvironment(root), condaEnvironment(root), wrapperEnvironment(root)]);
  return { ...asked, environments: [...asked.environments, ...found.filter(one => one !== undefined)] };
}

/** Uv's, when it is moved by the variable, or at the root of the uv workspace this folder is a member of. */
async function uvEnvironment(root: string): Promise<Environment | undefined> {
  const moved = process.env['UV_PROJECT_ENVIRONMENT'];
  if (moved) return environmentAt(resolve(root, moved), 'UV_PROJECT_ENVIRONMENT');
  for (let folder = dirname(root); ; folder = dirname(folder)) {
    const text = await readFile(join(folder, 'pyproject.toml'), 'utf8').catch(() => '');
    if (/^[ \t]*\[[ \t]*tool[ \t]*\.[ \t]*uv[ \t]*\.[ \t]*workspace[ \t]*\]/m.test(text))
      return environmentAt(join(folder, '.venv'), `uv workspace ${folder}`);
    if (dirname(folder) === folder) return undefined;
  }
}

/** The environment that `environment.yml` names, found in the list conda keeps of its environments. */
async function condaEnvironment(root: string): Promise<Environment | undefined> {
  for (const file of ['environment.yml', 'environment.yaml']) {
    const text = await readFile(join(root, file), 'utf8').catch(() => '');
    const name = /^name:[ \t]*["']?([\w.-]+)["']?[ \t]*(#.*)?$/m.exec(text)?.[1];
    if (name === undefined) continue;
    const list = await readFile(join(homedir(), '.conda', 'environments.txt'), 'utf8').catch(() => '');
    const folder = list
      .split(/\r?\n/)
      .map(line => line.trim())
      .find(path => isAbsolute(path) && basename(path) === name);
    if (folder !== undefined) return environmentAt(folder, `conda environment ${name}`);
  }
  return undefined;
}

/** Virtualenvwrapper's: its `.project` file names the project. */
async function wrapperEnvironment(root: string): Promise<Environment | undefined> {
  const folder = join(process.env['WORKON_HOME'] ?? join(homedir(), '.virtualenvs'), basename(root));
  const project = (await readFile(join(folder, '.project'), 'utf8').catch(() => '')).trim();
  return project === root ? environmentAt(folder, folder) : undefined;
}

/** What the shell that started us has activated. */
async function activated(): Promise<readonly Environment[]> {
  const found = await Promise.all(
    ['VIRTUAL_ENV', 'CONDA_PREFIX'].map(async variable => {
      const folder = process.env[variable];
      return folder && isAbsolute(folder) ? environmentAt(folder, variable) : undefined;
    }),
  );
  return found.filter(one => one !== undefined);
}

export const isPython = (program: string): boolean => /(^|[\\/])(python|pypy)[\d.]*(\.exe)?$/i.test(program);
