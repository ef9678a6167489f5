import assert from 'node:assert/strict';
import type { RoutaEvent } from '../../../src/core/routa/events.ts';
import type { AgentEvent } from '../../../src/core/taskagent/events.ts';
import { resumeTaskAgent } from '../../../src/core/taskagent/resume.ts';
import { runTaskAgent } from '../../../src/core/taskagent/run-agent.ts';
import { DyingJournals } from '../../support/dying-journals.ts';
import type { MemoryFiles } from '../../support/memory-files.ts';
import { create, delegate, MemoryTeam, report, type Step, task, wake } from '../routa/memory-team.ts';
import { type Call, envelope, finish, MemoryAgent, MemoryTests, submit } from '../taskagent/memory-agent.ts';

const POLICY = { '.workorder/policy.json': JSON.stringify({ checks: { tests: 'required' } }) };
const FILE = 'a.txt';
const GOOD = 'right\n';

/** Tests that are red until the file is right. */
function testsOf(files: () => MemoryFiles): MemoryTests {
  const tests = new MemoryTests();
  tests.onRun = () => {
    const ok = files().text(FILE) === GOOD;
    tests.result = { ...tests.result, ok, exit_code: ok ? 0 : 1, passed: ok ? 2 : 1 };
  };
  return tests;
}

const write = (content: string): Call => ['write_file', { path: FILE, content }];

/** Writes something wrong first, calls it done, and corrects it when that is refused. */
function nextCalls(text: string | undefined, end: readonly Call[]): readonly Call[] {
  if (text === undefined) return [write('wrong\n'), ...end];
  return text === GOOD ? end : [['read_file', { path: FILE }], write(GOOD)];
}

describe('runs that are killed at every line while their tests are red', () => {
  it('a task agent is DONE only with green tests, and nothing is written twice', async () => {
    const open = (lines: number) => {
      const agent = new MemoryAgent(POLICY);
      const tests = testsOf(() => agent.files);
      const journals = new DyingJournals<AgentEvent>({ linesLeft: lines });
      agent.journals = journals;
      const usage = { inputTokens: 1, outputTokens: 1, estimated: false };
      const model = {
        label: 'scripted',
        ask: async () => {
          const text = envelope(nextCalls(agent.files.text(FILE), [submit(), finish()]));
          return { kind: 'answer', text, model: 'm', usage } as const;
        },
      };
      const request = { ...agent.request([]), model, delivery: 'none' } as const;
      const ports = { ...agent.ports, workspace: { ...agent.workspace, tests } };
      return { agent, journals, request, ports };
    };
    const whole = open(Number.POSITIVE_INFINITY);
    const state = await runTaskAgent(whole.ports, whole.request);
    assert.equal(state.outcome?.kind, 'DONE', JSON.stringify(state.outcome));
    const lines = (await whole.journals.read('run-1'))?.length ?? 0;
    assert.ok(lines > 25, `${lines}`);
    for (let n = 1; n < lines; n++) {
      const { agent, journals, request, ports } = open(n);
      await runTaskAgent(ports, request).catch(() => undefined);
      journals.linesLeft = Number.POSITIVE_INFINITY;
      const { assignment: _1, mode: _2, profile: _3, ...rest } = request;
      const resumed = await resumeTaskAgent(ports, { ...rest, runId: 'run-1' });
      const at = `after ${n} of ${lines} lines`;
      assert.ok(resumed.ok, `${at}: ${resumed.ok ? '' : resumed.error}`);
      assert.equal(resumed.value.outcome?.kind, 'DONE', `${at}: ${JSON.stringify(resumed.value.outcome)}`);
      assert.equal(agent.files.text(FILE), GOOD, at);
      const applied = ((await journals.read('run-1')) ?? []).filter(({ type }) => type === 'applied');
      assert.equal(applied.length, 2, at);
    }
  });

  it('a ROUTA workspace is DONE only with green tests', async () => {
    const always = (step: Step): readonly Step[] => Array.from({ length: 40 }, () => step);
    const open = (lines: number) => {
      const team = new MemoryTeam(POLICY);
      const journals = new DyingJournals<RoutaEvent>({ linesLeft: lines });
      team.journals = journals;
      team.programs = { tests: testsOf(() => team.files) };
      team.settings = { review: 'turn' };
      const scripts = {
        routa: always(() => {
          const { agents, tasks } = team.workspace;
          if (!agents.has('c')) return [create('c')];
          if (!agents.has('g')) return [create('g', 'GATE')];
          const a = tasks.get('a');
          if (!a || a.status === 'DONE' || [...agents.values()].some(({ open }) => open.length > 0))
            return [];
          if (a.status === 'IN_REVIEW') return [delegate('g', 'a')];
          return a.status === 'PENDING' ? [delegate('c', 'a')] : [wake('a')];
        }),
        c: always(() => nextCalls(team.files.text(FILE), [report('c', 'a')])),
        g: always(() =>
          team.agent('g').open.length > 0 ? [['read_file', { path: FILE }], report('g', 'a')] : [],
        ),
      };
      return { team, journals, scripts };
    };
    const whole = open(Number.POSITIVE_INFINITY);
    assert.deepEqual(await whole.team.run(whole.scripts, { tasks: [task('a')] }), { kind: 'DONE' });
    const lines = (await whole.journals.read('run-1'))?.length ?? 0;
    assert.ok(lines > 40, `${lines}`);
    for (let n = 1; n < lines; n++) {
      const { team, journals, scripts } = open(n);
      await team.run(scripts, { tasks: [task('a')] }).catch(() => undefined);
      journals.linesLeft = Number.POSITIVE_INFINITY;
      const at = `after ${n} of ${lines} lines`;
      const outcome = await team.resume(scripts, { message: 'Go on.' });
      assert.deepEqual(outcome, { kind: 'DONE' }, `${at}: ${JSON.stringify(outcome)}`);
      assert.equal(team.files.text(FILE), GOOD, at);
    }
  });
});
