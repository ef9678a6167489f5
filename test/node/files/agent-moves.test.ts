import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Staging } from '../../../src/core/gate/staging.ts';
import { agentFileTools } from '../../../src/core/tools/agent-file-tools.ts';
import { Toolbox } from '../../../src/core/tools/toolbox.ts';
import { createDiskFiles } from '../../../src/node/files/disk-files.ts';
import { sha256 } from '../../../src/node/system.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from './temporary-workspace.ts';

/** Destinations on which no file can be put. */
const DESTINATIONS: readonly (readonly [what: string, to: string])[] = [
  ['a folder', 'folder'],
  ['an empty folder', 'empty'],
  ['a name over 255 characters', `${'n'.repeat(300)}.py`],
  ['a path over 4,096 characters', `${'d/'.repeat(2100)}a.py`],
  ['a link out of the workspace', 'link-out'],
  ['a path below a link out of the workspace', 'link-out/a.py'],
  ['a pipe', 'pipe'],
  ['a link loop', 'loop'],
  ['a path below a link loop', 'loop/a.py'],
  ['a link that leads nowhere', 'nowhere'],
  ['a path below a file', 'folder/b.py/a.py'],
  ['a name over 255 bytes in a new folder', `new/${'é'.repeat(130)}.py`],
];

describe('a move or a write of an agent to where no file can be', () => {
  let workspace: TemporaryWorkspace;
  let outside = '';

  beforeEach(() => {
    workspace = temporaryWorkspace({ 'a.py': 'precious\n', 'other.py': 'o\n', 'folder/b.py': 'b\n' });
    fs.mkdirSync(workspace.at('empty'));
    outside = fs.mkdtempSync(path.join(os.tmpdir(), 'work-order-outside-'));
    fs.symlinkSync(outside, workspace.at('link-out'));
    fs.symlinkSync('loop', workspace.at('loop'));
    fs.symlinkSync('gone', workspace.at('nowhere'));
    execFileSync('mkfifo', [workspace.at('pipe')]);
  });
  afterEach(() => {
    workspace.dispose();
    fs.rmSync(outside, { recursive: true });
  });

  for (const [what, to] of DESTINATIONS) {
    for (const overwrite of [false, true]) {
      it(`fails and changes nothing: ${what}${overwrite ? ', with overwrite' : ''} [002-010] [002-013]`, async function () {
        if (process.platform === 'win32') this.skip();
        const { root, stateDir } = workspace;
        const files = createDiskFiles({ root, stateDir });
        const { signal } = new AbortController();
        const staging = new Staging(files, sha256);
        const toolbox = new Toolbox(agentFileTools(staging));
        const call = async (name: string, args: object) =>
          (await toolbox.call('agent', toolbox.names, name, JSON.stringify(args), { signal })).response;
        const before = workspace.snapshot();
        const operations = [
          { from_path: 'other.py', to_path: 'moved.py' },
          { from_path: 'a.py', to_path: to },
        ];
        const moved = (await call('rename_files', { operations, overwrite })) as {
          readonly ok: boolean;
          readonly summary: { readonly moved: number };
          readonly results: readonly { readonly status: string }[];
        };
        // A folder with files in it exists, so that it is left alone as any destination that exists.
        if (to !== 'folder' || overwrite) {
          assert.deepEqual([moved.ok, moved.summary.moved], [false, 0]);
          assert.deepEqual(staging.changes().files, []);
        } else assert.equal(moved.results[1]?.status, 'skipped');
        staging.discard();
        const one = (await call('rename_file', { path: 'a.py', new_path: to })) as typeof moved;
        assert.equal(one.summary.moved, 0);
        const written = (await call('write_file', { path: to, content: 'x\n' })) as {
          readonly error?: string;
        };
        assert.ok(written.error);
        assert.deepEqual(staging.changes().files, []);
        assert.deepEqual([workspace.snapshot(), fs.readdirSync(outside)], [before, []]);
      });
    }
  }

  it('leaves no file behind that cannot be read, and says so', async function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) this.skip();
    fs.chmodSync(workspace.at('folder/b.py'), 0);
    const { root, stateDir } = workspace;
    const staging = new Staging(createDiskFiles({ root, stateDir }), sha256);
    const toolbox = new Toolbox(agentFileTools(staging));
    const { signal } = new AbortController();
    const args = JSON.stringify({ operations: [{ from_path: 'folder', to_path: 'moved' }] });
    const { response } = await toolbox.call('agent', toolbox.names, 'rename_files', args, { signal });
    assert.match(JSON.stringify(response), /"ok":false.*b\.py/);
    assert.deepEqual(staging.changes().files, []);
  });
});
