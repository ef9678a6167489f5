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

/** Operations that name a file by a link, or a place behind one; each must change nothing. */
const BEHIND_LINKS: readonly (readonly [what: string, from: string, to: string])[] = [
  ['a folder onto a link to itself', 'folder', 'to-folder'],
  ['a file onto a link to itself', 'a.py', 'to-file.py'],
  ['a link to a folder', 'to-folder', 'zz'],
  ['a link to a file', 'to-file.py', 'moved.py'],
  ['a link to a file, of one letter', 'l', 'm'],
  ['a file behind a link to its folder', 'to-folder/b.py', 'moved.py'],
  ['a file onto one behind a link', 'a.py', 'to-folder/b.py'],
  ...(process.platform === 'linux'
    ? ([
        ['a link that differs from its file by case alone', 'A.py', 'moved.py'],
        ['a file onto such a link', 'folder/b.py', 'A.py'],
      ] as const)
    : []),
];

describe('a move or a deletion by a link', () => {
  let workspace: TemporaryWorkspace;

  beforeEach(function () {
    if (process.platform === 'win32') this.skip();
    workspace = temporaryWorkspace({ 'a.py': 'precious\n', 'folder/b.py': 'b\n', 'folder/c.bin': 'c\n' });
    fs.symlinkSync('folder', workspace.at('to-folder'));
    fs.symlinkSync('a.py', workspace.at('to-file.py'));
    fs.symlinkSync('a.py', workspace.at('l'));
    // Elsewhere the two are one file.
    if (process.platform === 'linux') fs.symlinkSync('a.py', workspace.at('A.py'));
    execFileSync('mkfifo', [workspace.at('pipe')]);
  });
  afterEach(() => workspace?.dispose());

  function agent() {
    const { root, stateDir } = workspace;
    const staging = new Staging(createDiskFiles({ root, stateDir }), sha256);
    const toolbox = new Toolbox(agentFileTools(staging));
    const { signal } = new AbortController();
    const call = async (name: string, args: object) =>
      (await toolbox.call('agent', toolbox.names, name, JSON.stringify(args), { signal })).response as {
        readonly error?: string;
        readonly results?: readonly { readonly status: string; readonly message: string }[];
      };
    return { staging, call };
  }

  for (const [what, from, to] of BEHIND_LINKS)
    for (const overwrite of [false, true])
      it(`names the file that is meant, and changes nothing: ${what}${overwrite ? ', with overwrite' : ''} [002-010]`, async () => {
        const { staging, call } = agent();
        const operations = [{ from_path: from, to_path: to }];
        const { results } = await call('rename_files', { operations, overwrite });
        assert.equal(results?.[0]?.status, 'error');
        assert.match(results?.[0]?.message ?? '', /behind a link, and leads to (?:a\.py|folder\/)/);
        assert.deepEqual(staging.changedPaths, []);
      });

  it('is refused for a link that is to be deleted, and for a file behind one', async () => {
    const { staging, call } = agent();
    assert.match((await call('delete_file', { path: 'l' })).error ?? '', /leads to a\.py/);
    assert.match(
      (await call('delete_file', { path: 'to-folder/b.py' })).error ?? '',
      /leads to folder\/b\.py/,
    );
    assert.deepEqual(staging.changedPaths, []);
  });

  it('says of a pipe that it is no file, and not that it does not exist', async () => {
    const { call } = agent();
    const { results } = await call('rename_file', { path: 'pipe', new_path: 'moved' });
    assert.doesNotMatch(results?.[0]?.message ?? '', /does not exist/);
  });

  it('counts what a folder loses beside what is replaced in it', async () => {
    const { call } = agent();
    await call('write_file', { path: 'new/b.py', content: 'other\n' });
    const operations = [{ from_path: 'new', to_path: 'folder' }];
    const { results } = await call('rename_files', { operations, overwrite: true });
    assert.equal(
      results?.[0]?.message,
      'moved 1 file, replacing 1, deleting 1 that folder had beside (folder/c.bin)',
    );
  });
});
