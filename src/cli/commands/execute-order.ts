import type { RunRequest } from '../../core/app.ts';
import type { Spending } from '../../core/conversation/budget.ts';
import type { Model } from '../../core/ports/model.ts';
import type { PolicyLayer } from '../../core/verification/policy.ts';
import { refusesOneModel } from '../../core/workorder/check-models.ts';
import { type Revision, reviseRun } from '../../core/workorder/revision.ts';
import type { RunState } from '../../core/workorder/state.ts';
import type { WorkOrder } from '../../generated/contracts.ts';
import { recordRun } from '../../node/model/record-run.ts';
import { exitCodeOf } from '../exit-code.ts';
import { EXIT, type Io } from '../io.ts';
import type { PaidModels } from '../models/open-models.ts';
import { chooseWord } from '../option-values.ts';
import type { CommandLine } from '../options.ts';
import { orderFilesOf, preflightOnTerminal } from '../preflight.ts';
import { reportBlocked } from '../print/blocked.ts';
import { colours } from '../print/colours.ts';
import { commandLines } from '../print/command-lines.ts';
import { printEvidence } from '../print/evidence.ts';
import { printLintReport } from '../print/lint.ts';
import { outcomeJson, outcomeText } from '../print/outcome-line.ts';
import { progressOf } from '../print/progress.ts';
import { stageLine } from '../print/stage-lines.ts';
import { printTakeBack, printWaysForward } from '../print/ways-forward.ts';
import { terminalReviewer } from '../review/terminal-reviewer.ts';
import { agreesToRun, readTryOut } from '../try-out.ts';
import { openWorkspaceForWriting, type Workspace } from '../workspace.ts';

export interface OrderRun {
  readonly order: WorkOrder;
  /** Of an earlier run; left out: a first answer. */
  readonly revision?: Revision;
  readonly designer: Model;
  readonly qa: Model | undefined;
  readonly until: RunRequest['until'];
  /** Left out for an order on its own. */
  readonly workflow?: 'plan';
  readonly models?: 'any' | 'different';
  readonly spending?: Spending;
  /** What is looked at before it is paid; left out where replies are given. */
  readonly paid?: PaidModels;
  /** Keep what the models are asked and answer with the run, without these secrets. */
  readonly recordSecrets?: readonly string[];
}

/** Runs one order through the pipeline and prints it; the exit code of `run`, `apply` and `check`. */
export async function executeOrder(line: CommandLine, io: Io, run: OrderRun): Promise<number> {
  const request = orderRequest(line, io, run);
  const workspace = await openWorkspaceForWriting(line, io);
  // What the run itself refuses at once needs no look at the endpoint.
  if (run.paid && !refusesOneModel(request)) {
    const { paid, order } = run;
    const { files } = workspace;
    const work = { paid, files, orders: [order], orderFiles: orderFilesOf(line, io) };
    const reasons = await preflightOnTerminal(line, io, work);
    if (reasons.length > 0) return reportBlocked(reasons, 'preflight', line, io);
  }
  if (request.tryOut && !(await agreesToRun(workspace.trials, request.tryOut, line, io))) return EXIT.blocked;
  const state = await untilDecided(workspace, request, run.recordSecrets);
  if (line.json) io.stdout(`${outcomeJson(state)}\n`);
  return exitCodeOf(state.outcome);
}

/** Whenever the person asks for changes instead of deciding, the models answer once more. */
async function untilDecided(
  workspace: Pick<Workspace, 'app' | 'journals'>,
  request: RunRequest,
  secrets: readonly string[] | undefined,
): Promise<RunState> {
  const state = await runRecorded(workspace, request, secrets);
  const revised = state.asked.length > 0 ? reviseRun(state, state.asked) : undefined;
  return revised?.ok ? untilDecided(workspace, { ...request, ...revised.value }, secrets) : state;
}

/** Runs an order; with `--record` its requests and replies are kept beside its journal. */
export async function runRecorded(
  { app, journals }: Pick<Workspace, 'app' | 'journals'>,
  request: RunRequest,
  secrets: readonly string[] | undefined,
): Promise<RunState> {
  if (!secrets) return app.runWorkOrder(request);
  const recorded = recordRun(request, journals, secrets);
  try {
    return await app.runWorkOrder(recorded.request);
  } finally {
    await recorded.saved();
  }
}

/** What the command line says of every order alike; read before the first one begins. */
export const readOrderChoices = (line: CommandLine) => ({
  onLintFailure: chooseWord(line, 'on-lint-failure', ['keep', 'revert'] as const) ?? 'revert',
  failOn: chooseWord(line, 'fail-on', ['any', 'new'] as const),
  onClaimMismatch: chooseWord(line, 'on-claim-mismatch', ['warn', 'block'] as const) ?? 'warn',
  tryOut: readTryOut(line),
});

/** A run of one order on this command line: asks on the terminal, prints as it works, ends with the outcome. */
export function orderRequest(
  line: CommandLine,
  io: Io,
  run: OrderRun,
  { onLintFailure, failOn, onClaimMismatch, tryOut } = readOrderChoices(line),
): RunRequest {
  const included = line.list('allow-secret-file');
  const c = colours(io);
  const write = line.json ? io.stderr : io.stdout;
  const progress = progressOf(line, write);
  return {
    ...run,
    ...(failOn === undefined ? {} : { policy: [failOnLayer(line, failOn)] }),
    onClaimMismatch,
    ...(included.length === 0 ? {} : { secretFiles: { included, leftOut: [] } }),
    // No one looks at it with --yes; which problems are new can only be known with it.
    lintPreview: failOn !== 'any' || !line.flag('yes'),
    reviewer: terminalReviewer(io, c, {
      yes: line.flag('yes'),
      controlPlaneApproved: line.list('approve-control-plane'),
      lintApproved: line.list('approve-lint'),
      write,
      ...(io.page && !line.json && !line.flag('yes') && { page: io.page }),
    }),
    onLintFailure,
    ...(tryOut ? { tryOut } : {}),
    signal: line.signal,
    onEvent: (event, state) => {
      if (line.json) io.stdout(`${JSON.stringify(event)}\n`);
      // What is to be known before the review is written below the diff it speaks about.
      if (event.type === 'warning' && event.stage === 'review') return;
      progress(event, stageLine(event, state, c));
      if (line.verbose && event.type === 'designer_output') write(commandLines(event.output.commands, c));
      if (event.type !== 'finished') return;
      // With `run` and `apply` the review has shown it.
      if (run.until === 'check' && state.evidence) write(`\n${printEvidence(state.evidence, c, 'all')}`);
      const problems = state.lint?.kind === 'report' ? printLintReport(state.lint, c) : '';
      if (problems !== '') write(`\n${problems}`);
      write(outcomeText(state, c));
      write(printWaysForward(line, state, c));
      if (run.workflow === undefined) write(printTakeBack(line, state, c));
    },
  };
}

/** What a person gives as an option may loosen the policy; what a file of the workspace says may not. */
function failOnLayer({ given, settings }: CommandLine, failOn: 'any' | 'new'): PolicyLayer {
  const isGiven = given['fail-on'] !== undefined;
  return isGiven
    ? { from: '--fail-on', by: 'person', failOn }
    : { from: settings.from['fail-on'] ?? '', by: 'proposal', failOn };
}
