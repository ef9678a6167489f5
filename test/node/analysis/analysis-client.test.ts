import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createAnalyst } from '../../../src/core/evidence/analyst.ts';
import { Cancelled, NEVER } from '../../../src/core/kernel/cancel.ts';
import { WorkspaceIndex } from '../../../src/core/python/index/workspace-index.ts';
import { type Analysis, startAnalysis } from '../../../src/node/analysis/analysis-client.ts';
import { createDiskFiles } from '../../../src/node/files/disk-files.ts';
import { sha256 } from '../../../src/node/system.ts';

const SCRIPT = new URL('../../../src/node/analysis/analysis-thread.ts', import.meta.url);
const PRICES = 'def total(price: int, count: int) -> int:\n    return price * count\n';
const ORDERS = 'from prices import total\n\n\ndef order() -> int:\n    return total(2, 3)\n';

const NOTHING = { changes: { files: [], receipts: [] }, invariants: [], changedSignatures: [] };

describe('the analysis thread', () => {
  let folder: string;
  let unsaved: Map<string, Uint8Array>;
  let analysis: Analysis;
  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'work-order-analysis-')));
    fs.mkdirSync(path.join(folder, 'project'));
    fs.writeFileSync(path.join(folder, 'project/prices.py'), PRICES);
    fs.writeFileSync(path.join(folder, 'project/orders.py'), ORDERS);
    unsaved = new Map();
    analysis = startAnalysis({ script: SCRIPT, ...place(), unsaved: () => unsaved });
  });
  afterEach(() => {
    analysis.dispose();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const place = () => ({ root: path.join(folder, 'project'), stateDir: path.join(folder, 'state') });
  const inProcess = () => {
    const files = createDiskFiles(place());
    return createAnalyst({ files, python: new WorkspaceIndex(files), sha256 });
  };
  const input = (old_string: string, new_string: string) => ({
    commands: [
      {
        tool: 'atomic_replace' as const,
        args: { file_path: 'prices.py', replacements: [{ old_string, new_string }] },
        reason: 'test',
      },
    ],
    newFiles: [],
    snapshot: new Map([['prices.py', new TextEncoder().encode(PRICES)]]),
  });
  const RENAME = input('def total(', 'def sum_of(');

  it('simulates, examines and grades exactly as it is done in the process', async () => {
    const here = inProcess();
    const [there, expected] = [
      await analysis.analyst.simulate(RENAME, NEVER),
      await here.simulate(RENAME, NEVER),
    ];
    assert.ok(there.ok && expected.ok);
    assert.deepEqual(there, expected);
    const change = { changes: there.changes, invariants: ['no broken callers'], changedSignatures: [] };
    const [found, wanted] = [
      await analysis.analyst.examine(change, NEVER),
      await here.examine(change, NEVER),
    ];
    assert.deepEqual(found.evidence, wanted.evidence);
    assert.equal(found.evidence.invariants[0]?.verdict, 'violated');
    const checks = ['verified: total is no longer defined in prices.py', 'not checked: performance'];
    assert.deepEqual(await found.grade(checks, [], NEVER), await wanted.grade(checks, [], NEVER));
  });

  it('answers about symbols, unsaved text included', async () => {
    const { matches } = await analysis.symbols.locateSymbol('total');
    assert.deepEqual(
      matches.map(({ file, line }) => [file, line]),
      [['prices.py', 1]],
    );
    unsaved.set('prices.py', new TextEncoder().encode('\n\ndef typed(): ...\n'));
    const typed = await analysis.symbols.locateSymbol('typed');
    assert.equal(typed.matches[0]?.line, 3);
  });

  it('gives the failure of a command as a result', async () => {
    const failed = await analysis.analyst.simulate(input('not there', 'x'), NEVER);
    assert.equal(failed.ok, false);
  });

  it('leaves the process free while it computes', async () => {
    const lines = Array.from({ length: 4000 }, (_, i) => `def f${i}(x: int) -> int:\n    return x + ${i}\n`);
    const before = new TextEncoder().encode(lines.join('\n'));
    const commands = Array.from({ length: 100 }, (_, i) => ({
      tool: 'atomic_replace' as const,
      args: {
        file_path: 'big.py',
        replacements: [{ old_string: `return x + ${i}\n`, new_string: `return ${i} + x\n` }],
      },
      reason: 'test',
    }));
    fs.writeFileSync(path.join(place().root, 'big.py'), before);
    const snapshot = new Map([['big.py', before]]);
    const simulated = await analysis.analyst.simulate({ commands, newFiles: [], snapshot }, NEVER);
    assert.ok(simulated.ok);
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    const change = { changes: simulated.changes, invariants: [], changedSignatures: [] };
    const found = await analysis.analyst.examine(change, NEVER);
    clearInterval(ticking);
    assert.equal(found.evidence.modules[0]?.code, 'changed');
    assert.ok(turns > 20, `${turns} turns of the event loop`);
  });

  it('does not keep waiting who cancels, and answers the next question', async () => {
    const cancel = new AbortController();
    const asked = analysis.analyst.examine(NOTHING, cancel.signal);
    cancel.abort();
    await assert.rejects(asked, Cancelled);
    assert.equal((await analysis.symbols.locateSymbol('order')).matches.length, 1);
  });

  it('rejects what is asked when the folder is closed, and starts anew for the next question', async () => {
    const asked = analysis.analyst.examine(NOTHING, NEVER);
    analysis.dispose();
    await assert.rejects(asked, /closed/);
    assert.equal((await analysis.symbols.locateSymbol('order')).matches.length, 1);
  });
});
