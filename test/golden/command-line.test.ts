import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isLive, type RunEvent } from '../../src/core/workorder/events.ts';
import { chosen, isFullRun } from '../faults/support/counts.ts';
import { plainEnvironment, runCli } from '../support/built-cli/run-cli.ts';
import { eventLine } from './event-line.ts';
import { type CaseFolder, initialFiles, REPOSITORY, readCases, readFolder } from './golden-case.ts';

/** A golden workspace has no linters: what is applied stays, and the run says that nothing was linted. */
const APPLY = ['--yes', '--on-lint-failure', 'keep'];

/** Replies that are blocked on their words alone are many and end alike: one of a few is enough each time. */
const ONE_IN = 6;

describe('golden cases on the built command line', function () {
  this.timeout(120_000);
  for (const folder of sampleOf(readCases().filter(canBeTyped))) {
    it(`${folder.name} ends as it does in memory`, async () => {
      const place = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'work-order-golden-')));
      try {
        await playCase(folder, place);
      } finally {
        rmSync(place, { recursive: true, force: true });
      }
    });
  }
});

async function playCase({ input, expected, expectedFiles }: CaseFolder, place: string): Promise<void> {
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
  const env = { ...plainEnvironment(), WORKORDER_STATE_DIR: path.join(place, 'state') };
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

function sampleOf(cases: readonly CaseFolder[]): readonly CaseFolder[] {
  if (isFullRun) return cases;
  const isQuick = ({ expected: e }: CaseFolder) => e?.outcome?.kind === 'BLOCKED' && e.outcome.by === 'validator';
  const quick = new Set(chosen(cases.filter(isQuick), ONE_IN, 7));
  return cases.filter(folder => !isQuick(folder) || quick.has(folder));
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
