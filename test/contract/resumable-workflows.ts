import assert from 'node:assert/strict';
import type { PlanEvent } from '../../src/core/plan/plan-events.ts';
import type { Model } from '../../src/core/ports/model.ts';
import type { RoutaEvent } from '../../src/core/routa/events.ts';
import type { AgentEvent } from '../../src/core/taskagent/events.ts';
import { resumeTaskAgent } from '../../src/core/taskagent/resume.ts';
import { runTaskAgent } from '../../src/core/taskagent/run-agent.ts';
import type { RunEvent } from '../../src/core/workorder/events.ts';
import type { Ticket, WorkOrder } from '../../src/generated/contracts.ts';
import { modelThatSays } from '../support/ask-designer.ts';
import { DyingJournals } from '../support/dying-journals.ts';
import { MemoryFiles } from '../support/memory-files.ts';
import type { MemoryJournals } from '../support/memory-journals.ts';
import { plansInMemory, runPlanInMemory } from '../support/plan-in-memory.ts';
import { runInMemory } from '../support/run-in-memory.ts';
import { scripts, TASKS } from '../unit/routa/capable-team.ts';
import { MemoryTeam } from '../unit/routa/memory-team.ts';
import { type Call, envelope, MemoryAgent, read, write } from '../unit/taskagent/memory-agent.ts';
import {
  assign,
  completeTicket,
  MemoryTicket,
  report,
  twoSubtasks,
  update,
} from '../unit/tickets/memory-ticket.ts';
import { BEFORE, FILE, WORKFLOWS } from './stored-workflows.ts';

/** A run whose process dies, and what a new process makes of it. */
export interface ResumableRun {
  run(): Promise<unknown>;
  /** Lines that were written, of all journals together. */
  lines(): Promise<number>;
  /** Another process: it writes as many lines as it likes. */
  revive(): void;
  /** As a new process would: only journals and files are left. Asserts that it ends well. */
  resume(at: string): Promise<unknown>;
  /** What must be as after a run that nothing cut short. */
  end(): Promise<unknown>;
  /** What else must not be lost, and not be there twice. */
  check?(at: string): Promise<void>;
}

export interface Resumable {
  /** Rows of the feature table that this shows. */
  readonly ids: string;
  /** Fewer lines would be another run. */
  readonly atLeast: number;
  /** @param lines that are written before the process dies */
  readonly open: (lines: number) => ResumableRun;
}

/** Work without conversations is not resumed: what is on the disk is found, and what is not is asked for again. */
const doneAgain = (name: string): Resumable => ({
  ids: '',
  atLeast: 4,
  open: lines => {
    const stand = WORKFLOWS[name]?.();
    assert.ok(stand);
    stand.dieAfter(lines);
    const kept = async () => {
      const changes = await Promise.all(
        (await stand.runs.list()).map(async ({ runId }) => {
          const events = (await stand.runs.events(runId)) ?? [];
          return (
            events.filter(({ type }) => type === 'applied').length -
            events.filter(({ type }) => type === 'reverted').length
          );
        }),
      );
      return changes.reduce((sum, one) => sum + one, 0);
    };
    return {
      run: stand.run,
      lines: stand.lines,
      revive: () => stand.dieAfter(Number.POSITIVE_INFINITY),
      async resume() {
        // Says what is on the disk first.
        await stand.runs.giveUp('run-1');
        if ((await kept()) === 0) await stand.run();
      },
      end: async () => ({ text: stand.files.text(FILE), applied: await kept() }),
      check: async at => assert.notEqual(stand.files.text(FILE), BEFORE, at),
    };
  },
});

const step = (name: string): WorkOrder => ({
  step_id: name,
  step_text: `Write ${name}.`,
  scope_allowlist: [`${name}.py`],
  invariants: [],
  acceptance: { lint: { path: `${name}.py`, check_all: false } },
});

/** Two steps, each in a file of its own. */
const plan: Resumable = {
  ids: '[001-065]',
  atLeast: 40,
  open: lines => {
    const life = { linesLeft: lines };
    const files = new MemoryFiles({ 'one.py': 'value = 0\n', 'two.py': 'value = 0\n' });
    const journals = { plans: new DyingJournals<PlanEvent>(life), orders: new DyingJournals<RunEvent>(life) };
    const run = () =>
      runPlanInMemory(
        plansInMemory(files, journals.plans, journals.orders),
        [step('one'), step('two')],
        more => {
          const path = `${more.order.step_id}.py`;
          const replacements = [{ old_string: 'value = 0', new_string: 'value = 1' }];
          const commands = [
            { tool: 'atomic_replace', args: { file_path: path, replacements }, reason: 'Count.' },
          ];
          const verification = { tool: 'lint_backend', args: more.order.acceptance.lint };
          const says = (answer: object) => modelThatSays(JSON.stringify(answer), 'whole');
          const designer = says({ touched_files: [path], changed_signatures: [], commands, verification });
          return runInMemory(
            files,
            { ...more, designer, qa: says({ decision: 'APPROVED', commands, verification }) },
            journals.orders,
          );
        },
      );
    const stepsOf = async () => {
      const runs = await Promise.all(
        (await journals.orders.list()).map(({ runId }) => journals.orders.read(runId)),
      );
      return runs.flatMap((events = []) => {
        const has = (type: string) => events.some(event => event.type === type);
        const [first] = events;
        return has('applied') && !has('reverted') && first?.type === 'run_started'
          ? [first.order.step_id]
          : [];
      });
    };
    return {
      run,
      async lines() {
        let sum = 0;
        for (const one of [journals.plans, journals.orders] as readonly MemoryJournals<unknown>[])
          for (const { runId } of await one.list()) sum += (await one.read(runId))?.length ?? 0;
        return sum;
      },
      revive: () => {
        life.linesLeft = Number.POSITIVE_INFINITY;
      },
      async resume(at) {
        const { result, reason } = await run();
        assert.equal(result, 'DONE', `${at}: ${reason}`);
      },
      end: async () => ({ files: files.snapshot(), applied: await stepsOf() }),
    };
  },
};

/** An agent that looks where it is and continues from there, as a capable model would. */
function modelOf(agent: MemoryAgent): Model {
  const next = (): readonly Call[] => {
    const subjects = agent.delivery.commits.map(c => c.subject);
    for (const [n, file] of ['a.py', 'b.py'].entries()) {
      if (agent.files.text(file) === undefined) return [['write_file', { path: file, content: 'x\n' }]];
      const feature = { task_id: 1, feature_id: n + 1, title: file };
      if (!subjects.includes(`Feature 1.${n + 1}: ${file}`)) return [['finish_feature', feature]];
    }
    return [
      ['submit_for_review', { task_id: 1, task_title: 'Both' }],
      ['finish', {}],
    ];
  };
  return {
    label: 'scripted',
    ask: async ({ messages }) => {
      assert.match(messages[1]?.text ?? '', /Do the next task/, 'the agent knows its task');
      const usage = { inputTokens: 10, outputTokens: 5, estimated: false };
      return { kind: 'answer', text: envelope(next()), model: 'm', usage };
    },
  };
}

const taskAgent: Resumable = {
  ids: '[002-036] [002-037]',
  atLeast: 31,
  open: lines => {
    const agent = new MemoryAgent();
    const journals = new DyingJournals<AgentEvent>();
    journals.linesLeft = lines;
    agent.journals = journals;
    const request = { ...agent.request([]), model: modelOf(agent) };
    const events = async () => (await journals.read('run-1')) ?? [];
    return {
      run: async () => {
        const state = await runTaskAgent(agent.ports, request);
        assert.equal(state.outcome?.kind, 'DONE', JSON.stringify(state.outcome));
      },
      lines: async () => (await events()).length,
      revive: () => {
        journals.linesLeft = Number.POSITIVE_INFINITY;
      },
      async resume(at) {
        const { assignment: _1, mode: _2, profile: _3, ...rest } = request;
        const resumed = await resumeTaskAgent(agent.ports, { ...rest, runId: 'run-1' });
        assert.ok(resumed.ok, `${at}: ${resumed.ok ? '' : resumed.error}`);
        assert.equal(resumed.value.outcome?.kind, 'DONE', `${at}: ${JSON.stringify(resumed.value.outcome)}`);
      },
      end: async () => ({
        files: agent.files.snapshot(),
        commits: agent.delivery.commits.map(c => [c.subject, c.paths]),
        recorded: (await events()).flatMap(e => (e.type === 'committed' ? [[e.subject, e.paths]] : [])),
        applied: (await events()).flatMap(e => (e.type === 'applied' ? [e.files.map(f => f.path)] : [])),
      }),
      // Submitting is no change: an agent that was not told may do it again.
      check: async at =>
        assert.ok(
          (await events()).some(e => e.type === 'submitted'),
          at,
        ),
    };
  },
};

const one: Ticket = { ...twoSubtasks, subtasks: [{ id: 'price', title: 'Give it a price' }] };
const changed = { filesChanged: [{ path: 'a.txt', summary: 'new' }], message: 'Wrote a.txt.' };
const reject: Call = update('rejected', 'Once more.');
const done = [update('complete'), completeTicket()];
const developerReplies = [
  [read('a.txt'), write('a.txt'), report(changed)],
  [read('a.txt'), write('a.txt', 'y\n'), report({ ...changed, message: 'Again.' })],
] as const;

/** What a sensible manager would still say, read from where the ticket is. */
function managerReplies(events: readonly { readonly type: string }[]) {
  const of = (type: string) => events.filter(event => event.type === type);
  const to = of('subtask_updated').map(event => ('to' in event ? event.to : undefined));
  if (of('completed').length > 0) return [];
  if (to.includes('complete')) return [[completeTicket()]];
  if (to.includes('rejected')) return of('assigned').length === 2 ? [done] : [[assign()], done];
  return of('assigned').length === 1 ? [[reject, assign()], done] : [[assign()], [reject, assign()], done];
}

const ticketRun: Resumable = {
  ids: '[000-022] [000-040] [000-042] [000-047]',
  atLeast: 31,
  open: lines => {
    const ticket = new MemoryTicket({}, one);
    ticket.journals.left = lines;
    const events = async () => (await ticket.journals.read('run-1')) ?? [];
    return {
      run: async () => {
        const state = await ticket.run(managerReplies([]), developerReplies);
        assert.equal(state.outcome?.kind, 'DONE');
      },
      lines: async () => (await events()).length,
      revive: () => {
        ticket.journals.left = Number.POSITIVE_INFINITY;
      },
      async resume(at) {
        const before = [...(await events())];
        const reports = before.filter(e => e.type === 'reported').length;
        const state = await ticket.resume(managerReplies(before), developerReplies.slice(reports));
        assert.equal(state.outcome?.kind, 'DONE', `${at}: ${JSON.stringify(state.outcome)}`);
      },
      async end() {
        const all = await events();
        const count = (type: string) => all.filter(e => e.type === type).length;
        const told = all.flatMap(e =>
          e.type === 'talk_started' && e.tellsReport
            ? [/"message": "([^"]+)"/.exec(e.messages[1]?.text ?? '')?.[1]]
            : [],
        );
        return {
          text: ticket.files.text('a.txt'),
          status: ticket.fileTicket().status,
          counts: ['reported', 'assigned', 'subtask_updated', 'completed'].map(count),
          // Each report exactly once.
          told,
        };
      },
    };
  },
};

const routa: Resumable = {
  ids: '[003-046] [003-019]',
  atLeast: 61,
  open: lines => {
    const team = new MemoryTeam();
    const journals = new DyingJournals<RoutaEvent>();
    journals.linesLeft = lines;
    team.journals = journals;
    const events = async () => (await journals.read('run-1')) ?? [];
    return {
      run: async () => assert.deepEqual(await team.run(scripts(team), { tasks: TASKS }), { kind: 'DONE' }),
      lines: async () => (await events()).length,
      revive: () => {
        journals.linesLeft = Number.POSITIVE_INFINITY;
      },
      async resume(at) {
        // Words would wake everybody; a workspace that is done needs them.
        const isDone = (await events()).some(e => e.type === 'finished' && e.outcome.kind === 'DONE');
        const outcome = await team.resume(scripts(team), isDone ? { message: 'Go on.' } : {});
        assert.deepEqual(outcome, { kind: 'DONE' }, `${at}: ${JSON.stringify(outcome)}`);
      },
      end: async () => team.files.snapshot(),
      async check(at) {
        const all = await events();
        const taken = all.flatMap(e => (e.type === 'told' ? (e.took?.messages ?? []) : []));
        assert.equal(new Set(taken).size, taken.length, `a message was delivered twice ${at}`);
        const sent = all.flatMap(e => (e.type === 'message_sent' ? [e.messageId] : []));
        assert.deepEqual(
          taken.toSorted((a, b) => a - b),
          sent,
          `a message was lost ${at}`,
        );
        const heard = (team.asked.get('routa') ?? []).at(-1)?.inboxes.flatMap(i => i.events ?? []) ?? [];
        const keys = heard.map(e => JSON.stringify(e));
        assert.equal(new Set(keys).size, keys.length, `an event was delivered twice ${at}`);
      },
    };
  },
};

/** Every workflow whose runs change files. */
export const RESUMABLE: Readonly<Record<string, Resumable>> = {
  'work order': doneAgain('work order'),
  plan,
  'quick fix': doneAgain('quick fix'),
  'tool call': doneAgain('tool call'),
  wrap: doneAgain('wrap'),
  'task agent': taskAgent,
  ticket: ticketRun,
  ROUTA: routa,
};
