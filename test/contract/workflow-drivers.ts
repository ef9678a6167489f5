import type { VerifiedEvent } from '../../src/core/gate/gate-events.ts';
import { ok } from '../../src/core/kernel/result.ts';
import type { LintDiagnostic, Linter, SimulatedLinter } from '../../src/core/ports/linter.ts';
import type { Model, ModelReply } from '../../src/core/ports/model.ts';
import type { TestRunner } from '../../src/core/ports/test-runner.ts';
import type { RoutaEvent } from '../../src/core/routa/events.ts';
import { startRouta } from '../../src/core/routa/run-routa.ts';
import type { AgentEvent } from '../../src/core/taskagent/events.ts';
import { runTaskAgent } from '../../src/core/taskagent/run-agent.ts';
import type { TicketEvent } from '../../src/core/tickets/events.ts';
import { runTicket } from '../../src/core/tickets/run-ticket.ts';
import type { Workflow } from '../../src/core/verification/policy.ts';
import type { RunEvent } from '../../src/core/workorder/events.ts';
import type { WrapEvent } from '../../src/core/wrap/events.ts';
import { MemoryFiles } from '../support/memory-files.ts';
import { memoryHold } from '../support/memory-hold.ts';
import { MemoryJournals } from '../support/memory-journals.ts';
import { proveInMemory } from '../support/prove-in-memory.ts';
import { appInMemory, runInMemory } from '../support/run-in-memory.ts';
import { programThatWrites, wrapOf } from '../support/wrap-in-memory.ts';
import {
  create,
  delegate,
  MemoryTeam,
  report as reportTask,
  task,
  WORKSPACE,
} from '../unit/routa/memory-team.ts';
import { finish, MemoryAgent, MemoryReviewer, read, submit, write } from '../unit/taskagent/memory-agent.ts';
import {
  assign,
  completeTicket,
  MemoryTicket,
  report,
  TICKET_FILE,
  twoSubtasks,
  update,
} from '../unit/tickets/memory-ticket.ts';

/** Each workflow as it runs, with a change that is proposed to it, and what its journal and the disk say afterwards. */

export const FILE = 'shop/prices.py';
export const BEFORE = 'def price():\n    return 1\n';

export interface Proposed {
  /** Left out: an ordinary file. */
  readonly file?: string;
  readonly after: string;
  readonly policy: object;
  /** What the Designer claims about public names. */
  readonly claims?: readonly string[];
  /** QA rejects the change. */
  readonly rejected?: boolean;
  /** The linters find something new in it. */
  readonly linted?: boolean;
  /** What an agent writes once it was told that the first change does not pass. */
  readonly corrected?: string;
  /** What can be run on the files when a change is on the disk. */
  readonly programs?: (files: MemoryFiles) => { readonly linter?: Linter; readonly tests?: TestRunner };
  /** Whether a person lets code of the workspace run; left out: yes. */
  readonly allow?: boolean;
}

export interface Seen {
  readonly verified: readonly VerifiedEvent[];
  /** The file afterwards. */
  readonly text: string | undefined;
  /** How the run ended; left out: there was none. */
  readonly outcome?: string | undefined;
  /** What the caller of a tool, or whoever asked for a fix, was answered. */
  readonly answer?: string;
}

const filesWith = ({ file = FILE, policy }: Proposed): Record<string, string> => ({
  [file]: BEFORE,
  '.workorder/policy.json': JSON.stringify(policy),
});

const verifiedIn = (events: readonly { readonly type: string }[]): readonly VerifiedEvent[] =>
  events.filter((event): event is VerifiedEvent => event.type === 'verified');

const outcomeIn = (events: readonly (RunEvent | AgentEvent | TicketEvent | RoutaEvent)[]) =>
  events.flatMap(event => (event.type === 'finished' ? [event.outcome.kind] : [])).at(-1);

const answers = (...answers: readonly object[]): Model => {
  const left = [...answers];
  return {
    label: 'played',
    ask: async (): Promise<ModelReply> => ({
      kind: 'answer',
      text: JSON.stringify(left.shift()),
      model: 'm',
      usage: { inputTokens: 1, outputTokens: 1, estimated: false },
    }),
  };
};

const REJECTION = { decision: 'REJECTED', reasons: ['too broad'], required_changes: [], spot_checks: [] };
const rejectingQa = () => answers(REJECTION);

export const PROBLEM: LintDiagnostic = {
  tool: 'ruff',
  code: 'F401',
  description: '',
  file: FILE,
  line: 1,
  column: 1,
  message: 'unused',
  severity: 'error',
};

/** Finds one problem in whatever is not the file as it was. */
const simulatedLinter: SimulatedLinter = {
  async lintSimulated(_args, { files }) {
    const isNew = files.some(({ after }) => after && new TextDecoder().decode(after) !== BEFORE);
    const report = { ruff: {}, mypy: {}, summary: { total_errors: 0, clean: !isNew, files_checked: 1 } };
    return { kind: 'report', report, tools: [], notes: [], diagnostics: isNew ? [PROBLEM] : [] };
  },
};
const linters = ({ linted = false }: Proposed) => (linted ? { simulatedLinter } : {});
const signal = new AbortController().signal;

/** A workspace in memory, and what its journal of work orders says afterwards. */
class Shop {
  readonly files: MemoryFiles;
  readonly journals = new MemoryJournals<RunEvent>();

  readonly #file: string;

  constructor(proposed: Proposed) {
    this.files = new MemoryFiles(filesWith(proposed));
    this.#file = proposed.file ?? FILE;
  }

  async seen(): Promise<Seen> {
    const runs = await this.journals.list();
    const read = await Promise.all(runs.map(({ runId }) => this.journals.read(runId)));
    const events = read.flatMap(lines => lines ?? []);
    return { verified: verifiedIn(events), text: this.files.text(this.#file), outcome: outcomeIn(events) };
  }
}

const replacement = ({ file = FILE, after }: Proposed) => ({
  file_path: file,
  replacements: [{ old_string: BEFORE, new_string: after }],
});

async function runOrder(workflow: 'work order' | 'plan', proposed: Proposed): Promise<Seen> {
  const shop = new Shop(proposed);
  const commands = [{ tool: 'atomic_replace', args: replacement(proposed), reason: 'As asked.' }];
  const verification = { tool: 'lint_backend', args: { path: 'shop', check_all: false } };
  const designed = {
    touched_files: [proposed.file ?? FILE],
    changed_signatures: proposed.claims ?? [],
    commands,
    verification,
  };
  await runInMemory(
    shop.files,
    {
      workflow,
      order: {
        step_id: 's',
        step_text: 'Change the price.',
        scope_allowlist: ['shop/'],
        invariants: [],
        acceptance: { lint: { path: 'shop', check_all: false } },
      },
      designer: answers(designed),
      qa: proposed.rejected ? rejectingQa() : answers({ decision: 'APPROVED', commands, verification }),
      policy: [],
      lintPreview: true,
      reviewer: {
        review: async ({ approvalSha256, controlPlane }) => ({
          kind: 'apply',
          by: 'the test',
          approvalSha256,
          controlPlaneApproved: controlPlane,
        }),
        approveLint: async () => true,
        consent: async () => ({ granted: proposed.allow ?? true, by: 'the test' }),
      },
    },
    shop.journals,
    { ...linters(proposed), ...proposed.programs?.(shop.files) },
  );
  return shop.seen();
}

export const DRIVERS: Readonly<Record<Workflow, (proposed: Proposed) => Promise<Seen>>> = {
  'work order': proposed => runOrder('work order', proposed),
  plan: proposed => runOrder('plan', proposed),

  async 'task agent'(proposed) {
    const { file = FILE, corrected } = proposed;
    const agent = new MemoryAgent(filesWith(proposed));
    agent.reviewer.allow = proposed.allow ?? true;
    const more = corrected === undefined ? [] : [[write(file, corrected)]];
    const request = agent.request(
      [[read(file)], [write(file, proposed.after)], ...more, [submit(), finish()]],
      { delivery: 'none', ...(proposed.rejected ? { qa: rejectingQa() } : {}) },
    );
    const { ports } = agent;
    const workspace = { ...ports.workspace, ...proposed.programs?.(agent.files) };
    await runTaskAgent({ ...ports, workspace, ...linters(proposed) }, request);
    return {
      verified: verifiedIn(agent.events),
      text: agent.files.text(file),
      outcome: outcomeIn(agent.events),
      answer: agent.model.asked.flatMap(messages => messages.map(({ text }) => text)).join('\n'),
    };
  },

  async ticket(proposed) {
    const { file = FILE, corrected } = proposed;
    const one = { ...twoSubtasks, subtasks: [{ id: 'price', title: 'Give it a price' }] };
    const ticket = new MemoryTicket(filesWith(proposed), one);
    ticket.reviewer.allow = proposed.allow ?? true;
    const more = corrected === undefined ? [] : [[write(file, corrected)]];
    const settings = ticket.settings(
      [[assign({ filesToModify: ['shop/'] })], [update('complete'), completeTicket()]],
      [[read(file)], [write(file, proposed.after)], ...more, [report()]],
    );
    const { ports } = ticket;
    const workspace = { ...ports.workspace, ...proposed.programs?.(ticket.files) };
    await runTicket(
      { ...ports, workspace, ...linters(proposed) },
      {
        ...settings,
        ticket: ticket.fileTicket(),
        path: TICKET_FILE,
        ...(proposed.rejected ? { qa: rejectingQa() } : {}),
      },
    );
    return {
      verified: verifiedIn(ticket.events),
      text: ticket.files.text(file),
      outcome: outcomeIn(ticket.events),
      answer: ticket.developer.asked.flatMap(messages => messages.map(({ text }) => text)).join('\n'),
    };
  },

  async routa(proposed) {
    const { file = FILE, corrected } = proposed;
    const team = new MemoryTeam(filesWith(proposed));
    team.reviewer.allow = proposed.allow ?? true;
    const more = corrected === undefined ? [] : [[write(file, corrected)]];
    team.script({
      routa: [
        [create('Ann'), create('Gate', 'GATE')],
        [delegate('ann', 'a')],
        [],
        [delegate('gate', 'a')],
        [],
      ],
      ann: [[read(file)], [write(file, proposed.after)], ...more, [reportTask('ann', 'a')]],
      gate: [[reportTask('gate', 'a')]],
    });
    const settings = { ...team.request(), ...(proposed.rejected ? { qa: rejectingQa() } : {}) };
    const programs = proposed.programs?.(team.files);
    const open = await startRouta({ ...team.ports, programs, ...linters(proposed) }, settings, {
      workspaceId: WORKSPACE,
      goal: 'Do it',
      tasks: [task('a', { scope: ['shop/'] })],
    });
    await open.work();
    return {
      verified: verifiedIn(team.events),
      text: team.files.text(file),
      outcome: outcomeIn(team.events),
      answer: (team.asked.get('ann') ?? []).map(({ last }) => last).join('\n'),
    };
  },

  async 'quick fix'(proposed) {
    const shop = new Shop(proposed);
    const edits = [{ content: proposed.after, line: 1, column: 1, endLine: 3, endColumn: 1 }];
    const fix = { message: 'Fix it', applicability: 'safe', edits } as const;
    const run = { tool: 'ruff', program: 'ruff', version: '1', ms: 0 } as const;
    const app = appInMemory(shop.files, shop.journals, {
      ...linters(proposed),
      ...proposed.programs?.(shop.files),
      textLinter: {
        async lintText(_path, text) {
          const isBefore = new TextDecoder().decode(text) === BEFORE;
          return ok({ run, diagnostics: isBefore ? [{ ...PROBLEM, fix }] : [] });
        },
      },
    });
    const applied = await app.applyLintFix({
      path: proposed.file ?? FILE,
      wanted: { code: 'F401', message: 'unused', line: 1, column: 1, everywhere: false, unsafe: false },
      by: 'Ann',
      lint: { path: 'shop', check_all: false },
      consent: async () => ({ granted: proposed.allow ?? true, by: 'Ann' }),
      signal,
    });
    return { ...(await shop.seen()), answer: JSON.stringify(applied) };
  },

  async 'tool call'(proposed) {
    const shop = new Shop(proposed);
    const programs = proposed.programs?.(shop.files);
    const app = appInMemory(shop.files, shop.journals, { ...linters(proposed), ...programs });
    const reviewer = new MemoryReviewer();
    reviewer.allow = proposed.allow ?? true;
    const args = JSON.stringify(replacement(proposed));
    const { response } = await app.callTool('atomic_replace', args, signal, { reviewer });
    return { ...(await shop.seen()), answer: JSON.stringify(response) };
  },

  async wrap(proposed) {
    const shop = new Shop(proposed);
    const journals = new MemoryJournals<WrapEvent>();
    const app = appInMemory(shop.files, shop.journals, {
      ...linters(proposed),
      ...proposed.programs?.(shop.files),
      wraps: { journals, hold: memoryHold() },
    });
    const reviewer = new MemoryReviewer();
    reviewer.allow = proposed.allow ?? true;
    const { file = FILE, after, claims = [] } = proposed;
    const { outcome } = await app.runWrap({
      ...wrapOf(programThatWrites(shop.files, file, after)),
      claims,
      reviewer,
      ...(proposed.rejected ? { qa: rejectingQa() } : {}),
    });
    const verified = verifiedIn((await journals.read('run-1')) ?? []);
    return { ...(await shop.seen()), verified, outcome: outcome?.kind, answer: JSON.stringify(outcome) };
  },

  async prove(proposed) {
    const { file = FILE, after, claims = [] } = proposed;
    const proof = await proveInMemory({
      before: { [file]: BEFORE, ...filesWith(proposed) },
      after: { [file]: after },
      message: claims.map(claim => `Claim: ${claim}`).join('\n'),
      ...linters(proposed),
    });
    const { results, findings, sha256 } = proof.verdict;
    const event = { type: 'verified', number: 1, results, findings, sha256 };
    // It is made already, and nothing is written either way: blocked counts as kept out.
    return { verified: verifiedIn([event]), text: proof.outcome === 'blocked' ? BEFORE : after };
  },
};
