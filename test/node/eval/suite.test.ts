import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { python, root } from '../../../scripts/setup/places.mjs';
import { isGood } from '../../../src/core/eval/judge.ts';
import { boundTask, type Task } from '../../../src/core/eval/task.ts';
import type { EvalRun, EvalSettings } from '../../../src/generated/contracts.ts';
import type { EvalTools } from '../../../src/node/eval/open-app.ts';
import { readSuite } from '../../../src/node/eval/read-suite.ts';
import { createReleases } from '../../../src/node/eval/releases.ts';
import { openRunsFile } from '../../../src/node/eval/results-file.ts';
import { runSuite, type SuiteRun } from '../../../src/node/eval/run-suite.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { openSandbox } from '../../../src/node/sandbox/open-sandbox.ts';

/**
 * `npm run proofs -- eval`: every task; otherwise those of one package, of which one half is done as it stands and the
 * other with bounds, and of its seeded faults every 18th.
 */
const IS_FULL = process.env['WORKORDER_FAULTS'] === 'full';
const SAMPLE = 'inflection';
const EVERY = 18;

const settings: EvalSettings = { version: '', suite_sha256: '', prompts_sha256: '', lint: [], tests: '' };

const processes = createProcesses();
const tools: EvalTools = {
  python: python.executable,
  processes,
  sandbox: openSandbox(root),
  linters: { ruff: path.join(path.dirname(python.executable), 'ruff') },
  runsTests: true,
};

describe('the suite of workorder eval', function () {
  this.timeout(IS_FULL ? 7_200_000 : 300_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'work-order-suite-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function runsOf(
    model: string,
    choose: Pick<SuiteRun, 'wantsVariant'> = {},
    isBounded = false,
  ): Promise<readonly EvalRun[]> {
    const suite = await readSuite(path.join(root, 'evals'));
    assert.ok(suite.ok, suite.ok ? '' : suite.error);
    const file = await openRunsFile(await mkdtemp(path.join(folder, 'out-')), settings);
    assert.ok(file.ok, file.ok ? '' : file.error);
    const ended = await runSuite(
      {
        tasks: suite.value.tasks
          .filter(({ release }) => IS_FULL || release.name === SAMPLE)
          .filter((_, i) => IS_FULL || model !== 'oracle' || i % 2 === Number(isBounded))
          .map(task => (isBounded ? boundTask(task) : task)),
        pairs: [{ model, qa: 'approve' }],
        runs: 1,
        jobs: 2,
        releases: createReleases(path.join(root, '.vscode-test/packages'), python.executable, processes),
        open: () => ({ ok: true, value: { save: async () => undefined } }),
        spending: { caps: [] },
        file: file.value,
        isPlayed: false,
        signal: new AbortController().signal,
        ...choose,
      },
      tools,
    );
    assert.ok(ended.ok, ended.ok ? '' : ended.error);
    return file.value.runs;
  }

  const told = (runs: readonly EvalRun[]) =>
    runs.map(({ task, variant, verdict, failures, reasons }) =>
      [task, variant, verdict, ...failures, ...reasons].join(' · '),
    );

  it('can be done: the right reply to every task is solved, or is the refusal that is right', async () => {
    const runs = await runsOf('oracle');
    assert.ok(runs.length > 2);
    assert.deepEqual(told(runs.filter(run => !isGood(run))), []);
  });

  it('can be done as well when orders say what may change, and an edit elsewhere is stopped by code', async () => {
    const runs = await runsOf('oracle', {}, true);
    assert.deepEqual(told(runs.filter(run => !isGood(run))), []);
    const wantsVariant = ({ orders }: Task, variant: string) =>
      variant === 'other-comment-1' &&
      orders.some(({ order }) => order.invariants.some(phrase => phrase.startsWith('only `')));
    const elsewhere = await runsOf('wrong', { wantsVariant }, true);
    assert.ok(elsewhere.length > 1);
    assert.deepEqual(told(elsewhere.filter(({ by }) => by !== 'code')), []);
  });

  it('says of a check that is no Python that the suite is wrong, not the model', async () => {
    const suite = await readSuite(path.join(root, 'evals', `${SAMPLE}.toml`));
    assert.ok(suite.ok);
    const task = suite.value.tasks.find(({ expects }) => expects === 'solved');
    assert.ok(task);
    const out = await openRunsFile(await mkdtemp(path.join(folder, 'out-')), settings);
    assert.ok(out.ok);
    const ended = await runSuite(
      {
        tasks: [{ ...task, definition: { ...task.definition, check: 'expect(' } }],
        pairs: [{ model: 'oracle', qa: 'approve' }],
        runs: 1,
        jobs: 1,
        releases: createReleases(path.join(root, '.vscode-test/packages'), python.executable, processes),
        open: () => ({ ok: true, value: { save: async () => undefined } }),
        spending: { caps: [] },
        file: out.value,
        isPlayed: false,
        signal: new AbortController().signal,
      },
      { ...tools, runsTests: false },
    );
    assert.ok(!ended.ok);
    assert.match(ended.error, new RegExp(`^${task.name}: its check does not work: SyntaxError`));
    assert.deepEqual(out.value.runs, []);
  });

  it('is not done by saying nothing', async () => {
    assert.deepEqual(told((await runsOf('empty')).filter(run => run.verdict !== 'caught')), []);
  });

  it('is not done by a reply with a fault: what nothing stops is called escaped, never solved', async () => {
    let count = 0;
    const wantsVariant = () => IS_FULL || count++ % EVERY === 0;
    const runs = await runsOf('wrong', { wantsVariant });
    assert.ok(runs.length > 4);
    const unseen = runs.filter(({ verdict }) => verdict !== 'caught' && verdict !== 'escaped');
    assert.deepEqual(told(unseen), []);
  });
});
