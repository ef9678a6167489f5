import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type CliEnd, runCli } from './built-cli/run-cli.ts';

/** A new git repository in a temporary folder, and the built command line in it. */
export class SmallRepository {
  readonly folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-prove-')));
  readonly root = path.join(this.folder, 'repository');
  readonly #stateBefore = process.env['WORKORDER_STATE_DIR'];

  constructor() {
    fs.mkdirSync(this.root);
    this.git('init', '-q', '-b', 'main');
    process.env['WORKORDER_STATE_DIR'] = path.join(this.folder, 'state');
  }

  git(...args: readonly string[]): string {
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'protocol.file.allow=always'];
    return execFileSync('git', [...who, ...args], { cwd: this.root, encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  write(file: string, content: string | Uint8Array): void {
    const full = path.join(this.root, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, content);
  }

  /** Writes the files (`undefined` deletes), and commits everything; the name of the commit. */
  commit(message: string, files: Readonly<Record<string, string | Uint8Array | undefined>> = {}): string {
    for (const [file, content] of Object.entries(files)) {
      if (content === undefined) fs.rmSync(path.join(this.root, file));
      else this.write(file, content);
    }
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', message);
    return this.git('rev-parse', 'HEAD');
  }

  prove(...args: readonly string[]): Promise<CliEnd> {
    return runCli(['prove', ...args], { cwd: this.root });
  }

  dispose(): void {
    if (this.#stateBefore === undefined) delete process.env['WORKORDER_STATE_DIR'];
    else process.env['WORKORDER_STATE_DIR'] = this.#stateBefore;
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}
