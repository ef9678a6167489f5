import type { LintBackendArgs } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { Cancelled, throwIfCancelled } from '../kernel/cancel.ts';
import { fail, ok } from '../kernel/result.ts';
import { Semaphore } from '../kernel/semaphore.ts';
import type { Files } from '../ports/files.ts';
import type { Git } from '../ports/git.ts';
import type {
  LeftOutTool,
  LintCode,
  Linter,
  LintOptions,
  LintOutcome,
  LintToolRun,
  SimulatedLinter,
  SimulatedLintOptions,
  TextLinter,
} from '../ports/linter.ts';
import type { Processes } from '../ports/processes.ts';
import { type FailedTool, notFound, refused, toFailure } from './failure.ts';
import { findImportContracts } from './import-contracts.ts';
import { leftOutBeforeApproval, notApproved, partsOf } from './left-out.ts';
import { lintConfigurationPaths } from './lint-configuration.ts';
import type { LoadedCode } from './loaded-code.ts';
import { countErrors } from './report.ts';
import { createSimulatedTools } from './run-simulated-tools.ts';
import { createTools, type RunContext, runRuff, type ToolResult, type Tools } from './run-tools.ts';
import { type Selection, selectFiles } from './select-files.ts';
import { filesAfter, gitAfter, type SimulatedPlaces } from './simulated-workspace.ts';
import { summarise } from './summarise.ts';
import { ruffStdinArguments } from './tool-arguments.ts';
import type { CachePlaces, FoundTool, MypyDaemon, ToolFinder } from './tool-finder.ts';
import { isTypeChecked, type Roots } from './workspace-path.ts';

/** Everything `lint_backend` is made of; only what it runs is outside core. */
export interface LintBackendPorts {
  /** Absolute folder of the workspace, first as the tools are started in it, then in other spellings. */
  readonly roots: Roots;
  readonly files: Files;
  readonly git: Git;
  readonly processes: Processes;
  readonly tools: ToolFinder;
  readonly caches: () => Promise<CachePlaces>;
  readonly daemon?: MypyDaemon;
  /** Places outside the workspace for files as a change set would leave them. */
  readonly openSimulation: (changes: ChangeSet) => SimulatedPlaces;
  /** What the linters' configuration makes them load, as it is on disk now. */
  readonly loadedCode: () => Promise<LoadedCode>;
  /** What null and `""` mean as a path (C17). */
  readonly defaultPath: () => string;
  readonly timeoutMs: () => number;
}

type Tool = LintToolRun['tool'];

/**
 * `lint_backend` (001-025): ruff and mypy, with `check_all` also import-linter, all at the same time. Clean is said
 * only when every one of them gave a whole answer without a problem (001-031).
 */
export function createLintBackend(ports: LintBackendPorts): Linter & SimulatedLinter & TextLinter & LintCode {
  const mypyTurn = new Semaphore();
  return {
    async lint(args, options) {
      const loaded = await ports.loadedCode();
      const choose: Choose = ({ tool }) =>
        options.approvedCode && notApproved(tool, partsOf(tool, loaded), options.approvedCode);
      return lint(args, options, { ...ports, loaded, choose }, context =>
        createTools({ ...context, mypyTurn }),
      );
    },
    async codeTouchedBy(paths) {
      const loaded = await ports.loadedCode();
      // Code that is loaded may load or run any other file, in ways no text shows.
      if (loaded.mypy.length + loaded.importLinter.length > 0) return paths;
      return steering(paths, loaded);
    },
    async lintSimulated(args, changes, options) {
      const loaded = await ports.loadedCode();
      const touched = steering(
        changes.files.map(file => file.path),
        loaded,
      );
      const leftOut: LeftOutTool[] = [];
      const choose: Choose = tool => {
        const reason = leftOutBeforeApproval(tool, partsOf(tool.tool, loaded), touched);
        if (reason !== undefined) leftOut.push({ tool: tool.tool, reason });
        return reason === undefined ? undefined : 'leave out';
      };
      const places = ports.openSimulation(changes);
      try {
        const after = {
          ...ports,
          loaded,
          choose,
          files: filesAfter(ports.files, changes),
          git: gitAfter(ports.git, changes),
        };
        const outcome = await lint(args, options, after, context =>
          createSimulatedTools({ ...context, mypyTurn }, changes, places),
        );
        return outcome.kind === 'report' && leftOut.length > 0 ? { ...outcome, leftOut } : outcome;
      } finally {
        await places.dispose();
      }
    },
    async lintText(path, text, { signal }) {
      throwIfCancelled(signal);
      const { tools, missing } = await findTools(['ruff'], ports.tools, signal);
      const [ruff] = tools;
      if (!ruff) return fail(toFailure(path, missing).error);
      const context = {
        ...ports,
        caches: await ports.caches(),
        timeoutMs: ports.timeoutMs(),
        signal,
        mypyTurn,
        runsNoneOf: () => ports.roots,
      };
      const { run, answer } = await runRuff(ruff, ruffStdinArguments(path), context, text);
      if (answer.kind === 'answered') return ok({ run, diagnostics: answer.diagnostics });
      return fail(toFailure(path, [{ tool: 'ruff', failed: answer }]).error);
    },
  };
}

/** The changed paths that decide what the linters run. */
function steering(paths: readonly string[], loaded: LoadedCode): readonly string[] {
  const named = new Set([...lintConfigurationPaths(paths), ...loaded.files]);
  return paths.filter(path => named.has(path));
}

/** Whether a tool runs: `undefined`, else that it is left out, or why the whole lint does not run. */
type Choose = (tool: FoundTool) => FailedTool['failed'] | 'leave out' | undefined;

interface LintRun extends LintBackendPorts {
  readonly loaded: LoadedCode;
  readonly choose: Choose;
}

async function lint(
  args: LintBackendArgs,
  { signal, onProgress, only }: LintOptions & SimulatedLintOptions,
  ports: LintRun,
  toolsFor: (context: Omit<RunContext, 'mypyTurn'>) => Tools,
): Promise<LintOutcome> {
  throwIfCancelled(signal);
  const selected = await selectFiles(args, ports.defaultPath(), ports, signal);
  if (!selected.ok) {
    return { kind: 'did_not_run', failure: refused(args.path ?? '', selected.error), tools: [] };
  }
  const selection = selected.value;
  const notes = [...selection.notes];
  const contracts = args.check_all ? await findImportContracts(ports.files) : { kind: 'none' as const };
  if (args.check_all && contracts.kind === 'none') {
    notes.push('No import-linter contracts are declared in .importlinter, setup.cfg or pyproject.toml.');
  }
  const isAsked = (tool: Tool) => only?.includes(tool) ?? true;
  const wanted = wantedTools(selection, contracts.kind === 'declared').filter(isAsked);
  // Linters that are missing are missed also where there is nothing to check: then nothing could be called clean.
  const needed: readonly Tool[] = wanted.length === 0 ? (['ruff', 'mypy'] as const).filter(isAsked) : wanted;
  const found = await findTools(needed, ports.tools, signal);
  if (found.missing.length > 0) {
    return { kind: 'did_not_run', failure: toFailure(selection.path, found.missing), tools: [] };
  }
  const present = found.tools.filter(({ tool }) => wanted.includes(tool));
  const chosen = present.map(tool => ({ tool, choice: ports.choose(tool) }));
  const refusals = chosen.flatMap(({ tool: { tool }, choice }) =>
    typeof choice === 'object' ? [{ tool, failed: choice }] : [],
  );
  if (refusals.length > 0)
    return { kind: 'did_not_run', failure: toFailure(selection.path, refusals), tools: [] };
  const tools = toolsFor({
    ...ports,
    caches: await ports.caches(),
    timeoutMs: ports.timeoutMs(),
    signal,
    runsNoneOf: tool => (partsOf(tool, ports.loaded).length === 0 ? ports.roots : []),
  });
  const run = (tool: FoundTool): Promise<ToolResult> => {
    switch (tool.tool) {
      case 'ruff':
        return tools.ruff(tool, selection);
      case 'mypy':
        return tools.mypy(tool, selection);
      case 'import-linter':
        return tools.importLinter(tool, contracts);
    }
  };
  const started = chosen.filter(({ choice }) => choice === undefined).map(({ tool }) => tool);
  const results = await runAll(started, run, onProgress);
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
  const said = problems === 0 ? 'no problem' : problems === 1 ? '1 problem' : `${problems} problems`;
  return `${name}: ${said} (${time})`;
}
