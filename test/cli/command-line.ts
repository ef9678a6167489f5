import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { python, type UserNode } from '../../scripts/setup/places.mjs';
import { workspaceStateDir } from '../../src/node/workspace-state.ts';
import { type CliEnd, plainEnvironment, runCli } from '../support/built-cli/run-cli.ts';

export const repository = path.resolve(import.meta.dirname, '../..');
export const replies = (name: string): string =>
  path.join(repository, 'examples/replies', `${name}.replay.json`);

export interface Ran extends CliEnd {
  /** The last line of standard output as JSON. */
  readonly last: () => Record<string, unknown>;
}

let mypyCache: string | undefined;

/** mypy's cache after one run over the example: reading the standard library anew would be most of each lint. */
function usedMypyCache(): string {
  if (mypyCache !== undefined) return mypyCache;
  mypyCache = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-mypy-'));
  const mypy = path.join(path.dirname(python.executable), 'mypy');
  const cwd = path.join(repository, 'examples/shop');
  execFileSync(mypy, ['--cache-dir', mypyCache, '.'], { cwd, stdio: 'ignore' });
  return mypyCache;
}

/** A fresh copy of the example shop as a git repository, with the linters of this repository. */
export class ShopCopy {
  readonly root: string;
  readonly #folder: string;
  readonly #node: UserNode | undefined;
  readonly #stateBefore = process.env['WORKORDER_STATE_DIR'];

  /** `node` runs the command line instead of the one that the suite runs on. */
  constructor(node?: UserNode) {
    this.#node = node;
    this.#folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-cli-'));
    this.root = path.join(this.#folder, 'shop');
    fs.cpSync(path.join(repository, 'examples/shop'), this.root, { recursive: true });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: this.root, stdio: 'ignore' });
    git('init', '-q');
    git('add', '-A');
    git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'start');
    fs.appendFileSync(path.join(this.root, '.git/info/exclude'), '.venv\n');
    fs.symlinkSync(path.join(repository, '.venv'), path.join(this.root, '.venv'));
    const state = path.join(this.#folder, 'state');
    process.env['WORKORDER_STATE_DIR'] = state;
    fs.cpSync(usedMypyCache(), path.join(workspaceStateDir(this.root), 'lint-cache/mypy'), {
      recursive: true,
    });
  }

  text(file: string): string {
    return fs.readFileSync(path.join(this.root, file), 'utf8');
  }

  write(file: string, text: string): string {
    const full = path.join(this.root, file);
    fs.writeFileSync(full, text);
    return full;
  }

  /** Leaves only ruff in the environment; the answer is what to start the command line with, so that no other is found. */
  withoutMypy(): Readonly<Record<string, string | undefined>> {
    const venv = path.join(this.root, '.venv');
    const bin = path.join(venv, 'bin');
    fs.rmSync(venv);
    fs.mkdirSync(bin, { recursive: true });
    fs.symlinkSync(path.join(repository, '.venv/bin/ruff'), path.join(bin, 'ruff'));
    const base = fs.realpathSync(python.executable);
    fs.symlinkSync(base, path.join(bin, 'python'));
    fs.writeFileSync(path.join(venv, 'pyvenv.cfg'), `home = ${path.dirname(base)}\n`);
    const programs = path.join(this.#folder, 'programs');
    fs.mkdirSync(programs);
    const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    fs.symlinkSync(git, path.join(programs, 'git'));
    return { ...plainEnvironment(), PATH: programs };
  }

  /** Everything so far is in a commit. */
  commit(subject: string): void {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: this.root, stdio: 'ignore' });
    git('add', '-A');
    git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', subject);
  }

  /** What git sees as changed: the whole effect of a run in one value. */
  get changed(): string {
    return execFileSync('git', ['status', '--short', '--untracked-files=all'], {
      cwd: this.root,
      encoding: 'utf8',
    });
  }

  /** Runs the built `workorder …` in the copy; `answers` are typed in at its questions, in order. */
  async run(
    argv: readonly string[],
    answers: readonly string[] = [],
    env?: Readonly<Record<string, string | undefined>>,
  ): Promise<Ran> {
    const node = this.#node;
    const ran = await runCli(argv, { cwd: this.root, answers, ...(env && { env }), ...(node && { node }) });
    const last = () => JSON.parse(ran.stdout.trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;
    return { ...ran, last };
  }

  dispose(): void {
    if (this.#stateBefore === undefined) delete process.env['WORKORDER_STATE_DIR'];
    else process.env['WORKORDER_STATE_DIR'] = this.#stateBefore;
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}
