import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isLive, type RunEvent } from '../../src/core/workorder/events.ts';
import { chosen, printTable, seedOf, tally } from '../faults/support/counts.ts';
import { plainEnvironment, runCli } from '../support/built-cli/run-cli.ts';
import { eventLine } from './event-line.ts';
import { type CaseFolder, initialFiles, REPOSITORY, readCases, readFolder } from './golden-case.ts';

const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
/** A golden workspace has no linters: what is applied stays, and the run says that nothing was linted. */
const APPLY = ['--yes', '--on-lint-failure', 'keep'];

/** Every case is played in memory; as a user runs it, a part of those that end alike: fewer where words alone block it. */
const ONE_IN = { quick: 6, other: 2 };
const seed = seedOf(20261123);

describe('golden cases on the built command line', function () {
  const folders = sampleOf(readCases().filter(canBeTyped));
  let programs = '';
  before(() => {
    programs = onlyGit();
  });
  after(() => {
    rmSync(programs, { recursive: true, force: true });
    tally('golden cases on the built command line', folders.length, 0);
    printTable(seed);
  });
  for (const folder of folders) {
    it(`${folder.name} ends as it does in memory`, async () => {
      const place = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'work-order-golden-')));
      try {
        await playCase(folder, place, programs);
      } finally {
        rmSync(place, { recursive: true, force: true });
      }
    });
  }
});

async function playCase(
  { input, expected, expectedFiles }: CaseFolder,
  place: string,
  programs: string,
): Promise<void> {
  const root = path.join(place, 'workspace');
  const before = initialFiles(input);
  for (const [file, content] of Object.entries(before)) write(path.join(root, file), content);

  const order = inFile(input.order, path.join(place, 'case.workorder.json'));
  const replies = inFile(repliesOf(input.replies), path.join(place, 'case.replay.json'));
  const argv = [
    ...['run', order, ...APPLY, ...approvals(input.reviewer)],
    ...['--model', `replay:${replies}`, '--root', root, '--json'],
    ...(input.on_claim_mismatch ? ['--on-claim-mismatch', input.on_claim_mismatch] : []),
  ];
  const env = { ...plainEnvironment(), PATH: programs, WORKORDER_STATE_DIR: path.join(place, 'state') };
  const { stdout, stderr } = await runCli(argv, { cwd: root, env });
  const lines = stdout.trimEnd().split('\n').map(parseLine);
  // Nothing here can be called lint clean, so what is applied ends FAILED and is kept.
  const kind = expected?.outcome?.kind;
  assert.equal(lines.at(-1)?.['outcome'], kind === 'APPLIED' ? 'FAILED' : kind, stderr);
  const events = lines.filter(isEvent).filter(event => !isLive(event));
  assert.deepEqual(untilApplied(events.map(eventLine)), untilApplied(expected?.events ?? []), stderr);

  const after = readFolder(root);
  const isChanged = ([file, bytes]: [string, Uint8Array]) =>
    Buffer.compare(Buffer.from(before[file] ?? 'absent'), bytes) !== 0;
  assert.deepEqual(new Map([...after].filter(isChanged)), expectedFiles);
}

/** Pythons of the machine would be started to look for linters in them. */
function onlyGit(): string {
  const programs = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'work-order-programs-')));
  symlinkSync(git, path.join(programs, 'git'));
  return programs;
}

/** What the person and the linters do is not typed here: who decided is left out, and all behind the apply. */
function untilApplied(lines: readonly string[]): readonly string[] {
  const applied = lines.findIndex(line => line.startsWith('applied'));
  const told = applied < 0 ? lines : lines.slice(0, applied + 1);
  return told.map(line => line.replace(/^(reviewed \w+) by .*/, '$1'));
}

/** What one command with a recorded reply can do: no other programs meanwhile, no played linters, no rejection. */
function canBeTyped({ input, expected }: CaseFolder): boolean {
  const { meanwhile, lint, reviewer, until } = input;
  const isRejected = reviewer !== undefined && ('reject' in reviewer || 'approve_sha256' in reviewer);
  return !meanwhile && !lint && !until && !isRejected && expected?.outcome?.kind !== 'FAILED';
}

/** Of the cases that end the same way, by the same one, a part and at least one. */
function sampleOf(cases: readonly CaseFolder[]): readonly CaseFolder[] {
  const ways = new Map<string, CaseFolder[]>();
  for (const folder of cases) {
    const outcome = folder.expected?.outcome;
    const way = outcome?.kind === 'BLOCKED' ? `BLOCKED by ${outcome.by}` : (outcome?.kind ?? 'none');
    ways.set(way, [...(ways.get(way) ?? []), folder]);
  }
  return [...ways].flatMap(([way, alike]) => {
    const some = chosen(alike, way === 'BLOCKED by validator' ? ONE_IN.quick : ONE_IN.other, seed);
    return some.length > 0 ? some : alike.slice(0, 1);
  });
}

function approvals(reviewer: CaseFolder['input']['reviewer']): readonly string[] {
  if (!reviewer || !('approve_by_name' in reviewer)) return [];
  return [
    ...reviewer.approve_by_name.flatMap(file => ['--approve-control-plane', file]),
    ...(reviewer.approve_lint ?? []).flatMap(file => ['--approve-lint', file]),
  ];
}

const repliesOf = (replies: CaseFolder['input']['replies']): string | object =>
  typeof replies === 'string'
    ? replies
    : { format: 'workorder-replay/1', origin: 'written-by-hand', turns: replies };

/** The file that is named, or a new one with the value. */
function inFile(value: string | object, file: string): string {
  if (typeof value === 'string') return path.join(REPOSITORY, value);
  write(file, JSON.stringify(value));
  return file;
}

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

const isEvent = (line: unknown): line is RunEvent => typeof line === 'object' && line !== null && 'type' in line;

const parseLine = (line: string): Record<string, unknown> => JSON.parse(line) as Record<string, unknown>;
