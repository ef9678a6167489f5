import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Staging } from '../../src/core/gate/staging.ts';
import { agentFileTools } from '../../src/core/tools/agent-file-tools.ts';
import { Toolbox } from '../../src/core/tools/toolbox.ts';
import { createDiskFiles } from '../../src/node/files/disk-files.ts';
import { sha256 } from '../../src/node/system.ts';
import { gatedEdits } from '../support/gated-edits.ts';
import { MemoryReviewer } from '../unit/taskagent/memory-agent.ts';
import { printTable, tally } from './support/counts.ts';

/**
 * Every way to spell a path out of the workspace, or into `.git`, × every writing tool, on a real disk:
 * nothing outside the workspace and nothing under .git changes, and nothing appears there.
 */
const TARGETS = [
  '../outside/victim.py',
  '../../outside/victim.py',
  '.git/config',
  '.git/hooks/pre-commit',
  'link-out/victim.py',
  'link-file.py',
];

const SPELLINGS: readonly ((path: string, root: string) => string)[] = [
  p => p,
  p => `./${p}`,
  p => `pkg/../${p}`,
  p => `pkg/./../${p}`,
  p => `pkg//..//${p}`,
  p => p.replaceAll('/', '\\'),
  p => `.\\${p.replaceAll('/', '\\')}`,
  (p, root) => path.resolve(root, p),
  (p, root) => `//${path.resolve(root, p)}`,
  (p, root) => `file://${path.resolve(root, p)}`,
  p => `C:/${p}`,
  p => `C:${p}`,
  p => `\\\\server\\share\\${p}`,
  p => `\\\\?\\${p}`,
  p => `~/${p}`,
  p => `$HOME/${p}`,
  p => p.toUpperCase(),
  p => p.replace('.git', '.GIT').replace('..', '..'),
  p => p.replace('.git', '.Git'),
  p => p.replace('.git', '.git.'),
  p => p.replace('.git', '.git '),
  p => p.replace('.git', 'GIT~1'),
  p => p.replace('.git', '.g\u200bit'),
  p => p.replace('.git', '.gi\u0000t'),
  p => p.replace('.git', '．git'),
  p => p.replace('.git', '.git::$INDEX_ALLOCATION'),
  p => p.replace('..', '．．'),
  p => p.replace('..', '%2e%2e'),
  p => p.replace('..', '..\u0000'),
  p => p.replace('..', '. .'),
  p => p.replace('..', '.. '),
  p => p.replace('..', '...'),
  p => p.replace('/', '／'),
  p => p.replace('/', '∕'),
  p => `${p}/`,
  p => `${p}/.`,
  p => `${p}\u0000.py`,
  p => ` ${p}`,
  p => `${p} `,
  p => `-${p}`,
  p => `@${p}`,
  p => `pkg/../../${path.posix.basename('ws')}/${p}`,
  p => `${'pkg/../'.repeat(40)}${p}`,
  p => `${'a/'.repeat(200)}${'../'.repeat(200)}${p}`,
];

type Call = readonly [tool: string, args: (p: string) => object];
const CALLS: readonly Call[] = [
  ['atomic_replace', p => ({ file_path: p, replacements: [{ old_string: 'victim', new_string: 'EVIL' }] })],
  ['move_text', p => ({ file_path: p, source_start: 1, source_end: 1, target_line: 2 })],
  [
    'move_text',
    p => ({ file_path: 'pkg/a.py', source_start: 1, source_end: 1, target_line: 1, target_file: p }),
  ],
  [
    'move_text',
    p => ({ file_path: p, source_start: 1, source_end: 1, target_line: 1, target_file: 'pkg/a.py' }),
  ],
  ['write_file', p => ({ path: p, content: 'EVIL' })],
  ['delete_file', p => ({ path: p })],
  ['rename_file', p => ({ path: 'pkg/a.py', new_path: p })],
  ['rename_file', p => ({ path: p, new_path: 'pkg/stolen.py' })],
  ['rename_files', p => ({ operations: [{ from_path: 'pkg', to_path: p }], overwrite: true })],
];

describe('path escapes × writing tools', function () {
  this.timeout(300_000);
  let folder: string;
  let root: string;
  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'escape-'));
    root = path.join(folder, 'ws');
    for (const dir of ['outside', 'ws/pkg', 'ws/.git/hooks'])
      fs.mkdirSync(path.join(folder, dir), { recursive: true });
    fs.writeFileSync(path.join(folder, 'outside/victim.py'), 'victim\nline\n');
    fs.writeFileSync(path.join(root, '.git/config'), 'victim\nline\n');
    fs.writeFileSync(path.join(root, 'pkg/a.py'), 'a\nb\n');
    fs.symlinkSync('../outside', path.join(root, 'link-out'));
    fs.symlinkSync('../outside/victim.py', path.join(root, 'link-file.py'));
  });
  after(() => {
    fs.rmSync(folder, { recursive: true, force: true });
    printTable();
  });

  /** Everything that no tool may touch, in one value. */
  const forbidden = () =>
    [path.join(folder, 'outside'), path.join(root, '.git'), folder].map(place =>
      fs
        .readdirSync(place, { recursive: place !== folder, withFileTypes: true })
        .map(e => `${e.name} ${e.isFile() ? fs.readFileSync(path.join(e.parentPath, e.name), 'utf8') : ''}`)
        .sort(),
    );

  it('leave everything outside, and .git, as it was [001-004] [002-013] [003-052]', async () => {
    const files = createDiskFiles({ root, stateDir: path.join(folder, 'state') });
    fs.mkdirSync(path.join(folder, 'state'));
    const untouched = forbidden();
    const { signal } = new AbortController();
    let tried = 0;
    const lost: string[] = [];
    for (const target of TARGETS) {
      for (const spell of SPELLINGS) {
        const spelled = spell(target, root);
        for (const [name, args] of CALLS) {
          const staging = new Staging(files, sha256);
          const toolbox = new Toolbox([...gatedEdits(files), ...agentFileTools(staging)]);
          await toolbox.call('test', toolbox.names, name, JSON.stringify(args(spelled)), {
            signal,
            reviewer: new MemoryReviewer(),
          });
          const changes = staging.changes();
          if (changes.files.length > 0) await files.apply(changes, { runId: 'escape', signal });
          tried++;
          fs.mkdirSync(path.join(root, 'pkg'), { recursive: true });
          fs.writeFileSync(path.join(root, 'pkg/a.py'), 'a\nb\n');
        }
        try {
          assert.deepEqual(forbidden(), untouched);
        } catch {
          lost.push(spelled);
        }
      }
    }
    tally('path escapes × writing tools', tried, lost.length, 'nothing outside or under .git touched');
    assert.ok(tried > 2000);
    assert.deepEqual(lost, []);
  });
});
