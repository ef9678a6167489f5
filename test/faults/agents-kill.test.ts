import assert from 'node:assert/strict';
import { userNode } from '../support/built-cli/run-cli.ts';
import { type Answer, Project, WORKFLOWS, type Workflow, wrote } from '../support/interrupted-agents.ts';
import { agentBeside, ticketBeside } from './support/agents-in-checkouts.ts';
import { isFullRun, printTable, seedOf, tally } from './support/counts.ts';
import { eachAtOnce, sampled } from './support/kills.ts';
import { seeded } from './support/random.ts';
import { checkouts } from './support/routa-in-checkouts.ts';

const SEED = seedOf(20261123);
/** Between two lines of the journal: transactions, and git at work. */
const LONGEST_MS = 120;

/** Tests that are red as long as a file of the agents is broken; the policy requires them. */
function prepare(project: Project): void {
  const check = [
    'import pathlib, sys',
    'broken = [p.name for p in pathlib.Path(".").glob("*.py") if "broken" in p.read_text()]',
    'print(f"{int(not broken)}/1 tests passed")',
    'sys.exit(1 if broken else 0)',
  ].join('\n');
  const policy = { checks: { tests: 'required' }, test_command: ['python3', '-c', check] };
  project.write('.workorder/policy.json', JSON.stringify(policy));
}

/** The same, but its first a.py is broken and called done; it is corrected when that is refused. */
const claimsTooEarly =
  (project: Project, answer: Answer, isRefused: RegExp): Answer =>
  async told => {
    const now = project.has('a.py') ? project.read('a.py') : undefined;
    if (now === 'broken\n' && isRefused.test(told))
      // After an interruption it may not have seen what it wrote.
      return [['read_file', { path: 'a.py' }], wrote('a.py')];
    const calls = await answer(told);
    return calls.map(call =>
      now === undefined && call[0] === 'write_file' && call[1]['path'] === 'a.py'
        ? ['write_file', { ...call[1], content: 'broken\n' }]
        : call,
    );
  };

/** A manager has no way back from work that it accepted: a developer corrects what it was told at its change. */
const refusalIn = ({ name }: Workflow): RegExp =>
  name.startsWith('ticket run') ? /Correct it before|repair it and report again/ : /Correct it(,| and)/;

const inFolder = (workflow: Workflow): Workflow => ({
  ...workflow,
  answer: project => claimsTooEarly(project, workflow.answer(project), refusalIn(workflow)),
  end: async project => [await workflow.end(project), project.read('a.py')],
});

interface Kill {
  /** Lines of the journal that were printed. */
  readonly line: number;
  readonly afterMs: number;
}

describe('SIGKILL of agents at work, then `workorder resume`', function () {
  this.timeout(60 * 60_000);
  after(() => printTable(SEED));

  for (const workflow of [...WORKFLOWS.map(inFolder), checkouts, agentBeside, ticketBeside])
    it(`${workflow.name}: the same end, nothing lost, nothing doubled, never DONE with red tests`, async () => {
      const whole = await runWhole(workflow);
      const dice = seeded(SEED);
      const kills = Array.from({ length: whole.lines - 1 }, (_, i): Kill => {
        const afterMs = dice.int(LONGEST_MS);
        return { line: i + 1, afterMs: i % 2 === 0 ? 0 : afterMs };
      });
      const problems: string[] = [];
      let hits = 0;
      await eachAtOnce(sampled(kills, 1, SEED), async kill => {
        const { isHit, problem } = await problemAfter(workflow, kill, whole.end);
        if (isHit) hits++;
        if (problem !== undefined) problems.push(`line ${kill.line} + ${kill.afterMs} ms: ${problem}`);
      });
      const note = `${whole.lines} lines, built, on Node ${userNode.version}`;
      tally(`SIGKILL, then resumed: ${workflow.name}`, hits, problems.length, note);
      assert.deepEqual(problems, []);
      if (isFullRun) assert.ok(hits >= kills.length / 2, `${hits} of ${kills.length} were at work`);
    });
});

async function runWhole(workflow: Workflow) {
  const project = await Project.open(prepare);
  try {
    project.answer = workflow.answer(project);
    const whole = await project.start(workflow.start).ended;
    assert.equal(whole.code, 0, whole.stderr);
    assert.match(whole.stdout, refusalIn(workflow), 'its broken file was named');
    return {
      lines: whole.stdout.trimEnd().split('\n').length - 1,
      end: JSON.stringify(await workflow.end(project)),
    };
  } finally {
    await project.close();
  }
}

async function problemAfter(workflow: Workflow, kill: Kill, end: string) {
  const project = await Project.open(prepare);
  try {
    project.answer = workflow.answer(project);
    const killed = await project.start(workflow.start, (line, child) => {
      if (line === kill.line) setTimeout(() => child.kill('SIGKILL'), kill.afterMs);
    }).ended;
    // It may have ended just before.
    if (killed.code !== null) return { isHit: false, problem: undefined };
    const run = await project.run(workflow);
    const resumed = await project.start(workflow.resume(run)).ended;
    // The last line was written, but not yet printed.
    if (resumed.code !== 0 && !/is done|has ended/.test(resumed.stderr))
      return { isHit: true, problem: `not resumed: ${resumed.stderr}` };
    const now = JSON.stringify(await workflow.end(project));
    return { isHit: true, problem: now === end ? undefined : `ended as ${now}, not as ${end}` };
  } finally {
    await project.close();
  }
}
