import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Hold } from '../../src/core/ports/hold.ts';
import { openAgentPorts } from '../../src/node/open-agent-ports.ts';
import { openRoutaPorts } from '../../src/node/open-routa-ports.ts';
import { openTicketPorts } from '../../src/node/open-ticket-ports.ts';
import { workspaceStateDir } from '../../src/node/workspace-state.ts';
import { MemoryFiles } from '../support/memory-files.ts';

interface Ports {
  readonly hold: Hold;
  readonly journals: { create(title: string): Promise<{ readonly runId: string }> };
}

const WORKFLOWS: Readonly<Record<string, (root: string, stateDir: string) => Promise<Ports>>> = {
  'agent run': (root, stateDir) => openAgentPorts({ root, stateDir, files: new MemoryFiles() }),
  'ticket run': (root, stateDir) => openTicketPorts({ root, stateDir, files: new MemoryFiles() }),
  'ROUTA workspace': async (root, stateDir) => openRoutaPorts({ root, stateDir, files: new MemoryFiles() }),
};

describe('being the only process that works with a run', () => {
  let root: string;
  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-hold-'));
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  for (const [what, openIn] of Object.entries(WORKFLOWS)) {
    const open = (folder: string) => openIn(folder, path.join(folder, 'state'));
    it(`holds for one ${what} at a time, and the next one may when it is let go`, async () => {
      const [one, other] = [await open(root), await open(root)];
      const { runId } = await one.journals.create('a goal');
      const held = await one.hold.run(runId);
      assert.ok(held.ok);
      const refused = await other.hold.run(runId);
      assert.match(
        refused.ok ? '' : refused.error,
        new RegExp(`^${what} ${runId} is at work elsewhere: process ${process.pid}`),
      );
      assert.equal(other.hold.isTaken(runId), 'at work');
      held.value();
      assert.equal(other.hold.isTaken(runId), undefined);
      assert.ok((await other.hold.run(runId)).ok);
    });

    it(`names a ${what} that is not there, and makes no file for it`, async () => {
      const { hold } = await open(root);
      for (const runId of ['20260101T000000-abcd', '../../x'])
        assert.deepEqual(await hold.run(runId), { ok: false, error: `there is no ${what} ${runId}` });
    });
  }
});

describe('being the only one at work in a checkout', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-checkout-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const portsAt = (root: string) => {
    fs.mkdirSync(root, { recursive: true });
    const stateDir = workspaceStateDir(root, { WORKORDER_STATE_DIR: path.join(folder, 'state') });
    return Object.entries(WORKFLOWS).map(([what, open]) => ({ what, open: () => open(root, stateDir) }));
  };

  it('holds for every kind of run, and says who is at work and what to do', async () => {
    const kinds = portsAt(path.join(folder, 'project'));
    for (const one of kinds)
      for (const other of kinds) {
        const held = await (await one.open()).hold.checkout(`${one.what}: mend\nthe price`);
        assert.ok(held.ok);
        const refused = await (await other.open()).hold.checkout('another');
        assert.equal(
          refused.ok ? '' : refused.error,
          `${one.what}: mend the price is at work in this checkout (process ${process.pid}), and only one agent, ticket, ROUTA workspace or plan works in a checkout at a time; wait until it has ended, or stop it, then start again`,
        );
        held.value();
        const next = await (await other.open()).hold.checkout('another');
        assert.ok(next.ok);
        next.value();
      }
  });

  it('holds for two folders of one repository, and not for two repositories', async () => {
    const repository = path.join(folder, 'repository');
    fs.mkdirSync(path.join(repository, '.git'), { recursive: true });
    const [top] = portsAt(repository);
    const [below] = portsAt(path.join(repository, 'packages/shop'));
    const [beside] = portsAt(path.join(folder, 'beside'));
    assert.ok(top && below && beside);
    const held = await (await top.open()).hold.checkout('the first');
    assert.ok(held.ok);
    assert.equal((await (await below.open()).hold.checkout('the second')).ok, false);
    assert.ok((await (await beside.open()).hold.checkout('the third')).ok);
    held.value();
    assert.ok((await (await below.open()).hold.checkout('the second')).ok);
  });

  it('takes over what a dead process left', async () => {
    const [agent] = portsAt(path.join(folder, 'project'));
    assert.ok(agent);
    const { hold } = await agent.open();
    const held = await hold.checkout('the first');
    assert.ok(held.ok);
    const place = (function find(at: string): string {
      const found = fs.readdirSync(at, { recursive: true, encoding: 'utf8' });
      return path.join(at, found.find(name => path.basename(name).startsWith('lock-')) ?? '');
    })(folder);
    // No process has this id.
    fs.renameSync(place, place.replace(`-${process.pid}-`, `-${2 ** 30}-`));
    assert.ok((await hold.checkout('the second')).ok);
  });
});
