import { basename, join } from 'node:path';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import type { ProcessRequest } from '../../core/ports/processes.ts';
import type { SandboxRules } from '../../core/ports/sandbox.ts';

const OWN_CACHES = LINTERS.flatMap(({ cache }) => cache.own ?? []);

/**
 * Linters write their caches, and nothing else in the workspace. A copy of it they are started in is theirs. The daemon
 * of mypy and its client look for each other's process.
 */
export const lintRules =
  (root: string, cacheDir: () => string | undefined) =>
  (request: ProcessRequest): SandboxRules => ({
    writable: [
      ...[cacheDir()].filter(folder => folder !== undefined),
      ...OWN_CACHES.map(name => join(root, name)),
      ...(request.cwd === root ? [] : [request.cwd]),
    ],
    seesProcesses: /^dmypy/.test(basename(request.program)),
  });
