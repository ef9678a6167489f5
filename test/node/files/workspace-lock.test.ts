import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFs } from '../../../src/node/files/fs-port.ts';
import { type HostIdentity, hostIdentity } from '../../../src/node/files/host-identity.ts';
import { lockWorkspace } from '../../../src/node/files/workspace-lock.ts';

describe('the lock of a workspace [TX-07]', () => {
  let stateDir: string;
  beforeEach(() => {
    stateDir = mkdtempSync(join(tmpdir(), 'work-order-lock-'));
  });
  afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

  const { signal } = new AbortController();
  const lock = (host: HostIdentity = hostIdentity(), waitMs = 0) =>
    lockWorkspace({ fs: nodeFs, stateDir, host, signal, waitMs });
  const { self } = hostIdentity();
  const leave = (name: string) => writeFileSync(join(stateDir, name), '');
  const nameOf = (holder: Partial<typeof self>, token = 'abcdef') => {
    const { boot, namespace, pid, started } = { ...self, ...holder };
    return `lock-${boot}-${namespace}-${pid}-${started}-${token}`;
  };

  it('is held by one, and free again after its release', async () => {
    const first = await lock();
    assert.ok(first.ok);
    const second = await lock();
    assert.ok(!second.ok);
    assert.match(second.error, new RegExp(`process ${process.pid} is changing this workspace`));
    first.value.release();
    assert.ok((await lock()).ok);
  });

  it('leaves nothing behind', async () => {
    const held = await lock();
    assert.ok(held.ok);
    held.value.release();
    assert.deepEqual(readdirSync(stateDir), []);
  });

  it('waits as long as it is told', async () => {
    const first = await lock();
    assert.ok(first.ok);
    setTimeout(() => first.ok && first.value.release(), 60);
    assert.ok((await lock(hostIdentity(), 5000)).ok);
  });

  it('is taken from a process that is gone', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    leave(nameOf({ pid, started: '12345' }));
    assert.ok((await lock()).ok);
    assert.equal(readdirSync(stateDir).length, 1);
  });

  it('is taken from a process whose number another one has now', async function () {
    if (self.started === '0') this.skip();
    // The parent runs, but did not start at that time.
    leave(nameOf({ pid: process.ppid, started: '1' }));
    assert.ok((await lock()).ok);
  });

  it('is taken from before the machine was started anew', async () => {
    leave(nameOf({ boot: 'anotherboot', pid: process.ppid }));
    assert.ok((await lock()).ok);
  });

  it('is taken from an earlier attempt of this very process that failed', async () => {
    leave(nameOf({}));
    assert.ok((await lock()).ok);
  });

  it('is not taken from a running process', async () => {
    leave(nameOf({ pid: process.ppid, started: '0' }));
    const refused = await lock();
    assert.ok(!refused.ok);
    assert.match(refused.error, new RegExp(`process ${process.ppid} `));
  });

  it('is not taken from another container, and names the file to delete', async () => {
    const name = nameOf({ namespace: '1', pid: 1 });
    leave(name);
    const refused = await lock();
    assert.ok(!refused.ok);
    assert.match(refused.error, /another container/);
    assert.ok(refused.error.includes(join(stateDir, name)));
  });

  it('lets at most one of many contenders in', async () => {
    for (let round = 0; round < 20; round++) {
      let inside = 0;
      let most = 0;
      let got = 0;
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          const held = await lock(hostIdentity(), 10_000);
          assert.ok(held.ok);
          inside++;
          got++;
          most = Math.max(most, inside);
          await new Promise(setImmediate);
          inside--;
          held.value.release();
        }),
      );
      assert.deepEqual([most, got], [1, 8]);
    }
  });
});
