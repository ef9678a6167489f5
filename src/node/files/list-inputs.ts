import { lstatSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { NEVER } from '../../core/kernel/cancel.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { createRunGit } from '../git/run-git.ts';

/** Clocks of file systems tick this seldom at worst: a younger file may change again without a new time. */
const TICK_MS = 2000;

/**
 * The files outside the watched folders that decide which files git lists: its index, its excludes, its
 * configuration. Absolute; some do not exist.
 */
export async function listInputs(root: string, processes: Processes): Promise<readonly string[]> {
  const config = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  const inputs = [join(homedir(), '.gitconfig'), join(config, 'git/config'), join(config, 'git/ignore')];
  for (let folder = root; ; folder = dirname(folder)) {
    const git = join(folder, '.git');
    inputs.push(git);
    if (folder !== root) inputs.push(join(folder, '.gitignore'));
    const [own, common] = gitFolders(git);
    if (own !== undefined && common !== undefined) {
      inputs.push(join(own, 'index'), join(own, 'config.worktree'));
      inputs.push(join(common, 'config'), join(common, 'info/exclude'));
      break;
    }
    if (dirname(folder) === folder) break;
  }
  const entries = await createRunGit(root, processes).config(NEVER);
  const excludes = entries.ok ? entries.value.filter(({ key }) => key === 'core.excludesfile') : [];
  for (const { value } of excludes) inputs.push(resolve(root, value.replace(/^~(?=\/)/, homedir())));
  return inputs;
}

/** The folder of this work tree's own files and the one that all work trees share. */
function gitFolders(git: string): readonly string[] {
  const type = lstatSync(git, { throwIfNoEntry: false });
  if (type === undefined) return [];
  if (type.isDirectory()) return [git, git];
  const own = /^gitdir: (.+)$/m.exec(textOf(git))?.[1];
  if (own === undefined) return [];
  const folder = resolve(dirname(git), own);
  const common = textOf(join(folder, 'commondir')).trim();
  return [folder, common === '' ? folder : resolve(folder, common)];
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A text that changes whenever one of the files does; `undefined` when one is too young to be sure. */
export function stampOfFiles(files: readonly string[], now: number): string | undefined {
  const parts: string[] = [];
  for (const file of files) {
    const stat = lstatSync(file, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) {
      parts.push('-');
      continue;
    }
    // Of a folder only that it is there: what is in it has entries of its own.
    if (stat.isDirectory()) {
      parts.push(`${stat.dev} ${stat.ino}`);
      continue;
    }
    const youngest = Number(stat.mtimeNs > stat.ctimeNs ? stat.mtimeNs : stat.ctimeNs) / 1e6;
    if (now - youngest < TICK_MS) return undefined;
    parts.push([stat.size, stat.mtimeNs, stat.ctimeNs, stat.dev, stat.ino].join(' '));
  }
  return parts.join('|');
}
