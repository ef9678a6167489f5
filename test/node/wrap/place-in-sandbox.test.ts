import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createProcesses } from '../../../src/node/processes.ts';
import { openSandbox } from '../../../src/node/sandbox/open-sandbox.ts';
import { createScratch } from '../../../src/node/scratch/create-scratch.ts';
import { preparePlace } from '../../../src/node/wrap/place-in-sandbox.ts';

/** A folder below `/run` in which everybody may write, on many systems. */
const BELOW_RUN = '/run/lock';

describe('the place of a wrapped program', () => {
  const { signal } = new AbortController();

  it('shows what says where names are looked up, also where that is a link into /run', async function () {
    const isThere = fs.existsSync(BELOW_RUN) && (fs.statSync(BELOW_RUN).mode & 0o2) !== 0;
    const sandbox = openSandbox(tmpdir());
    const state = await sandbox.state();
    if (!isThere || state.kind !== 'ready' || !state.mounts) this.skip();
    const root = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'workorder-place-')));
    const real = fs.mkdtempSync(path.join(BELOW_RUN, 'workorder-place-'));
    const opened = await createScratch(root).open({ files: [], receipts: [] }, signal);
    try {
      assert.ok(opened.ok);
      fs.writeFileSync(path.join(real, 'resolv.conf'), 'nameserver 127.0.0.53\n');
      const resolver = path.join(root, 'resolv.conf');
      fs.symlinkSync(path.join(real, 'resolv.conf'), resolver);
      const processes = createProcesses();
      const copies = opened.value;
      const given = { root, copies, isMounted: true, network: true, writable: [], processes, resolver };
      const place = await preparePlace({ ...given, program: '/bin/cat', args: [], cwd: root }, signal);
      const asked = { program: '/bin/sh', cwd: place.workspace, timeoutMs: 10_000, signal };
      const script = `cat ${real}/resolv.conf; ls ${BELOW_RUN}`;
      const request = await sandbox.wrap({ ...asked, args: ['-c', script] }, place.rules);
      const ran = await processes.run({ ...request, cwd: copies.folder });
      assert.equal(ran.kind === 'exited' && ran.stdout, `nameserver 127.0.0.53\n${path.basename(real)}\n`);
    } finally {
      if (opened.ok) await opened.value.dispose();
      for (const folder of [root, real]) fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});
