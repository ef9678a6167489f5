import { ago, count, firstLine } from '../kernel/amounts.ts';
import { COLOR, type NodeIcon, type Target, type ViewNode, viewNode } from './view-node.ts';

/*
 * The Agents view as plain data. How a workflow shows its agents there:
 * 1. A pure function beside this file turns its state into an `AgentsProjection`: its agents as a tree, and what
 *    waits for the person. Ids are stable and unique within the host; rows below an agent that can be opened carry
 *    `agentTarget(host, id)`.
 * 2. Its running part in src/vscode implements `AgentsHost` (src/vscode/agents/agents-registry.ts) and is handed to
 *    `services.agents.add(host)`. It fires `onDidChange`; the view, its badge and the commands need nothing more.
 * 3. A person's action comes back as `act(verb, id, text)`, a click as `open(id)`.
 */

/** The state of an agent; `waiting` is on the person, `idle` on other agents. */
export type AgentRowStatus =
  | 'pending'
  | 'active'
  | 'idle'
  | 'waiting'
  | 'done'
  | 'blocked'
  | 'failed'
  | 'cancelled'
  | 'interrupted';

/** What a person can do with a row; each is one command `workorder.agent.<verb>`. */
export type AgentVerb =
  /** Asks for words, handed over as text. */
  | 'answer'
  | 'apply'
  /** Yes to a change and to all that follow of its task, or of its agent, until the run ends. */
  | 'yesTask'
  | 'yesAgent'
  /** Of a plan, so that work on it begins. */
  | 'approve'
  /** A change or a plan; asks for the reason. */
  | 'reject'
  | 'allow'
  | 'deny'
  | 'resume'
  | 'stop'
  /** Words for an agent at work; asks for them. */
  | 'say'
  /** Ends a run before its next reply. */
  | 'pause'
  | 'transcript'
  | 'revert'
  /** Opens what is missing, for example a script that runs the tests. */
  | 'setUp'
  /** Takes a run that has ended out of the view; its journal stays. */
  | 'remove';

/** One agent and the agents it started. */
export interface AgentRow {
  readonly id: string;
  readonly label: string;
  /** For example `task agent`, `developer`, `CRAFTER`. */
  readonly role: string;
  readonly status: AgentRowStatus;
  /** What it says it is doing, or how it ended. */
  readonly doing?: string;
  /** Tokens and cost so far, in words. */
  readonly spent?: string;
  /** The call that runs now. */
  readonly call?: string;
  readonly verbs?: readonly AgentVerb[];
  /** Its turns, calls, changes and commits. */
  readonly details?: readonly ViewNode[];
  readonly children?: readonly AgentRow[];
}

export type NeedKind =
  | 'question'
  /** A change waits for its review. */
  | 'approval'
  /** A plan or breakdown is read before work on it begins. */
  | 'plan'
  /** Something that leaves the machine or runs code of the workspace. */
  | 'consent'
  | 'conflict'
  | 'missing_test_command'
  | 'interrupted'
  | 'blocked';

/** One thing that waits for the person. */
export interface NeedsYou {
  readonly id: string;
  readonly kind: NeedKind;
  /** Label of the agent that waits. */
  readonly agent: string;
  /** What is asked, as a sentence. */
  readonly sentence: string;
  /** The same in a few words, for a row that is to leave room for the name of the agent. */
  readonly brief?: string;
  /** How its tests stand, in a few words; left out where that makes no difference to what is asked. */
  readonly tests?: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** The first is what a click does when there is nothing to open. */
  readonly verbs: readonly AgentVerb[];
}

/** Everything one workflow shows. */
export interface AgentsProjection {
  /** Names the `AgentsHost`. */
  readonly host: string;
  readonly agents: readonly AgentRow[];
  readonly needsYou: readonly NeedsYou[];
}

/** Leads to something of a workflow: its host opens it. */
export const agentTarget = (host: string, id: string): Target => ({ kind: 'agent', host, id });

/** What waits for the person on top, then the agents. `now` is in milliseconds since 1970. */
export function agentsTree(projections: readonly AgentsProjection[], now: number): readonly ViewNode[] {
  const needs = projections
    .flatMap(({ host, needsYou }) => needsYou.map(need => ({ host, need })))
    .sort((a, b) => a.need.since - b.need.since)
    .map(({ host, need }) => needNode(host, need, now));
  const agents = projections.flatMap(({ host, agents }) => agents.map(agent => agentNode(host, agent)));
  if (needs.length === 0) return agents;
  const inbox = viewNode({
    id: 'needs-you',
    label: 'Needs you',
    description: `${needs.length}`,
    icon: { codicon: 'bell-dot', color: COLOR.attention },
    tooltip: badgeTooltip(needs.length),
    children: needs,
    open: true,
  });
  return [inbox, ...agents];
}

/** How many things wait for the person, for the view's badge; `undefined` when nothing does. */
export function needsYouBadge(
  projections: readonly AgentsProjection[],
): { readonly value: number; readonly tooltip: string } | undefined {
  const value = projections.reduce((sum, { needsYou }) => sum + needsYou.length, 0);
  return value === 0 ? undefined : { value, tooltip: badgeTooltip(value) };
}

/** A row that offers a verb. */
export interface RowWithVerb {
  readonly host: string;
  readonly id: string;
  readonly agent: string;
  /** What is asked, or what the agent works on. */
  readonly sentence: string;
}

/** Every row that offers a verb, what waits for the person first. */
export function rowsWithVerb(
  projections: readonly AgentsProjection[],
  verb: AgentVerb,
): readonly RowWithVerb[] {
  const needs = projections.flatMap(({ host, needsYou }) =>
    needsYou
      .filter(({ verbs }) => verbs.includes(verb))
      .map(({ id, agent, sentence }) => ({ host, id, agent, sentence })),
  );
  const agents = projections.flatMap(({ host, agents }) =>
    agents
      .flatMap(withChildren)
      .filter(({ verbs = [] }) => verbs.includes(verb))
      .map(({ id, role, label }) => ({ host, id, agent: role, sentence: label })),
  );
  return [...needs, ...agents];
}

const withChildren = (agent: AgentRow): readonly AgentRow[] => [
  agent,
  ...(agent.children ?? []).flatMap(withChildren),
];

const badgeTooltip = (n: number): string =>
  n === 1 ? '1 thing waits for you' : `${count(n, 'thing')} wait for you`;

function needNode(host: string, need: NeedsYou, now: number): ViewNode {
  const { kind, agent, sentence, brief, tests = '', verbs } = need;
  return viewNode({
    id: `need:${host}:${need.id}`,
    label: firstLine(brief ?? sentence),
    description: [tests, agent, ago(now - need.since)].filter(Boolean).join(' · '),
    icon: { codicon: NEED_ICONS[kind], color: COLOR.attention },
    tooltip: [NEED_WORDS[kind], sentence, agent].join('\n'),
    spoken: NEED_WORDS[kind],
    target: agentTarget(host, need.id),
    context: contextOf('need', verbs),
  });
}

function agentNode(host: string, agent: AgentRow): ViewNode {
  const { status, role, doing, spent = '', call, verbs = [], details = [], children = [] } = agent;
  // How far an interrupted agent came must not read as what it does.
  const words =
    status === 'interrupted' ? [STATUS_WORDS[status], doing ?? ''] : [call ?? doing ?? STATUS_WORDS[status]];
  return viewNode({
    id: `agent:${host}:${agent.id}`,
    label: firstLine(agent.label),
    description: [...words, spent]
      .filter(Boolean)
      .map(text => firstLine(text))
      .join(' · '),
    icon: STATUS_ICONS[status],
    tooltip: [
      agent.label,
      `${role} · ${STATUS_WORDS[status]}`,
      ...(call === undefined ? [] : [`runs ${call}`]),
      ...(doing === undefined ? [] : [doing]),
      ...(spent === '' ? [] : [spent]),
    ].join('\n'),
    spoken: `${role}, ${STATUS_WORDS[status]}`,
    target: agentTarget(host, agent.id),
    context: contextOf('agent', verbs),
    children: [...children.map(child => agentNode(host, child)), ...details],
    open: status === 'active' || status === 'waiting',
  });
}

/** Menus look for a verb as a word: `viewItem =~ /\banswer\b/`. */
const contextOf = (what: 'agent' | 'need', verbs: readonly AgentVerb[]): string => [what, ...verbs].join(' ');

const NEED_WORDS: Readonly<Record<NeedKind, string>> = {
  question: 'Question',
  approval: 'Change to review',
  plan: 'Plan to approve',
  consent: 'Permission',
  conflict: 'Conflict',
  missing_test_command: 'No test command',
  interrupted: 'Interrupted',
  blocked: 'Blocked',
};

export const NEED_ICONS: Readonly<Record<NeedKind, string>> = {
  question: 'question',
  approval: 'diff-multiple',
  plan: 'checklist',
  consent: 'shield',
  conflict: 'git-merge',
  missing_test_command: 'beaker',
  interrupted: 'debug-disconnect',
  blocked: 'circle-slash',
};

export const STATUS_WORDS: Readonly<Record<AgentRowStatus, string>> = {
  pending: 'not started',
  active: 'working',
  idle: 'waiting',
  waiting: 'waiting for you',
  done: 'done',
  blocked: 'blocked',
  failed: 'failed',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
};

/** The state of a run that is not at work; without an end it was interrupted. */
export function statusOfEnd(end: 'DONE' | 'BLOCKED' | 'FAILED' | 'CANCELLED' | undefined): AgentRowStatus {
  switch (end) {
    case undefined:
      return 'interrupted';
    case 'DONE':
      return 'done';
    case 'BLOCKED':
      return 'blocked';
    case 'FAILED':
      return 'failed';
    case 'CANCELLED':
      return 'cancelled';
  }
}

export const STATUS_ICONS: Readonly<Record<AgentRowStatus, NodeIcon>> = {
  pending: { codicon: 'circle-outline', color: COLOR.quiet },
  active: { codicon: 'loading~spin' },
  idle: { codicon: 'watch', color: COLOR.quiet },
  waiting: { codicon: 'bell-dot', color: COLOR.attention },
  done: { codicon: 'pass', color: COLOR.good },
  blocked: { codicon: 'circle-slash', color: COLOR.attention },
  failed: { codicon: 'error', color: COLOR.bad },
  cancelled: { codicon: 'circle-slash', color: COLOR.quiet },
  interrupted: { codicon: 'debug-disconnect', color: COLOR.attention },
};
