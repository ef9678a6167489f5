// How long the verdict of the working tree takes after a save, in a workspace of 8,000 files that is open:
// node bench/prove.ts. What the editor waits for: git and the analysis thread included. Build first (npm run build).
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../scripts/setup/places.mjs';
import { NEVER } from '../src/core/kernel/cancel.ts';
import { startAnalysis } from '../src/node/analysis/analysis-client.ts';
import { proveFolder } from '../src/vscode/prove/prove-folder.ts';
import { Figures } from './figures.ts';
import { writeLargeWorkspace } from './large-workspace.ts';

const FILES = 8000;
const ROUNDS = 15;

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'work-order-prove-')));
const workspace = path.join(folder, 'workspace');
process.env['WORKORDER_STATE_DIR'] = path.join(folder, 'state');
const figures = new Figures('prove');
const { analyst, dispose } = startAnalysis({
  script: path.join(root, 'dist/analysis.js'),
  root: workspace,
  stateDir: path.join(folder, 'state'),
  isWatched: true,
});

async function proveNow(): Promise<number> {
  const start = performance.now();
  const proven = await proveFolder(workspace, analyst, { kind: 'worktree' }, NEVER);
  if (!proven.ok) throw new Error(proven.error);
  if (proven.value.given.changes.files.length !== 1) throw new Error('another change was proved');
  return performance.now() - start;
}

try {
  writeLargeWorkspace(workspace, FILES);
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org'];
  execFileSync('git', [...who, 'commit', '-qm', 'start'], { cwd: workspace });
  // Files of the last two seconds are read again each time: their times do not tell whether they changed.
  await new Promise(resolve => setTimeout(resolve, 2500));
  const changed = path.join(workspace, 'pkg1/mod1.py');
  const save = () => fs.appendFileSync(changed, `\nVALUE = ${Math.random()}\n`);
  save();
  await proveNow();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    save();
    times.push(await proveNow());
  }
  figures.add(`the working tree after a save, ${FILES} files`, times, {
    unit: 'ms',
    target: '≤ 300',
    byTheClock: true,
  });
} finally {
  dispose();
  fs.rmSync(folder, { recursive: true, force: true });
}
figures.end();
