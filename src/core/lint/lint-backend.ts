import type { LintBackendArgs } from '../../generated/contracts.ts';
import { Cancelled, throwIfCancelled } from '../kernel/cancel.ts';
import type { Files } from '../ports/files.ts';
import type { Git } from '../ports/git.ts';
import type { LintDiagnostic, Linter, LintOutcome, LintToolRun } from '../ports/linter.ts';
import type { Processes } from '../ports/processes.ts';
import { type FailedTool, notFound, refusedPath, toFailure } from './failure.ts';
import { findImportContracts } from './import-contracts.ts';
import { countErrors, sortDiagnostics, toReport } from './report.ts';
import { type RunContext, runImportLinter, runMypy, runRuff, type ToolResult } from './run-tools.ts';
import { type Selection, selectFiles } from './select-files.ts';
import type { CachePlaces, FoundTool, ToolFinder } from './tool-finder.ts';
import { isTypeChecked, isUnder, type Roots } from './workspace-path.ts';

/** Everything `lint_backend` is made of; only what it runs is outside core. */
export interface LintBackendPorts {
  /** Absolute folder of the workspace, first as the tools are started in it, then in other spellings. */
  readonly roots: Roots;
  readonly files: Files;
  readonly git: Git;
  readonly processes: Processes;
  readonly tools: ToolFinder;
  readonly caches: () => Promise<CachePlaces>;
  /** What null and `""` mean as a path (C17). */
  readonly defaultPath: () => string;
  readonly timeoutMs: () => number;
}

type Tool = LintToolRun['tool'];

/**
 * `lint_backend` (001-025): ruff and mypy, with `check_all` also import-linter, all at the same time. Clean is said
 * only when every one of them gave a whole answer without a problem (001-031).
 */
export function createLintBackend(ports: LintBackendPorts): Linter {
  return { lint: (args, options) => lint(args, options, ports) };
}

async function lint(
  args: LintBackendArgs,
  options: Parameters<Linter['lint']>[1],
  ports: LintBackendPorts,
): Promise<LintOutcome> {
  const { signal } = options;
  throwIfCancelled(signal);
  const selected = await selectFiles(args, ports.defaultPath(), ports, signal);
  if (!selected.ok) {
    return { kind: 'did_not_run', failure: refusedPath(args.path ?? '', selected.error), tools: [] };
  }
  const selection = selected.value;
  const notes = [...selection.notes];
  const contracts = args.check_all ? await findImportContracts(ports.files) : { kind: 'none' as const };
  if (args.check_all && contracts.kind === 'none') {
    notes.push('No import-linter contracts are declared in .importlinter, setup.cfg or pyproject.toml.');
  }
  const wanted = wantedTools(selection, contracts.kind === 'declared');
  const found = await findTools(wanted, ports.tools, signal);
  if (found.missing.length > 0) {
    return { kind: 'did_not_run', failure: toFailure(selection.path, found.missing), tools: [] };
  }

  const context: RunContext = {
    ...ports,
    caches: await ports.caches(),
    timeoutMs: ports.timeoutMs(),
    signal,
  };
  const results = await runAll(
    found.tools,
    tool => {
      switch (tool.tool) {
        case 'ruff':
          return runRuff(tool, selection, context);
        case 'mypy':
          return runMypy(tool, selection, context);
        case 'import-linter':
          return runImportLinter(tool, contracts, context);
      }
    },
    options.onProgress,
  );
  return summarise(selection, results, args.check_all, notes);
}

function wantedTools(selection: Selection, hasContracts: boolean): readonly Tool[] {
  if (selection.files.length === 0) return [];
  return [
    'ruff',
    ...(selection.files.some(isTypeChecked) ? (['mypy'] as const) : []),
    ...(hasContracts ? (['import-linter'] as const) : []),
  ];
}

async function findTools(wanted: readonly Tool[], finder: ToolFinder, signal: AbortSignal) {
  const tools: FoundTool[] = [];
  const missing: FailedTool[] = [];
  const results = await Promise.all(
    wanted.map(async tool => ({ tool, result: await finder.find(tool, signal) })),
  );
  for (const { tool, result } of results) {
    if (result.kind === 'found') tools.push(result.found);
    else missing.push({ tool, failed: notFound(tool, result.detail) });
  }
  return { tools, missing };
}

/** Waits for all of them also when one fails: a person then sees everything that is wrong. */
async function runAll(
  tools: readonly FoundTool[],
  run: (tool: FoundTool) => Promise<ToolResult>,
  onProgress: ((line: string) => void) | undefined,
): Promise<readonly ToolResult[]> {
  const settled = await Promise.allSettled(
    tools.map(async tool => {
      const result = await run(tool);
      onProgress?.(progressLine(result));
      return result;
    }),
  );
  const results: ToolResult[] = [];
  for (const one of settled) {
    if (one.status === 'fulfilled') results.push(one.value);
    else throw one.reason instanceof Cancelled ? new Cancelled() : one.reason;
  }
  return results;
}

function progressLine({ run, answer }: ToolResult): string {
  const name = `${run.tool} ${run.version}`.trim();
  const time = `${(run.ms / 1000).toFixed(1)} s`;
  if (answer.kind === 'failed') return `${name} ${answer.reason} (${time})`;
  const problems = countErrors(answer.diagnostics);
  return `${name}: ${problems === 0 ? 'no problem' : problems === 1 ? '1 problem' : `${problems} problems`} (${time})`;
}

function summarise(
  selection: Selection,
  results: readonly ToolResult[],
  withImportLinter: boolean,
  notes: readonly string[],
): LintOutcome {
  const tools = results.map(result => result.run);
  const failed = results.flatMap(({ run, answer }): readonly FailedTool[] =>
    answer.kind === 'failed' ? [{ tool: run.tool, failed: answer }] : [],
  );
  if (failed.length > 0) return { kind: 'did_not_run', failure: toFailure(selection.path, failed), tools };

  const diagnostics: LintDiagnostic[] = [];
  const allNotes = [...notes];
  for (const { run, answer } of results) {
    if (answer.kind !== 'answered') continue;
    const kept = answer.diagnostics.filter(diagnostic =>
      isSelected(diagnostic, selection, answer.stoppedEarly),
    );
    diagnostics.push(...kept);
    allNotes.push(...answer.notes);
    const left = countErrors(answer.diagnostics) - countErrors(kept);
    if (left > 0) allNotes.push(leftOutNote(run.tool, left, selection));
  }
  const stoppedEarly = results.flatMap(({ run, answer }) =>
    answer.kind === 'answered' && answer.stoppedEarly ? [run.tool] : [],
  );
  return {
    kind: 'report',
    report: toReport(diagnostics, { filesChecked: selection.files.length, withImportLinter }),
    tools,
    notes: allNotes,
    diagnostics: sortDiagnostics(diagnostics),
    ...(stoppedEarly.length > 0 && { stoppedEarly }),
  };
}

/**
 * Mypy follows imports and reports what it meets there too. That is not what was asked for, except when it
 * stopped there: then the selected files were not checked and the report must not be clean.
 */
function isSelected(diagnostic: LintDiagnostic, selection: Selection, stoppedEarly: boolean): boolean {
  if (diagnostic.tool === 'import-linter' || stoppedEarly) return true;
  return selection.kind === 'all'
    ? isUnder(selection.path, diagnostic.file)
    : selection.files.includes(diagnostic.file);
}

function leftOutNote(tool: Tool, count: number, selection: Selection): string {
  const problems = count === 1 ? '1 problem' : `${count} problems`;
  const where = selection.kind === 'all' ? `outside ${selection.path}` : 'in files that are not modified';
  return `${tool} also reported ${problems} ${where}, left out here.`;
}
