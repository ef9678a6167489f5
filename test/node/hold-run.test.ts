import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Hold } from '../../src/core/ports/hold.ts';
import { openAgentPorts } from '../../src/node/open-agent-ports.ts';
import { openRoutaPorts } from '../../src/node/open-routa-ports.ts';
import { openTicketPorts } from '../../src/node/open-ticket-ports.ts';
import { MemoryFiles } from '../support/memory-files.ts';

interface Ports {
  readonly hold: Hold;
  readonly journals: { create(title: string): Promise<{ readonly runId: string }> };
}

const WORKFLOWS: Readonly<Record<string, (root: string) => Promise<Ports>>> = {
  'agent run': root => openAgentPorts({ root, stateDir: path.join(root, 'state'), files: new MemoryFiles() }),
  'ticket run': root =>
    openTicketPorts({ root, stateDir: path.join(root, 'state'), files: new MemoryFiles() }),
  'ROUTA workspace': async root =>
    openRoutaPorts({ stateDir: path.join(root, 'state'), files: new MemoryFiles() }),
};

describe('being the only process that works with a run', () => {
  let root: string;
  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-hold-'));
  });
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

  for (const [what, open] of Object.entries(WORKFLOWS)) {
    it(`holds for one ${what} at a time, and the next one may when it is let go`, async () => {
      const [one, other] = [await open(root), await open(root)];
      const { runId } = await one.journals.create('a goal');
      const held = await one.hold(runId);
      assert.ok(held.ok);
      const refused = await other.hold(runId);
      assert.match(
        refused.ok ? '' : refused.error,
        new RegExp(`^${what} ${runId} is at work elsewhere: process ${process.pid}`),
      );
      held.value();
      assert.ok((await other.hold(runId)).ok);
    });

    it(`names a ${what} that is not there, and makes no file for it`, async () => {
      const { hold } = await open(root);
      for (const runId of ['20260101T000000-abcd', '../../x'])
        assert.deepEqual(await hold(runId), { ok: false, error: `there is no ${what} ${runId}` });
    });
  }
});
