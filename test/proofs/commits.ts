// npm run proofs commits -- --repositories FOLDER [--commits N] [--details FILE] [--sarif FOLDER]
// The newest commits of each git repository in FOLDER that change Python files, through what `workorder prove COMMIT`
// computes, in one process. Nothing may throw, and every SARIF log has to fit the official schema.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { CHECKABLE_INVARIANTS } from '../../src/core/evidence/invariants/invariant-catalog.ts';
import { sarif } from '../../src/core/formats/sarif.ts';
import type { Proof } from '../../src/core/prove/prove.ts';
import { sha256 } from '../../src/node/system.ts';
import { ProofTable } from '../support/histories/proof-table.ts';
import { proveRange } from '../support/histories/prove-range.ts';
import { isSarif } from '../support/histories/sarif-schema.ts';

const { values } = parseArgs({
  options: {
    repositories: { type: 'string' },
    commits: { type: 'string', default: '250' },
    details: { type: 'string' },
    sarif: { type: 'string' },
  },
});
if (values.repositories === undefined) {
  console.error('commits needs --repositories FOLDER: a folder with a clone of each repository to look at.');
  process.exit(3);
}
const PHRASES = CHECKABLE_INVARIANTS.map(({ phrases: [phrase] }) => phrase);
const folder = fs.realpathSync(values.repositories);
const table = new ProofTable();
const broken: string[] = [];
const details = values.details === undefined ? undefined : fs.openSync(values.details, 'w');

for (const name of fs.readdirSync(folder).sort()) {
  const root = path.join(folder, name);
  if (!isRepository(root)) continue;
  const commits = newestCommits(root, Number(values.commits));
  const start = performance.now();
  for (const commit of commits) await look(name, root, commit);
  console.log(`  ${name}: ${commits.length} commits in ${Math.round((performance.now() - start) / 1000)} s`);
}
console.log(
  `\n  ${table.lines().join('\n  ')}\n  ${broken.length} crashed or gave SARIF that the schema refuses`,
);
for (const line of broken) console.log(`    ${line}`);
process.exitCode = broken.length > 0 || table.changes === 0 ? 1 : 0;

async function look(name: string, root: string, commit: string): Promise<void> {
  const start = performance.now();
  try {
    const proof = await proveRange(root, commit, PHRASES);
    const ms = performance.now() - start;
    table.add(proof, ms);
    const log: unknown = JSON.parse(JSON.stringify(sarif(proof, sha256)));
    if (!isSarif(log)) broken.push(`${name} ${commit}: SARIF: ${JSON.stringify(isSarif.errors)}`);
    if (values.sarif !== undefined)
      fs.writeFileSync(path.join(values.sarif, `${name}-${commit.slice(0, 10)}.sarif`), JSON.stringify(log));
    if (details !== undefined)
      fs.writeSync(details, `${JSON.stringify(detailOf(name, commit, ms, proof))}\n`);
  } catch (error) {
    broken.push(
      `${name} ${commit}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}

/** What a person reads to judge the verdicts: every sentence, why it is open or does not hold, and every finding. */
function detailOf(name: string, commit: string, ms: number, proof: Proof): object {
  const { statements, verdict, evidence, release } = proof;
  return {
    name,
    commit,
    ms: Math.round(ms),
    release: release.level,
    statements,
    findings: verdict.findings,
    callers: evidence.callers.filter(one => one.verdict === 'broken'),
    brokenImports: evidence.broken_imports,
    undefinedNames: evidence.undefined_names,
  };
}

/** Merges bring nothing of their own. */
function newestCommits(root: string, count: number): readonly string[] {
  return git(root, ['rev-list', '--no-merges', `--max-count=${count}`, 'HEAD', '--', '*.py'])
    .split('\n')
    .filter(oid => oid !== '');
}

function isRepository(root: string): boolean {
  return fs.existsSync(path.join(root, '.git')) || fs.existsSync(path.join(root, 'HEAD'));
}

function git(root: string, args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
}
