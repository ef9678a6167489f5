import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { WorkspaceIndex, type WorkspaceSnapshot } from '../../src/core/python/index/workspace-index.ts';
import { locateSymbol } from '../../src/core/python/query/locate-symbol.ts';
import { traceCalls } from '../../src/core/python/trace/trace-calls.ts';
import { createDiskFiles } from '../../src/node/files/disk-files.ts';
import { watchWorkspace } from '../../src/node/files/watch-workspace.ts';
import { createProcesses } from '../../src/node/processes.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from '../node/files/temporary-workspace.ts';
import { printTable, sample, seedOf, tally } from './support/counts.ts';
import { type Random, seeded } from './support/random.ts';

const FOLDERS = ['', 'shop', 'shop/sub', 'tests', 'made'];
const NAMES = ['a.py', 'b.py', '__init__.py', 'stub.pyi', 'notes.txt'];

/** Another name of the file shop/b.py (a hard link). */
const OUTSIDE = '../other-name-of-b.py';

/** A watched index against one that reads everything anew, after each of many changes by other programs. */
describe('the index of a session', function () {
  this.timeout(60 * 60_000);
  let workspace: TemporaryWorkspace;
  beforeEach(() => {
    workspace = temporaryWorkspace({
      'shop/__init__.py': '',
      'shop/a.py': 'def one():\n    return 1\n',
      'shop/b.py': 'from shop.a import one\n\n\ndef two():\n    return one()\n',
      'tests/test_a.py': 'from shop.a import one\n\n\ndef test_one():\n    assert one() == 1\n',
    });
  });
  afterEach(() => workspace.dispose());
  after(() => printTable());

  const open = () => createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir });

  async function holds(steps: number, seed: number, isRepository: boolean): Promise<void> {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace.root, stdio: 'ignore' });
    if (isRepository) git('init', '-q');
    fs.linkSync(workspace.at('shop/b.py'), workspace.at(OUTSIDE));
    const random = seeded(seed);
    let tried = 0;
    const files = open();
    const watch = watchWorkspace(files.root, createProcesses());
    const session = new WorkspaceIndex(files, { watch });
    try {
      await session.look();
      for (let step = 0; step < steps; step++) {
        const done: string[] = [];
        for (let i = 0; i <= random.int(3); i++)
          done.push(change(workspace.root, random, step, git, isRepository));
        // Half of the changes come while a look is under way.
        const looking = random.chance(0.5) ? session.look() : undefined;
        if (looking) {
          await Promise.resolve();
          done.push(change(workspace.root, random, step, git, isRepository));
        }
        await looking;
        const [seen, anew] = await Promise.all([session.look(), new WorkspaceIndex(open()).look()]);
        assert.deepEqual(
          await answersOf(seen),
          await answersOf(anew),
          `step ${step}: ${done.join('; ')} (seed ${seed})`,
        );
        tried += done.length;
      }
      tally(
        `changes seen by the index of a session, ${isRepository ? 'a repository' : 'a folder'}`,
        tried,
        0,
      );
    } finally {
      watch.close();
    }
  }

  it('never gives a stale answer, whatever other programs do in a repository', () =>
    holds(sample(40, 2500), seedOf(7), true));

  it('never gives a stale answer in a folder without git', () => holds(sample(60, 2500), seedOf(8), false));
});

/** Everything that an answer can be made of. */
async function answersOf(snapshot: WorkspaceSnapshot) {
  const modules = [...snapshot.modules.values()].map(({ path: file, name, index }) => ({
    file,
    name,
    index,
  }));
  const traced = await traceCalls(snapshot, 'shop.a.one');
  return { modules, skipped: snapshot.skipped, located: locateSymbol(snapshot, 'one'), traced };
}

type Git = (...args: string[]) => void;

/** One change as editors, shells and version control make it; what was done, in words. */
function change(root: string, random: Random, step: number, git: Git, isRepository: boolean): string {
  const folder = random.pick(FOLDERS);
  const name = random.pick(NAMES);
  const file = path.join(root, folder, name);
  const text = textOf(random, step);
  const shown = path.join(folder, name);
  const write = (to: string) => {
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.rmSync(to, { force: true, recursive: true });
    fs.writeFileSync(to, text);
  };
  switch (random.int(isRepository ? 14 : 11)) {
    case 0:
    case 1:
    case 2:
      fs.mkdirSync(path.dirname(file), { recursive: true });
      if (fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) fs.rmSync(file);
      fs.writeFileSync(file, text);
      return `writes ${shown}`;
    case 3:
      write(`${file}.tmp`);
      fs.renameSync(`${file}.tmp`, file);
      return `replaces ${shown}`;
    case 4:
      fs.rmSync(file, { force: true });
      return `removes ${shown}`;
    case 5:
      if (folder === '') return 'nothing';
      fs.rmSync(path.join(root, folder), { recursive: true, force: true });
      return `removes the folder ${folder}`;
    case 6: {
      const [from, to] = [path.join(root, 'shop/sub'), path.join(root, 'made/sub')];
      if (!fs.existsSync(from) || fs.existsSync(to)) return 'nothing';
      fs.mkdirSync(path.dirname(to), { recursive: true });
      fs.renameSync(from, to);
      return 'moves shop/sub to made/sub';
    }
    case 7: {
      if (!fs.existsSync(file)) return 'nothing';
      fs.appendFileSync(file, `\n\ndef more_${step}():\n    return one()\n`);
      return `appends to ${shown}`;
    }
    case 8: {
      fs.writeFileSync(path.join(root, OUTSIDE), text);
      return 'writes shop/b.py through its other name, outside';
    }
    case 9:
      if (!fs.existsSync(path.join(root, 'shop/a.py'))) return 'nothing';
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.rmSync(file, { force: true });
      fs.symlinkSync(path.join(root, 'shop/a.py'), file);
      return `makes ${shown} a link to shop/a.py`;
    case 10: {
      write(path.join(root, 'shop/a.py'));
      return 'writes shop/a.py anew';
    }
    case 11: {
      const rules = path.join(root, random.pick(['', 'shop']), '.gitignore');
      fs.mkdirSync(path.dirname(rules), { recursive: true });
      fs.writeFileSync(rules, random.chance(0.5) ? 'b.py\nmade/\n' : '');
      return 'writes a .gitignore';
    }
    case 12:
      if (fs.existsSync(file)) git('add', '-f', '--', shown);
      return `adds ${shown} to the index`;
    default:
      fs.writeFileSync(path.join(root, '.git/info/exclude'), random.chance(0.5) ? 'a.py\n' : '');
      return 'writes .git/info/exclude';
  }
}

function textOf(random: Random, step: number): string {
  const kinds = [
    `def one():\n    return ${step}\n`,
    `from shop.a import one\n\n\ndef two_${random.int(5)}():\n    return one()\n`,
    `class Box_${step}:\n    def one(self):\n        return two_1()\n`,
    'def broken(:\n',
    '',
  ];
  return random.pick(kinds);
}
