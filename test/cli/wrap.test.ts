import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { python } from '../../scripts/setup/places.mjs';
import type { FunctionTrial } from '../../src/core/ports/trials.ts';
import type { RunAttestation } from '../../src/generated/contracts.ts';
import { openSandbox } from '../../src/node/sandbox/open-sandbox.ts';
import { builtCli, type CliEnd, plainEnvironment, runCli, userNode } from '../support/built-cli/run-cli.ts';
import { SmallRepository } from '../support/small-repository.ts';

const RUFF = path.join(path.dirname(python.executable), 'ruff');
const BINARY = new Uint8Array([0, 1, 2, 255]);
const HELPERS = 'import os\n\n\ndef get_file(path, mode):\n    return open(path, mode)\n';

/** Programs that edit files, through the built command line. */
describe('workorder wrap', () => {
  let repository: SmallRepository;
  let isReady = false;
  before(async () => {
    isReady = (await openSandbox(tmpdir()).state()).kind === 'ready';
  });
  beforeEach(() => {
    repository = new SmallRepository();
    repository.commit('start', { 'helpers.py': HELPERS, 'notes.txt': 'one\r\ntwo\r\n', 'old.bin': BINARY });
  });
  afterEach(() => repository.dispose());

  const wrap = (options: readonly string[], ...command: readonly string[]): Promise<CliEnd> => {
    const alone = isReady ? [] : ['--without-sandbox'];
    return runCli(['wrap', '--yes', ...alone, ...options, '--', ...command], { cwd: repository.root });
  };
  const shell = (script: string, ...options: readonly string[]) => wrap(options, 'sh', '-c', script);
  const last = ({ stdout }: CliEnd): Readonly<Record<string, unknown>> =>
    JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  const status = () => repository.git('status', '--short', '--untracked-files=all');
  const at = (file: string) => path.join(repository.root, file);

  it('applies what ruff corrects as one change, records it, and takes it back', async () => {
    const { code, stdout } = await wrap(
      ['--invariant', 'no public API changes'],
      RUFF,
      'check',
      '--fix',
      '.',
    );
    assert.equal(code, 0, stdout);
    assert.equal(fs.readFileSync(at('helpers.py'), 'utf8'), HELPERS.slice('import os\n'.length));
    assert.match(stdout, /APPLIED {2}1 file/);
    const listed = await runCli(['history', '--kind', 'wrap', '--json'], { cwd: repository.root });
    assert.match(listed.stdout, /ruff check --fix/);
    const verified = await runCli(['verify', '--last'], { cwd: repository.root });
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    const shown = await runCli(['show', '--last'], { cwd: repository.root });
    assert.match(shown.stdout, /It ended with exit code 0/);
    assert.equal((await runCli(['revert', '--last'], { cwd: repository.root })).code, 0);
    assert.equal(status(), '');
  });

  it('attests what it left for a machine that has none of its records, and refuses other files, runs and keys', async () => {
    assert.equal((await shell('echo "x = 1" > new.py; rm old.bin; echo "# x" >> helpers.py')).code, 0);
    const key = path.join(repository.folder, 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    const signers = path.join(repository.folder, 'signers');
    fs.writeFileSync(signers, `ann@example.org ${fs.readFileSync(`${key}.pub`, 'utf8')}`);
    const file = path.join(repository.folder, 'run.json');
    const attest = ['verify', '--last', '--attest', file, '--sign-key', key];
    const made = await runCli(attest, { cwd: repository.root });
    assert.equal(made.code, 0, made.stdout + made.stderr);
    const other = path.join(repository.folder, 'other');
    fs.cpSync(repository.root, other, { recursive: true, filter: from => !from.endsWith('.git') });
    const verify = (what: string, ...options: readonly string[]) =>
      runCli(['verify', '--attestation', what, ...options], { cwd: other });
    const held = await verify(file, '--signers', signers);
    assert.equal(held.code, 0, held.stdout + held.stderr);
    assert.match(held.stdout, /^holds {2}run \S+ {2}says: APPLIED, 3 files; signed by ann@example\.org$/m);
    assert.match(held.stdout, /not repeated here: paths before the apply: passed/);
    const envelope = JSON.parse(fs.readFileSync(file, 'utf8'));
    const tampered = path.join(repository.folder, 'tampered.json');
    for (const change of [
      (s: RunAttestation) => ({ ...s, subject: s.subject.slice(1) }),
      (s: RunAttestation) => ({ ...s, subject: [...s.subject, s.subject[0]] }),
      (s: RunAttestation) => ({ ...s, predicate: { ...s.predicate, files: s.predicate.files.slice(1) } }),
      (s: RunAttestation) => ({ ...s, predicate: { ...s.predicate, approved: true } }),
    ]) {
      const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
      const payload = Buffer.from(JSON.stringify(change(statement))).toString('base64');
      for (const signatures of [[], envelope.signatures]) {
        fs.writeFileSync(tampered, JSON.stringify({ ...envelope, payload, signatures }));
        const refused = await verify(tampered);
        assert.equal(refused.code, 1, refused.stdout);
      }
    }
    fs.copyFileSync(signers, path.join(other, 'signers'));
    const inside = await verify(file, '--signers', 'signers');
    assert.match(inside.stdout, /signers is in the workspace, where the run could have written it/);
    fs.writeFileSync(path.join(other, 'old.bin'), 'back');
    fs.appendFileSync(path.join(other, 'new.py'), 'y = 2\n');
    const changed = await verify(file, '--signers', signers);
    assert.equal(changed.code, 1);
    assert.match(changed.stdout, /new\.py is not as the run left it/);
    assert.match(changed.stdout, /old\.bin is there, and the run deleted it/);
    fs.appendFileSync(at('new.py'), 'y = 2\n');
    const edited = await runCli(attest, { cwd: repository.root });
    assert.equal(edited.code, 1);
    assert.match(edited.stderr, /Nothing is attested: new\.py is (edited since|overwritten)/);
  });

  it('applies nothing without a yes, outside of the scope, or against an invariant or a claim', async () => {
    const edit = 'sed -i s/get_file/read_file/ helpers.py';
    const unasked = await runCli(
      ['wrap', ...(isReady ? [] : ['--without-sandbox']), '--', 'sh', '-c', edit],
      { cwd: repository.root },
    );
    for (const [{ code, stdout, stderr }, why] of [
      [unasked, /there is no terminal to ask on/],
      [await shell(edit, '--scope', 'shop/'), /helpers\.py is outside the scope \(shop\/\)/],
      [await shell(edit, '--invariant', 'no public names removed'), /"no public names removed" is violated/],
      [await shell(edit, '--require', 'claims', '--claim', 'helpers.get_file is added'), /is false/],
      [await shell('echo "def (" > helpers.py'), /not Python any more: invalid syntax/],
      [await shell('mkdir .github; echo "on: push" > .github/ci.yml'), /was not approved by name/],
    ] as const) {
      assert.equal(code, 2, stdout + stderr);
      assert.match(stdout, why);
      assert.equal(status(), '');
    }
  });

  it('runs the changed functions before and after, when it may: a call that differs blocks, and is kept', async () => {
    repository.commit('twice', { 'twice.py': 'def twice(n: int) -> int:\n    return n * 2\n' });
    const quick = ['--run', '--run-seconds', '3', '--without-sandbox', '--json'];
    // With the tools of these tests, whatever the machine's own Python has.
    const env = { ...plainEnvironment(), VIRTUAL_ENV: path.dirname(path.dirname(python.executable)) };
    const edit = (script: string, ...options: readonly string[]) =>
      runCli(['wrap', '--yes', ...quick, ...options, '--', 'sh', '-c', script], {
        cwd: repository.root,
        env,
      });
    const refuted = await edit('sed -i "s/n \\* 2/n + 2/" twice.py', '--invariant', 'no behavior changes');
    assert.equal(refuted.code, 2, refuted.stdout + refuted.stderr);
    assert.match(refuted.stdout, /\\"no behavior changes\\" is refuted: twice: twice\(/);
    assert.equal(status(), '');
    const ran = await edit('sed -i "s/n \\* 2/n + n/" twice.py');
    assert.equal(ran.code, 0, ran.stdout + ran.stderr);
    const [trial] = last(ran)['trials'] as readonly FunctionTrial[];
    assert.equal(trial?.result.verdict, 'no difference');
    assert.match((await runCli(['show', '--last'], { cwd: repository.root })).stdout, /twice/);
  });

  it('copies a workspace that holds the temporary folder, and not its own copies', async () => {
    repository.commit('ignore', { '.gitignore': 'tmp\n', 'tmp/kept': '1' });
    const env = { ...plainEnvironment(), TMPDIR: at('tmp') };
    const alone = isReady ? [] : ['--without-sandbox'];
    const args = ['wrap', '--yes', ...alone, '--', 'sh', '-c', 'cat tmp/kept; git log --format=%s > log.txt'];
    const { code, stdout, stderr } = await runCli(args, { cwd: repository.root, env });
    assert.equal(code, 0, stdout + stderr);
    assert.equal(fs.readFileSync(at('log.txt'), 'utf8'), 'ignore\nstart\n');
    assert.deepEqual(fs.readdirSync(at('tmp')), ['kept']);
  });

  it('removes the copies that a killed run left, and not those of a run at work', async () => {
    const copies = path.join(repository.folder, 'copies');
    fs.mkdirSync(copies);
    const alone = isReady ? [] : ['--without-sandbox'];
    const env = { ...plainEnvironment(), TMPDIR: copies };
    const args = ['wrap', '--yes', ...alone, '--', 'sh', '-c'];
    await interrupted([...args, 'echo started; sleep 30'], 'SIGKILL', env);
    assert.equal(fs.readdirSync(copies).length, 1);
    const script = 'echo started; while [ ! -e go ]; do sleep 0.05; done';
    let begun: () => void = () => undefined;
    const started = new Promise<void>(resolve => {
      begun = resolve;
    });
    const waiting = interrupted([...args, script], 'SIGCONT', env, begun);
    await Promise.race([started, waiting]);
    const mine = fs.readdirSync(copies);
    try {
      assert.equal(mine.length, 1, String(mine));
      await runCli([...args, 'true'], { cwd: repository.root, env });
      assert.deepEqual(fs.readdirSync(copies), mine);
    } finally {
      for (const name of mine) fs.writeFileSync(path.join(copies, name, 'after/go'), '');
    }
    assert.equal((await waiting).code, 0);
    assert.deepEqual(fs.readdirSync(copies), []);
  });

  it('takes a program that ends badly for what it is', async () => {
    const edit = 'echo "x = 1" > new.py; exit 3';
    const refused = await shell(edit, '--json');
    assert.equal(refused.code, 2);
    assert.match(String(last(refused)['reasons']), /ended with 3; give --accept-exit 3/);
    assert.equal(status(), '');
    assert.equal((await shell(edit, '--accept-exit', '3')).code, 0);
    assert.equal(status(), '?? new.py');
    assert.equal((await shell('exit 4')).code, 2);
    assert.match((await shell('true')).stdout, /DONE {2}The program changed nothing/);
    assert.match((await wrap([], 'no-such-program')).stdout, /no-such-program was not found on PATH/);
  });

  it('carries new, deleted, renamed and binary files byte for byte, with their line ends', async () => {
    const script =
      'git mv helpers.py tools.py; rm old.bin; printf "\\000\\377\\001" > new.bin; printf "three\\r\\n" >> notes.txt; mkdir -p a/b; echo hi > a/b/c.txt; git add -A; git commit -qm "its own"';
    const ran = await shell(script, '--json');
    assert.equal(ran.code, 0, ran.stdout + ran.stderr);
    assert.deepEqual(
      status()
        .split('\n')
        .map(line => line.trim()),
      ['D helpers.py', 'M notes.txt', 'D old.bin', '?? a/b/c.txt', '?? new.bin', '?? tools.py'],
    );
    assert.equal(fs.readFileSync(at('tools.py'), 'utf8'), HELPERS);
    assert.deepEqual([...fs.readFileSync(at('new.bin'))], [0, 255, 1]);
    assert.equal(fs.readFileSync(at('notes.txt'), 'utf8'), 'one\r\ntwo\r\nthree\r\n');
    assert.equal(repository.git('log', '--format=%s'), 'start', 'a commit in the copy stays there');
    assert.equal((await runCli(['revert', '--last'], { cwd: repository.root })).code, 0);
    assert.equal(status(), '');
  });

  it('says what no change holds: links are refused, modes are named, ignored files are left out', async () => {
    const linked = await shell('ln -s /etc/hostname link; echo "x = 1" > new.py');
    assert.equal(linked.code, 2);
    assert.match(linked.stdout, /link is added, and that cannot be applied: it is a symbolic link/);
    repository.commit('ignore', { '.gitignore': '*.log\n' });
    const ran = await shell('chmod +x helpers.py; echo "# x" >> helpers.py; echo noise > run.log', '--json');
    assert.equal(ran.code, 0, ran.stdout);
    const warnings = String(last(ran)['warnings']);
    assert.match(warnings, /helpers\.py is now executable in the copy; modes are not applied/);
    assert.match(warnings, /1 new file that git ignores is left out/);
    assert.equal(status(), 'M helpers.py');
    assert.equal(fs.existsSync(at('run.log')), false);
  });

  it('gives it a folder of its own, the input and variables that are named, and no others', async () => {
    process.env['WRAP_TEST_TOKEN'] = 'one';
    process.env['WRAP_TEST_OTHER'] = 'two';
    try {
      fs.mkdirSync(at('sub'));
      fs.writeFileSync(at('sub/in.txt'), 'from a file');
      repository.commit('sub');
      const script =
        'cat > got.txt; echo "$WRAP_TEST_TOKEN$WRAP_TEST_OTHER" >> got.txt; cat in.txt >> got.txt';
      const { code, stdout } = await runCli(
        [
          ...['wrap', '--yes', ...(isReady ? [] : ['--without-sandbox']), '--root', repository.root],
          ...['--input', 'in.txt', '--env', 'WRAP_TEST_TOKEN', '--', 'sh', '-c', script],
        ],
        { cwd: at('sub') },
      );
      assert.equal(code, 0, stdout);
      assert.equal(fs.readFileSync(at('sub/got.txt'), 'utf8'), 'from a fileone\nfrom a file');
    } finally {
      delete process.env['WRAP_TEST_TOKEN'];
      delete process.env['WRAP_TEST_OTHER'];
    }
  });

  describe('in a sandbox that hides the temporary folder', () => {
    const beside = (name: string) => path.join(repository.folder, name);
    beforeEach(async function () {
      const state = await openSandbox(tmpdir()).state();
      if (state.kind !== 'ready' || !state.mounts || !repository.folder.startsWith('/tmp/')) this.skip();
      fs.writeFileSync(beside('words.txt'), 'words');
      fs.mkdirSync(beside('folder'));
    });

    it('sees files there that its command names, and what it writes into them is its own', async () => {
      const script = 'cat "$0" > got.txt; echo mine > "$0"; echo "$1" >> got.txt; cat "$2" >> got.txt';
      const named = ['../words.txt', `--with=${beside('words.txt')}`, beside('words.txt')];
      const { code, stdout } = await wrap([], 'sh', '-c', script, ...named);
      assert.equal(code, 0, stdout);
      assert.equal(fs.readFileSync(at('got.txt'), 'utf8'), `words${named[1]}\nmine\n`);
      assert.equal(fs.readFileSync(beside('words.txt'), 'utf8'), 'words');
    });

    it('is told about folders that it did not see, and about what lies beside a file that it did', async () => {
      const folder = await wrap([], 'ls', beside('folder'));
      assert.equal(folder.code, 2);
      assert.match(
        folder.stdout,
        /folder was not there for it: the sandbox hides \/tmp\. Name a folder that lies elsewhere/,
      );
      const shown = await wrap(['--allow-write', beside('folder')], 'ls', beside('folder'));
      assert.equal(shown.code, 0, shown.stdout);
      const program = beside('program.sh');
      fs.writeFileSync(program, '#!/bin/sh\n. "$(dirname "$0")/words.txt"\n', { mode: 0o755 });
      const alone = await wrap([], program);
      assert.equal(alone.code, 2);
      assert.match(alone.stdout, /it saw \S+\/program\.sh and nothing beside: the sandbox hides \/tmp/);
    });

    it('starts a program with what its first line names, and says why it does not start where that is nowhere', async () => {
      const program = beside('program.sh');
      fs.writeFileSync(program, `#!${beside('interpreter')}\necho started\n`, { mode: 0o755 });
      const { code, stdout } = await wrap([], program);
      assert.equal(code, 2);
      assert.match(
        stdout,
        /program\.sh cannot be started in the sandbox: what its first line names, or a library, is not there/,
      );
      fs.symlinkSync('/bin/sh', beside('interpreter'));
      const started = await wrap([], program);
      assert.equal(started.code, 0, started.stdout);
      assert.match(started.stdout, /^started$/m);
    });
  });

  it('stops what takes too long, fills the disk or multiplies, and applies nothing of it', async () => {
    const filling =
      'echo "x = 1" > new.py; while :; do head -c 4000000 /dev/zero >> big.bin; sleep 0.02; done';
    // A file that has no name any more is in no folder.
    const hidden = 'exec 3> gone; rm gone; while :; do head -c 4000000 /dev/zero >&3; done';
    const forking = 'f() { while :; do sleep 20 & done; }; f';
    for (const [script, options, why] of [
      ['echo "x = 1" > new.py; sleep 60', ['--program-timeout', '1'], /it took longer than 1 s/],
      [filling, ['--disk-limit', '40'], /it wrote more than 40 MB/],
      [hidden, ['--disk-limit', '40'], /the disk lost more than twice the 40 MB/],
      [forking, ['--process-limit', '40'], /it started more than 40 processes/],
    ] as const) {
      const { code, stdout } = await shell(script, ...options);
      assert.equal(code, 2, stdout);
      assert.match(stdout, why);
      assert.equal(status(), '');
    }
  });

  it('leaves no process behind', async () => {
    const name = `workorder-left-${process.pid}`;
    const ran = await shell(
      `cp "$(command -v sleep)" ${name}; setsid ./${name} 55 > /dev/null 2>&1 & sleep 0.3; rm ${name}`,
    );
    assert.match(ran.stdout, /changed nothing/, ran.stdout + ran.stderr);
    const running = fs.readdirSync('/proc').filter(pid => {
      try {
        return /^\d+$/.test(pid) && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(name);
      } catch {
        return false;
      }
    });
    assert.deepEqual(running, []);
  });

  it('says nothing only where nothing differs', async () => {
    repository.commit('ignore', { '.gitignore': '*.log\n', 'pk/a.py': 'a = 1\n' });
    for (const [script, why] of [
      ['chmod +x helpers.py', /helpers\.py is now executable/],
      ['echo x > run.log; chmod +x run.log', /contents of files: 1 new file that git ignores is left out/],
      ['mkdir empty', /folders without files are not applied: empty/],
      ['mkdir env; touch env/pyvenv.cfg env/a.py', /environments that it made are left out: env/],
    ] as const) {
      const { code, stdout } = await shell(script);
      assert.equal(code, 0, stdout);
      assert.match(stdout, /DONE {2}The program changed no contents of files/);
      assert.match(stdout, why);
      assert.equal(status(), '');
    }
    const device = await shell('mkfifo pipe; echo "x = 1" > new.py');
    assert.equal(device.code, 2, device.stdout);
    assert.match(device.stdout, /pipe is added, and that cannot be applied: it is not a regular file/);
    const made = await shell('touch pk/pyvenv.cfg; echo 1 > pk/b.py');
    assert.equal(made.code, 2, made.stdout);
    assert.match(made.stdout, /pk\/pyvenv\.cfg must not be changed/);
    assert.equal(status(), '');
    const ran = await shell('echo "x = 1" > run.py; chmod +x run.py');
    assert.equal(ran.code, 0, ran.stdout);
    assert.match(ran.stdout, /run\.py is new and executable in the copy; modes are not applied/);
  });

  it('works in a linked worktree and in a submodule, and leaves the real repository as it is', async () => {
    const others = ['linked', 'super/part'].map(name => path.join(repository.folder, name));
    const [linked = '', part = ''] = others;
    repository.git('worktree', 'add', '-q', linked);
    fs.mkdirSync(path.dirname(part));
    const above = (...args: readonly string[]) => repository.git('-C', path.dirname(part), ...args);
    above('init', '-q');
    above('submodule', '--quiet', 'add', repository.root, 'part');
    const configs = ['repository/.git/config', 'super/.git/modules/part/config'].map(name =>
      path.join(repository.folder, name),
    );
    const before = configs.map(file => fs.readFileSync(file, 'utf8'));
    const hooks = fs.readdirSync(at('.git/hooks'));
    for (const cwd of others) {
      const script = 'git log --format=%s > log.txt; git config user.email > who.txt';
      const alone = isReady ? [] : ['--without-sandbox'];
      const ran = await runCli(['wrap', '--yes', ...alone, '--', 'sh', '-c', script], { cwd });
      assert.equal(ran.code, 0, ran.stdout + ran.stderr);
      assert.equal(fs.readFileSync(path.join(cwd, 'log.txt'), 'utf8'), 'start\n');
      assert.equal(fs.readFileSync(path.join(cwd, 'who.txt'), 'utf8'), 'wrap@localhost\n');
    }
    assert.deepEqual(
      configs.map(file => fs.readFileSync(file, 'utf8')),
      before,
    );
    assert.deepEqual(fs.readdirSync(at('.git/hooks')), hooks);
  });

  it('applies nothing where git cannot say what it ignores', async () => {
    repository.git('submodule', '--quiet', 'add', repository.root, 'part');
    repository.commit('part', { '.gitignore': '*.log\n' });
    const { code, stdout } = await shell('echo "x = 1" > new.py; echo x > run.log; echo x > part/run.log');
    assert.equal(code, 2, stdout);
    assert.match(stdout, /git does not say which of the new files it ignores: .*part/);
    assert.equal(status(), '');
  });

  it('passes over a large file that the program did not change, and names one that it did', async () => {
    fs.writeFileSync(at('large.bin'), Buffer.alloc(17 * 1024 * 1024, 7));
    assert.equal((await shell('echo "x = 1" > new.py')).code, 0);
    const { code, stdout } = await shell('printf x | dd of=large.bin bs=1 seek=16900000 conv=notrunc');
    assert.equal(code, 2, stdout);
    assert.match(stdout, /large\.bin is modified, and that cannot be applied/);
  });

  for (const signal of ['SIGINT', 'SIGHUP'] as const)
    it(`ends at ${signal} without a copy left behind, and records that it was cancelled`, async () => {
      const copies = path.join(repository.folder, 'copies');
      fs.mkdirSync(copies);
      const alone = isReady ? [] : ['--without-sandbox'];
      const args = ['wrap', '--yes', ...alone, '--', 'sh', '-c', 'echo started; sleep 30'];
      const ended = await interrupted(args, signal, { ...plainEnvironment(), TMPDIR: copies });
      assert.equal(ended.code, 130, ended.stdout);
      assert.deepEqual(fs.readdirSync(copies), []);
      const listed = await runCli(['history', '--kind', 'wrap', '--json'], { cwd: repository.root });
      assert.match(listed.stdout, /CANCELLED/);
    });

  /** Signals the command line as soon as the program has printed something. */
  const interrupted = (
    args: readonly string[],
    signal: 'SIGINT' | 'SIGHUP' | 'SIGKILL' | 'SIGCONT',
    env: NodeJS.ProcessEnv,
    started: () => void = () => undefined,
  ): Promise<Pick<CliEnd, 'code' | 'stdout'>> =>
    new Promise((resolve, reject) => {
      const options = { cwd: repository.root, env, stdio: ['ignore', 'pipe', 'inherit'] as const };
      const child = spawn(userNode.program, [builtCli, ...args], { ...options, stdio: [...options.stdio] });
      let stdout = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
        if (!text.split('\n').some(line => line.trim() === 'started')) return;
        child.kill(signal);
        started();
      });
      child.once('error', reject);
      child.once('close', code => resolve({ code, stdout }));
    });

  describe('a hostile program', () => {
    it('changes nothing outside of its copy', async function () {
      if (!isReady) this.skip();
      const outside = path.join(repository.folder, 'outside');
      fs.mkdirSync(outside);
      fs.writeFileSync(path.join(outside, 'kept'), 'kept');
      const before = ['outside', 'repository', 'state'];
      const script = [
        `echo x > ${outside}/new; rm -rf ${outside}; echo x > ${repository.folder}/new`,
        `rm -rf ${repository.root}/.git; rm -rf ${repository.root}/*`,
        'echo x > /tmp/workorder-was-here; echo x > /dev/shm/workorder-was-here; echo x > "$HOME/workorder-was-here"',
        'mount -o remount,rw / 2>/dev/null; kill -9 -1',
      ].join('\n');
      const { code, stdout } = await shell(`(${script}) ; echo "x = 1" > new.py`);
      assert.equal(code, 2, stdout);
      assert.equal(status(), '');
      assert.deepEqual(fs.readdirSync(repository.folder), before);
      assert.equal(fs.readFileSync(path.join(outside, 'kept'), 'utf8'), 'kept');
      for (const folder of ['/tmp', '/dev/shm', process.env['HOME'] ?? '/'])
        assert.equal(fs.existsSync(path.join(folder, 'workorder-was-here')), false, folder);
    });

    it('reaches no network and no socket of another program', async function () {
      if (!isReady) this.skip();
      const { createServer } = await import('node:net');
      const socket = path.join(repository.folder, 'socket');
      let reached = 0;
      const servers = [createServer(), createServer()];
      for (const server of servers) server.on('connection', () => void reached++);
      await new Promise<void>(done => servers[0]?.listen(socket, done));
      await new Promise<void>(done => servers[1]?.listen(0, '127.0.0.1', done));
      const address = servers[1]?.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      try {
        const script = `const net = require('net'); for (const to of [${JSON.stringify(socket)}, ${port}]) net.connect(to).on('error', e => console.log(e.code))`;
        const { stdout } = await wrap([], process.execPath, '-e', script);
        assert.match(stdout, /ENOENT|ECONNREFUSED/);
        assert.equal(reached, 0);
        const allowed = `require('net').connect(${port}, '127.0.0.1', () => process.exit(0))`;
        await wrap(['--allow-network'], process.execPath, '-e', allowed);
        assert.equal(reached, 1);
      } finally {
        for (const server of servers) server.close();
      }
    });

    it('is found out where there is no sandbox, and nothing of its change is applied', async () => {
      const env = { ...plainEnvironment(), WORKORDER_SANDBOX: 'off' };
      const script = `echo "y = 2" > new.py; echo "evil = 1" >> ${at('helpers.py')}`;
      const run = (...options: readonly string[]) =>
        runCli(['wrap', '--yes', ...options, '--', 'sh', '-c', script], { cwd: repository.root, env });
      const unasked = await run();
      assert.equal(unasked.code, 2);
      assert.match(unasked.stderr, /--without-sandbox/);
      const { code, stdout } = await run('--without-sandbox');
      assert.equal(code, 2, stdout);
      assert.match(stdout, /files outside of the copy changed while it ran.*: helpers\.py/);
      assert.equal(fs.existsSync(at('new.py')), false);
    });

    it('is found out without a sandbox in an environment of the workspace, and when it is cancelled', async () => {
      const env = { ...plainEnvironment(), WORKORDER_SANDBOX: 'off' };
      repository.commit('ignore', { '.gitignore': 'node_modules\n', 'node_modules/tool/index.js': '1\n' });
      const evil = `echo 2 > ${at('node_modules/tool/index.js')}`;
      const args = ['wrap', '--yes', '--without-sandbox', '--', 'sh', '-c'];
      const ran = await runCli([...args, evil], { cwd: repository.root, env });
      assert.equal(ran.code, 2, ran.stdout);
      assert.match(ran.stdout, /outside of the copy changed while it ran.*: node_modules\/tool\/index\.js/);
      const script = `echo "evil = 1" >> ${at('helpers.py')}; echo started; sleep 30`;
      const { code, stdout } = await interrupted([...args, script], 'SIGINT', env);
      assert.equal(code, 130, stdout);
      assert.doesNotMatch(stdout, /nothing was changed/);
      assert.match(stdout, /^CANCELLED {2}files outside of the copy changed while it ran.*: helpers\.py/m);
    });
  });
});
