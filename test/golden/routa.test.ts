import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { RoutaEvent } from '../../src/core/routa/events.ts';
import { startRouta } from '../../src/core/routa/run-routa.ts';
import type { RoutaReviewer } from '../../src/core/routa/run-request.ts';
import { openReplay } from '../../src/node/model/replay-model.ts';
import { MemoryFiles, sha256Of } from '../support/memory-files.ts';
import { freeHold } from '../support/memory-hold.ts';
import { MemoryJournals } from '../support/memory-journals.ts';

const root = path.resolve(import.meta.dirname, '../..');
const expected = path.join(import.meta.dirname, 'routa-two-prices.json');

/** The example as it lies in the repository. */
function shopFiles(): MemoryFiles {
  const shop = path.join(root, 'examples/shop');
  const files = fs
    .readdirSync(shop, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.py'))
    .map(file => [file, fs.readFileSync(path.join(shop, file), 'utf8')] as const);
  return new MemoryFiles(Object.fromEntries(files));
}

const reviewer: RoutaReviewer = {
  review: async ({ approvalSha256 }) => ({ kind: 'apply', by: 'Ann', approvalSha256, controlPlaneApproved: [] }),
  consent: async () => ({ granted: false, by: 'Ann' }),
  reviewPlan: async () => ({ kind: 'approve', by: 'Ann' }),
};

/** What happened to each task and each agent, whichever of two that work at the same time was faster. */
function storyOf(events: readonly RoutaEvent[]) {
  const story: Record<string, string[]> = {};
  const tell = (who: string, what: string) => {
    story[who] = [...(story[who] ?? []), what];
  };
  for (const event of events) {
    if (event.type === 'task_moved') tell(`task ${event.taskId}`, `${event.to} by ${event.by}: ${event.cause}`);
    if (event.type === 'agent_moved') tell(`agent ${event.agentId}`, `${event.to} by ${event.by}`);
    if (event.type === 'called' && event.agentId !== 'routa') tell(`agent ${event.agentId}`, `${event.tool} ${event.status}`);
    if (event.type === 'applied')
      for (const file of event.files) tell(`file ${file.path}`, `${event.agentId} +${file.lines_added} −${file.lines_removed} ${file.after_sha256}`);
    if (event.type === 'reported') tell(`task ${event.taskId}`, `${event.agentId} reports ${event.success}, ${event.differences.length} differences`);
    if (event.type === 'plan_reviewed') tell('plan', `${event.decision} by ${event.by}`);
    if (event.type === 'finished') tell('outcome', event.outcome.kind);
  }
  return Object.fromEntries(Object.entries(story).sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe('a ROUTA run, as recorded', () => {
  it('has two CRAFTERs, one wave of fixes and a GATE [003-015] [003-080] [003-081]', async () => {
    const replay = openReplay(path.join(root, 'examples/replies/routa-two-prices.replay.json'));
    assert.ok(replay.ok);
    const model = replay.value();
    const events: RoutaEvent[] = [];
    const open = await startRouta(
      { files: shopFiles(), journals: new MemoryJournals(), clock: { now: () => 0 }, sha256: sha256Of, hold: freeHold },
      {
        modelFor: () => ({ model }),
        reviewer,
        review: 'turn',
        outsideScope: 'refuse',
        modelCalls: 2,
        turnsPerAssignment: 50,
        turnsPerWorkspace: 1000,
        signal: new AbortController().signal,
        onEvent: event => void events.push(event),
      },
      { workspaceId: 'shop', goal: 'Give gift wrap and delivery a price' },
    );
    await open.work();
    const text = `${JSON.stringify(storyOf(events), undefined, 2)}\n`;
    if (process.env['UPDATE_GOLDEN'] === '1') fs.writeFileSync(expected, text);
    assert.equal(text, fs.readFileSync(expected, 'utf8'));
  });
});
