import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { slug } from '../../src/core/kernel/slug.ts';
import { parsePlan } from '../../src/core/plan/parse-plan.ts';
import { readOrder, resolvePlan } from '../../src/core/plan/plan-steps.ts';
import { parseTicket, ticketIdOf } from '../../src/core/tickets/ticket-file.ts';
import { createDiskFiles } from '../../src/node/files/disk-files.ts';
import { sha256 } from '../../src/node/system.ts';
import { plainEnvironment, runCli } from '../support/built-cli/run-cli.ts';
import { printTable, tally } from './support/counts.ts';

const order = (more: object = {}) => ({
  step_id: 'one',
  step_text: 'Do one thing.',
  scope_allowlist: ['a.py'],
  invariants: [],
  acceptance: { lint: { path: '.', check_all: false } },
  ...more,
});
const planOf = (...steps: readonly unknown[]) => ({
  title: 'Plan',
  phases: [{ id: 'p', outcome: 'o', steps }],
});

/** Places outside of the workspace, or that never end, as a plan of somebody else may name an order. */
const ORDERS = [
  '../outside.workorder.json',
  '../../outside.workorder.json',
  'orders/../../outside.workorder.json',
  './../outside.workorder.json',
  '/etc/passwd',
  '/dev/zero',
  '/dev/stdin',
  '/proc/self/environ',
  'file:///etc/passwd',
  'C:\\outside.workorder.json',
  '..\\outside.workorder.json',
  'link/outside.workorder.json',
  'linked.workorder.json',
  'pipe.workorder.json',
  '.git/config',
  'orders',
  'x'.repeat(5000),
  `${'d/'.repeat(2000)}x.workorder.json`,
  '\u202e.workorder.json',
  '',
] as const;

describe('plans and tickets that name hostile places', () => {
  let folder: string;
  let root: string;

  before(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-plans-')));
    root = path.join(folder, 'shop');
    fs.mkdirSync(path.join(root, 'orders'), { recursive: true });
    fs.mkdirSync(path.join(root, '.git'));
    fs.writeFileSync(path.join(root, '.git/config'), JSON.stringify(order()));
    fs.writeFileSync(path.join(folder, 'outside.workorder.json'), JSON.stringify(order()));
    fs.symlinkSync(folder, path.join(root, 'link'));
    fs.symlinkSync(path.join(folder, 'outside.workorder.json'), path.join(root, 'linked.workorder.json'));
    execFileSync('mkfifo', [path.join(root, 'pipe.workorder.json')]);
    fs.writeFileSync(path.join(root, 'orders/inside.workorder.json'), JSON.stringify(order()));
  });
  after(() => {
    fs.rmSync(folder, { recursive: true, force: true });
    printTable();
  });

  const resolve = (plan: unknown) => {
    const parsed = parsePlan(JSON.stringify(plan));
    if (!parsed.ok) return Promise.resolve(parsed);
    const files = createDiskFiles({ root, stateDir: path.join(folder, 'state') });
    return resolvePlan(parsed.value, file => readOrder(file, files), sha256);
  };

  it('reads orders inside of the workspace and no others', async () => {
    const inside = await resolve(planOf('orders/inside.workorder.json'));
    assert.ok(inside.ok, 'an order of the workspace is read');
    for (const place of ORDERS) {
      const resolved = await resolve(planOf(place));
      assert.ok(!resolved.ok, `${place} was read`);
      assert.ok(resolved.error.length < 6000, 'and nothing of it is in the sentence');
    }
    tally('orders that a plan names outside of the workspace', ORDERS.length, 0);
  });

  it('does so on the command line, without waiting for a pipe or reading a device', async () => {
    const env = { ...plainEnvironment(), WORKORDER_STATE_DIR: path.join(folder, 'states') };
    const places = ['../outside.workorder.json', '/dev/zero', 'pipe.workorder.json', 'linked.workorder.json'];
    for (const place of places) {
      fs.writeFileSync(path.join(root, 'x.plan.json'), JSON.stringify(planOf(place)));
      const end = await runCli(['plan', 'x.plan.json', '--model', 'replay:none.json', '--yes'], {
        cwd: root,
        env,
        signal: AbortSignal.timeout(60_000),
      });
      assert.equal(end.code, 3, end.stderr);
      assert.match(end.stderr, /cannot be read: /);
    }
    tally('the same with the built command line', places.length, 0);
  });

  it('makes branch names of tickets of letters, digits and hyphens, whatever their id and title are', () => {
    const names = [
      '../../x',
      '--upload-pack=x',
      '@{-1}',
      'a..b',
      'a b\nc',
      '$(x)',
      '.lock',
      '\u202eevil',
      ';x',
    ];
    for (const name of names) {
      const parsed = parseTicket(
        JSON.stringify({ id: name, title: name, description: '', acceptanceCriteria: [], subtasks: [] }),
      );
      const id = parsed.ok ? ticketIdOf(parsed.value, undefined) : name;
      assert.match(slug(id), /^([a-z0-9]+(-[a-z0-9]+)*)?$/);
    }
    tally('names of tickets', names.length, 0);
  });
});
