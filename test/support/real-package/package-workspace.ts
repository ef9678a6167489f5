import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { childEnvironment, python } from '../../../scripts/setup/places.mjs';
import { type CliEnd, runCli } from '../built-cli/run-cli.ts';
import { downloadSdist, type Sdist, unpackSdist } from './download-sdist.ts';

const execute = promisify(execFile);
const AUTHOR = ['-c', 'user.name=Work Order', '-c', 'user.email=work-order@localhost'];

/** A released package in a temporary folder: a git repository with one commit. */
export interface PackageWorkspace {
  readonly folder: string;
  /** SHA-256 by path of every file outside `.git`, so that nothing can change unseen. */
  hashes(): ReadonlyMap<string, string>;
  /** Paths that git calls modified, added or untracked. */
  modified(): Promise<readonly string[]>;
  /** Runs the built command line here, with the project's linters. */
  workorder(command: string, ...args: readonly string[]): Promise<CliEnd>;
  /** Runs Python code that imports the package from its sources; what it prints. */
  python(code: string): Promise<string>;
  dispose(): void;
}

export async function openPackage(sdist: Sdist): Promise<PackageWorkspace> {
  const parent = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'work-order-package-')));
  const folder = await unpackSdist(await downloadSdist(sdist), parent);
  const git = async (...args: readonly string[]) => (await execute('git', [...args], { cwd: folder })).stdout;
  await git('init', '--quiet', '--initial-branch=main');
  await git('add', '--all');
  const commit = ['commit', '--quiet', '--no-gpg-sign', '--no-verify', '--message', 'As released'];
  await git(...AUTHOR, ...commit);

  const bin = (name: string) => path.join(path.dirname(python.executable), name);
  const linters = ['--ruff', bin('ruff'), '--mypy', bin('mypy'), '--import-linter', bin('lint-imports')];
  const env = childEnvironment({ WORKORDER_STATE_DIR: path.join(parent, 'state') });
  return {
    folder,
    hashes: () => hashFiles(folder),
    modified: async () =>
      (await git('status', '--porcelain', '--untracked-files=all')).split('\n').flatMap(modifiedPath),
    workorder: (command, ...args) =>
      runCli([command, ...args, '--root', folder, ...linters], { cwd: folder, env }),
    python: async code => {
      const source = { ...env, PYTHONPATH: path.join(folder, 'src'), PYTHONDONTWRITEBYTECODE: '1' };
      return (await execute(python.executable, ['-c', code], { cwd: parent, env: source })).stdout;
    },
    dispose: () => rmSync(parent, { recursive: true, force: true }),
  };
}

// "XY path"; nothing here is renamed or has a name that git would quote.
const modifiedPath = (line: string): string[] => (line === '' ? [] : [line.slice(3)]);

// The linters' caches are theirs to write.
const CACHES = /^(\.git|\.mypy_cache|\.ruff_cache|\.import_linter_cache)(\/|$)/;

function hashFiles(folder: string): ReadonlyMap<string, string> {
  const hashes = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const absolute = path.join(entry.parentPath, entry.name);
    const file = path.relative(folder, absolute).split(path.sep).join('/');
    if (!entry.isFile() || CACHES.test(file)) continue;
    hashes.set(file, createHash('sha256').update(readFileSync(absolute)).digest('hex'));
  }
  return hashes;
}
