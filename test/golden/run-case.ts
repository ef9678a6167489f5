import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type App, createApp } from '../../src/core/app.ts';
import { throwIfCancelled } from '../../src/core/kernel/cancel.ts';
import type { Linter, LintOutcome } from '../../src/core/ports/linter.ts';
import type { Reviewer } from '../../src/core/ports/reviewer.ts';
import type { RunEvent } from '../../src/core/workorder/events.ts';
import { parseWorkOrder } from '../../src/core/workorder/parse-work-order.ts';
import type { RunState } from '../../src/core/workorder/state.ts';
import type { LintBackendArgs, Replay } from '../../src/generated/contracts.ts';
import { openReplay } from '../../src/node/model/replay-model.ts';
import { MemoryFiles, sha256Of } from '../support/memory-files.ts';
import { MemoryJournals } from '../support/memory-journals.ts';
import { eventLine } from './event-line.ts';
import { type Expected, type GoldenCase, initialFiles, REPOSITORY } from './golden-case.ts';
import { symbolsOf } from './symbols.ts';

export interface CaseRun {
  readonly app: App;
  readonly state: RunState;
  readonly journal: readonly RunEvent[];
  readonly files: MemoryFiles;
  /** The workspace just before the run's first event. */
  readonly before: ReadonlyMap<string, Uint8Array>;
  /** What other programs wrote while it ran; not the run's doing. */
  readonly foreign: ReadonlySet<string>;
  readonly actual: Expected;
}

/** Runs a case through the whole product: only disk, models, linters and the person are played. */
export async function runCase(input: GoldenCase): Promise<CaseRun> {
  const files = new MemoryFiles(initialFiles(input));
  const before = bytesOf(files);
  const journals = new MemoryJournals<RunEvent>();
  const cancel = new AbortController();
  const lint: LintBackendArgs[] = [];
  const foreign = new Set<string>();
  const events: string[] = [];
  const models = openReplay(readReplies(input.replies), 'case.json');
  assert.ok(models.ok, models.ok ? '' : models.error);

  const app = createApp({
    files,
    journals,
    linter: playLinters(input, lint),
    symbols: symbolsOf(files),
    clock: { now: () => 0 },
    sha256: sha256Of,
    defaultLintPath: () => '.',
  });
  const state = await app.runWorkOrder({
    order: readOrder(input.order),
    designer: models.value('designer'),
    qa: models.value('qa'),
    reviewer: playReviewer(input.reviewer),
    until: input.until ?? 'end',
    onLintFailure: input.on_lint_failure ?? 'revert',
    signal: cancel.signal,
    onEvent: event => {
      const line = eventLine(event);
      events.push(line);
      for (const happening of input.meanwhile ?? []) {
        if (happening.event !== line) continue;
        for (const [file, text] of Object.entries(happening.write ?? {})) {
          files.set(file, text);
          foreign.add(file);
        }
        for (const file of happening.remove ?? []) {
          files.remove(file);
          foreign.add(file);
        }
        for (const [file, reason] of Object.entries(happening.refuse ?? {})) files.refuse(file, reason);
        if (happening.fail_apply !== undefined) files.failApply = happening.fail_apply;
        if (happening.cancel) cancel.abort();
      }
    },
  });
  for (const { event } of input.meanwhile ?? []) {
    assert.ok(
      events.includes(event),
      `the case waits for "${event}", which never happened:\n${events.join('\n')}`,
    );
  }
  const journal = (await journals.read(state.runId)) ?? [];
  return { app, state, journal, files, before, foreign, actual: { outcome: state.outcome, events, lint } };
}

/** Files that are other than before the run, with their bytes; a file that is gone has none. */
export function changedFiles(
  run: Pick<CaseRun, 'files' | 'before'>,
): ReadonlyMap<string, Uint8Array | undefined> {
  const now = bytesOf(run.files);
  const changed = new Map<string, Uint8Array | undefined>();
  for (const file of new Set([...run.before.keys(), ...now.keys()])) {
    const [old, current] = [run.before.get(file), now.get(file)];
    if (!old || !current || Buffer.compare(old, current) !== 0) changed.set(file, current);
  }
  return changed;
}

const bytesOf = (files: MemoryFiles): ReadonlyMap<string, Uint8Array> =>
  new Map(files.paths().map(file => [file, files.bytes(file) ?? new Uint8Array()]));

function readOrder(order: GoldenCase['order']) {
  const text =
    typeof order === 'string' ? readFileSync(path.join(REPOSITORY, order), 'utf8') : JSON.stringify(order);
  const parsed = parseWorkOrder(text);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.error);
  return parsed.value;
}

const readReplies = (replies: GoldenCase['replies']): string | Replay =>
  typeof replies === 'string'
    ? path.join(REPOSITORY, replies)
    : { format: 'workorder-replay/1', origin: 'written-by-hand', turns: replies };

function playLinters({ lint: answer }: GoldenCase, calls: LintBackendArgs[]): Linter {
  return {
    lint: async (args, { signal }): Promise<LintOutcome> => {
      calls.push(args);
      throwIfCancelled(signal);
      if (answer && 'did_not_run' in answer) {
        return { kind: 'did_not_run', failure: answer.did_not_run, tools: [] };
      }
      const clean = { ruff: {}, mypy: {}, summary: { total_errors: 0, clean: true, files_checked: 1 } };
      return { kind: 'report', report: answer?.report ?? clean, tools: [], notes: [] };
    },
  };
}

function playReviewer(decision: GoldenCase['reviewer']): Reviewer {
  const by = 'the reviewer';
  return {
    review: async ({ approvalSha256 }, signal) => {
      throwIfCancelled(signal);
      if (decision && 'reject' in decision) return { kind: 'reject', by, reason: decision.reject };
      return {
        kind: 'apply',
        by,
        approvalSha256: decision && 'approve_sha256' in decision ? decision.approve_sha256 : approvalSha256,
        controlPlaneApproved: decision && 'approve_by_name' in decision ? decision.approve_by_name : [],
      };
    },
  };
}
