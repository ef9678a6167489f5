import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Campaign } from '../../../src/generated/contracts.ts';
import { type CliEnd, plainEnvironment, runCli } from '../built-cli/run-cli.ts';

const WHO = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];

/** A folder with small git repositories, a campaign file and a state of its own. */
export class SmallTargets {
  readonly folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-campaign-')));
  readonly #env = {
    ...plainEnvironment(),
    WORKORDER_STATE_DIR: path.join(this.folder, 'state'),
    GIT_COMMITTER_NAME: 'Ann',
    GIT_COMMITTER_EMAIL: 'ann@example.org',
  };

  at(...parts: readonly string[]): string {
    return path.join(this.folder, ...parts);
  }

  git(repository: string, ...args: readonly string[]): string {
    return execFileSync('git', [...WHO, ...args], {
      cwd: this.at(repository),
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  }

  /** A repository of its own with one commit. */
  add(name: string, files: Readonly<Record<string, string>>): void {
    fs.mkdirSync(this.at(name));
    this.git(name, 'init', '-q', '-b', 'main');
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(this.at(name, file)), { recursive: true });
      fs.writeFileSync(this.at(name, file), text);
    }
    this.git(name, 'add', '-A');
    this.git(name, 'commit', '-q', '-m', 'start');
  }

  campaign(campaign: Campaign): string {
    fs.writeFileSync(this.at('it.campaign.json'), JSON.stringify(campaign));
    return 'it.campaign.json';
  }

  get environment(): Record<string, string> {
    return this.#env;
  }

  run(...args: readonly string[]): Promise<CliEnd> {
    return runCli(args, { cwd: this.folder, env: this.#env });
  }

  dispose(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Exchanges `get(` for `fetch(` in every Python file. */
const EXCHANGE = "for f in $(find . -name '*.py'); do sed -i 's/get(/fetch(/' $f; done";

/** A shell script as the program of a campaign. */
export const exchange = (script = EXCHANGE): Campaign['template'] => ({
  wrap: { command: ['sh', '-c', script] },
});
