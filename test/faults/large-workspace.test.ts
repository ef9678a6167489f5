import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WorkspaceIndex } from '../../src/core/python/index/workspace-index.ts';
import { createDiskFiles } from '../../src/node/files/disk-files.ts';
import { plainEnvironment, runCli } from '../support/built-cli/run-cli.ts';
import { printTable, sample, tally } from './support/counts.ts';

const FILES = sample(10_000, 100_000);
const IN_A_FOLDER = 500;
const MEGABYTE = 1024 * 1024;
/** Of an answer over MCP and of `workorder tool`. */
const LONGEST_ANSWER = 262_144;

/** A workspace without git, so that nothing but the product walks it. */
describe('a workspace of very many files', function () {
  this.timeout(600_000);
  let folder: string;
  let root: string;
  const notes: string[] = [];

  before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-large-'));
    root = path.join(folder, 'large');
    for (let i = 0; i < FILES; i++) {
      const parent = path.join(root, `pkg_${Math.floor(i / IN_A_FOLDER)}`);
      if (i % IN_A_FOLDER === 0) fs.mkdirSync(parent, { recursive: true });
      fs.writeFileSync(
        path.join(parent, `module_${i}.py`),
        `def function_${i}(value: int) -> int:\n    return ${i}\n`,
      );
    }
  });
  after(() => {
    fs.rmSync(folder, { recursive: true, force: true });
    tally('files in one workspace', FILES, 0, notes.join('; '));
    printTable();
  });

  const measure = async (what: string, work: () => Promise<unknown>) => {
    const before = process.memoryUsage().rss;
    const start = performance.now();
    await work();
    const grown = Math.max(0, process.memoryUsage().rss - before) / MEGABYTE;
    notes.push(`${what} ${((performance.now() - start) / 1000).toFixed(1)} s, ${Math.round(grown)} MB`);
    return grown;
  };

  it('is listed and indexed in memory that grows with it and no faster', async () => {
    const files = createDiskFiles({ root, stateDir: path.join(folder, 'state') });
    const walked = await measure('walked in', async () => {
      assert.equal((await files.walk('.')).length, FILES);
    });
    const index = new WorkspaceIndex(files);
    const indexed = await measure('indexed in', async () => {
      const table = await index.look();
      assert.ok(table);
    });
    // Ten kilobytes for a file of a hundred bytes: what is kept is its symbols, not a tree.
    assert.ok(walked + indexed < 150 + FILES / 100, `${walked} + ${indexed} MB`);
  });

  const order = {
    step_id: 's',
    step_text: 'Change module_1.py.',
    scope_allowlist: Array.from({ length: FILES / IN_A_FOLDER }, (_, i) => `pkg_${i}/`),
    invariants: [],
    acceptance: { lint: { path: 'pkg_0', check_all: false } },
  };
  const run = (args: readonly string[], signal?: AbortSignal) =>
    runCli(args, {
      cwd: root,
      env: { ...plainEnvironment(), WORKORDER_STATE_DIR: path.join(folder, 'states') },
      ...(signal ? { signal } : {}),
    });

  it('gives a prompt with what fits and the names of the rest counted, and an answer of a tool that ends', async () => {
    fs.writeFileSync(path.join(root, 's.workorder.json'), JSON.stringify(order));
    const prompt = await run(['prompt', 's.workorder.json', '--role', 'designer']);
    assert.equal(prompt.code, 0, prompt.stderr);
    notes.push(`prompt ${Math.round(prompt.stdout.length / 1024)} KB`);
    assert.ok(prompt.stdout.length < MEGABYTE, `${prompt.stdout.length}`);
    assert.match(prompt.stdout, /and [\d]+ more files of the scope, which were not looked at/);
    for (const [tool, args] of [
      ['locate_symbol', { symbol: 'function_7' }],
      ['discover_api', { path: 'pkg_0' }],
    ] as const) {
      const { stdout } = await run(['tool', tool, JSON.stringify(args)]);
      assert.ok(stdout.length <= LONGEST_ANSWER + 1, `${tool}: ${stdout.length}`);
    }
  });

  it('can be cancelled at any moment while its prompt is built', async () => {
    for (const ms of [200, 600, 1500]) {
      const start = performance.now();
      const end = await run(['prompt', 's.workorder.json', '--role', 'designer'], AbortSignal.timeout(ms));
      const later = performance.now() - start - ms;
      assert.ok(end.code === 130 || end.code === 0 || end.code === null, `${end.code} ${end.stderr}`);
      assert.ok(later < sample(5000, 10_000), `ended ${later} ms after it was cancelled`);
      notes.push(`cancelled after ${ms} ms: ended ${(Math.max(0, later) / 1000).toFixed(1)} s later`);
    }
  });
});
