import path from 'node:path';
import type { Cap } from '../../core/conversation/budget.ts';
import { describeSpent } from '../../core/conversation/describe-spent.ts';
import { joinReasons } from '../../core/kernel/sentences.ts';
import { importChecklist } from '../../core/plan/import-checklist.ts';
import { parsePlan } from '../../core/plan/parse-plan.ts';
import { readOrder, resolvePlan } from '../../core/plan/plan-steps.ts';
import { runPlan } from '../../core/plan/run-plan.ts';
import type { Plan } from '../../generated/contracts.ts';
import { openPlans } from '../../node/open-plans.ts';
import { sha256, systemClock } from '../../node/system.ts';
import { defineCommand } from '../command.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { openModels } from '../models/load-models.ts';
import { readCap } from '../models/spending.ts';
import { readNamedText } from '../named-file.ts';
import { flagOption, listOption, settable, textOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';
import { preflightOnTerminal } from '../preflight.ts';
import { colours } from '../print/colours.ts';
import { sameRoot } from '../print/next-command.ts';
import { planLine, planTable } from '../print/plan-lines.ts';
import { progressOf } from '../print/progress.ts';
import { MODEL_OPTIONS, REVIEW_OPTIONS } from '../shared-options.ts';
import { openWorkspaceForWriting } from '../workspace.ts';
import { type OrderRun, orderRequest, readOrderChoices, runRecorded } from './execute-order.ts';

export const command = defineCommand({
  forms: ['workorder plan PLAN.json', 'workorder plan CHECKLIST.md --scope PATH [--scope PATH …]'],
  about: [
    'Runs the open steps of a plan in order, resumes where it stopped, and lints at the end of each phase. Stops at the first step that is not applied.',
  ],
  options: {
    scope: settable(listOption('PATH', 'for a checklist: files and folders its steps may change'), 'scope'),
    invariant: settable(listOption('TEXT', 'for a checklist: what must stay true'), 'invariants'),
    parallel: textOption(
      'N',
      'ask the models for up to N steps whose files cannot overlap at the same time (default: 1)',
    ),
    restart: flagOption('forget what earlier runs of this plan applied'),
    'step-budget': textOption('LIMIT', 'the most that one step may use; --budget holds for the whole plan'),
    ...MODEL_OPTIONS,
    ...REVIEW_OPTIONS,
  },
  takes: [['no plan is given: name a PLAN.json, or a CHECKLIST.md with --scope PATH'], 1],
  async run(line, io) {
    const workspace = await openWorkspaceForWriting(line, io);
    const plan = await readPlan(line, io, workspace.defaultLintPath);
    const resolved = await resolvePlan(plan, file => readOrder(file, workspace.files), sha256);
    if (!resolved.ok) throw new UsageError(resolved.error);
    const models = await openModels(line, io);
    const parallel = readParallel(line);
    const stepCap = readCap(line, 'step-budget', 'run');
    const choices = readOrderChoices(line);

    const c = colours(io);
    const write = line.json ? io.stderr : io.stdout;
    const tell = progressOf(line, write);
    const plans = openPlans({ ...workspace, orders: workspace.journals });
    const begun = await plans.begin(resolved.value.title, line.flag('restart'));
    if (!begun.ok) {
      io.stderr(`The plan was not begun: ${begun.error}\n`);
      return EXIT.failed;
    }
    const { journal, earlier, notes, release } = begun.value;
    for (const note of notes) io.stderr(`${c.yellow('!')} ${note}\n`);
    const { result, reason, progress } = await runPlan({
      plan: resolved.value,
      earlier,
      journal,
      clock: systemClock,
      parallel,
      runOrder: (order, { budget, awaitTurn, signal }) => {
        const { caps } = models.spending;
        const spending = { ...models.spending, caps: [...stepCap, ...forPlan(caps)], shared: budget };
        const own = parallel > 1 ? marked(io, order.step_id, line.json) : io;
        const run: OrderRun = { order, ...models, spending, until: 'end', workflow: 'plan' };
        const request = orderRequest(line, own, run, choices);
        return runRecorded(workspace, { ...request, signal, awaitTurn }, models.recordSecrets);
      },
      beforePhase: async open => {
        const reasons = await preflightOnTerminal(line, io, {
          paid: models.paid,
          files: workspace.files,
          orders: open.map(({ order }) => order),
          orderFiles: open.flatMap(({ path: file }) =>
            file === undefined ? [] : [path.join(line.root, file)],
          ),
        });
        return reasons.length > 0 ? joinReasons(reasons) : undefined;
      },
      lint: args => workspace.app.lint(args, line.signal),
      signal: line.signal,
      onEvent: event => {
        if (line.json) io.stdout(`${JSON.stringify(event)}\n`);
        tell(event, planLine(event, c));
      },
    }).finally(release);
    await models.save();
    write(`\n${planTable(resolved.value, progress, c)}`);
    const spent = describeSpent(progress.spent);
    const since = earlier.length > 0 ? 'with its earlier runs: ' : '';
    if (spent !== undefined) write(`  ${c.dim(`${since}${spent}`)}\n`);
    write(`${result === 'DONE' ? c.green(c.bold(result)) : c.red(c.bold(result))}  ${reason}\n`);
    if (result !== 'DONE' && !line.signal.aborted)
      write(
        `  once that is resolved, run the plan again${line.flag('restart') ? ' without --restart' : ''}: what is applied is not done again\n`,
      );
    if ([...progress.steps.values()].some(step => step.status === 'applied'))
      write(`  take it back with: workorder revert ${journal.runId}${sameRoot(line)}\n`);
    if (line.signal.aborted) return EXIT.cancelled;
    return result === 'DONE' ? EXIT.ok : result === 'FAILED' ? EXIT.failed : EXIT.blocked;
  },
});

/** What was given for one run holds for all steps of the plan together. */
const forPlan = (caps: readonly Cap[]): readonly Cap[] => caps.map(cap => ({ ...cap, of: 'plan' }));

const MOST_PARALLEL = 16;

function readParallel(line: CommandLine): number {
  const text = line.text('parallel') ?? '1';
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= MOST_PARALLEL) return value;
  throw new UsageError(`--parallel must be a whole number from 1 to ${MOST_PARALLEL}, not "${text}"`);
}

/** What steps at the same time print, each line with the step it is about; in JSON as a key of the event. */
function marked(io: Io, step: string, isJson: boolean): Io {
  const mark = (text: string) => text.replace(/^(?=.)/gm, `${step}  `);
  const asKey = (text: string) => text.replace(/^\{/, `{"step":${JSON.stringify(step)},`);
  return {
    ...io,
    stdout: text => io.stdout(isJson ? asKey(text) : mark(text)),
    stderr: text => io.stderr(mark(text)),
  };
}

async function readPlan(line: CommandLine, io: Io, lintPath: string): Promise<Plan> {
  const [file = ''] = line.positionals;
  const text = await readNamedText(file, io);
  const scope = line.list('scope');
  if (file.endsWith('.md') && scope.length === 0) throw new UsageError('a checklist needs --scope PATH');
  const plan = file.endsWith('.md')
    ? importChecklist(text, {
        scopeAllowlist: scope,
        invariants: line.list('invariant'),
        lint: { path: lintPath, check_all: false },
        phaseBoundaryLint: { path: lintPath, check_all: true },
      })
    : parsePlan(text);
  if (!plan.ok) throw new UsageError(`${file}: ${plan.error}`);
  return plan.value;
}
