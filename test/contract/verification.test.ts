import assert from 'node:assert/strict';
import type { VerifiedEvent } from '../../src/core/gate/gate-events.ts';
import { ok } from '../../src/core/kernel/result.ts';
import type { LintDiagnostic, SimulatedLinter } from '../../src/core/ports/linter.ts';
import type { Model, ModelReply } from '../../src/core/ports/model.ts';
import { startRouta } from '../../src/core/routa/run-routa.ts';
import { runTaskAgent } from '../../src/core/taskagent/run-agent.ts';
import { runTicket } from '../../src/core/tickets/run-ticket.ts';
import { ALL_CHECKS } from '../../src/core/verification/checks/all.ts';
import { WORKFLOWS, type Workflow } from '../../src/core/verification/policy.ts';
import type { RunEvent } from '../../src/core/workorder/events.ts';
import { MemoryFiles } from '../support/memory-files.ts';
import { MemoryJournals } from '../support/memory-journals.ts';
import { proveInMemory } from '../support/prove-in-memory.ts';
import { appInMemory, runInMemory } from '../support/run-in-memory.ts';
import { create, delegate, MemoryTeam, task, WORKSPACE } from '../unit/routa/memory-team.ts';
import { finish, MemoryAgent, MemoryReviewer, read, write } from '../unit/taskagent/memory-agent.ts';
import { assign, MemoryTicket, report, TICKET_FILE } from '../unit/tickets/memory-ticket.ts';

/**
 * Each workflow with each check: a change that the check objects to is proposed to the running workflow, and the line
 * of its journal says what the check found. With the policy at `required`, nothing of the change is written.
 */

const FILE = 'shop/prices.py';
const BEFORE = 'def price():\n    return 1\n';

interface Proposed {
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
}

interface Seen {
  readonly verified: readonly VerifiedEvent[];
  /** The file afterwards. */
  readonly text: string | undefined;
}

const filesWith = ({ file = FILE, policy }: Proposed): Record<string, string> => ({
  [file]: BEFORE,
  '.workorder/policy.json': JSON.stringify(policy),
});

const verifiedIn = (events: readonly { readonly type: string }[]): readonly VerifiedEvent[] =>
  events.filter((event): event is VerifiedEvent => event.type === 'verified');

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

const PROBLEM: LintDiagnostic = {
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
    const events = await Promise.all(runs.map(({ runId }) => this.journals.read(runId)));
    return { verified: verifiedIn(events.flatMap(lines => lines ?? [])), text: this.files.text(this.#file) };
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
    },
    shop.journals,
    linters(proposed),
  );
  return shop.seen();
}

const DRIVERS: Readonly<Record<Workflow, (proposed: Proposed) => Promise<Seen>>> = {
  'work order': proposed => runOrder('work order', proposed),
  plan: proposed => runOrder('plan', proposed),

  async 'task agent'(proposed) {
    const { file = FILE } = proposed;
    const agent = new MemoryAgent(filesWith(proposed));
    const request = agent.request([[read(file)], [write(file, proposed.after)], [finish()]], {
      delivery: 'none',
      ...(proposed.rejected ? { qa: rejectingQa() } : {}),
    });
    await runTaskAgent({ ...agent.ports, ...linters(proposed) }, request);
    return { verified: verifiedIn(agent.events), text: agent.files.text(file) };
  },

  async ticket(proposed) {
    const { file = FILE } = proposed;
    const ticket = new MemoryTicket(filesWith(proposed));
    await runTicket(
      { ...ticket.ports, ...linters(proposed) },
      {
        ...ticket.settings(
          [[assign({ filesToModify: ['shop/'] })]],
          [[read(file)], [write(file, proposed.after)], [report()]],
        ),
        ticket: ticket.fileTicket(),
        path: TICKET_FILE,
        ...(proposed.rejected ? { qa: rejectingQa() } : {}),
      },
    );
    return { verified: verifiedIn(ticket.events), text: ticket.files.text(file) };
  },

  async routa(proposed) {
    const { file = FILE } = proposed;
    const team = new MemoryTeam(filesWith(proposed));
    team.script({
      routa: [[create('Ann')], [delegate('ann', 'a')]],
      ann: [[read(file)], [write(file, proposed.after)]],
    });
    const settings = { ...team.request(), ...(proposed.rejected ? { qa: rejectingQa() } : {}) };
    const open = await startRouta({ ...team.ports, ...linters(proposed) }, settings, {
      workspaceId: WORKSPACE,
      goal: 'Do it',
      tasks: [task('a', { scope: ['shop/'] })],
    });
    await open.work();
    return { verified: verifiedIn(team.events), text: team.files.text(file) };
  },

  async 'quick fix'(proposed) {
    const shop = new Shop(proposed);
    const edits = [{ content: proposed.after, line: 1, column: 1, endLine: 3, endColumn: 1 }];
    const fix = { message: 'Fix it', applicability: 'safe', edits } as const;
    const run = { tool: 'ruff', program: 'ruff', version: '1', ms: 0 } as const;
    const app = appInMemory(shop.files, shop.journals, {
      ...linters(proposed),
      textLinter: {
        async lintText(_path, text) {
          const isBefore = new TextDecoder().decode(text) === BEFORE;
          return ok({ run, diagnostics: isBefore ? [{ ...PROBLEM, fix }] : [] });
        },
      },
    });
    await app.applyLintFix({
      path: proposed.file ?? FILE,
      wanted: { code: 'F401', message: 'unused', line: 1, column: 1, everywhere: false, unsafe: false },
      by: 'Ann',
      lint: { path: 'shop', check_all: false },
      signal,
    });
    return shop.seen();
  },

  async 'tool call'(proposed) {
    const shop = new Shop(proposed);
    const app = appInMemory(shop.files, shop.journals, linters(proposed));
    await app.callTool('atomic_replace', JSON.stringify(replacement(proposed)), signal, new MemoryReviewer());
    return shop.seen();
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
    const event = { type: 'verified', number: 1, results, findings, sha256, approvalSha256: '' };
    // It is made already, and nothing is written either way: blocked counts as kept out.
    return { verified: verifiedIn([event]), text: proof.outcome === 'blocked' ? BEFORE : after };
  },
};

/**
 * `found`: the check finds it, and nothing is written. `shown`: the check finds it, and the person who reads it may
 * still apply it. `named`: as `shown`, but here the person does not approve the file by name, so nothing is written. `earlier`: a documented stage, or the tool itself, refuses it before. `silent`: refused without a run.
 * `not part`: there is nothing of the kind in this workflow.
 */
type Cell = 'found' | 'shown' | 'named' | 'earlier' | 'silent' | 'not part';

interface Row {
  readonly proposed: Proposed;
  readonly rule: string;
  readonly cells: Readonly<Record<Workflow, Cell>>;
}

const inAll = (cell: Cell): Readonly<Record<Workflow, Cell>> =>
  Object.fromEntries(WORKFLOWS.map(workflow => [workflow, cell])) as Readonly<Record<Workflow, Cell>>;
const requiring = (check: string) => ({ checks: { [check]: 'required' } });

/** The checks before the apply; what runs after it is shown below. */
const ROWS: Readonly<Record<string, Row>> = {
  paths: {
    proposed: { file: 'shop/conftest.py', after: 'def price():\n    return 2\n', policy: {} },
    rule: 'paths/control-plane',
    cells: { ...inAll('named'), 'work order': 'shown', plan: 'shown', 'quick fix': 'silent', prove: 'shown' },
  },
  elision: {
    proposed: { after: '# ... rest of the code unchanged ...\n', policy: requiring('elision') },
    rule: 'elision/left-out',
    cells: {
      ...inAll('earlier'),
      'quick fix': 'silent',
      'tool call': 'found',
      prove: 'found',
    },
  },
  characters: {
    proposed: { after: 'def price():\n    return "\u202e"\n', policy: {} },
    rule: 'characters/invisible',
    cells: inAll('shown'),
  },
  syntax: {
    proposed: { after: 'def price(:\n', policy: requiring('syntax') },
    rule: 'syntax/unreadable',
    cells: { ...inAll('found'), 'quick fix': 'silent' },
  },
  evidence: {
    proposed: { after: 'def price():\n    return missing_name\n', policy: requiring('evidence') },
    rule: 'evidence/undefined-name',
    cells: { ...inAll('found'), 'quick fix': 'silent' },
  },
  invariants: {
    proposed: {
      after: 'def cost():\n    return 1\n',
      policy: { invariants: [{ files: 'shop/**', invariant: 'no public names removed' }] },
    },
    rule: 'invariants/violated',
    cells: { ...inAll('found'), 'quick fix': 'silent' },
  },
  claims: {
    proposed: {
      after: 'def price():\n    return 2\n',
      policy: requiring('claims'),
      claims: ['shop.prices.price() is removed'],
    },
    rule: 'claims/refuted',
    cells: { ...inAll('not part'), 'work order': 'found', plan: 'found', prove: 'found' },
  },
  lint: {
    proposed: { after: 'def price():\n    return 2\n', policy: requiring('lint'), linted: true },
    rule: 'lint/ruff:F401',
    cells: { ...inAll('found'), 'quick fix': 'silent' },
  },
  qa: {
    proposed: { after: 'def price():\n    return 2\n', policy: {}, rejected: true },
    rule: 'qa/rejected',
    cells: {
      'work order': 'earlier',
      plan: 'earlier',
      'task agent': 'found',
      ticket: 'found',
      routa: 'found',
      'quick fix': 'not part',
      'tool call': 'not part',
      prove: 'not part',
    },
  },
};

describe('every workflow passes every check', () => {
  for (const [check, { proposed, rule, cells }] of Object.entries(ROWS))
    for (const workflow of WORKFLOWS) {
      const cell = cells[workflow];
      if (cell === 'not part') continue;
      it(`${workflow} × ${check}: ${cell}`, async () => {
        const { verified, text } = await DRIVERS[workflow](proposed);
        const findings = verified.flatMap(event => event.findings);
        const severity = findings.find(finding => finding.rule === rule)?.severity;
        if (cell === 'found') assert.equal(severity, 'blocks', JSON.stringify(findings));
        if (cell === 'shown' || cell === 'named') assert.equal(severity, 'risk', JSON.stringify(findings));
        if (cell === 'silent') assert.deepEqual(verified, []);
        assert.equal(text, cell === 'shown' ? proposed.after : BEFORE);
      });
    }

  it('a policy that cannot be read blocks every workflow', async () => {
    for (const workflow of WORKFLOWS) {
      const { text } = await DRIVERS[workflow]({
        after: 'def price():\n    return 2\n',
        policy: { checks: { lint: 'sometimes' } },
      });
      assert.equal(text, BEFORE, workflow);
    }
  });

  it('a required check that cannot run blocks every workflow', async () => {
    for (const workflow of WORKFLOWS) {
      const { text } = await DRIVERS[workflow]({
        after: 'def price():\n    return 2\n',
        policy: requiring('lint'),
      });
      assert.equal(text, BEFORE, workflow);
    }
  });

  it('a harmless change passes in every workflow, with the checks in its journal', async () => {
    for (const workflow of WORKFLOWS) {
      const after = 'def price():\n    return 2\n';
      const { verified, text } = await DRIVERS[workflow]({ after, policy: {} });
      assert.equal(text, after, workflow);
      const checks = verified.flatMap(({ results }) => results.map(({ check }) => check));
      for (const { id } of ALL_CHECKS.filter(({ phase }) => phase === 'before'))
        assert.ok(checks.includes(id), `${workflow}: ${id}`);
    }
  });

  it('tests that the policy requires and nothing runs take a work order back, and are named to who reviews an agent', async () => {
    const proposed = { after: 'def price():\n    return 2\n', policy: requiring('tests') };
    for (const workflow of ['work order', 'plan'] as const)
      assert.equal((await DRIVERS[workflow](proposed)).text, BEFORE, workflow);
    for (const workflow of ['task agent', 'ticket', 'routa', 'tool call', 'prove'] as const) {
      const { verified } = await DRIVERS[workflow](proposed);
      const rules = verified.flatMap(({ findings }) => findings.map(({ rule }) => rule));
      assert.ok(rules.includes('policy/not-run-after'), workflow);
    }
  });
});
