import type { Replay, ReplayTurn, RunReport } from '../../generated/contracts.ts';
import { describeSpent } from '../conversation/describe-spent.ts';
import { addReply, NOTHING_SPENT, type Spent } from '../conversation/spent.ts';
import type { QaReplied, WorkEvent } from './common-events.ts';
import type { RunLine } from './reconcile.ts';

/** What the report of a run of agents is made of. */
export interface WorkReportParts {
  readonly runId: string;
  readonly kind: string;
  readonly events: readonly RunLine[];
  /** How it ended, as one sentence. */
  readonly headline: string;
  readonly files: readonly string[];
  readonly versions: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
}

type Replied = Extract<WorkEvent, { type: 'replied' }> & RunLine;

/** Everything about a run of agents or a plan that a bug report needs. Secrets are for the caller to take out. */
export function buildWorkReport(parts: WorkReportParts): RunReport {
  const { runId, kind, events, headline, files, versions, settings } = parts;
  const spent = events.reduce(addSpending, NOTHING_SPENT);
  const models = new Set(events.flatMap(event => (isReply(event) || isQa(event) ? [event.model] : [])));
  const warnings = events.flatMap(event => (isWarning(event) ? [event.sentence] : []));
  const [first] = events;
  return {
    format: 'workorder-report/1',
    about: [
      `What one run did, for a bug report (${kind}): how it ended, versions and settings, and the journal of all that was said, called, decided and changed.`,
      'The replay holds what the models replied, from the journal, without the requests they answered.',
      'Known API keys, and whatever looks like a key, are taken out. Source code is not: read it before you pass it on.',
    ],
    summary: {
      run: runId,
      started: new Date(first && 'at' in first ? Number(first.at) : 0).toISOString(),
      outcome: headline,
      models: [...models],
      tokens: describeSpent(spent) ?? 'no model was asked',
      files: [...files],
      warnings,
    },
    versions: { ...versions },
    settings: { ...settings },
    order: null,
    journal: events.map(event => ({ ...event })),
    replay: replayOf(events),
  };
}

function replayOf(events: readonly RunLine[]): Replay {
  const turns: ReplayTurn[] = [];
  let role = 'agent';
  for (const event of events) {
    // The manager and the developer of a ticket take turns.
    if (event.type === 'talk_started' && 'agent' in event) role = String(event.agent);
    if (isReply(event)) turns.push({ role: event.agentId ?? role, model: event.model, text: event.text });
  }
  return {
    format: 'workorder-replay/1',
    origin: 'recorded',
    note: 'Taken from the journal: the replies as they were, without the requests they answered.',
    turns,
  };
}

const addSpending = (spent: Spent, event: RunLine): Spent =>
  isReply(event) || isUnanswered(event) || isQa(event)
    ? addReply(spent, event.model, event.usage, event.cost)
    : spent;

const isReply = (event: RunLine): event is Replied => event.type === 'replied';
const isUnanswered = (event: RunLine): event is Extract<WorkEvent, { type: 'unanswered' }> & RunLine =>
  event.type === 'unanswered';
const isQa = (event: RunLine): event is QaReplied & RunLine => event.type === 'qa_replied';
const isWarning = (event: RunLine): event is RunLine & { readonly sentence: string } =>
  event.type === 'warning' && 'sentence' in event;
