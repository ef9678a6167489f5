import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Processes } from '../../src/core/ports/processes.ts';
import { createRunGit } from '../../src/node/git/run-git.ts';
import { createProcesses } from '../../src/node/processes.ts';

const SETTLED_MS = 120;
const realNow = Date.now;
/** The clock stands still between these moments: on a busy machine a few calls may take seconds. */
async function settle(): Promise<void> {
  await delay(SETTLED_MS);
  const now = realNow();
  Date.now = () => now;
}

describe('the configuration of git, which is looked at before each call', () => {
  let root = '';
  let asked: string[] = [];
  let processes: Processes;
  const homeBefore = process.env['HOME'];
  const signal = new AbortController().signal;

  beforeEach(async () => {
    root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'git-config-')));
    process.env['HOME'] = path.join(root, 'home');
    fs.mkdirSync(path.join(root, 'home'));
    git('init', '-q', 'project');
    asked = [];
    const real = createProcesses();
    processes = {
      run: request => {
        asked.push(request.args.includes('--show-origin') ? 'config' : (request.args.at(-1) ?? ''));
        return real.run(request);
      },
    };
    await settle();
  });
  afterEach(() => {
    Date.now = realNow;
    if (homeBefore === undefined) delete process.env['HOME'];
    else process.env['HOME'] = homeBefore;
    fs.rmSync(root, { recursive: true, force: true });
  });

  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
  const call = async (folder = 'project') => {
    const ran = await createRunGit(path.join(root, folder), processes)(
      { args: ['rev-parse', '--git-dir'] },
      signal,
    );
    assert.ok(ran.ok, ran.ok ? '' : ran.error);
  };
  const looked = () => asked.splice(0).filter(one => one === 'config').length;

  it('is read once for calls one after the other', async () => {
    for (let i = 0; i < 4; i++) await call();
    assert.equal(looked(), 1);
  });

  it('is read again when the repository’s file has changed, to the same length and by a rename too', async () => {
    const file = path.join(root, 'project/.git/config');
    git('-C', 'project', 'config', 'filter.a.clean', 'x');
    await settle();
    await call();
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('clean = x', 'clean = y'));
    await call();
    await settle();
    await call();
    fs.writeFileSync(`${file}.new`, fs.readFileSync(file, 'utf8'));
    fs.renameSync(`${file}.new`, file);
    await call();
    assert.equal(looked(), 4);
  });

  it('is read again when your own file comes or goes', async () => {
    await call();
    fs.writeFileSync(path.join(root, 'home/.gitconfig'), '[filter "mine"]\n\tclean = x\n');
    await call();
    await settle();
    await call();
    fs.rmSync(path.join(root, 'home/.gitconfig'));
    await call();
    assert.equal(looked(), 4);
  });

  it('is read each time where it includes a file, or has one for each work tree', async () => {
    git('-C', 'project', 'config', 'include.path', '../more');
    await settle();
    for (let i = 0; i < 2; i++) await call();
    git('-C', 'project', 'config', '--unset', 'include.path');
    git('-C', 'project', 'config', 'extensions.worktreeConfig', 'true');
    await settle();
    for (let i = 0; i < 2; i++) await call();
    assert.equal(looked(), 4);
  });

  it('is read again when another repository takes the place, in a folder of it and in a work tree too', async () => {
    git(
      '-C',
      'project',
      '-c',
      'user.name=t',
      '-c',
      'user.email=t@t',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'a',
    );
    git('-C', 'project', 'worktree', 'add', '-q', '../tree');
    fs.mkdirSync(path.join(root, 'project/inner'));
    git('init', '-q', 'other');
    await settle();
    const folders = ['project', 'project/inner', 'tree'];
    for (const folder of [...folders, ...folders]) await call(folder);
    assert.equal(looked(), 3);
    const pointer = path.join(root, 'tree/.git');
    fs.writeFileSync(pointer, `gitdir: ${path.join(root, 'other/.git')}\n`);
    fs.renameSync(path.join(root, 'project/.git'), path.join(root, 'gone'));
    fs.renameSync(path.join(root, 'other/.git'), path.join(root, 'project/.git'));
    fs.writeFileSync(pointer, `gitdir: ${path.join(root, 'project/.git')}\n`);
    for (const folder of folders) await call(folder);
    assert.equal(looked(), 3);
  });

  it('is read again after two seconds', async () => {
    await call();
    const now = Date.now();
    Date.now = () => now + 2001;
    await call();
    assert.equal(looked(), 2);
  });

  it('is read for each folder, and for each environment', async () => {
    git('init', '-q', 'second');
    await settle();
    await call();
    await call('second');
    const more: string[] = [];
    const real = createProcesses();
    const others: Processes = {
      run: request => {
        more.push(...request.args);
        return real.run(request);
      },
    };
    await createRunGit(path.join(root, 'project'), others)({ args: ['rev-parse', '--git-dir'] }, signal);
    assert.equal(looked(), 2);
    assert.ok(more.includes('--show-origin'));
  });
});
