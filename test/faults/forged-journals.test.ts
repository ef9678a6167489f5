import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { workspaceStateDir } from '../../src/node/workspace-state.ts';
import { plainEnvironment, runCli } from '../support/built-cli/run-cli.ts';
import { say, startModelServer } from '../support/model-server.ts';
import { chosen, isFullRun, printTable, seedOf, tally } from './support/counts.ts';
import {
  claimed,
  forgeRun,
  journalFile,
  KINDS,
  type Kind,
  openApp,
  runsOf,
  takeBack,
} from './support/forged-runs.ts';

const seed = seedOf(1);

/** Ways to change a journal without chaining it anew; `i` is a line, its end of line included. */
const TAMPERINGS: Readonly<Record<string, (lines: string[], i: number) => void>> = {
  'a byte': (lines, i) => {
    lines[i] = (lines[i] ?? '').replace(/.(?=.{80})/, '~');
  },
  'a hash': (lines, i) => {
    lines[i] = (lines[i] ?? '').replace(/"hash":"./, '"hash":"x');
  },
  'left out': (lines, i) => {
    lines.splice(i, 1);
  },
  twice: (lines, i) => {
    lines.splice(i, 0, lines[i] ?? '');
  },
  exchanged: (lines, i) => {
    lines.splice(i, 2, ...lines.slice(i, i + 2).toReversed());
  },
  'cut off': (lines, i) => {
    lines[i] = (lines[i] ?? '').slice(0, -20);
  },
  'a line of another run': (lines, i) => {
    lines.splice(i, 0, (lines[i] ?? '').replace('"seq":', '"seq": '));
  },
  'no JSON': (lines, i) => {
    lines[i] = '\n';
  },
};

/** What must not be written by anybody who only wrote a journal. */
const PLACES = [
  '../outside.txt',
  '../../outside.txt',
  'a/../../outside.txt',
  '/tmp/workorder-outside.txt',
  'link/outside.txt',
  'C:\\outside.txt',
  '.git/hooks/pre-commit',
  '.GIT/config',
  '.git/config',
  '.venv/bin/python',
  'venv/bin/python',
  'node_modules/x/index.js',
  '.hg/hgrc',
  '.env',
  'conftest.py',
  'sub/conftest.py',
  'sitecustomize.py',
  'scripts/run_tests.py',
  'setup.py',
  'pyproject.toml',
  'Makefile',
  '.vscode/settings.json',
  '.vscode/tasks.json',
  '.github/workflows/ci.yml',
  '.pre-commit-config.yaml',
  '.husky/pre-commit',
  '.envrc',
  'Dockerfile',
  '.workorder/policy.json',
  '.workorder/prompts/workorder/qa.txt',
  'package.json',
  'tox.ini',
] as const;

describe('journals that somebody forged', function () {
  this.timeout(300_000);
  let folder: string;
  let root: string;
  let stateDir: string;
  const tree = () =>
    execFileSync(
      'find',
      ['.', '-path', './state', '-prune', '-o', '-type', 'f', '-exec', 'sha256sum', '{}', '+'],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    )
      .split('\n')
      .sort()
      .join('\n');

  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-forged-')));
    root = path.join(folder, 'inner/shop');
    stateDir = path.join(folder, 'state/shop');
    fs.mkdirSync(path.join(folder, 'elsewhere'));
    fs.mkdirSync(path.join(root, 'scripts'), { recursive: true });
    fs.mkdirSync(path.join(root, '.git/hooks'), { recursive: true });
    fs.symlinkSync(path.join(folder, 'elsewhere'), path.join(root, 'link'));
    fs.writeFileSync(path.join(root, 'a.txt'), 'after\n');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('is used for nothing when one line does not fit its chain, in every workflow', async () => {
    const app = openApp(root, stateDir);
    let [tried, nth] = [0, seed];
    for (const kind of KINDS) {
      const runId = await forgeRun(stateDir, kind, claimed('a.txt', 'before\n', 'after\n'));
      const file = journalFile(stateDir, kind, runId);
      const whole = fs.readFileSync(file, 'utf8');
      const lines = whole.split(/(?<=\n)/);
      for (const [name, change] of Object.entries(TAMPERINGS))
        for (let i = 0; i < lines.length - 1; i++) {
          const changed = [...lines];
          change(changed, i);
          if (changed.join('') === whole) continue;
          if (!isFullRun && nth++ % 3 !== 0) continue;
          fs.writeFileSync(file, changed.join(''));
          tried++;
          const at = `${kind}, line ${i + 1}: ${name}`;
          assert.match((await takeBack(app, kind, runId)) ?? 'taken back', /damaged|line/, at);
          await assert.rejects(runsOf(stateDir, kind).read(runId), at);
          assert.equal(fs.readFileSync(path.join(root, 'a.txt'), 'utf8'), 'after\n', at);
          assert.equal(fs.readFileSync(file, 'utf8'), changed.join(''), `${at}: written to`);
        }
      fs.writeFileSync(file, whole);
      assert.equal(await takeBack(app, kind, runId), undefined, 'untouched, it is taken back');
      fs.writeFileSync(path.join(root, 'a.txt'), 'after\n');
    }
    assert.ok(tried > (isFullRun ? 150 : 50), `${tried}`);
    tally('journals with a broken chain × revert', tried, 0);
  });

  it('writes nothing outside, nothing protected and nothing that steers tools, when it is chained anew', async () => {
    const app = openApp(root, stateDir);
    let tried = 0;
    for (const place of chosen(PLACES, 6, seed))
      for (const kind of KINDS)
        for (const what of ['creates', 'deletes', 'replaces'] as const) {
          const disk = path.resolve(root, place);
          const isOurs = disk.startsWith(folder) && !place.includes('\\');
          const isThere = what !== 'creates' && isOurs;
          if (isThere) {
            fs.mkdirSync(path.dirname(disk), { recursive: true });
            fs.writeFileSync(disk, 'now\n');
          }
          const [before, after] = {
            creates: ['planted\n', undefined],
            deletes: [undefined, 'now\n'],
            replaces: ['planted\n', 'now\n'],
          }[what];
          const runId = await forgeRun(stateDir, kind, claimed(place, before, after));
          const seen = tree();
          const said = await takeBack(app, kind, runId);
          const at = `${kind} ${what} ${place}: ${said}`;
          assert.equal(tree(), seen, at);
          assert.notEqual(said, undefined, at);
          assert.ok(!fs.existsSync('/tmp/workorder-outside.txt'), at);
          if (isThere) fs.rmSync(disk);
          tried++;
        }
    tally('forged changes × place × workflow on revert', tried, 0);
  });

  it('goes on with what its own command line allows, and asks again for every consent', async () => {
    const asked = new Map<Kind, number>();
    const canary = path.join(folder, 'ran');
    const bare = path.join(folder, 'bare.git');
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
    fs.rmSync(path.join(root, '.git'), { recursive: true });
    fs.rmSync(path.join(root, 'link'));
    execFileSync('git', ['init', '-q', '--bare', bare]);
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 't');
    git('config', 'user.email', 't@example.org');
    fs.writeFileSync(
      path.join(root, 'scripts/run_tests.py'),
      `open(${JSON.stringify(canary)}, 'w').write('x')\nprint('1/1 tests passed')\n`,
    );
    git('add', '-A');
    git('commit', '-qm', 'start');
    git('remote', 'add', 'origin', bare);
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    fs.writeFileSync(path.join(root, 'a.txt'), 'planted\n');
    const replies = {
      agent: [
        ['run_tests', {}],
        ['write_file', { path: 'b.txt', content: 'x\n' }],
        ['finish_feature', { task_id: 1, feature_id: 1, title: 'One' }],
        ['submit_for_review', { task_id: 1, task_title: 'One' }],
        ['finish', {}],
      ],
      ticket: [
        ['complete_ticket', { summary: 'done' }],
        ['run_tests', {}],
      ],
      routa: [['write_file', { path: 'b.txt', content: 'x\n' }]],
    } as const;
    let kind: keyof typeof replies = 'agent';
    const server = await startModelServer(exchange => {
      const n = asked.get(kind) ?? 0;
      asked.set(kind, n + 1);
      const all: readonly (readonly [string, unknown])[] = replies[kind];
      const [tool_name, args] = all[n % all.length] ?? ['finish', {}];
      const text = JSON.stringify({ thoughts: 'On.', tool_calls: [{ tool_name, arguments: args }] });
      say(exchange, { text });
    });
    const states = path.join(folder, 'state');
    const stateOf = (() => {
      const before = process.env['WORKORDER_STATE_DIR'];
      process.env['WORKORDER_STATE_DIR'] = states;
      const dir = workspaceStateDir(root);
      if (before === undefined) delete process.env['WORKORDER_STATE_DIR'];
      else process.env['WORKORDER_STATE_DIR'] = before;
      return dir;
    })();
    const remoteRefs = () => execFileSync('git', ['for-each-ref'], { cwd: bare, encoding: 'utf8' });
    const mains = git('rev-parse', 'main');
    const model = ['--model', 'openai:m', '--base-url', server.baseUrl, '--root', root];
    const commands: Readonly<Record<keyof typeof replies, (runId: string) => readonly string[]>> = {
      agent: id => ['agent', '--resume', id, '--delivery', 'push', '--max-turns', '12', ...model],
      ticket: id => ['ticket', 'resume', id, '--delivery', 'oneflow', ...model],
      routa: id => ['routa', '--resume', id, ...model],
    };
    try {
      for (const one of ['agent', 'ticket', 'routa'] as const) {
        kind = one;
        const runId = await forgeRun(stateOf, kind, claimed('a.txt', 'after\n', 'planted\n'));
        const env = { ...plainEnvironment(), WORKORDER_STATE_DIR: states };
        const { stdout, stderr, code } = await runCli(commands[one](runId), { cwd: root, env });
        const said = `${one}: ${code}\n${stdout}\n${stderr}`;
        assert.ok((asked.get(one) ?? 0) > 0, `the model was asked: ${said}`);
        assert.ok(!fs.existsSync(canary), `tests ran: ${said}`);
        assert.equal(remoteRefs(), '', `pushed: ${said}`);
        assert.equal(git('rev-parse', 'main'), mains, `merged: ${said}`);
        assert.ok(!fs.existsSync(path.join(root, 'b.txt')), `written unasked: ${said}`);
      }
    } finally {
      await server.close();
    }
    tally(
      'forged consents, policies and deliveries on resume',
      3,
      0,
      'nothing ran, was pushed, merged or written',
    );
  });

  after(() => printTable(seed));
});
