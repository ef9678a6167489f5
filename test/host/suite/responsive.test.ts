import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RunState } from '../../../src/core/workorder/state.ts';
import { workspaceStateDir } from '../../../src/node/workspace-state.ts';
import { type Block, watchBlocks } from './own-blocks.ts';
import {
  eventually,
  fileUri,
  print,
  readDisk,
  reset,
  script,
  workspaceFolder,
  writeDisk,
} from './support.ts';
import { reviewTab } from './work-order.ts';

/** Of the product's own code, in processor time. */
const LIMIT_MS = 50;
const ORDER = 'large.workorder.json';
/** What is looked at without an end: it is cancelled. */
const LARGE = { lines: 20_000, commands: 300 };
/** `npm run proofs -- responsive` applies and lints the large ones too, which is mostly the time of the linters. */
const isLong = process.env['WORKORDER_LONG'] === '1';
const APPLIED = isLong ? LARGE : { lines: 6000, commands: 90 };
const FILES = isLong ? 150 : 60;
const TASKS = 200;
/** A function of the large file, and how far the functions of two commands are apart. */
const [LINES_EACH, APART] = [8, 8];

const largeFile = (lines: number): string => {
  const text = ['"""Many functions."""', ''];
  for (let i = 0; text.length < lines; i++)
    text.push(
      `def function_${i}(value: int, factor: int = ${i}) -> int:`,
      `    """Work on value ${i}."""`,
      `    result = value * factor + ${i}`,
      `    if result > ${i * 3}:`,
      `        return result - ${i}`,
      '    return result',
      '',
      '',
    );
  return `${text.join('\n')}\n`;
};

const command = (file: string, function_: number) => ({
  tool: 'atomic_replace',
  args: {
    file_path: file,
    replacements: [
      {
        old_string: `    result = value * factor + ${function_}\n`,
        new_string: `    result = factor * value + ${function_}\n`,
      },
    ],
  },
  reason: `Swap the factors of function ${function_}.`,
});

describe('the extension host stays responsive', function () {
  this.timeout(200_000);
  const settings = () => vscode.workspace.getConfiguration('workorder');
  const set = (key: string, value: unknown) =>
    settings().update(key, value, vscode.ConfigurationTarget.Global);
  afterEach(async () => {
    await vscode.commands.executeCommand('workorder.cancel');
    await set('models.designer', undefined);
    await set('models.qa', undefined);
    await reset();
  });

  /** An order whose models answer with these commands, in pieces. */
  async function prepare(commands: readonly ReturnType<typeof command>[]): Promise<void> {
    const paths = [...new Set(commands.map(({ args }) => args.file_path))];
    const lint = { path: paths[0] ?? '', check_all: false };
    const verification = { tool: 'lint_backend', args: lint };
    await writeDisk(
      ORDER,
      JSON.stringify({
        step_id: 'large.step-1',
        step_text: 'Swap the factors.',
        scope_allowlist: paths,
        invariants: ['no public API change', 'no broken callers'],
        acceptance: { lint },
      }),
    );
    await set('models.designer', 'vscode:scripted/scripted');
    await set('models.qa', 'vscode:scripted/scripted');
    const designer = { touched_files: paths, commands, changed_signatures: [], verification };
    const spot_checks = ['verified: function_1 has the same parameters', 'not checked: performance'];
    const qa = { decision: 'APPROVED', commands, verification, spot_checks };
    script().add({ when: 'You are the Designer', text: JSON.stringify(designer), pieces: 200 });
    script().add({ when: 'You are QA', text: JSON.stringify(qa), pieces: 50 });
  }

  const run = () => vscode.commands.executeCommand<RunState | undefined>('workorder.run', fileUri(ORDER));

  function check(what: string, block: Block): void {
    const { wall, cpu, own, where } = block;
    const words = `longest block, ${what}: own ${own.toFixed(0)} ms (thread ${cpu.toFixed(0)} ms, clock ${wall.toFixed(0)} ms)`;
    print(`    ${words}  ${where}`);
    assert.ok(own <= LIMIT_MS, `${words}: ${where}`);
  }

  async function runWatched(what: string): Promise<void> {
    const stop = await watchBlocks();
    const ended = run();
    await eventually(() => reviewTab() !== undefined, 'the diff', 120_000);
    // The stages' clocks tick and the preview of the linters arrives.
    await new Promise(resolve => setTimeout(resolve, 3000));
    await vscode.commands.executeCommand('workorder.apply', { acceptWarnings: true });
    const state = await ended;
    const block = await stop();
    assert.ok(
      state?.stages.some(({ stage, status }) => stage === 'apply' && status === 'done'),
      JSON.stringify(state?.outcome),
    );
    check(what, block);
  }

  async function prepareLarge({ lines, commands }: typeof LARGE): Promise<void> {
    assert.ok(commands * APART * LINES_EACH <= lines, 'every command has its function');
    await writeDisk('shop/large.py', largeFile(lines));
    await prepare(Array.from({ length: commands }, (_, i) => command('shop/large.py', i * APART)));
  }

  it(`with a file of ${APPLIED.lines} lines and ${APPLIED.commands} commands`, async () => {
    await prepareLarge(APPLIED);
    await runWatched(`${APPLIED.lines} lines, ${APPLIED.commands} commands`);
    const last = (APPLIED.commands - 1) * APART;
    assert.match(await readDisk('shop/large.py'), new RegExp(`factor \\* value \\+ ${last}\n`));
  });

  it(`with an order of ${FILES} files`, async () => {
    const files = Array.from({ length: FILES }, (_, i) => `shop/many/m${i}.py`);
    for (const file of files) await writeDisk(file, largeFile(200));
    await prepare(files.map(file => command(file, 3)));
    await runWatched(`${FILES} files`);
  });

  it('cancels within 250 ms while it computes', async () => {
    await prepareLarge(LARGE);
    const ended = run();
    await eventually(() => script().requests().length > 0, 'the Designer to be asked');
    await eventually(isComputing, 'the evidence', 60_000);
    const start = performance.now();
    await vscode.commands.executeCommand('workorder.cancel');
    const state = await ended;
    const ms = performance.now() - start;
    print(`    cancelled in ${ms.toFixed(0)} ms`);
    assert.equal(state?.outcome?.kind, 'CANCELLED', JSON.stringify(state?.outcome));
    assert.match(state?.outcome?.kind === 'CANCELLED' ? state.outcome.reason : '', /during evidence/);
    assert.ok(ms <= 250, `${ms} ms`);
  });

  it(`with a ROUTA workspace of ${TASKS} tasks`, async () => {
    const file = path.join(path.dirname(workspaceFolder().fsPath), 'many-tasks.replay.json');
    fs.writeFileSync(file, JSON.stringify(manyTasks()));
    await set('models.designer', `replay:${file}`);
    const stop = await watchBlocks();
    let isOver = false;
    const ended = vscode.commands
      .executeCommand<{ kind: string } | undefined>('workorder.startRouta', { goal: 'Many', review: 'auto' })
      .then(outcome => {
        isOver = true;
        return outcome;
      });
    const approve = async () => vscode.commands.executeCommand<boolean>('workorder.agent.approve');
    await eventually(() => isOver || approve(), 'the plan');
    const outcome = await ended;
    const block = await stop();
    assert.ok(outcome !== undefined);
    const reported = newestJournal('routa/runs').filter(line => line.includes('"type":"reported"'));
    assert.equal(reported.length, TASKS, 'every task was worked on');
    check(`ROUTA workspace of ${TASKS} tasks`, block);
    fs.rmSync(file);
    // Its tasks wait for a GATE: given up, it offers nothing that the next test could take for its own.
    if (outcome.kind !== 'DONE')
      assert.equal(await vscode.commands.executeCommand('workorder.agent.stop'), true);
  });
});

/** Whether the newest run has begun to look for evidence. */
const isComputing = (): boolean => /"stage_started".*"evidence"/.test(newestJournal('runs').at(-1) ?? '');

/** Lines of the newest run below the folder's state. */
function newestJournal(folder: string): readonly string[] {
  const runs = path.join(workspaceStateDir(workspaceFolder().fsPath), folder);
  const newest = fs.readdirSync(runs).sort().at(-1) ?? '';
  const journal = path.join(runs, newest, 'journal.jsonl');
  return fs.existsSync(journal) ? fs.readFileSync(journal, 'utf8').trimEnd().split('\n') : [];
}

/** A team in which every task has a CRAFTER, who reports at once. */
function manyTasks() {
  const ids = Array.from({ length: TASKS }, (_, i) => `t${i}`);
  const plan = ids.map(
    id =>
      `@@@task ${id}\n# Task ${id}\nWrite it.\n## Scope\n- shop/${id}.py\n## Acceptance\n- it is there\n@@@`,
  );
  const call = (tool_name: string, args: object) => ({ tool_name, arguments: args });
  const turn = (role: string, thoughts: string, tool_calls: readonly object[] = []) => ({
    role,
    json: { thoughts, tool_calls },
  });
  return {
    format: 'workorder-replay/1',
    origin: 'written-by-hand',
    note: 'Many tasks.',
    turns: [
      turn('routa', `The plan.\n\n${plan.join('\n')}`, [
        ...ids.map(id => call('create_agent', { name: `c-${id}`, role: 'CRAFTER', workspaceId: 'shop' })),
        ...ids.map(id => call('delegate_task', { agentId: `c-${id}`, taskId: id, callerAgentId: 'routa' })),
      ]),
      ...Array.from({ length: TASKS * 2 }, () => turn('routa', 'I wait.')),
      ...ids.flatMap(id => [
        turn(`c-${id}`, 'Look.', [call('read_file', { path: 'shop/money.py' })]),
        turn(`c-${id}`, 'Done.', [
          call('report_to_parent', {
            agentId: `c-${id}`,
            report: { taskId: id, summary: 'It is there.', filesModified: [], success: true },
          }),
        ]),
        turn(`c-${id}`, 'I wait.'),
      ]),
    ],
  };
}
