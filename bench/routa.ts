// How fast a ROUTA workspace records its events and is read again from its journal on disk: node bench/routa.ts [--quick].
// Exits with 1 when a target is missed.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { RoutaEvent } from '../src/core/routa/events.ts';
import { arrivedFor } from '../src/core/routa/inbox.ts';
import { createAgent } from '../src/core/routa/manage-agents.ts';
import { messageAgent } from '../src/core/routa/messages.ts';
import { subscribe } from '../src/core/routa/subscriptions.ts';
import { TaskBoard } from '../src/core/routa/task-board.ts';
import { routaWorkflow } from '../src/core/routa/workflow.ts';
import { startRecorder } from '../src/core/runs/open-stored.ts';
import { createJournals } from '../src/node/journal/journals.ts';
import { systemClock } from '../src/node/system.ts';
import { Figures } from './figures.ts';

const isQuick = process.argv.includes('--quick');
const MESSAGES = isQuick ? 2000 : 20_000;
const AGENTS = 50;
const figures = new Figures('routa');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-bench-'));
try {
  const journals = createJournals<RoutaEvent>(folder, systemClock);
  const journal = await journals.create('bench');
  const recorder = startRecorder(journal, systemClock, routaWorkflow, undefined);
  const board = new TaskBoard(recorder);
  await recorder.record({ type: 'run_started', workspaceId: 'bench', goal: 'Measure', review: 'auto' });
  await createAgent(board, 'user', { name: 'routa', role: 'ROUTA' });
  for (let i = 1; i < AGENTS; i++) await createAgent(board, 'routa', { name: `c${i}`, role: 'CRAFTER' });
  await subscribe(board, { agentId: 'routa', agentName: 'routa', eventTypes: ['*'] });

  // Messages between agents, and every hundred the subscriber is told what happened.
  const rates: number[] = [];
  let [begun, begunAt] = [performance.now(), board.workspace.seq];
  for (let i = 0; i < MESSAGES; i++) {
    if (i > 0 && i % (MESSAGES / 10) === 0) {
      rates.push((board.workspace.seq - begunAt) / ((performance.now() - begun) / 1000));
      [begun, begunAt] = [performance.now(), board.workspace.seq];
    }
    const from = `c${1 + (i % (AGENTS - 1))}`;
    const toAgentId = `c${1 + ((i + 7) % (AGENTS - 1))}`;
    await messageAgent(
      board,
      { id: from, group: '' },
      { fromAgentId: from, toAgentId, message: `Message ${i}` },
    );
    if (i % 100 !== 0) continue;
    for (const agent of board.workspace.agents.values()) {
      const arrived = arrivedFor(agent);
      if (arrived) await recorder.record({ type: 'told', agentId: agent.id, role: 'user', ...arrived });
    }
  }
  const { seq, messages } = board.workspace;
  figures.add(`events recorded on disk and delivered (${seq} events)`, rates, {
    byTheClock: true,
    unit: 'a second',
    target: '≥ 1000',
  });

  const replays: number[] = [];
  for (let round = 0; round < 5; round++) {
    const from = process.cpuUsage();
    const events = await journals.read(journal.runId);
    const again = events?.reduce(routaWorkflow.reduce, routaWorkflow.initial(journal.runId));
    const { user, system } = process.cpuUsage(from);
    replays.push(((user + system) / 1000 / seq) * 10_000);
    if (again?.seq !== seq || again.messages !== messages)
      throw new Error('the journal gives another workspace');
  }
  figures.add('reading 10,000 events again, chain checked', replays, { unit: 'ms', target: '≤ 400' });
  figures.end();
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
