import type { Semaphore } from '../kernel/semaphore.ts';
import type { Files } from '../ports/files.ts';
import type { LintToolRun } from '../ports/linter.ts';
import type { Processes, ProcessResult } from '../ports/processes.ts';
import type { ImportContracts } from './import-contracts.ts';
import { readImportLinter } from './import-linter.ts';
import { mypyFormat, readMypy } from './mypy.ts';
import { GUARDED_MODULE_SCRIPT } from './python-guard.ts';
import { readRuff } from './ruff.ts';
import type { Selection } from './select-files.ts';
import type { ToolAnswer } from './tool-answer.ts';
import { importLinterArguments, mypyArguments, ruffArguments } from './tool-arguments.ts';
import type { CachePlace, CachePlaces, FoundTool, MypyDaemon } from './tool-finder.ts';
import type { Roots } from './workspace-path.ts';

/** What every tool is run with. */
export interface RunContext {
  readonly roots: Roots;
  readonly files: Files;
  readonly processes: Processes;
  readonly caches: CachePlaces;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly mypyTurn: Semaphore;
  readonly daemon?: MypyDaemon;
  /** Folders in which a tool runs nothing; empty: it runs what its configuration names there. */
  readonly runsNoneOf: (tool: FoundTool['tool']) => Roots;
}

export interface ToolResult {
  readonly run: LintToolRun;
  readonly answer: ToolAnswer;
}

/** One run of each tool over a selection. */
export interface Tools {
  ruff(tool: FoundTool, selection: Selection): Promise<ToolResult>;
  mypy(tool: FoundTool, selection: Selection): Promise<ToolResult>;
  importLinter(tool: FoundTool, contracts: ImportContracts): Promise<ToolResult>;
}

/** The tools over the files as they lie in the workspace. */
export const createTools = (context: RunContext): Tools => ({
  ruff: (tool, selection) => runRuff(tool, ruffArguments(selection, context.caches.ruff), context),
  mypy: (tool, selection) => mypyInWorkspace(tool, selection, context),
  importLinter: (tool, contracts) => runImportLinter(tool, contracts, context.caches.importLinter, context),
});

/** Asks the daemon where it can be trusted to say the same, else runs mypy. */
async function mypyInWorkspace(
  tool: FoundTool,
  selection: Selection,
  context: RunContext,
): Promise<ToolResult> {
  const format = mypyFormat(tool.version);
  const { mypy: cache, none } = context.caches;
  const daemonArgs = mypyArguments(selection, format, none);
  // What a daemon has loaded stays loaded: only a mypy that loads nothing of the workspace is kept.
  const daemon = context.runsNoneOf('mypy').length > 0 ? context.daemon : undefined;
  const warm = await daemon?.check(tool, daemonArgs, context.signal);
  if (warm?.kind === 'exited') {
    const answer = readMypy(warm, format, context.roots, 'exit code');
    if (answer.kind === 'answered' && !answer.stoppedEarly)
      return { run: toRun(tool, Math.round(warm.ms)), answer };
  }
  const result = await runMypy(tool, place => mypyArguments(selection, format, place), cache, context);
  if (result.answer.kind === 'answered' && !result.answer.stoppedEarly)
    daemon?.follow(tool, daemonArgs, result.run.ms);
  return result;
}

export async function runRuff(
  tool: FoundTool,
  args: readonly string[],
  context: RunContext,
  stdin?: Uint8Array,
): Promise<ToolResult> {
  const { result, ms } = await start(tool, args, context, stdin);
  return { run: toRun(tool, ms), answer: readRuff(result, context.roots) };
}

/**
 * One run of mypy. Its cache does not bear two runs at a time and makes mypy crash when it is damaged: runs of this
 * process take turns, and a crash is only believed when it happens without a cache too.
 */
export async function runMypy(
  tool: FoundTool,
  argsFor: (cache: CachePlace) => readonly string[],
  cache: CachePlace,
  context: RunContext,
): Promise<ToolResult> {
  const once = async (place: CachePlace): Promise<ToolResult> => {
    const { result, ms } = await start(guardedMypy(tool, context), argsFor(place), context);
    return { run: toRun(tool, ms), answer: readMypy(result, mypyFormat(tool.version), context.roots) };
  };
  return context.mypyTurn.run(async () => {
    const result = await once(cache);
    const isCrash = result.answer.kind === 'failed' && result.answer.isCrash === true;
    if (!isCrash || cache.kind === 'none') return result;
    const again = await once(context.caches.none);
    return again.answer.kind === 'answered' ? again : result;
  }, context.signal);
}

export async function runImportLinter(
  tool: FoundTool,
  contracts: ImportContracts,
  cache: CachePlace,
  context: RunContext,
): Promise<ToolResult> {
  const root = context.roots[0] ?? '';
  // Both layouts: packages in the top folder, and in `src`.
  const hasSrc = (await context.files.list('src')) !== undefined;
  const folders = hasSrc ? [root, `${root}/src`] : [root];
  const args = importLinterArguments(folders, cache, runsNoneOf('import-linter', context));
  const { result, ms } = await start(tool, args, context);
  const declaredAt =
    contracts.kind === 'declared' ? contracts.declaredAt : () => ({ file: '.importlinter', line: 1 });
  const { version, answer } = readImportLinter(result, context.roots, declaredAt);
  return { run: toRun(version === undefined ? tool : { ...tool, version }, ms), answer };
}

/** The folders of the workspace, with the copy a tool may be started in, when nothing in them is to be run. */
const runsNoneOf = (tool: FoundTool['tool'], context: RunContext): Roots => {
  const folders = context.runsNoneOf(tool);
  return folders.length === 0 ? [] : [...new Set([...folders, ...context.roots])];
};

/** Mypy through its Python, where nothing of the workspace can be run. */
function guardedMypy(tool: FoundTool, context: RunContext): FoundTool {
  const folders = runsNoneOf('mypy', context);
  if (folders.length === 0 || tool.python === undefined) return tool;
  return { ...tool, program: tool.python, prefix: ['-c', GUARDED_MODULE_SCRIPT, ...folders, '--', 'mypy'] };
}

const toRun = ({ tool, program, version }: FoundTool, ms: number): LintToolRun => ({
  tool,
  program,
  version,
  ms,
});

async function start(
  tool: FoundTool,
  args: readonly string[],
  context: RunContext,
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
