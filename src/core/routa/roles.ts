import type { ModelTier } from '../conversation/choose-model.ts';
import type { EnvelopeProfile } from '../conversation/envelope.ts';
import { FINDING_TOOLS } from '../tools/finding-tools.ts';

export const ROLES = ['ROUTA', 'CRAFTER', 'GATE'] as const;
export type Role = (typeof ROLES)[number];

/** The model tier an agent of a role gets unless `modelTier` says otherwise. */
export const DEFAULT_TIER: Readonly<Record<Role, ModelTier>> = {
  ROUTA: 'SMART',
  CRAFTER: 'FAST',
  GATE: 'SMART',
};

/** The tools of a ROUTA workspace, in the order of the tools page. */
export const ROUTA_TOOLS = [
  'list_agents',
  'read_agent_conversation',
  'create_agent',
  'delegate_task',
  'send_message_to_agent',
  'report_to_parent',
  'wake_or_create_task_agent',
  'send_message_to_task_agent',
  'get_agent_status',
  'get_agent_summary',
  'subscribe_to_events',
  'unsubscribe_from_events',
  'read_file',
  'list_files',
  'write_file',
] as const;
export type RoutaTool = (typeof ROUTA_TOOLS)[number];

const ALL: readonly Role[] = ROLES;

/** Who may call what, as data, so that no role gains a tool by code elsewhere. */
const CALLERS: Readonly<Record<RoutaTool, readonly Role[]>> = {
  list_agents: ALL,
  read_agent_conversation: ALL,
  create_agent: ['ROUTA'],
  delegate_task: ['ROUTA'],
  send_message_to_agent: ALL,
  report_to_parent: ['CRAFTER', 'GATE'],
  wake_or_create_task_agent: ['ROUTA'],
  send_message_to_task_agent: ['ROUTA', 'GATE'],
  get_agent_status: ['ROUTA'],
  get_agent_summary: ['ROUTA'],
  subscribe_to_events: ['ROUTA'],
  unsubscribe_from_events: ['ROUTA'],
  read_file: ALL,
  list_files: ALL,
  write_file: ['CRAFTER'],
};

/** The tools of a role, in the order of the document. */
export const toolsOf = (role: Role): readonly RoutaTool[] =>
  ROUTA_TOOLS.filter(tool => CALLERS[tool].includes(role));

/** What agents with native tool calls have beside the tools of the document. */
const NATIVE: Readonly<Record<Role, readonly string[]>> = {
  ROUTA: FINDING_TOOLS,
  CRAFTER: [...FINDING_TOOLS, 'atomic_replace', 'move_text', 'run_tests'],
  GATE: [...FINDING_TOOLS, 'run_tests'],
};

/** The tools of a role in a workspace: only native calls have more than the document. */
export const toolsIn = (profile: EnvelopeProfile, role: Role): readonly string[] =>
  profile === 'calls/1' ? [...toolsOf(role), ...NATIVE[role]] : toolsOf(role);

/** Never run after a failed change of the same reply; their success ends the assignment. */
export const REPORTING_TOOLS = ['report_to_parent'] as const;

/** Replies of one assignment, and of the whole workspace: a limit on agents that make no progress. */
export const TURNS_PER_ASSIGNMENT = 50;
export const TURNS_PER_WORKSPACE = 1000;
/** Rounds of fixes that a GATE may ask for before a task needs a person. */
export const FIX_WAVES = 3;
/** Levels of agents below the first one: deeper trees cost more than they add. */
export const MAX_DEPTH = 2;
/** Model calls at the same time: endpoints limit parallel requests. */
export const MODEL_CALLS = 2;
