import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LintOutcome } from '../../../src/core/ports/linter.ts';
import type { ProcessRequest } from '../../../src/core/ports/processes.ts';
import type { Sandbox } from '../../../src/core/ports/sandbox.ts';
import { createGit } from '../../../src/node/git/modified-files.ts';
import { createLinter, type LintSettings, type WorkspaceLinter } from '../../../src/node/lint/index.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { ENVIRONMENT } from './cases/run-case.ts';

/** Shared by all workspaces of a test run, so that mypy reads its library only once. */
const CACHE = mkdtempSync(join(tmpdir(), 'lint-cache-'));
process.on('exit', () => rmSync(CACHE, { recursive: true, force: true }));

/** The name of what a request starts; mypy is run through its Python. */
export function startedTool({ program, args }: ProcessRequest): string {
  const name = program.split('/').at(-1) ?? '';
  return /^python/.test(name) && args.includes('mypy') ? 'mypy' : name;
}

/** A workspace on disk with the pinned linters in reach. */
export class LintWorkspace {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'lint-workspace-')));
  readonly files = new MemoryFiles();

  constructor(files: Readonly<Record<string, string>>) {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  write(path: string, text: string, options: { readonly executable?: boolean } = {}): void {
    const absolute = join(this.root, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, text);
    if (options.executable) chmodSync(absolute, 0o755);
    this.files.set(path, text);
  }

  /** Makes the environment of the repository the workspace's own. */
  linkEnvironment(name = '.venv'): void {
    symlinkSync(ENVIRONMENT, join(this.root, name));
  }

  git(...args: readonly string[]): void {
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: this.root,
      stdio: 'pipe',
    });
  }

  linter(settings: LintSettings = {}, sandbox?: Sandbox, processes = createProcesses()): WorkspaceLinter {
    return createLinter({
      root: this.root,
      files: this.files,
      processes,
      git: createGit(this.root, processes),
      ...(sandbox && { sandbox }),
      settings: () => ({ interpreters: [join(ENVIRONMENT, 'bin', 'python')], cacheDir: CACHE, ...settings }),
    });
  }

  lint(
    args: { readonly path?: string; readonly check_all?: boolean } = {},
    settings: LintSettings = {},
  ): Promise<LintOutcome> {
    return this.linter(settings).lint(
      { path: args.path ?? '.', check_all: args.check_all ?? true },
      { signal: new AbortController().signal },
    );
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
