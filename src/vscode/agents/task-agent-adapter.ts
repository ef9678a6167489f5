import * as vscode from 'vscode';
import { fail, ok } from '../../core/kernel/result.ts';
import { numbersOf } from '../../core/panel/run-items.ts';
import {
  TASK_AGENT_ITEMS,
  TASK_AGENTS,
  type TaskAgentItem,
  taskAgentNeeds,
  taskAgentRow,
} from '../../core/panel/task-agents.ts';
import { resultsOnBranches } from '../../core/runs/result-on-branch.ts';
import { agentHeadline } from '../../core/taskagent/outcome.ts';
import { MAX_CYCLES, MAX_TURNS } from '../../core/taskagent/roles.ts';
import type { AgentRequest } from '../../core/taskagent/run-request.ts';
import type { AgentState } from '../../core/taskagent/state.ts';
import type { TaskAgent } from '../../core/taskagent/task-agent.ts';
import { agentSettings } from '../settings.ts';
import { AgentRunsHost } from './agent-runs-host.ts';
import { openTestScript } from './open-test-script.ts';
import type { AgentParts, OpenedRow, Opens, RunAdapter, RunSession } from './run-adapter.ts';

/** What a person chose for a new run. */
export type TaskAgentSettings = Pick<AgentRequest, 'assignment' | 'mode' | 'review' | 'delivery'>;

type Kind = TaskAgentItem['kind'];

const USE = { role: 'agent' };

const taskAgentAdapter: RunAdapter<AgentState, Kind, TaskAgentSettings, TaskAgent> = {
  name: TASK_AGENTS,
  noun: 'The agent',
  items: TASK_AGENT_ITEMS,
  models: [USE],
  titleOf: ({ assignment }) => assignment.text,
  runsOf: ({ app }) => app.taskAgent,
  describe: ({ runId, task, outcome, pullRequests, own, commits }) => ({
    runId,
    title: task,
    results: resultsOnBranches({ own, commits }),
    pages: pullRequests,
    end: outcome && { kind: outcome.kind, headline: agentHeadline(outcome) },
  }),
  row: taskAgentRow,
  needs: taskAgentNeeds,

  start: async (agent, session, settings) =>
    ok(await agent.run({ ...requestOf(session), ...settings, profile: 'calls/1' })),

  async resume({ runs, state: { runId } }, session, words) {
    const started = (await runs.events(runId))?.find(event => event.type === 'run_started');
    if (started?.type !== 'run_started') return fail(`there is no agent run ${runId}`);
    const { review, delivery } = started;
    const answer = words === undefined ? {} : { answer: words };
    return runs.resume({ ...requestOf(session), runId, review, delivery, ...answer });
  },

  async open(row) {
    const { folder, state, item } = row;
    const [first = 0, turn = 0] = numbersOf(item);
    switch (item.kind) {
      case 'tests':
        await openTestScript(folder);
        return undefined;
      case 'page': {
        const page = state.pullRequests[first];
        if (page !== undefined) await vscode.env.openExternal(vscode.Uri.parse(page));
        return undefined;
      }
      case 'turn': {
        const part = { cycle: first, turn };
        return { kind: 'changes', name: `turn ${turn}`, part, or: { kind: 'transcript' } };
      }
      case 'call':
        return openCall(row);
      default:
        return { kind: 'transcript' };
    }
  },

  partOf({ kind, runId, of = [] }) {
    const [cycle = 0, turn = 0] = numbersOf({ kind, runId, of });
    return kind === 'turn' ? { cycle, turn } : undefined;
  },
};

/** Task agents of all folders. */
export const taskAgents = (parts: AgentParts) => new AgentRunsHost(parts, taskAgentAdapter);

/** The file's diff for a call that changed one, else the call with its result. */
async function openCall({
  runs,
  state: { runId },
  item,
}: OpenedRow<AgentState, Kind, TaskAgent>): Promise<Opens | undefined> {
  const [cycle = 0, turn = 0, index = 0] = numbersOf(item);
  const call = await runs.call(runId, cycle, turn, index);
  if (call === undefined) return undefined;
  const { tool, document: markdown, changedPath: path } = call;
  const document = {
    kind: 'document',
    id: `${runId}-${cycle}-${turn}-${index}`,
    title: tool,
    markdown,
  } as const;
  if (path === undefined) return document;
  return { kind: 'changes', name: `turn ${turn}`, part: { cycle, turn }, path, or: document };
}

/** What a new run and a resumed one have in common. */
const requestOf = ({ models, reviewerFor, signal, onCall, onEvent }: RunSession<AgentState>) => {
  const { modelFor, ...rest } = models;
  const limits = { maxTurns: agentSettings().replies ?? MAX_TURNS, maxCycles: MAX_CYCLES };
  return {
    ...rest,
    ...limits,
    model: modelFor(USE).model,
    reviewer: reviewerFor(),
    signal,
    onCall: (call: Parameters<typeof onCall>[0]) => onCall(call),
    onEvent,
  };
};
