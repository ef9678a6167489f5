import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type App, createApp } from '../../src/core/app.ts';
import { createPythonSymbols } from '../../src/core/python/python-symbols.ts';
import { isLive, type RunEvent } from '../../src/core/workorder/events.ts';
import { parseWorkOrder } from '../../src/core/workorder/parse-work-order.ts';
import type { RunState } from '../../src/core/workorder/state.ts';
import type { LintBackendArgs, Replay, WorkOrder } from '../../src/generated/contracts.ts';
import { openReplay } from '../../src/node/model/replay-model.ts';
import { sha256Of } from '../support/memory-files.ts';
import { eventLine } from './event-line.ts';
import { type Expected, type GoldenCase, type Meanwhile, REPOSITORY } from './golden-case.ts';
import type { GoldenWorkspace } from './golden-workspace.ts';
import { playLinters, playReviewer } from './played-ports.ts';

export interface CaseRun {
  readonly app: App;
  readonly state: RunState;
  readonly journal: readonly RunEvent[];
  readonly workspace: GoldenWorkspace;
  /** The workspace just before the run's first event. */
  readonly before: ReadonlyMap<string, Uint8Array>;
  /** What other programs wrote while it ran; not the run's doing. */
  readonly foreign: ReadonlySet<string>;
  readonly actual: Expected;
}

/** Runs a case through the whole product: only models, linters and the person are played. */
export async function runCase(input: GoldenCase, workspace: GoldenWorkspace): Promise<CaseRun> {
  const before = workspace.bytes();
  const cancel = new AbortController();
  const lint: LintBackendArgs[] = [];
  const foreign = new Set<string>();
  const events: string[] = [];
  const models = openReplay(readReplies(input.replies), 'case.json');
  assert.ok(models.ok, models.ok ? '' : models.error);

  const { files, journals } = workspace;
  const app = createApp({
    files,
    journals,
    linter: playLinters(input, lint),
    symbols: createPythonSymbols(files),
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
    policy: [{ from: 'the test', by: 'person', failOn: 'any' }],
    onClaimMismatch: input.on_claim_mismatch ?? 'warn',
    lintPreview: false,
    onLintFailure: input.on_lint_failure ?? 'revert',
    signal: cancel.signal,
    onEvent: event => {
      if (isLive(event)) return;
      const line = eventLine(event);
      events.push(line);
      for (const happening of input.meanwhile ?? []) {
        if (happening.event !== line) continue;
        for (const file of disturb(workspace, happening)) foreign.add(file);
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
  return {
    app,
    state,
    journal,
    workspace,
    before,
    foreign,
    actual: { outcome: state.outcome, events, lint },
  };
}

/** Files that are other than before the run, with their bytes; a file that is gone has none. */
export function changedFiles({
  workspace,
  before,
}: Pick<CaseRun, 'workspace' | 'before'>): ReadonlyMap<string, Uint8Array | undefined> {
  const now = workspace.bytes();
  const changed = new Map<string, Uint8Array | undefined>();
  for (const file of new Set([...before.keys(), ...now.keys()])) {
    const [old, current] = [before.get(file), now.get(file)];
    if (!old || !current || Buffer.compare(old, current) !== 0) changed.set(file, current);
  }
  return changed;
}

/** Does to the workspace what the case says; the files that other programs wrote or removed. */
function disturb(workspace: GoldenWorkspace, { write, remove, refuse, fail_apply }: Meanwhile): string[] {
  for (const [file, text] of Object.entries(write ?? {})) workspace.write(file, text);
  for (const file of remove ?? []) workspace.remove(file);
  for (const [file, reason] of Object.entries(refuse ?? {})) workspace.refuse(file, reason);
  if (fail_apply !== undefined) workspace.failApply(fail_apply);
  return [...Object.keys(write ?? {}), ...(remove ?? [])];
}

function readOrder(order: GoldenCase['order']): WorkOrder {
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
