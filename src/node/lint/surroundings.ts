import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { LinterDescriptor } from '../../core/lint/linter-descriptor.ts';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import { temporaryPlace } from '../temporary-folders.ts';

/** Files in these folders, in the home folder, and in the folder for configuration of a person. */
const placesOf = (linters: readonly LinterDescriptor[], folders: readonly string[]): readonly string[] => [
  ...new Set([
    ...folders.flatMap(folder =>
      linters.flatMap(({ configuration: { around } }) => around.map(name => join(folder, name))),
    ),
    ...linters.flatMap(({ configuration: { inHome = [], inUserFolder = [] } }) => [
      ...inHome.map(name => join(homedir(), name)),
      ...inUserFolder.flatMap(name => configurationFolders().map(folder => join(folder, name))),
    ]),
  ]),
];

/** Where the linters look for configuration: in the workspace, in the folders around it, in the home folder. */
export const lintConfigurationFiles = (root: string): readonly string[] =>
  placesOf(LINTERS, foldersAround(root));

/**
 * Everything a linter might take configuration from that makes it run something. Mypy stops at a repository and takes
 * the first file that has something for it; here all of them count, also those around the folder a copy of the
 * workspace is put in.
 */
export function codeConfigurationFiles(root: string): readonly string[] {
  const loading = LINTERS.filter(({ loads }) => loads !== 'nothing');
  const atTop = loading.flatMap(({ configuration }) => configuration.atTop ?? []);
  const folders = [...foldersAround(root), ...foldersAround(temporaryPlace(root))];
  return [...new Set([...atTop.map(name => join(root, name)), ...placesOf(loading, folders)])];
}

function foldersAround(root: string): readonly string[] {
  const folders = [root];
  for (let folder = dirname(root); folder !== folders.at(-1); folder = dirname(folder)) folders.push(folder);
  return folders;
}

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
