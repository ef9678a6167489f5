import { createLintBackend, type LintBackendPorts } from '../../../src/core/lint/lint-backend.ts';
import type { FindResult } from '../../../src/core/lint/tool-finder.ts';
import type { ModifiedFiles } from '../../../src/core/ports/git.ts';
import type { Linter, LintOutcome, SimulatedLinter } from '../../../src/core/ports/linter.ts';
import type { ProcessRequest, ProcessResult } from '../../../src/core/ports/processes.ts';
import { type Content, MemoryFiles } from '../../support/memory-files.ts';

type Tool = 'ruff' | 'mypy' | 'import-linter';

export const exited = (code: number, stdout: string, stderr = ''): ProcessResult => ({
  kind: 'exited',
  code,
  stdout,
  stderr,
  truncated: false,
  ms: 10,
});

/** What each tool prints when it found nothing. */
export const CLEAN: Readonly<Record<Tool, ProcessResult>> = {
  ruff: exited(0, '[]'),
  mypy: exited(0, '\n'),
  'import-linter': exited(0, '{"kind":"report","contracts":[],"files":{},"version":"2.16"}\n'),
};

export interface World {
  readonly files?: Readonly<Record<string, Content>>;
  readonly git?: ModifiedFiles;
  readonly says?: Partial<Record<Tool, ProcessResult | Promise<ProcessResult>>>;
  readonly missing?: readonly Tool[];
  /** What is wrong with the program that a person chose for a missing tool. */
  readonly chosen?: string;
  /** How a missing tool that is there fails. */
  readonly crashed?: string;
  readonly mayBeMissing?: boolean;
  readonly mypyVersion?: string;
  readonly defaultPath?: string;
}

export const VERSIONS: Readonly<Record<Tool, string>> = {
  ruff: '0.17.6',
  mypy: '2.4.1',
  'import-linter': '2.16',
};

/** `lint_backend` in a world of its own; `started` collects what it started. */
export function backendIn(world: World): {
  readonly linter: Linter & SimulatedLinter;
  readonly started: ProcessRequest[];
} {
  const { ports, started } = portsIn(world);
  return { linter: createLintBackend(ports), started };
}

/** What it is made of there. */
export function portsIn(world: World): {
  readonly ports: LintBackendPorts;
  readonly started: ProcessRequest[];
} {
  const started: ProcessRequest[] = [];
  const ports: LintBackendPorts = {
    roots: ['/ws'],
    files: new MemoryFiles(world.files ?? {}),
    git: { modifiedFiles: async () => world.git ?? { kind: 'files', paths: [] } },
    processes: {
      run: async request => {
        started.push(request);
        const tool = request.program.slice('/bin/'.length) as Tool;
        return world.says?.[tool] ?? CLEAN[tool];
      },
    },
    mayBeMissing: async () => world.mayBeMissing === true,
    tools: {
      find: async ({ name: tool }): Promise<FindResult> =>
        world.missing?.some(name => name === tool)
          ? {
              kind: 'missing',
              detail: `PATH: no ${tool}`,
              ...(world.chosen !== undefined && { chosen: world.chosen }),
              ...(world.crashed !== undefined && { crashed: world.crashed }),
            }
          : {
              kind: 'found',
              found: {
                tool,
                program: `/bin/${tool}`,
                prefix: [],
                version: (tool === 'mypy' ? world.mypyVersion : undefined) ?? VERSIONS[tool as Tool],
              },
            },
    },
    caches: async () => ({
      of: { mypy: { kind: 'folder', path: '/cache/mypy' } },
      none: { kind: 'none', nullDevice: '/dev/null' },
    }),
    openSimulation: () => ({
      isThere: async () => false,
      contentOf: async path => `/simulated/${path}`,
      copy: async () => '/copy',
      dispose: async () => undefined,
    }),
    loadedCode: async () => ({ parts: { mypy: [], 'import-linter': [] }, files: [] }),
    defaultPath: () => world.defaultPath ?? 'pkg',
    timeoutMs: () => 1000,
  };
  return { ports, started };
}

export async function lintIn(
  world: World,
  args: { readonly path?: string | null; readonly check_all?: boolean } = {},
): Promise<{ readonly outcome: LintOutcome; readonly started: readonly ProcessRequest[] }> {
  const { linter, started } = backendIn(world);
  const outcome = await linter.lint(
    { path: args.path ?? null, check_all: args.check_all ?? false },
    { signal: new AbortController().signal },
  );
  return { outcome, started };
}
