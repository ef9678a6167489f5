import { readdir, readFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

const NAMES = ['mypy.ini', '.mypy.ini', 'ruff.toml', '.ruff.toml', 'pyproject.toml', 'setup.cfg'] as const;

/** Names of files that can make a linter run something; ruff's cannot. */
const CODE_NAMES = ['mypy.ini', '.mypy.ini', 'pyproject.toml', 'setup.cfg'] as const;

/** Where the linters look for configuration: in the workspace, in the folders around it, in the home folder. */
export const lintConfigurationFiles = (root: string): readonly string[] => [
  ...foldersAround(root).flatMap(folder => NAMES.map(name => join(folder, name))),
  ...mypyUserFiles(),
  ...['ruff/ruff.toml', 'ruff/.ruff.toml', 'ruff/pyproject.toml', 'git/ignore'].flatMap(name =>
    configurationFolders().map(folder => join(folder, name)),
  ),
];

/**
 * Everything mypy and import-linter might take configuration from. Mypy stops at a repository and takes the first file
 * that has something for it; here all of them count, also those around the folder a copy of the workspace is put in.
 */
export const codeConfigurationFiles = (root: string): readonly string[] => [
  ...new Set([
    join(root, '.importlinter'),
    ...[...foldersAround(root), ...foldersAround(tmpdir())].flatMap(folder =>
      CODE_NAMES.map(name => join(folder, name)),
    ),
    ...mypyUserFiles(),
  ]),
];

function foldersAround(root: string): readonly string[] {
  const folders = [root];
  for (let folder = dirname(root); folder !== folders.at(-1); folder = dirname(folder)) folders.push(folder);
  return folders;
}

const mypyUserFiles = (): readonly string[] => [
  join(homedir(), '.mypy.ini'),
  ...configurationFolders().map(folder => join(folder, 'mypy', 'config')),
];

const configurationFolders = (): readonly string[] => {
  const chosen = process.env['XDG_CONFIG_HOME'];
  return [...(chosen ? [chosen] : []), join(homedir(), '.config')];
};

/** Folders with the packages of the environment a program lies in. */
export async function sitePackagesOf(program: string): Promise<readonly string[]> {
  const library = join(dirname(program), '..', 'lib');
  const names = await readdir(library).catch(() => [] as string[]);
  return names.filter(name => name.startsWith('python')).map(name => join(library, name, 'site-packages'));
}

/** Absolute folders whose packages an environment uses where they lie (editable installs). */
export async function linkedFolders(sitePackages: string): Promise<readonly string[]> {
  const names = await readdir(sitePackages).catch(() => [] as string[]);
  const links = names.filter(name => name.endsWith('.pth') || /^__editable__.*finder\.py$/.test(name));
  const found = await Promise.all(
    links.map(async name => {
      const text = await readFile(join(sitePackages, name), 'utf8').catch(() => '');
      if (name.endsWith('.py'))
        return [...text.matchAll(/['"](\/[^'"\n]+)['"]/g)].map(match => match[1] ?? '');
      return text.split(/\r?\n/).filter(line => isAbsolute(line));
    }),
  );
  return found.flat().filter(path => path !== '');
}
