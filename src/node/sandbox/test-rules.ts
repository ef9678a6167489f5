import { join } from 'node:path';
import type { SandboxRules } from '../../core/ports/sandbox.ts';

/** What later runs code by itself, or decides what is run, and is no result of a test. */
const KEPT = [
  '.git',
  '.hg',
  '.jj',
  '.svn',
  '.venv',
  'venv',
  'env',
  '.env',
  '.conda',
  '.vscode',
  '.idea',
  '.github',
  '.gitlab',
  '.husky',
  '.pre-commit-config.yaml',
  'lefthook.yml',
] as const;

/**
 * Tests write in the workspace (caches, coverage, snapshots, databases: a suite that may not fails), but not where code
 * waits to be run by something else, and nowhere outside.
 */
export const testRules = (root: string): SandboxRules => ({
  writable: [root],
  readOnly: KEPT.map(name => join(root, name)),
});
