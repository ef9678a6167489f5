import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ProofTable } from '../support/histories/proof-table.ts';
import { proveRange } from '../support/histories/prove-range.ts';
import { readRelease, releasePairs } from '../support/release-replay/releases.ts';
import { chosen, isFullRun, printTable, sample, seedOf } from './support/counts.ts';

/**
 * Real histories through `workorder prove`: each release pair is a commit for each file that differs, and the range of
 * all of them. Nothing throws, whatever it finds; the table says what came out.
 */
const SEED = seedOf(20261122);
const FILES_IN = 3;
/** Of one pair: Django and SymPy have hundreds. */
const MOST_COMMITS = 60;
/** Small packages. */
const SAMPLE = ['flask', 'httpx'];
const PAIRS = releasePairs.filter(({ name }) => isFullRun || SAMPLE.includes(name));

describe('prove over real histories', function () {
  this.timeout(isFullRun ? 3_600_000 : 300_000);
  const table = new ProofTable();

  after(() => {
    printTable(SEED);
    process.stdout.write(`\n  ${table.lines().join('\n  ')}\n`);
    assert.ok(table.changes >= sample(8, 130), `only ${table.changes} changes`);
  });

  for (const pair of PAIRS)
    it(`${pair.name} ${pair.from.version} → ${pair.to.version}`, async () => {
      const history = await commitReleases(
        await readRelease(pair.name, pair.from),
        await readRelease(pair.name, pair.to),
      );
      try {
        for (const range of [
          ...chosen(history.commits, FILES_IN, SEED).slice(0, MOST_COMMITS),
          `${history.start}..HEAD`,
        ]) {
          const start = performance.now();
          const proof = await proveRange(history.root, range);
          table.add(proof, performance.now() - start);
        }
      } finally {
        fs.rmSync(history.folder, { recursive: true, force: true });
      }
    });
});

type Release = ReadonlyMap<string, Buffer>;

/** A repository with the first release, and a commit for each file that the second has different. */
async function commitReleases(from: Release, to: Release) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-history-')));
  const root = path.join(folder, 'repository');
  fs.mkdirSync(root);
  const changed = [...new Set([...from.keys(), ...to.keys()])]
    .filter(file => from.get(file)?.equals(to.get(file) ?? Buffer.from([])) !== true)
    .sort();
  // One stream for git: a process for each commit would take longer than what is tried.
  const parts: Buffer[] = [];
  const say = (text: string) => parts.push(Buffer.from(text));
  const put = (file: string, bytes: Buffer) => {
    say(`M 100644 inline ${JSON.stringify(file)}\ndata ${bytes.length}\n`);
    parts.push(bytes);
    say('\n');
  };
  const commit = (message: string) =>
    say(
      `commit refs/heads/main\ncommitter t <t@example.org> 0 +0000\ndata ${Buffer.byteLength(message)}\n${message}\n`,
    );
  commit('start');
  for (const [file, bytes] of from) put(file, bytes);
  for (const file of changed) {
    const bytes = to.get(file);
    commit(`change ${file}`);
    if (bytes === undefined) say(`D ${JSON.stringify(file)}\n`);
    else put(file, bytes);
  }
  const git = (args: readonly string[], input?: Buffer) =>
    execFileSync('git', args, { cwd: root, ...(input && { input }), maxBuffer: 1 << 28 })
      .toString()
      .trim();
  git(['init', '-q', '-b', 'main']);
  git(['fast-import', '--quiet'], Buffer.concat(parts));
  const commits = git(['rev-list', '--reverse', 'main']).split('\n');
  return { folder, root, start: commits[0] ?? '', commits: commits.slice(1) };
}
