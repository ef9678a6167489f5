import { assertNever } from '../../core/kernel/assert-never.ts';
import { ok, type Result } from '../../core/kernel/result.ts';
import {
  conversationDocument,
  ROUTA_ITEMS,
  ROUTA_WORKSPACES,
  type RoutaItem,
  routaNeeds,
  routaPlan,
  routaRow,
  TIMELINE_FILTERS,
  timelineDocument,
} from '../../core/panel/routa-workspaces.ts';
import { routaHeadline } from '../../core/routa/outcome.ts';
import * as roles from '../../core/routa/roles.ts';
import type { Routa } from '../../core/routa/routa.ts';
import type { RoutaSettings } from '../../core/routa/run-request.ts';
import type { OpenRouta } from '../../core/routa/run-routa.ts';
import { type RoutaWorkspace, routaResults } from '../../core/routa/workspace.ts';
import { showQuickPick } from '../inert-window.ts';
import { PERSON } from '../person.ts';
import { agentSettings } from '../settings.ts';
import { AgentRunsHost } from './agent-runs-host.ts';
import type { AgentParts, Opens, RunAdapter, RunSession } from './run-adapter.ts';

/** What a person chose for a new workspace. */
export interface RoutaChoices {
  readonly goal: string;
  readonly review: RoutaSettings['review'];
  /** Left out: its agents work in the folder. */
  readonly delivery?: RoutaSettings['delivery'];
}

type Kind = RoutaItem['kind'];

function routaAdapter(): RunAdapter<RoutaWorkspace, Kind, RoutaChoices, Routa> {
  /** Workspaces at work in this window. */
  const working = new Map<string, OpenRouta>();

  async function work(begun: Result<OpenRouta>): Promise<Result<RoutaWorkspace>> {
    if (!begun.ok) return begun;
    const { workspace } = begun.value;
    working.set(workspace.id, begun.value);
    try {
      await begun.value.work();
      return ok(workspace);
    } finally {
      working.delete(workspace.id);
    }
  }

  return {
    name: ROUTA_WORKSPACES,
    noun: 'The workspace',
    items: ROUTA_ITEMS,
    models: roles.ROLES.map(role => ({ role, tier: roles.DEFAULT_TIER[role] })),
    titleOf: ({ goal }) => goal,
    runsOf: ({ app }) => app.routa,
    describe: workspace => ({
      runId: workspace.id,
      title: workspace.goal,
      results: routaResults(workspace),
      pages: workspace.pullRequest === undefined ? [] : [workspace.pullRequest],
      end: workspace.outcome && {
        kind: workspace.outcome.kind,
        headline: routaHeadline(workspace.outcome),
      },
    }),
    row: routaRow,
    needs: routaNeeds,

    start: async (routa, session, { goal, review, delivery = 'none' }) => {
      const settings = { ...settingsOf(session, review), delivery };
      return work(ok(await routa.start(settings, { workspaceId: session.folder.name, goal })));
    },

    async resume({ runs, state: { id: runId, review, delivery, tasks } }, session, words) {
      // A person who resumes it has looked at what was blocked.
      const unblock = [...tasks.values()].filter(t => t.status === 'BLOCKED').map(t => t.taskId);
      const message = words === undefined ? {} : { message: words };
      return work(
        await runs.resume({ ...settingsOf(session, review), delivery }, { runId, unblock, ...message }),
      );
    },

    async open({ runs, state: shown, item: { kind, of = [] } }) {
      const id = `${of[0]}`;
      const state = await asShared(runs, shown);
      switch (kind) {
        case 'agent':
          return conversation(state, id);
        case 'task':
          return conversation(state, state.tasks.get(id)?.worker ?? '') ?? events(state, '*');
        case 'events':
          return pickEvents(state);
        case 'workspace':
        case 'stopped':
          return events(state, '*');
        default:
          return assertNever(kind);
      }
    },
    agentOf: ({ kind, of = [] }) => (kind === 'agent' ? `${of[0]}` : undefined),

    async stopPart({ kind, runId, of = [] }) {
      if (kind === 'agent') await working.get(runId)?.team.stop(`${of[0]}`);
      return kind === 'agent';
    },
  };
}

/** ROUTA workspaces of all folders. */
export const routaWorkspaces = (parts: AgentParts) => new AgentRunsHost(parts, routaAdapter());

/** The workspace without the text of files that look like secrets: what is shown of it is a document to pass on. */
async function asShared(runs: Routa, { id }: RoutaWorkspace): Promise<RoutaWorkspace> {
  const { routaWorkflow } = await import('../../core/routa/workflow.ts');
  const { events: lines = [] } = (await runs.shared(id)) ?? {};
  return lines.reduce(routaWorkflow.reduce, routaWorkflow.initial(id));
}

function conversation({ id, agents }: RoutaWorkspace, agentId: string): Opens | undefined {
  const agent = agents.get(agentId);
  if (agent === undefined) return undefined;
  const title = `Conversation of ${agent.name}`;
  return { kind: 'document', id: `${id}-${agentId}`, title, markdown: conversationDocument(agent) };
}

const events = ({ id, feed: { timeline } }: RoutaWorkspace, filter: string): Opens => ({
  kind: 'document',
  id: `events-${id}`,
  title: `Events ${filter}`,
  markdown: timelineDocument(timeline, filter),
});

async function pickEvents(workspace: RoutaWorkspace): Promise<Opens | undefined> {
  const filters = TIMELINE_FILTERS.map(label => ({ label }));
  const picked = await showQuickPick(filters, {
    title: 'Events of this workspace',
    placeHolder: '* is all of them',
  });
  return picked && events(workspace, picked.label);
}

/** What a new workspace and a resumed one have in common. */
const settingsOf = (
  { models, reviewerFor, signal, onCall, onEvent }: RunSession<RoutaWorkspace>,
  review: RoutaSettings['review'],
): RoutaSettings => {
  const reviewer = reviewerFor();
  const limits = agentSettings();
  return {
    ...models,
    reviewer: {
      ...reviewer,
      reviewerOf: reviewerFor,
      async reviewPlan(plan, asked) {
        const { isApproved, reason } = await reviewer.approvePlan(routaPlan(plan), asked);
        return isApproved ? { kind: 'approve', by: PERSON } : { kind: 'reject', by: PERSON, reason };
      },
    },
    review,
    outsideScope: 'ask',
    profile: 'calls/1',
    modelCalls: limits.modelCalls ?? roles.MODEL_CALLS,
    turnsPerAssignment: limits.replies ?? roles.TURNS_PER_ASSIGNMENT,
    turnsPerWorkspace: limits.repliesOfAll ?? roles.TURNS_PER_WORKSPACE,
    fixWaves: limits.fixWaves ?? roles.FIX_WAVES,
    signal,
    onCall: (agentId, call) => onCall(call, agentId),
    onEvent,
  };
};
