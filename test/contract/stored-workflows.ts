import { ok } from '../../src/core/kernel/result.ts';
import type { PlanEvent } from '../../src/core/plan/plan-events.ts';
import type { TextLinter } from '../../src/core/ports/linter.ts';
import type { RoutaEvent } from '../../src/core/routa/events.ts';
import { createRouta } from '../../src/core/routa/routa.ts';
import type { RunLine } from '../../src/core/runs/reconcile.ts';
import { createStoredRuns, type StoredRuns } from '../../src/core/runs/stored-runs.ts';
import type { AgentEvent } from '../../src/core/taskagent/events.ts';
import { createTaskAgent } from '../../src/core/taskagent/task-agent.ts';
import { createTickets } from '../../src/core/tickets/tickets.ts';
import type { RunEvent } from '../../src/core/workorder/events.ts';
import type { RunRequest } from '../../src/core/workorder/run-request.ts';
import type { RunState } from '../../src/core/workorder/state.ts';
import type { WrapEvent } from '../../src/core/wrap/events.ts';
import { wrapWorkflow } from '../../src/core/wrap/workflow.ts';
import type { WorkOrder } from '../../src/generated/contracts.ts';
import { modelThatSays } from '../support/ask-designer.ts';
import { DyingJournals } from '../support/dying-journals.ts';
import { MemoryFiles, sha256Of } from '../support/memory-files.ts';
import { memoryHold } from '../support/memory-hold.ts';
import type { MemoryJournals } from '../support/memory-journals.ts';
import { plansInMemory, runPlanInMemory } from '../support/plan-in-memory.ts';
import { appInMemory, runInMemory } from '../support/run-in-memory.ts';
import { programThatWrites, wrapOf } from '../support/wrap-in-memory.ts';
import {
  create,
  delegate,
  MemoryTeam,
  report as routaReport,
  task,
  write as teamWrite,
} from '../unit/routa/memory-team.ts';
import { finish, MemoryAgent, MemoryReviewer, read, write } from '../unit/taskagent/memory-agent.ts';
import {
  assign,
  completeTicket,
  MemoryTicket,
  report,
  twoSubtasks,
  update,
} from '../unit/tickets/memory-ticket.ts';

export const BEFORE = 'def greet(): ...\n';
export const AFTER = 'def welcome(): ...\n';
export const FILE = 'greet.py';

/** A folder with `greet.py`, and a run that changes it; of every workflow whose runs change files. */
export interface Stand {
  readonly files: MemoryFiles;
  readonly runs: StoredRuns<RunLine, unknown>;
  /** The process dies instead of writing one more line than these. */
  dieAfter(lines: number): void;
  run(): Promise<unknown>;
  /** Lines that were written, of all journals together. */
  lines(): Promise<number>;
}

const order: WorkOrder = {
  step_id: 'greet',
  step_text: 'Rename greet to welcome.',
  scope_allowlist: [FILE],
  invariants: [],
  acceptance: { lint: { path: FILE, check_all: false } },
};
const commands = [
  {
    tool: 'atomic_replace',
    args: { file_path: FILE, replacements: [{ old_string: 'greet', new_string: 'welcome' }] },
    reason: 'A better name.',
  },
] as const;
const verification = { tool: 'lint_backend', args: { path: FILE, check_all: false } };

const linesIn = async (journals: readonly MemoryJournals<unknown>[]): Promise<number> => {
  let lines = 0;
  for (const one of journals)
    for (const { runId } of await one.list()) lines += (await one.read(runId))?.length ?? 0;
  return lines;
};

function runOrder(
  files: MemoryFiles,
  journals: DyingJournals<RunEvent>,
  more: Partial<RunRequest> = {},
): Promise<RunState> {
  const design = { touched_files: [FILE], changed_signatures: [], commands, verification };
  const verdict = { decision: 'APPROVED', commands, verification };
  const says = (answer: object) => modelThatSays(JSON.stringify(answer), 'whole');
  return runInMemory(files, { order, designer: says(design), qa: says(verdict), ...more }, journals);
}

const signal = new AbortController().signal;

export const WORKFLOWS: Readonly<Record<string, () => Stand>> = {
  'work order': () => {
    const files = new MemoryFiles({ [FILE]: BEFORE });
    const journals = new DyingJournals<RunEvent>();
    return {
      files,
      runs: appInMemory(files, journals).workOrders,
      dieAfter: lines => {
        journals.linesLeft = lines;
      },
      run: () => runOrder(files, journals),
      lines: () => linesIn([journals]),
    };
  },
  plan: () => {
    const files = new MemoryFiles({ [FILE]: BEFORE });
    const life = { linesLeft: Number.POSITIVE_INFINITY };
    const plans = new DyingJournals<PlanEvent>(life);
    const orders = new DyingJournals<RunEvent>(life);
    const runs = plansInMemory(files, plans, orders);
    return {
      files,
      runs,
      dieAfter: lines => {
        life.linesLeft = lines;
      },
      run: () => runPlanInMemory(runs, [order], one => runOrder(files, orders, one)),
      lines: () => linesIn([plans, orders]),
    };
  },
  'quick fix': () => {
    const files = new MemoryFiles({ [FILE]: BEFORE });
    const journals = new DyingJournals<RunEvent>();
    const app = appInMemory(files, journals, { textLinter: fixing });
    return {
      files,
      runs: app.workOrders,
      dieAfter: lines => {
        journals.linesLeft = lines;
      },
      run: () =>
        app.applyLintFix({
          path: FILE,
          wanted: { code: 'N1', message: 'rename', line: 1, column: 1, everywhere: false, unsafe: false },
          by: 'Ann',
          lint: { path: FILE, check_all: false },
          signal,
        }),
      lines: () => linesIn([journals]),
    };
  },
  'tool call': () => {
    const files = new MemoryFiles({ [FILE]: BEFORE });
    const journals = new DyingJournals<RunEvent>();
    const app = appInMemory(files, journals);
    const [{ args }] = commands;
    return {
      files,
      runs: app.workOrders,
      dieAfter: lines => {
        journals.linesLeft = lines;
      },
      run: () =>
        app.callTool('atomic_replace', JSON.stringify(args), signal, { reviewer: new MemoryReviewer() }),
      lines: () => linesIn([journals]),
    };
  },
  wrap: () => {
    const files = new MemoryFiles({ [FILE]: BEFORE });
    const journals = new DyingJournals<WrapEvent>();
    const app = appInMemory(files, undefined, { wraps: { journals, hold: memoryHold() } });
    return {
      files,
      runs: createStoredRuns(
        async () => ({ files, journals, clock: { now: () => 0 }, sha256: sha256Of, hold: memoryHold() }),
        wrapWorkflow,
      ),
      dieAfter: lines => {
        journals.linesLeft = lines;
      },
      run: () => app.runWrap(wrapOf(programThatWrites(files, FILE, AFTER))),
      lines: () => linesIn([journals]),
    };
  },
  'task agent': () => {
    const agent = new MemoryAgent({ [FILE]: BEFORE });
    const journals = new DyingJournals<AgentEvent>();
    agent.journals = journals;
    return {
      files: agent.files,
      runs: createTaskAgent(async () => agent.ports),
      dieAfter: lines => {
        journals.linesLeft = lines;
      },
      run: () => agent.run([[read(FILE), write(FILE, AFTER)], [finish()]]),
      lines: () => linesIn([journals]),
    };
  },
  ticket: () => {
    const ticket = new MemoryTicket(
      { [FILE]: BEFORE },
      { ...twoSubtasks, subtasks: [{ id: 'one', title: 'One' }] },
    );
    return {
      files: ticket.files,
      runs: createTickets(async () => ticket.ports),
      dieAfter: lines => {
        ticket.journals.left = lines;
      },
      run: () =>
        ticket.run(
          [[assign()], [update('complete'), completeTicket()]],
          [[read(FILE), write(FILE, AFTER), report()]],
        ),
      lines: () => linesIn([ticket.journals]),
    };
  },
  ROUTA: () => {
    const team = new MemoryTeam({ [FILE]: BEFORE });
    const journals = new DyingJournals<RoutaEvent>();
    team.journals = journals;
    const crafter = [[read(FILE), teamWrite(FILE, AFTER), routaReport('c', 'a')]];
    return {
      files: team.files,
      runs: createRouta(async () => team.ports),
      dieAfter: lines => {
        journals.linesLeft = lines;
      },
      run: () =>
        team.run(
          { routa: [[create('c')], [delegate('c', 'a')], []], c: crafter },
          { tasks: [task('a', { scope: [FILE] })] },
        ),
      lines: () => linesIn([journals]),
    };
  },
};

/** Ruff as a quick fix asks it: one problem, with a fix that makes the file what the other workflows make it. */
const fixing: TextLinter = {
  async lintText(_path, text) {
    const run = { tool: 'ruff', program: 'ruff', version: '1', ms: 0 } as const;
    if (new TextDecoder().decode(text) !== BEFORE) return ok({ run, diagnostics: [] });
    const edits = [{ content: AFTER, line: 1, column: 1, endLine: 2, endColumn: 1 }];
    const fix = { message: 'Rename it', applicability: 'safe', edits } as const;
    const place = { file: FILE, line: 1, column: 1, message: 'rename', severity: 'error' } as const;
    return ok({ run, diagnostics: [{ tool: 'ruff', code: 'N1', description: '', ...place, fix }] });
  },
};
