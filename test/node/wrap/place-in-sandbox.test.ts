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

  it('shows a program and a script of the hidden temporary folder with what belongs to them, and nothing else', async function () {
    const sandbox = openSandbox(tmpdir());
    const state = await sandbox.state();
    if (state.kind !== 'ready' || !state.mounts || !tmpdir().startsWith('/tmp')) this.skip();
    const folder = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'workorder-place-')));
    const write = (name: string, text: string, mode = 0o644): string => {
      const file = path.join(folder, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, text, { mode });
      return file;
    };
    const root = path.dirname(write('workspace/a.py', ''));
    const pathBefore = process.env['PATH'];
    const other = write('other/secret.txt', 'x');
    const look = `import { existsSync } from 'node:fs'; console.log(word, existsSync(${JSON.stringify(other)}));`;
    write('agent/package.json', '{"type": "module"}');
    write('agent/lib/word.js', "export const word = 'project';");
    const script = write('agent/bin/agent.js', `import { word } from '../lib/word.js'; ${look}`);
    write('deps/node_modules/word/index.mjs', "export const word = 'packages';");
    write('deps/node_modules/word/package.json', '{"exports": "./index.mjs"}');
    const packaged = `#!${process.execPath}\nimport { word } from 'word'; ${look}`;
    const program = write('deps/node_modules/tool/cli.mjs', packaged, 0o755);
    const linked = path.join(folder, 'bin/tool.mjs');
    fs.mkdirSync(path.dirname(linked));
    fs.symlinkSync(program, linked);
    const run = async (...[started = '', ...args]: readonly string[]) => {
      const opened = await createScratch(root).open({ files: [], receipts: [] }, signal);
      assert.ok(opened.ok);
      try {
        const copies = opened.value;
        const processes = createProcesses();
        const given = { root, copies, isMounted: true, network: false, writable: [], processes };
        const place = await preparePlace({ ...given, program: started, args, cwd: root }, signal);
        const asked = { program: started, args, cwd: place.workspace, timeoutMs: 30_000, signal };
        const request = await sandbox.wrap(asked, place.rules);
        const ran = await processes.run({ ...request, cwd: copies.folder });
        return { said: ran.kind === 'exited' ? ran.stdout + ran.stderr : ran, alone: place.seenAlone };
      } finally {
        await opened.value.dispose();
      }
    };
    try {
      assert.deepEqual(await run(process.execPath, script), { said: 'project false\n', alone: [] });
      assert.deepEqual(await run(program), { said: 'packages false\n', alone: [] });
      assert.deepEqual(await run(linked), { said: 'packages false\n', alone: [] });
      const shell = write('shells/shell', '#!/bin/sh\nexec /bin/sh "$@"', 0o755);
      const named = write('scripts/named', `#!${shell}\necho named`, 0o755);
      assert.deepEqual(await run(named), { said: 'named\n', alone: [named, shell] });
      const searched = write('scripts/searched', '#!/usr/bin/env -S shell\necho searched', 0o755);
      process.env['PATH'] = [path.dirname(shell), pathBefore].join(path.delimiter);
      assert.deepEqual(await run(searched), { said: 'searched\n', alone: [searched, shell] });
      process.env['PATH'] = pathBefore;
      fs.rmSync(path.join(folder, 'agent/package.json'));
      const alone = write('agent/alone.mjs', `const word = 'alone'; ${look}`);
      assert.deepEqual(await run(process.execPath, alone), { said: 'alone false\n', alone: [alone] });
    } finally {
      process.env['PATH'] = pathBefore;
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});
