import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createDelivery } from '../../../src/node/delivery/git-delivery.ts';
import { createOneFlow } from '../../../src/node/delivery/one-flow.ts';
import { createResultBranches } from '../../../src/node/delivery/result-branch.ts';
import { gitFileList } from '../../../src/node/git/file-list.ts';
import { createGit } from '../../../src/node/git/modified-files.ts';
import { createProcesses } from '../../../src/node/processes.ts';

const never = new AbortController().signal;

/** A repository with a remote, a feature branch that needs a rebase, and a program that leaves a trace when it runs. */
export class HostileRepository {
  readonly folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-hostile-')));
  readonly root = path.join(this.folder, 'project');
  readonly bare = path.join(this.folder, 'bare.git');
  readonly trace = path.join(this.folder, 'trace');
  /** Passes its input on, so that it can pose as a filter. */
  readonly canary = path.join(this.folder, 'canary.sh');
  /** What the product would have for an environment. */
  environment: NodeJS.ProcessEnv;

  constructor() {
    const home = path.join(this.folder, 'home');
    for (const made of [this.root, home]) fs.mkdirSync(made);
    this.environment = { ...process.env, HOME: home, XDG_CONFIG_HOME: home };
    fs.writeFileSync(
      this.canary,
      `#!/bin/sh\necho "$(basename "$0") $*" >> '${this.trace}'\ncase "$1" in filter) cat;; esac\nexit 0\n`,
      { mode: 0o755 },
    );
    this.git('init', '-q', '-b', 'main');
    this.config('user.name', 't');
    this.config('user.email', 't@example.org');
    this.commit({ 'scripts/run_tests.py': 'print("2/2 tests passed")\n', 'a.txt': 'one\n', 'b.txt': 'b\n' });
    execFileSync('git', ['clone', '-q', '--bare', this.root, this.bare]);
    this.git('remote', 'add', 'origin', this.bare);
    this.git('fetch', '-q', 'origin');
    this.git('switch', '-qc', 'feature/t');
    this.commit({ 'c.txt': 'feature\n' });
    this.git('switch', '-q', 'main');
    this.commit({ 'b.txt': 'main\n' });
    this.git('switch', '-q', 'feature/t');
  }

  dispose(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', args, {
      cwd: this.root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: this.environment,
    }).trim();
  }

  /** As a person's own git does it; may fail. */
  plain(args: readonly string[], options: { readonly cwd?: string; readonly input?: string } = {}): void {
    spawnSync('git', args, {
      cwd: options.cwd ?? this.root,
      input: options.input ?? '',
      env: { ...this.environment, GIT_TERMINAL_PROMPT: '0' },
      timeout: 20_000,
    });
  }

  config(key: string, value: string): void {
    this.git('config', '--add', key, value);
  }

  write(file: string, text: string, mode = 0o644): void {
    const full = path.join(this.root, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, text, { mode });
  }

  commit(files: Readonly<Record<string, string>>): void {
    for (const [file, text] of Object.entries(files)) this.write(file, text);
    this.git('add', '-A');
    this.git('commit', '-qm', 'a commit');
  }

  /** What the canary wrote, forgotten with this. */
  takeTrace(): readonly string[] {
    const lines = fs.existsSync(this.trace) ? fs.readFileSync(this.trace, 'utf8').trim().split('\n') : [];
    fs.rmSync(this.trace, { force: true });
    return lines;
  }

  /** Every command the product gives git, each whatever the one before answered; the answers that were errors. */
  async useEverything(): Promise<readonly string[]> {
    const processes = createProcesses(this.environment);
    const state = fs.mkdtempSync(path.join(this.folder, 'state-'));
    const delivery = createDelivery(this.root, processes);
    const errors: string[] = [];
    const note = (result: { readonly ok: boolean; readonly error?: string }) => {
      if (!result.ok) errors.push(result.error ?? '');
    };
    fs.appendFileSync(path.join(this.root, 'a.txt'), 'more\n');
    await createGit(this.root, processes).modifiedFiles(never);
    await createGit(path.join(this.root, 'scripts'), processes).modifiedFiles(never);
    await gitFileList(processes, this.root, '');
    note(await delivery.status(never));
    const beside = await createResultBranches({ root: this.root, stateDir: state }, processes).open(
      'r',
      never,
    );
    note(beside);
    if (beside.ok) {
      const start = await beside.value.start('newest', never);
      note(start);
      if (start.ok) {
        errors.push(...start.value.notes);
        note(await beside.value.checkout('1', start.value.commit, never));
      }
      await beside.value.close();
    }
    const committed = await delivery.commit(
      { paths: ['a.txt'], subject: 'S', body: '', owner: 'task 1', newBranch: 'w' },
      never,
    );
    note(committed);
    const target = await delivery.findPushTarget(never);
    note(target);
    if (target.ok) note(await delivery.push(target.value, never));
    note(await delivery.openPullRequest({ title: '-t', body: '-b' }, never));
    fs.appendFileSync(path.join(this.root, 'a.txt'), 'and more\n');
    const flow = createOneFlow({ root: this.root, stateDir: state }, delivery, processes);
    const merged = await flow.merge(
      { branch: 'feature/t', paths: ['a.txt'], subject: 'M', body: '' },
      { signal: never, allowTests: async () => true, onCommitted: async () => undefined },
    );
    if (merged.kind === 'needs_you') errors.push(merged.reason);
    return errors;
  }
}
