import assert from 'node:assert/strict';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ApplyResult } from '../../../src/core/ports/files.ts';
import { beginTransaction } from '../../../src/node/files/begin-transaction.ts';
import { createDiskFiles } from '../../../src/node/files/disk-files.ts';
import { type FsPort, nodeFs } from '../../../src/node/files/fs-port.ts';
import { type HostIdentity, hostIdentity } from '../../../src/node/files/host-identity.ts';
import type { Transaction } from '../../../src/node/files/open-transaction.ts';
import { recover } from '../../../src/node/files/recover.ts';
import type { Recovered } from '../../../src/node/files/recovery-report.ts';
import { resolveInterrupted } from '../../../src/node/files/resolve-interrupted.ts';
import type { Writer } from '../../../src/node/files/transaction-record.ts';
import { type BeforeAfter, changeSet } from '../../contract/changes.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from './temporary-workspace.ts';

const { signal } = new AbortController();

/** As if this process had died and another one looked at what it left. */
const laterProcess: HostIdentity = {
  ...hostIdentity(),
  self: { ...hostIdentity().self, pid: 999_999 },
  whereabouts: () => 'gone',
};

describe('recovery', () => {
  let workspace: TemporaryWorkspace;
  beforeEach(() => {
    workspace = temporaryWorkspace({ 'a.py': 'one\n', 'b.py': 'two\n', 'c.py': 'three\n' });
  });
  afterEach(() => workspace.dispose());

  const places = () => ({ root: workspace.root, stateDir: workspace.stateDir });
  const changes = {
    'a.py': ['one\n', 'ONE\n'],
    'b.py': ['two\n', undefined],
    'new/d.py': [undefined, 'four\n'],
  } as const satisfies Readonly<Record<string, BeforeAfter>>;
  const before = { 'a.py': 'one\n', 'b.py': 'two\n', 'c.py': 'three\n' };

  async function begin(writerOf: (path: string) => Writer = () => 'rename'): Promise<Transaction> {
    const begun = await beginTransaction(changeSet(changes), {
      ...places(),
      fs: nodeFs,
      host: hostIdentity(),
      runId: 'run-1',
      signal,
      waitMs: 0,
      writerOf,
    });
    assert.ok(begun.kind === 'begun', JSON.stringify(begun));
    return begun.transaction;
  }

  /** A transaction that wrote everything and then stopped, as after a crash. */
  async function interrupted(): Promise<void> {
    assert.equal(await (await begin()).write(), undefined);
  }

  async function recoverOne(): Promise<Recovered> {
    const report = await recover({ ...places(), host: laterProcess });
    assert.ok(report.kind === 'done', JSON.stringify(report));
    const [recovered] = report.recovered;
    assert.ok(recovered);
    return recovered;
  }

  it('says that nothing was interrupted, and creates nothing', async () => {
    assert.deepEqual(await recover(places()), { kind: 'done', recovered: [] });
    assert.ok(!existsSync(workspace.stateDir));
  });

  it('takes everything back and names what it restored', async () => {
    await interrupted();
    assert.deepEqual(await recoverOne(), {
      kind: 'rolled_back',
      runId: 'run-1',
      restored: ['a.py', 'b.py', 'new/d.py'],
    });
    assert.deepEqual(workspace.snapshot(), before);
    assert.ok(!existsSync(workspace.at('new')));
    assert.deepEqual(workspace.stateFiles(), []);
    assert.deepEqual(await recover(places()), { kind: 'done', recovered: [] });
  });

  it('gives the original file itself its name again', async () => {
    const { ino } = statSync(workspace.at('a.py'));
    await interrupted();
    await recoverOne();
    assert.equal(statSync(workspace.at('a.py')).ino, ino);
  });

  it('leaves a process alone that is still at work', async () => {
    const transaction = await begin();
    const report = await recover({ ...places(), waitMs: 0 });
    assert.equal(report.kind, 'busy');
    await transaction.rollBack('enough');
    assert.deepEqual(workspace.stateFiles(), []);
  });

  it('keeps apply from starting until it has run', async () => {
    await interrupted();
    const files = createDiskFiles({ ...places(), host: laterProcess, waitMs: 0 });
    const result = await files.apply(changeSet({ 'c.py': ['three\n', '3'] }), { runId: 'r', signal });
    assert.ok(result.kind === 'not_applied');
    assert.match(result.reason, /interrupted change has to be recovered first/);
    await recoverOne();
    assert.deepEqual(await files.apply(changeSet({ 'c.py': ['three\n', '3'] }), { runId: 'r', signal }), {
      kind: 'applied',
    });
    await files.flushed();
  });

  describe('of a committed change', () => {
    const committed = async () => {
      const transaction = await begin();
      assert.equal(await transaction.write(), undefined);
      assert.deepEqual(await transaction.commit(), { kind: 'applied' });
      return transaction;
    };
    const after = { 'a.py': 'ONE\n', 'c.py': 'three\n', 'new/d.py': 'four\n' };
    const nextBoot: HostIdentity = {
      self: { ...hostIdentity().self, boot: 'nextboot' },
      isEarlierBoot: boot => boot !== 'nextboot',
      whereabouts: () => 'gone',
    };

    it('leaves nothing in the workspace as soon as it is applied, and nothing at all once it is durable', async () => {
      const transaction = await committed();
      assert.deepEqual(workspace.snapshot(), after);
      await transaction.flush();
      assert.deepEqual(workspace.stateFiles(), []);
    });

    it('is completed after the process died', async () => {
      await committed();
      assert.deepEqual(await recoverOne(), { kind: 'completed', runId: 'run-1', rewritten: [] });
      assert.deepEqual(workspace.snapshot(), after);
      assert.deepEqual(workspace.stateFiles(), []);
    });

    it('is written again where a power cut lost it', async () => {
      await committed();
      workspace.write('a.py', 'O');
      rmSync(workspace.at('new'), { recursive: true });
      const report = await recover({ ...places(), host: nextBoot });
      assert.deepEqual(report, {
        kind: 'done',
        recovered: [{ kind: 'completed', runId: 'run-1', rewritten: ['a.py', 'new/d.py'] }],
      });
      assert.deepEqual(workspace.snapshot(), after);
    });

    it('leaves alone what a person made of it since, also after a power cut', async () => {
      await committed();
      workspace.write('a.py', 'mine\n');
      const report = await recover({ ...places(), host: nextBoot });
      assert.equal(report.kind, 'done');
      assert.deepEqual(workspace.snapshot(), { ...after, 'a.py': 'mine\n' });
      assert.deepEqual(workspace.stateFiles(), []);
    });

    it('is not built upon after a power cut until it was recovered', async () => {
      await committed();
      const files = createDiskFiles({ ...places(), host: nextBoot, waitMs: 0 });
      const result = await files.apply(changeSet({ 'c.py': ['three\n', '3'] }), { runId: 'r', signal });
      assert.ok(result.kind === 'not_applied');
      assert.match(result.reason, /has to be recovered first/);
    });

    it('gives way to a save that was begun before it and written after it', async () => {
      const editor = openSync(workspace.at('a.py'), 'r+');
      const transaction = await committed();
      ftruncateSync(editor, 0);
      writeSync(editor, 'saved late\n', 0);
      closeSync(editor);
      await transaction.flush();
      assert.deepEqual(workspace.snapshot(), { ...after, 'a.py': 'saved late\n' });
      assert.deepEqual(workspace.stateFiles(), []);
    });

    it('keeps such a save in the state folder when the name has moved on', async () => {
      const editor = openSync(workspace.at('a.py'), 'r+');
      const transaction = await committed();
      workspace.write('a.py', 'newer\n');
      writeSync(editor, 'saved late\n', 0);
      closeSync(editor);
      await transaction.flush();
      assert.equal(workspace.text('a.py'), 'newer\n');
      const [kept = ''] = workspace.stateFiles();
      assert.match(kept, /^replaced-/);
      assert.equal(readFileSync(join(workspace.stateDir, kept, '0'), 'utf8'), 'saved late\n');
    });
  });

  describe('when a person changed a file meanwhile', () => {
    const conflict = async () => {
      await interrupted();
      workspace.write('a.py', 'mine\n');
      const recovered = await recoverOne();
      assert.ok(recovered.kind === 'needs_you', JSON.stringify(recovered));
      return recovered;
    };

    it('touches that file not, restores the others, and shows all three versions', async () => {
      const { restored, conflicts, runId } = await conflict();
      assert.deepEqual(restored, ['b.py', 'new/d.py']);
      assert.equal(runId, 'run-1');
      assert.deepEqual(
        conflicts.map(({ path, before, ours, current }) => [path, ...[before, ours, current].map(String)]),
        [['a.py', 'one\n', 'ONE\n', 'mine\n']],
      );
      assert.deepEqual(workspace.snapshot(), { ...before, 'a.py': 'mine\n' });
    });

    it('says the same each time until it is decided', async () => {
      await conflict();
      const again = await recoverOne();
      assert.ok(again.kind === 'needs_you');
      assert.deepEqual([again.restored, again.conflicts.length], [[], 1]);
    });

    it('keeps their version on demand', async () => {
      const { id } = await conflict();
      const done = await resolveInterrupted({ ...places(), host: laterProcess }, id, 'keep');
      assert.deepEqual(done, { ok: true, value: 'Every file was kept as it is.' });
      assert.deepEqual(workspace.snapshot(), { ...before, 'a.py': 'mine\n' });
      assert.deepEqual(workspace.stateFiles(), []);
    });

    it('restores the version before on demand, and keeps theirs in the state folder', async () => {
      const { id } = await conflict();
      const done = await resolveInterrupted({ ...places(), host: laterProcess }, id, 'restore');
      assert.deepEqual(done, { ok: true, value: 'Restored: a.py.' });
      assert.deepEqual(workspace.snapshot(), before);
      const kept = join(workspace.stateDir, `replaced-${id}`);
      assert.deepEqual(
        readdirSync(kept).map(name => readFileSync(join(kept, name), 'utf8')),
        ['mine\n'],
      );
    });

    it('counts a file they deleted as changed', async () => {
      await interrupted();
      rmSync(workspace.at('a.py'));
      for (const name of workspace.paths()) if (name.endsWith('-0.old')) rmSync(workspace.at(name));
      const recovered = await recoverOne();
      assert.ok(recovered.kind === 'needs_you');
      assert.deepEqual(
        recovered.conflicts.map(({ path, current }) => [path, current]),
        [['a.py', undefined]],
      );
    });

    it('forgets a record that cannot be used, without touching a file', async () => {
      await interrupted();
      const record = workspace.stateFiles().find(name => name.endsWith('.journal')) ?? '';
      const now = workspace.snapshot();
      const path = join(workspace.stateDir, record);
      const bytes = readFileSync(path);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      nodeFs.unlink(path);
      const fd = nodeFs.create(path, 0o600);
      nodeFs.write(fd, bytes);
      nodeFs.close(fd);
      const recovered = await recoverOne();
      assert.ok(recovered.kind === 'refused');
      assert.match(recovered.reason, /checksum is wrong/);
      const id = record.slice('transaction-'.length, -'.journal'.length);
      const options = { ...places(), host: laterProcess };
      assert.equal((await resolveInterrupted(options, id, 'restore')).ok, false);
      assert.equal((await resolveInterrupted(options, id, 'forget')).ok, true);
      assert.deepEqual(workspace.snapshot(), now);
      assert.deepEqual(workspace.stateFiles(), []);
    });
  });

  describe('of a change that an editor saves', () => {
    const inPlace = (path: string): Writer => (path === 'a.py' ? 'in_place' : 'rename');

    it('commits when the editor saved what was predicted', async () => {
      const transaction = await begin(inPlace);
      assert.equal(await transaction.write(), undefined);
      assert.equal(workspace.text('a.py'), 'one\n', 'the editor writes this one');
      workspace.write('a.py', 'ONE\n');
      assert.equal(await transaction.verify(), undefined);
      assert.deepEqual(await transaction.commit(), { kind: 'applied' });
      await transaction.flush();
      assert.deepEqual(workspace.snapshot(), { 'a.py': 'ONE\n', 'c.py': 'three\n', 'new/d.py': 'four\n' });
      assert.deepEqual(workspace.stateFiles(), []);
    });

    it('finds what a save participant changed, and takes it back with the rest', async () => {
      const transaction = await begin(inPlace);
      await transaction.write();
      const formatted = Buffer.from('ONE \n# formatted\n');
      workspace.write('a.py', formatted);
      const fault = await transaction.verify();
      assert.equal(fault?.path, 'a.py');
      const result: ApplyResult = await transaction.rollBack('drift', 'a.py', new Map([['a.py', formatted]]));
      assert.deepEqual(result, { kind: 'not_applied', reason: 'drift', path: 'a.py', rolledBack: true });
      assert.deepEqual(workspace.snapshot(), before);
    });

    it('does not take back what it does not know', async () => {
      const transaction = await begin(inPlace);
      await transaction.write();
      workspace.write('a.py', 'mine\n');
      const result = await transaction.rollBack('drift', 'a.py');
      assert.ok(result.kind === 'needs_recovery');
      assert.match(result.reason, /a\.py was changed by another program too/);
      assert.equal(workspace.text('a.py'), 'mine\n');
    });

    for (const left of ['', 'ON', 'ONE\n']) {
      it(`undoes a save that was cut off at ${JSON.stringify(left)}`, async () => {
        const transaction = await begin(inPlace);
        await transaction.write();
        workspace.write('a.py', left);
        assert.equal((await recoverOne()).kind, 'rolled_back');
        assert.deepEqual(workspace.snapshot(), before);
      });
    }
  });

  describe('cost', () => {
    it('waits for the disk twice before the change, whatever the number of files', async () => {
      for (const count of [1, 20, 200]) {
        let syncs = 0;
        let beforeCommit: number | undefined;
        const counting: FsPort = {
          ...nodeFs,
          syncFd: async fd => {
            syncs++;
            await nodeFs.syncFd(fd);
          },
          syncPath: async path => {
            syncs++;
            await nodeFs.syncPath(path);
          },
          rename: (from, to) => {
            nodeFs.rename(from, to);
            if (to.endsWith('.committed')) beforeCommit = syncs;
          },
        };
        const files = createDiskFiles({ ...places(), fs: counting });
        // The state folder is created, and made durable, once per workspace.
        await files.apply(changeSet({ [`first${count}.py`]: [undefined, 'x'] }), { runId: 'r', signal });
        await files.flushed();
        const many = Object.fromEntries(
          Array.from({ length: count }, (_, i) => [`many${count}/${i}.py`, [undefined, `${i}`] as const]),
        );
        syncs = 0;
        assert.deepEqual(await files.apply(changeSet(many), { runId: 'r', signal }), { kind: 'applied' });
        assert.equal(beforeCommit, 2, `${count} files`);
        await files.flushed();
      }
    });
  });
});
