import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findImportContracts } from '../../../../src/core/lint/linters/import-linter/import-contracts.ts';
import { readImportLinter } from '../../../../src/core/lint/linters/import-linter/read-import-linter.ts';
import { importLinterArguments } from '../../../../src/core/lint/linters/import-linter/run-import-linter.ts';
import { readMypy } from '../../../../src/core/lint/linters/mypy/read-mypy.ts';
import { mypyArguments } from '../../../../src/core/lint/linters/mypy/run-mypy.ts';
import { readRuff } from '../../../../src/core/lint/linters/ruff/read-ruff.ts';
import { ruffArguments } from '../../../../src/core/lint/linters/ruff/run-ruff.ts';
import type { Selection } from '../../../../src/core/lint/select-files.ts';
import type { ToolAnswer } from '../../../../src/core/lint/tool-answer.ts';
import { isPythonFile } from '../../../../src/core/lint/workspace-path.ts';
import type { ProcessResult } from '../../../../src/core/ports/processes.ts';
import { createProcesses } from '../../../../src/node/processes.ts';
import { MemoryFiles } from '../../../support/memory-files.ts';
import type { LintCase } from './case.ts';

export type Tool = 'ruff' | 'mypy' | 'import-linter';

/** What stands in fixtures for the folders of the machine that recorded them. */
export const WORKSPACE = '/workspace';

/** Environment of the repository with the pinned linters. */
export const ENVIRONMENT = join(import.meta.dirname, '..', '..', '..', '..', '.venv');

export const PROGRAMS: Readonly<Record<Tool, string>> = {
  ruff: join(ENVIRONMENT, 'bin', 'ruff'),
  mypy: join(ENVIRONMENT, 'bin', 'mypy'),
  'import-linter': join(ENVIRONMENT, 'bin', 'python'),
};

/** Runs the real tool over the case's files in a new folder; paths of this machine are replaced. */
export async function runCase(tool: Tool, one: LintCase): Promise<ProcessResult> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'lint-case-')));
  try {
    for (const [path, content] of Object.entries(one.files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    }
    const result = await createProcesses().run({
      program: PROGRAMS[tool],
      args: argumentsFor(tool, one, root),
      cwd: root,
      env: {
        NO_COLOR: '1',
        COLUMNS: '100000',
        PYTHONUTF8: '1',
        PYTHONHASHSEED: '0',
        PYTHONDONTWRITEBYTECODE: '1',
      },
      timeoutMs: 60_000,
      signal: new AbortController().signal,
    });
    return withoutMachine(result, root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** What core makes of a run of the case. */
export async function readCase(tool: Tool, one: LintCase, result: ProcessResult): Promise<ToolAnswer> {
  switch (tool) {
    case 'ruff':
      return readRuff(result, [WORKSPACE]);
    case 'mypy':
      return readMypy(result, one.format ?? 'json', [WORKSPACE]);
    case 'import-linter': {
      const contracts = await findImportContracts(new MemoryFiles(one.files));
      const declaredAt =
        contracts.kind === 'declared' ? contracts.declaredAt : () => ({ file: 'none', line: 1 });
      return readImportLinter(result, [WORKSPACE], declaredAt).answer;
    }
  }
}

function argumentsFor(tool: Tool, one: LintCase, root: string): readonly string[] {
  const none = { kind: 'none', nullDevice: '/dev/null' } as const;
  const selection: Selection = {
    path: one.path ?? '',
    kind: one.select ? 'listed' : 'all',
    files: one.select ?? Object.keys(one.files).filter(isPythonFile).toSorted(),
    notes: [],
  };
  switch (tool) {
    case 'ruff':
      return ruffArguments(selection, none);
    case 'mypy':
      return mypyArguments(selection, one.format ?? 'json', none);
    case 'import-linter':
      return importLinterArguments(
        Object.keys(one.files).some(path => path.startsWith('src/')) ? [root, join(root, 'src')] : [root],
        none,
        [root],
      );
  }
}

function withoutMachine(result: ProcessResult, root: string): ProcessResult {
  if (result.kind !== 'exited') return result;
  const clean = (text: string) =>
    text
      .replaceAll(root, WORKSPACE)
      .replaceAll(ENVIRONMENT, '/venv')
      .replace(/\/[^\s"]*\/lib\/python3\.\d+\//g, '/python/')
      .replace(/python3\.\d+/g, 'python3')
      // Line numbers inside the interpreter differ from version to version.
      .replace(/(\/python\/[^"]*\\?", line )\d+/g, '$10');
  return { ...result, stdout: clean(result.stdout), stderr: clean(result.stderr), ms: 0 };
}
