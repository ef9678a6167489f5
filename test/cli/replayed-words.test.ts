import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { runCli } from '../support/built-cli/run-cli.ts';
import { SmallRepository } from '../support/small-repository.ts';
import { replies } from './command-line.ts';

const ORDER = {
  step_id: 's',
  step_text: 'Rename.',
  scope_allowlist: ['pkg/'],
  invariants: [],
  acceptance: { lint: { path: 'pkg', check_all: false } },
};
const PLAN = { title: 'A plan', phases: [{ id: 'p', outcome: 'Renamed.', steps: [ORDER] }] };
const REPLAY = replies('rename-calc-total');
const SENT = /tokens sent|\d tokens|asks (designer|qa)/;

/** Recorded and given replies are played: nothing is sent, and nobody is told otherwise. */
describe('a run of replies that were said before', () => {
  let repository: SmallRepository;
  before(() => {
    repository = new SmallRepository();
    const { turns } = JSON.parse(fs.readFileSync(REPLAY, 'utf8'));
    const turn = turns.find((one: Record<string, unknown>) => 'text' in one || 'json' in one);
    repository.commit('first', {
      'pkg/__init__.py': '',
      'order.json': JSON.stringify(ORDER),
      'plan.json': JSON.stringify(PLAN),
      'reply.json': turn.text ?? JSON.stringify(turn.json),
    });
  });
  after(() => repository.dispose());

  const run = async (...words: readonly string[]) => {
    const { stdout, stderr } = await runCli(words, { cwd: repository.root });
    assert.match(stdout, /BLOCKED|was not applied/, stdout + stderr);
    return stdout;
  };

  it('says that a recorded reply is played, and what that took', async () => {
    const stdout = await run('run', 'order.json', '--model', `replay:${REPLAY}`, '--yes');
    assert.doesNotMatch(stdout, SENT);
    assert.match(stdout, /^ {4}plays the recorded reply of designer, nothing is sent$/m);
    assert.match(stdout, /✓ designer .*replayed/);
    assert.match(stdout, /^ {2}replies were played back, nothing was sent$/m);
  });

  it('says it in reports, too', async () => {
    const to = path.join(repository.folder, 'report.json');
    await runCli(['report', '--last', '--to', to], { cwd: repository.root });
    const text = fs.readFileSync(to, 'utf8');
    assert.match(text, /replies were played back, nothing was sent/);
    assert.doesNotMatch(text, /tokens sent/);
  });

  it('names what gives another answer: the recording has none', async () => {
    const stdout = await run('run', 'order.json', '--model', `replay:${REPLAY}`, '--yes');
    assert.match(
      stdout,
      /^ {2}for a better answer, from a model instead of the recording: workorder revise \S+ --model openai:MODEL --yes$/m,
    );
    assert.doesNotMatch(stdout, /revise.*replay:/);
  });

  it('names no key and no look at a model where the recording ends', async () => {
    const empty = path.join(repository.folder, 'empty.json');
    fs.writeFileSync(
      empty,
      JSON.stringify({ format: 'workorder-replay/1', origin: 'written-by-hand', turns: [] }),
    );
    const stdout = await run('run', 'order.json', '--model', `replay:${empty}`, '--yes');
    assert.match(stdout, /^ {2}the recording gives no such answer: record it again, or name a model/m);
    assert.doesNotMatch(stdout, /model-check|WORKORDER_API_KEY/);
    const agent = await run('agent', '--task', 'x', '--model', `replay:${empty}`, '--yes');
    assert.match(agent, /^ {2}resume with: workorder resume \S+ --model openai:MODEL --yes$/m);
  });

  it('says it of a plan', async () => {
    const stdout = await run('plan', 'plan.json', '--model', `replay:${REPLAY}`, '--yes');
    assert.doesNotMatch(stdout, SENT);
    assert.match(stdout, /^ {2}replies were played back, nothing was sent$/m);
  });

  it('says that a reply was given', async () => {
    const stdout = await run('check', 'order.json', '--designer', 'reply.json');
    assert.doesNotMatch(stdout, SENT);
    assert.match(stdout, /^ {4}plays the given reply of designer, nothing is sent$/m);
  });
});
