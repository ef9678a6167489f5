import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Written and not set by git, which is a program more for each; looking after a repository starts another one. */
const CONFIG = '[user]\n\tname = t\n\temail = t@example.org\n[maintenance]\n\tauto = false\n';

/** A repository of a test, with an author of its own, so that the product can commit in it. */
export class GitFolder {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
    fs.mkdirSync(root, { recursive: true });
    this.git('init', '-q', '-b', 'main');
    fs.appendFileSync(path.join(root, '.git/config'), CONFIG);
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', args, {
      cwd: this.root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  }

  write(file: string, text: string): void {
    const full = path.join(this.root, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, text);
  }

  /** Writes the files and commits everything. */
  commit(subject: string, files: Readonly<Record<string, string>>): void {
    for (const [file, text] of Object.entries(files)) this.write(file, text);
    this.git('add', '-A');
    this.git('commit', '-qm', subject);
  }
}
