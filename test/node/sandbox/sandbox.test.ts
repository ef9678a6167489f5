import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProcessRequest } from '../../../src/core/ports/processes.ts';
import type { Sandbox, SandboxRules } from '../../../src/core/ports/sandbox.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { bubblewrapArguments } from '../../../src/node/sandbox/bubblewrap.ts';
import { sentenceToTell } from '../../../src/node/sandbox/notice.ts';
import { findSandbox, openSandbox } from '../../../src/node/sandbox/open-sandbox.ts';
import { sandboxExecArguments } from '../../../src/node/sandbox/sandbox-exec.ts';
import { sandboxed } from '../../../src/node/sandbox/sandboxed-processes.ts';
import { createTestRunner } from '../../../src/node/tests/test-runner.ts';
import { LintWorkspace } from '../lint/workspace.ts';

const { signal } = new AbortController();

describe('sandbox', () => {
  let place = '';
  let isReady = false;
  before(async () => {
    isReady = (await openSandbox(tmpdir()).state()).kind === 'ready';
  });
  beforeEach(() => {
    place = realpathSync(mkdtempSync(join(tmpdir(), 'sandbox-')));
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));

  /** Runs JavaScript; answers what it printed. */
  const runScript = async (script: string, rules: SandboxRules, sandbox: Sandbox = openSandbox(place)) => {
    const result = await sandboxed(createProcesses(), sandbox, () => rules).run({
      program: process.execPath,
      args: ['-e', script],
      cwd: place,
      timeoutMs: 30_000,
      signal,
    });
    assert.ok(result.kind === 'exited', JSON.stringify(result));
    return result.stdout.trim();
  };
  const tryTo = (act: string) =>
    `try { ${act}; console.log('yes') } catch (error) { console.log(error.code) }`;
  const write = (file: string) => tryTo(`require('fs').writeFileSync(${JSON.stringify(file)}, 'x')`);

  describe('where this machine has one', () => {
    beforeEach(function () {
      // Containers often forbid it; what happens then is shown below.
      if (!isReady) this.skip();
    });

    it('lets a program write in the folders it is given and in its own temporary folder, and nowhere else', async () => {
      const open = join(place, 'open');
      mkdirSync(join(open, 'kept'), { recursive: true });
      const rules = { writable: [open], readOnly: [join(open, 'kept')] };
      assert.equal(await runScript(write(join(open, 'a')), rules), 'yes');
      for (const file of [
        join(place, 'a'),
        join(open, 'kept', 'a'),
        join(homedir(), 'a'),
        join(tmpdir(), 'a'),
      ])
        assert.match(await runScript(write(file), rules), /^(EROFS|EACCES|EPERM)$/, file);
      const scratch = await runScript(
        `const file = require('os').tmpdir() + '/a'; require('fs').writeFileSync(file, ''); console.log(file)`,
        rules,
      );
      assert.match(scratch, /work-order-scratch-/);
      assert.ok(!existsSync(scratch), 'the temporary folder goes with the program');
    });

    it('has no network: a server of this machine is not reached', async () => {
      const server = createServer(socket => socket.end('hello'));
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      assert.ok(typeof address === 'object' && address);
      const connect = `require('net').connect(${address.port}, '127.0.0.1').on('data', () => console.log('yes')).on('error', error => console.log(error.code))`;
      try {
        assert.equal(await runScript(connect, { writable: [] }), 'ECONNREFUSED');
        assert.equal(await runScript(connect, { writable: [] }, none), 'yes');
      } finally {
        server.close();
      }
    });

    it('hides what other processes have in their environment', async function () {
      if (process.platform !== 'linux') this.skip();
      const read = tryTo(`require('fs').readFileSync('/proc/${process.pid}/environ')`);
      assert.equal(await runScript(read, { writable: [] }), 'ENOENT');
      assert.equal(await runScript(read, { writable: [] }, none), 'yes');
    });

    it('lints as without it, and keeps what a plugin writes out of the workspace', async () => {
      const workspace = new LintWorkspace({
        'mypy.ini': '[mypy]\nplugins = plugin.py\n',
        'plugin.py':
          'from mypy.plugin import Plugin\ntry:\n    open("written", "w")\nexcept OSError:\n    print("refused")\ndef plugin(version: str) -> type[Plugin]:\n    return Plugin\n',
        'app/a.py': 'import os\nx: int = ""\n',
      });
      try {
        const ask = (sandbox?: Sandbox) =>
          workspace.linter({}, sandbox).lint({ path: 'app', check_all: true }, { signal });
        const inside = await ask(openSandbox(workspace.root));
        assert.ok(inside.kind === 'report', JSON.stringify(inside));
        assert.ok(!existsSync(join(workspace.root, 'written')));
        assert.ok(
          inside.notes.some(note => note.includes('refused')),
          inside.notes.join(),
        );
        const outside = await ask();
        assert.ok(outside.kind === 'report');
        assert.deepEqual(inside.report, outside.report);
        assert.ok(existsSync(join(workspace.root, 'written')), 'the plugin can write');
      } finally {
        workspace.dispose();
      }
    });

    it('lets tests write in the workspace, and neither in its repository nor outside', async () => {
      const root = join(place, 'ws');
      for (const folder of ['scripts', '.git']) mkdirSync(join(root, folder), { recursive: true });
      const script = `
import os
for path in ("result.txt", ".git/hooked", "../outside.txt", os.path.expanduser("~/outside.txt")):
    try:
        open(path, "w").close()
        print("wrote", path)
    except OSError:
        print("refused")
print("1/1 tests passed")
`;
      writeFileSync(join(root, 'scripts/run_tests.py'), script);
      const runner = createTestRunner(root, createProcesses(), { sandbox: openSandbox(root) });
      const { ok, stdout } = await runner.run(signal);
      assert.ok(ok, stdout);
      assert.equal(stdout.trim(), 'wrote result.txt\nrefused\nrefused\nrefused\n1/1 tests passed');
    });
  });

  it('is never left out silently: when it cannot start any more, the program does not run', async () => {
    const broken: Sandbox = {
      state: async () => ({ kind: 'ready', name: 'bubblewrap', mounts: true }),
      wrap: async request => ({ ...request, program: join(place, 'gone'), args: [] }),
    };
    const canary = join(place, 'canary');
    const request: ProcessRequest = {
      program: process.execPath,
      args: ['-e', write(canary)],
      cwd: place,
      timeoutMs: 5000,
      signal,
    };
    assert.equal(
      (await sandboxed(createProcesses(), broken, () => ({ writable: [place] })).run(request)).kind,
      'not_started',
    );
    const refusing: Sandbox = {
      ...broken,
      wrap: async asked => ({
        ...asked,
        program: '/bin/sh',
        args: ['-c', 'echo "bwrap: No permissions" >&2; exit 1'],
      }),
    };
    const result = await sandboxed(createProcesses(), refusing, () => ({ writable: [place] })).run(request);
    assert.deepEqual(result, {
      kind: 'not_started',
      reason: 'the sandbox did not start: bwrap: No permissions',
    });
    assert.ok(!existsSync(canary));
  });

  it('is tried, because it may be installed and forbidden', async function () {
    if (process.platform !== 'linux') this.skip();
    writeFileSync(
      join(place, 'bwrap'),
      '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n',
    );
    chmodSync(join(place, 'bwrap'), 0o755);
    const before = process.env['PATH'];
    process.env['PATH'] = `${place}:${before}`;
    try {
      const { state } = await findSandbox('/nowhere', createProcesses());
      assert.deepEqual(state, {
        kind: 'none',
        reason: 'bubblewrap does not work here (bwrap: No permissions to create new namespace)',
      });
      process.env['PATH'] = '/nowhere';
      const missing = await findSandbox('/nowhere', createProcesses());
      assert.deepEqual(missing.state, { kind: 'none', reason: 'bubblewrap (bwrap) is not installed' });
    } finally {
      process.env['PATH'] = before;
    }
  });

  it('is told of once where there is none, and again for another reason', async () => {
    const because = (reason: string): Sandbox => ({ ...none, state: async () => ({ kind: 'none', reason }) });
    assert.equal(
      await sentenceToTell(because('it is off'), place),
      'Linters and tests run without a sandbox here: it is off.',
    );
    assert.equal(await sentenceToTell(because('it is off'), place), undefined);
    assert.match((await sentenceToTell(because('it is forbidden'), place)) ?? '', /forbidden/);
    assert.match(readFileSync(join(place, 'no-sandbox.txt'), 'utf8'), /forbidden/);
  });

  it('binds folders where their links lead, and none that do not exist', async () => {
    const request = { program: '/bin/true', args: [], cwd: '/' };
    const args = await bubblewrapArguments(request, { writable: [place, join(place, 'none')] });
    assert.deepEqual(args.slice(args.indexOf('--bind'), args.indexOf('--chdir')), ['--bind', place, place]);
  });

  it('names the same rules to macOS, quoted', async () => {
    const [, profile] = await sandboxExecArguments(
      { program: '/p', args: [] },
      { writable: ['/a "b"'], readOnly: ['/a "b"/.git'] },
    );
    assert.match(
      profile ?? '',
      /\(deny file-write\*\)\n(?:.*\n)*\(allow file-write\* \(subpath "\/a \\"b\\""\)\)\n\(deny file-write\* \(subpath "\/a \\"b\\"\/\.git"\)\)$/,
    );
    assert.match(profile ?? '', /\(deny network\*\)/);
  });
});

const none: Sandbox = {
  state: async () => ({ kind: 'none', reason: 'a test' }),
  wrap: async request => request,
};
