import type { Semaphore } from '../kernel/semaphore.ts';
import type { Files } from '../ports/files.ts';
import type { LinterName, LintToolRun } from '../ports/linter.ts';
import type { Processes, ProcessResult } from '../ports/processes.ts';
import { GUARDED_MODULE_SCRIPT } from './python-guard.ts';
import type { ToolAnswer } from './tool-answer.ts';
import type { CachePlace, CachePlaces, FoundTool, MypyDaemon } from './tool-finder.ts';
import type { Roots } from './workspace-path.ts';

/** What every linter is run with. */
export interface LinterContext {
  readonly roots: Roots;
  readonly files: Files;
  readonly processes: Processes;
  readonly caches: CachePlaces;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly mypyTurn: Semaphore;
  readonly daemon?: MypyDaemon;
  /** Folders in which a linter runs nothing; empty: it runs what its configuration names there. */
  readonly runsNoneOf: (tool: LinterName) => Roots;
}

export interface ToolResult {
  readonly run: LintToolRun;
  readonly answer: ToolAnswer;
}

/** The Python module a linter is started as. */
export const moduleOf = (tool: LinterName): string => tool.replaceAll('-', '_');

export const cacheOf = (tool: LinterName, { caches }: LinterContext): CachePlace =>
  caches.of[tool] ?? caches.none;

/** The folders of the workspace, with the copy a linter may be started in, when nothing in them is to be run. */
export const guardedFolders = (tool: LinterName, context: LinterContext): Roots => {
  const folders = context.runsNoneOf(tool);
  return folders.length === 0 ? [] : [...new Set([...folders, ...context.roots])];
};

/** A linter through its Python, where nothing of the workspace can be run. */
export function guarded(tool: FoundTool, context: LinterContext): FoundTool {
  const folders = guardedFolders(tool.tool, context);
  if (folders.length === 0 || tool.python === undefined) return tool;
  const prefix = ['-c', GUARDED_MODULE_SCRIPT, ...folders, '--', moduleOf(tool.tool)];
  return { ...tool, program: tool.python, prefix };
}

export const toRun = ({ tool, program, version }: FoundTool, ms: number): LintToolRun => ({
  tool,
  program,
  version,
  ms,
});

export async function startLinter(
  tool: FoundTool,
  args: readonly string[],
  context: LinterContext,
  stdin?: Uint8Array,
): Promise<{ readonly result: ProcessResult; readonly ms: number }> {
  const result = await context.processes.run({
    program: tool.program,
    args: [...tool.prefix, ...args],
    cwd: context.roots[0] ?? '',
    env: TOOL_ENVIRONMENT,
    timeoutMs: context.timeoutMs,
    signal: context.signal,
    ...(stdin && { stdin }),
  });
  return { result, ms: result.kind === 'exited' ? Math.round(result.ms) : context.timeoutMs };
}

/** The same output on every machine, and nothing written into the workspace. */
const TOOL_ENVIRONMENT = {
  NO_COLOR: '1',
  // Text for people is wrapped at this width.
  COLUMNS: '100000',
  PYTHONUTF8: '1',
  PYTHONIOENCODING: 'utf-8',
  PYTHONHASHSEED: '0',
  PYTHONDONTWRITEBYTECODE: '1',
  // Processes that a tool starts through Python do not look for modules in the current folder, the workspace.
  PYTHONSAFEPATH: '1',
} as const;
