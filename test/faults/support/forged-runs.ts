import fs from 'node:fs';
import path from 'node:path';
import { createApp } from '../../../src/core/app.ts';
import type { ChangeSet, FileChange } from '../../../src/core/changes/change-set.ts';
import { fileChange } from '../../../src/core/changes/file-change.ts';
import { fileRecords } from '../../../src/core/changes/file-records.ts';
import { WorkspaceIndex } from '../../../src/core/python/index/workspace-index.ts';
import { answerFrom } from '../../../src/core/python/python-symbols.ts';
import { createDiskFiles } from '../../../src/node/files/disk-files.ts';
import { createJournals } from '../../../src/node/journal/journals.ts';
import { openAgentPorts } from '../../../src/node/open-agent-ports.ts';
import { openRoutaPorts } from '../../../src/node/open-routa-ports.ts';
import { openTicketPorts } from '../../../src/node/open-ticket-ports.ts';
import { sha256, systemClock } from '../../../src/node/system.ts';

export const KINDS = ['work order', 'agent', 'ticket', 'routa'] as const;
export type Kind = (typeof KINDS)[number];

const FOLDERS: Readonly<Record<Kind, string>> = {
  'work order': '',
  agent: 'agents',
  ticket: 'tickets',
  routa: 'routa',
};

/** Where the runs of a kind are kept below the state of a workspace. */
export const runsOf = (stateDir: string, kind: Kind) =>
  createJournals<{ readonly at: number }>(path.join(stateDir, FOLDERS[kind]), systemClock);

export const journalFile = (stateDir: string, kind: Kind, runId: string): string =>
  path.join(stateDir, FOLDERS[kind], 'runs', runId, 'journal.jsonl');

/** The bytes of a file before and after, as a journal might claim them. */
export function claimed(file: string, before: string | undefined, after: string | undefined): ChangeSet {
  const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));
  const change = fileChange(file, bytes(before), bytes(after), sha256) as FileChange;
  return { files: [change], receipts: [] };
}

/** What a run of this kind would have written that did this; whatever a person would have to say is said. */
export function eventsOf(kind: Kind, runId: string, changes: ChangeSet): readonly Record<string, unknown>[] {
  const files = fileRecords(changes);
  const order = {
    step_id: 's',
    step_text: 's',
    scope_allowlist: ['.'],
    invariants: [],
    acceptance: { lint: { path: '.', check_all: false } },
  };
  const gate = [
    { type: 'proposed', number: 1, turn: 1, files, controlPlane: [] },
    { type: 'reviewed', number: 1, decision: 'apply', by: 'you' },
    { type: 'consented', what: 'run tests: scripts/run_tests.py', granted: true, by: 'you' },
    { type: 'consented', what: 'push: origin at /anywhere', granted: true, by: 'you' },
    { type: 'applied', number: 1, turn: 1, isolated: false, files },
  ];
  switch (kind) {
    case 'work order':
      return [
        { type: 'run_started', runId, order, designerModel: 'm', qaModel: 'm' },
        { type: 'applied', files },
      ];
    case 'agent':
      return [
        {
          type: 'run_started',
          runId,
          task: 'a task',
          mode: 'converse',
          profile: 'thoughts/1',
          model: 'm',
          review: 'auto',
          delivery: 'push',
        },
        { type: 'cycle_started', cycle: 1, workspace: 'the workspace', isolated: false },
        { type: 'told', role: 'system', text: 'You are an agent.' },
        ...gate,
      ];
    case 'ticket': {
      const subtasks = [{ id: 'one', title: 'One' }];
      const ticket = { id: 't', title: 'T', description: '', acceptanceCriteria: [], subtasks };
      const models = { manager: 'm', developer: 'm' };
      return [
        { type: 'run_started', runId, ticket, models, review: 'auto', scope: 'ask', delivery: 'oneflow' },
        ...gate,
        {
          type: 'subtask_updated',
          subtaskId: 'one',
          asked: 'complete',
          to: 'complete',
          notes: 'done and tested',
        },
      ];
    }
    case 'routa': {
      const agent = { agentId: 'routa', name: 'routa', role: 'ROUTA', tier: 'SMART', parentId: null };
      return [
        { type: 'run_started', workspaceId: 'w', goal: 'g', review: 'auto' },
        { type: 'agent_created', ...agent, by: 'user', external: false },
        ...gate.map(event => ({ ...event, agentId: 'routa' })),
      ];
    }
  }
}

/** A run that never was, in a journal whose chain is whole: by somebody who may write the state folder. */
export async function forgeRun(
  stateDir: string,
  kind: Kind,
  changes: ChangeSet,
  more: readonly Record<string, unknown>[] = [],
): Promise<string> {
  const journals = runsOf(stateDir, kind);
  const journal = await journals.create('forged');
  for (const event of [...eventsOf(kind, journal.runId, changes), ...more])
    await journal.append({ at: 1, ...event } as { at: number });
  await journals.saveChangeSet(journal.runId, changes, kind === 'work order' ? undefined : 1);
  return journal.runId;
}

/** Everything of the product that takes a stored run back, on a real folder. */
export function openApp(root: string, stateDir: string) {
  fs.mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const files = createDiskFiles({ root, stateDir });
  const places = { root, stateDir, files };
  const linter = { lint: () => Promise.reject(new Error('a linter was started')) };
  return createApp({
    files,
    linter,
    symbols: answerFrom(new WorkspaceIndex(files)),
    journals: createJournals(stateDir, systemClock),
    clock: systemClock,
    sha256,
    defaultLintPath: () => '.',
    agents: () => openAgentPorts(places),
    tickets: () => openTicketPorts(places),
    routa: () => openRoutaPorts(places),
  });
}

/** Takes a run back; what was said against it, `undefined` when it was taken back. */
export async function takeBack(
  app: ReturnType<typeof openApp>,
  kind: Kind,
  runId: string,
): Promise<string | undefined> {
  try {
    const { workOrders, taskAgent, tickets, routa } = app;
    const runs = { 'work order': workOrders, agent: taskAgent, ticket: tickets, routa }[kind];
    const result = await runs.revert({ runId, by: 'you' });
    return result.ok ? undefined : result.error;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
