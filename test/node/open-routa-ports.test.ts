import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openRoutaPorts } from '../../src/node/open-routa-ports.ts';
import { MemoryFiles } from '../support/memory-files.ts';

describe('the ports of a ROUTA workspace', () => {
  let stateDir: string;
  beforeEach(() => {
    stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-routa-'));
  });
  afterEach(() => fs.rmSync(stateDir, { recursive: true, force: true }));

  it('let one host at a time work with a workspace, and the next one when it lets go', async () => {
    const [one, other] = [0, 1].map(() => openRoutaPorts({ stateDir, files: new MemoryFiles() }));
    assert.ok(one && other);
    const { runId } = await one.journals.create('routa: a goal');
    const held = await one.hold(runId);
    assert.ok(held.ok);
    const refused = await other.hold(runId);
    assert.match(
      refused.ok ? '' : refused.error,
      new RegExp(`^ROUTA workspace ${runId} is at work elsewhere: process ${process.pid}`),
    );
    held.value();
    assert.ok((await other.hold(runId)).ok);
  });
});
