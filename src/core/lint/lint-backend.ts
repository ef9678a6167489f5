import type { LintBackendArgs } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { duration } from '../kernel/amounts.ts';
import { Cancelled, throwIfCancelled } from '../kernel/cancel.ts';
import { fail, ok } from '../kernel/result.ts';
import { Semaphore } from '../kernel/semaphore.ts';
import type { Files } from '../ports/files.ts';
import type { Git } from '../ports/git.ts';
import type { LintRefusals } from '../ports/lint-refusals.ts';
import type {
  LeftOutTool,
  LintCode,
  Linter,
  LinterName,
  LintOptions,
  LintOutcome,
  SimulatedLinter,
  SimulatedLintOptions,
  TextLinter,
} from '../ports/linter.ts';
import type { Processes } from '../ports/processes.ts';
import { brokenTool, chosenFails, type FailedTool, notFound, refused, toFailure } from './failure.ts';
import { leftOutBeforeApproval, notApproved, partsOf, refusedTool } from './left-out.ts';
import { lintConfigurationPaths } from './lint-configuration.ts';
import type { LinterDescriptor, LinterWork } from './linter-descriptor.ts';
import { LINTERS } from './linters/registry.ts';
import { ruff } from './linters/ruff/ruff.ts';
import { runRuffOnText } from './linters/ruff/run-ruff.ts';
import type { LoadedCode } from './loaded-code.ts';
import { countErrors } from './report.ts';
import type { LinterContext, ToolResult } from './run-linter.ts';
import { selectFiles, selectNamed } from './select-files.ts';
import { filesAfter, findMissing, gitAfter, type SimulatedPlaces } from './simulated-workspace.ts';
import { summarise } from './summarise.ts';
import type { CachePlaces, FoundTool, MissingTool, MypyDaemon, ToolFinder } from './tool-finder.ts';
import type { Roots } from './workspace-path.ts';

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
  /** What null and `""` mean as a path. */
  readonly defaultPath: () => string;
  /** What a person said no to; left out: nothing is remembered. */
  readonly refusals?: LintRefusals;
  readonly timeoutMs: () => number;
  /**
   * Whether tools that are not installed may be missing, as long as another one is there; left out: none may. One that
   * a person named, or that is there, and that does not work is never counted as missing.
   */
  readonly mayBeMissing?: () => Promise<boolean>;
  /** Left out: all of them. */
  readonly linters?: readonly LinterDescriptor[];
}

/**
 * `lint_backend`: the linters of files, with `check_all` also those of the whole workspace, all at the same time. Clean
 * is said only when every one of them gave a whole answer without a problem.
 */
export function createLintBackend(ports: LintBackendPorts): Linter & SimulatedLinter & TextLinter & LintCode {
  const mypyTurn = new Semaphore();
  return {
    async lint(args, options) {
      const loaded = await ports.loadedCode();
      const refused = await refusedNames(ports, loaded);
      const choose: Choose = linter => {
        const parts = partsOf(linter, loaded);
        const { approvedCode } = options;
        return (
          refusedTool(parts, refused, approvedCode) ??
          (approvedCode && notApproved(linter.name, parts, approvedCode))
        );
      };
      const start: Start = (work, tool, context) => work.run(tool, context);
      return lint(args, options, { ...ports, mypyTurn, loaded, choose, start });
    },
    async codeTouchedBy(paths) {
      const loaded = await ports.loadedCode();
      // Code that is loaded may load or run any other file, in ways no text shows.
      const { linters = LINTERS } = ports;
      if (linters.some(linter => partsOf(linter, loaded).length > 0)) return paths;
      return steering(paths, loaded);
    },
    async refused() {
      return refusedNames(ports, await ports.loadedCode());
    },
    async refuse() {
      const names = namesOf(ports, await ports.loadedCode());
      if (!ports.refusals || names.length === 0) return [];
      await ports.refusals.refuse(names);
      return names;
    },
    async lintSimulated(args, changes, options) {
      const loaded = await ports.loadedCode();
      const touched = steering(
        changes.files.map(file => file.path),
        loaded,
      );
      const leftOut: LeftOutTool[] = [];
      const choose: Choose = (linter, tool) => {
        const isOpen = (name: string) => options.approvedCode?.includes(name) !== true;
        const parts = partsOf(linter, loaded).filter(({ name }) => isOpen(name));
        const reason = leftOutBeforeApproval(linter, tool, parts, touched.filter(isOpen));
        if (reason !== undefined) leftOut.push({ tool: linter.name, reason });
        return reason === undefined ? undefined : 'leave out';
      };
      const places = ports.openSimulation(changes);
      try {
        const start: Start = async (work, tool, context) => {
          if (!work.simulate) return work.run(tool, { ...context, roots: [await places.copy()] });
          const found = await findMissing(changes, places);
          const result = await work.simulate(tool, context, found, places);
          // Somebody saved one of the others meanwhile: the tool may have seen something else than was asked.
          const now = new Set((await findMissing(changes, places)).missing);
          const isAsBefore = now.size === found.missing.length && found.missing.every(file => now.has(file));
          const all = { ...changes, missing: changes.files };
          return isAsBefore ? result : work.simulate(tool, context, all, places);
        };
        const after = {
          ...ports,
          mypyTurn,
          loaded,
          choose,
          start,
          files: filesAfter(ports.files, changes),
          git: gitAfter(ports.git, changes),
        };
        const outcome = await lint(args, options, after);
        if (outcome.kind !== 'report' || leftOut.length === 0) return outcome;
        return { ...outcome, leftOut: [...(outcome.leftOut ?? []), ...leftOut] };
      } finally {
        await places.dispose();
      }
    },
    async lintText(path, text, { signal }) {
      throwIfCancelled(signal);
      const { found, missing } = await findTools([{ linter: ruff }], ports.tools, signal);
      const [tool] = found;
      if (!tool) return fail(toFailure(path, missing).error);
      const context = {
        ...ports,
        caches: await ports.caches(),
        timeoutMs: ports.timeoutMs(),
        signal,
        mypyTurn,
        runsNoneOf: () => ports.roots,
      };
      const { run, answer } = await runRuffOnText(tool.tool, path, text, context);
      if (answer.kind === 'answered') return ok({ run, diagnostics: answer.diagnostics });
      return fail(toFailure(path, [{ tool: ruff.name, failed: answer }]).error);
    },
  };
}

/** Everything that some linter would load. */
function namesOf({ linters = LINTERS }: LintBackendPorts, loaded: LoadedCode): readonly string[] {
  const names = linters.flatMap(linter => partsOf(linter, loaded).map(({ name }) => name));
  return [...new Set(names)].sort();
}

async function refusedNames(ports: LintBackendPorts, loaded: LoadedCode): Promise<readonly string[]> {
  const names = namesOf(ports, loaded);
  if (names.length === 0) return [];
  const refused = new Set((await ports.refusals?.list())?.map(({ name }) => name));
  return names.filter(name => refused.has(name));
}

/** The changed paths that decide what the linters run. */
function steering(paths: readonly string[], loaded: LoadedCode): readonly string[] {
  const named = new Set([...lintConfigurationPaths(paths), ...loaded.files]);
  return paths.filter(path => named.has(path));
}

/** Whether a linter runs: `undefined`, else that it is left out, or why the whole lint does not run. */
type Choose = (linter: LinterDescriptor, tool: FoundTool) => FailedTool['failed'] | 'leave out' | undefined;
type Start = (work: LinterWork, tool: FoundTool, context: LinterContext) => Promise<ToolResult>;

interface LintRun extends LintBackendPorts {
  readonly mypyTurn: Semaphore;
  readonly loaded: LoadedCode;
  readonly choose: Choose;
  readonly start: Start;
}

async function lint(
  args: LintBackendArgs,
  { signal, onProgress, only, files: named }: LintOptions & SimulatedLintOptions,
  ports: LintRun,
): Promise<LintOutcome> {
  throwIfCancelled(signal);
  const { linters = LINTERS, files } = ports;
  const asked = linters.filter(({ name }) => only?.includes(name) ?? true);
  const selected = named
    ? ok(await selectNamed(named, files))
    : await selectFiles(args, ports.defaultPath(), ports, signal);
  if (!selected.ok) {
    return { kind: 'did_not_run', failure: refused(args.path ?? '', selected.error), tools: [] };
  }
  const selection = selected.value;
  const planned = await Promise.all(
    asked.map(async linter => ({
      linter,
      work: await linter.workIn({ selection, checkAll: args.check_all, files }),
    })),
  );
  const notes = planned.flatMap(({ work }) => (work.kind === 'nothing' ? (work.note ?? []) : []));
  const wanted = planned.flatMap(({ linter, work }) =>
    work.kind === 'work' && selection.files.length > 0 ? [{ linter, work }] : [],
  );
  // Linters that are missing are missed also where there is nothing to check: then nothing could be called clean.
  const ofFiles = planned.filter(({ linter }) => linter.scope === 'files');
  const looked = wanted.length > 0 ? await findTools(wanted, ports.tools, signal) : undefined;
  const there = looked ?? (await findTools(ofFiles, ports.tools, signal));
  const { missing } = there;
  const found = looked?.found ?? [];
  const mayDoWithout =
    there.found.length > 0 && missing.every(one => one.isNowhere) && (await ports.mayBeMissing?.()) === true;
  if (missing.length > 0 && !mayDoWithout) {
    return { kind: 'did_not_run', failure: toFailure(selection.path, missing), tools: [] };
  }
  const chosen = found.map(one => ({ ...one, choice: ports.choose(one.linter, one.tool) }));
  const refusals = chosen.flatMap(({ linter, choice }) =>
    typeof choice === 'object' ? [{ tool: linter.name, failed: choice }] : [],
  );
  if (refusals.length > 0)
    return { kind: 'did_not_run', failure: toFailure(selection.path, refusals), tools: [] };
  const provedHarmless = new Set(
    linters.filter(linter => partsOf(linter, ports.loaded).length === 0).map(({ name }) => name),
  );
  const context: LinterContext = {
    ...ports,
    caches: await ports.caches(),
    timeoutMs: ports.timeoutMs(),
    signal,
    runsNoneOf: name => (provedHarmless.has(name) ? ports.roots : []),
  };
  const started = chosen.filter(({ choice }) => choice === undefined);
  const results = await runAll(
    started.map(
      ({ work, tool }) =>
        () =>
          ports.start(work, tool, context),
    ),
    onProgress,
  );
  const parts = { linters, checkAll: args.check_all, notes: [...selection.notes, ...notes] };
  const outcome = summarise(selection, results, parts);
  return withMissing(
    outcome,
    missing.map(({ tool }) => tool),
  );
}

/** Nothing is clean that a linter of the list did not look at. */
function withMissing(outcome: LintOutcome, missing: readonly LinterName[]): LintOutcome {
  if (outcome.kind !== 'report' || missing.length === 0) return outcome;
  const { report } = outcome;
  return {
    ...outcome,
    report: { ...report, summary: { ...report.summary, clean: false } },
    leftOut: missing.map(tool => ({ tool, reason: 'it is not installed', isMissing: true })),
  };
}

interface ToolThatIsMissed extends FailedTool {
  /** Not one that was named or found and does not work: to do without it would hide that. */
  readonly isNowhere: boolean;
}

function whyMissing(linter: LinterDescriptor, { chosen, crashed, detail }: MissingTool): ToolThatIsMissed {
  const { name: tool } = linter;
  if (chosen !== undefined) return { tool, failed: chosenFails(linter, chosen, detail), isNowhere: false };
  if (crashed !== undefined) return { tool, failed: brokenTool(linter, crashed, detail), isNowhere: false };
  return { tool, failed: notFound(linter, detail), isNowhere: true };
}

async function findTools<Wanted extends { readonly linter: LinterDescriptor }>(
  wanted: readonly Wanted[],
  finder: ToolFinder,
  signal: AbortSignal,
) {
  const found: (Wanted & { readonly tool: FoundTool })[] = [];
  const missing: ToolThatIsMissed[] = [];
  const results = await Promise.all(
    wanted.map(async one => ({ one, result: await finder.find(one.linter, signal) })),
  );
  for (const { one, result } of results) {
    if (result.kind === 'found') found.push({ ...one, tool: result.found });
    else missing.push(whyMissing(one.linter, result));
  }
  return { found, missing };
}

/** Waits for all of them also when one fails: a person then sees everything that is wrong. */
async function runAll(
  runs: readonly (() => Promise<ToolResult>)[],
  onProgress: ((line: string) => void) | undefined,
): Promise<readonly ToolResult[]> {
  const settled = await Promise.allSettled(
    runs.map(async run => {
      const result = await run();
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
  const time = duration(run.ms);
  if (answer.kind === 'failed') return `${name} ${answer.reason} (${time})`;
  const problems = countErrors(answer.diagnostics);
  const said = problems === 0 ? 'no problem' : problems === 1 ? '1 problem' : `${problems} problems`;
  return `${name}: ${said} (${time})`;
}
