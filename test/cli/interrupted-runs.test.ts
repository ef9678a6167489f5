import assert from 'node:assert/strict';
import { chosen, printTable, seedOf, tally } from '../faults/support/counts.ts';
import { Project, WORKFLOWS } from '../support/interrupted-agents.ts';

describe('two processes of the built command line in one checkout', () => {
  const seed = seedOf(20261123);
  after(() => printTable(seed));
  let project: Project;
  beforeEach(async () => {
    project = await Project.open();
  });
  afterEach(() => project.close());

  for (const first of WORKFLOWS)
    it(`let one ${first.name} work, refuse every other one, and say who is at work`, async () => {
      let answer: () => void = () => undefined;
      project.answering = new Promise(resolve => {
        answer = resolve;
      });
      project.answer = first.answer(project);
      const running = project.start(first.start);
      while (project.asked === 0) await new Promise(resolve => setTimeout(resolve, 20));
      const run = await project.run(first);
      const others = chosen(WORKFLOWS, 3, seed + WORKFLOWS.indexOf(first));
      for (const second of others) {
        const refused = await project.start(second.start).ended;
        assert.equal(refused.code, 1, refused.stderr);
        assert.match(
          `${refused.stdout}${refused.stderr}`,
          new RegExp(`is at work in this checkout \\(process ${running.child.pid}\\), and only one`),
        );
        const listed = await project.command(second.list).ended;
        const runs = listed.stdout
          .trim()
          .split('\n')
          .filter(line => line !== '');
        assert.equal(runs.length, second === first ? 1 : 0, 'a refused run leaves no trace');
      }
      const resumed = await project.start(first.resume(run)).ended;
      assert.match(
        resumed.stderr,
        new RegExp(`${first.name} ${run} is at work elsewhere: process ${running.child.pid}`),
      );
      // A process that is killed holds nothing any more.
      running.child.kill('SIGKILL');
      answer();
      await running.ended;
      const next = await project.start(first.resume(run)).ended;
      assert.doesNotMatch(next.stderr, /at work/);
      tally(`another process beside a ${first.name}`, others.length, 0, 'refused');
    });
});

describe('the command that is printed to go on with a run', () => {
  let project: Project;
  beforeEach(async () => {
    project = await Project.open();
  });
  afterEach(() => project.close());

  for (const workflow of WORKFLOWS)
    it(`works as it stands for a ${workflow.name}`, async () => {
      // Nobody calls a tool: the work stops.
      const start = workflow.start.filter(word => word !== '--json');
      const stopped = await project.start(start).ended;
      assert.equal(stopped.code, 2, stopped.stderr);
      const printed = / resume with: workorder (.*)$/m.exec(stopped.stdout)?.[1] ?? '';
      assert.match(printed, /--model openai:test --base-url http/);
      project.answer = workflow.answer(project);
      const done = await project.command(printed.split(' ')).ended;
      assert.equal(done.code, 0, `${printed}\n${done.stderr}`);
    });
});

describe('a killed process of the built command line', function () {
  this.timeout(300_000);
  let project: Project;
  afterEach(() => project.close());

  for (const workflow of WORKFLOWS)
    it(`leaves a ${workflow.name} that can be taken back, also when it was killed just before the line of its change`, async () => {
      project = await Project.open();
      project.answer = workflow.answer(project);
      let killed = false;
      const running = project.start(workflow.start, (_, child) => {
        if (killed || !project.has('a.py')) return;
        killed = true;
        child.kill('SIGKILL');
      });
      await running.ended;
      const run = await project.run(workflow);
      const reverted = await project.command(workflow.revert(run)).ended;
      assert.equal(reverted.code, 0, reverted.stderr);
      assert.equal(project.has('a.py'), false);
      const listed = await project.command(['history']).ended;
      assert.match(listed.stdout, new RegExp(`^${run} .* interrupted, REVERTED `, 'm'));
      const shown = await project.command(['show', run]).ended;
      assert.match(shown.stdout, /^This run was reverted\.$/m);
    });
});
