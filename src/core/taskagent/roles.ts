import type { EnvelopeProfile } from '../conversation/envelope.ts';
import { FINDING_TOOLS } from '../tools/finding-tools.ts';

/**
 * What the solo agent may call: the ten tools of its two documented profiles, and two
 * read-only tools to find its way. Data, not code.
 */
export const AGENT_TOOLS = [
  'write_file',
  'rename_file',
  'delete_file',
  'retrieve_context_files',
  'rename_files',
  'run_tests',
  'finish_feature',
  'submit_for_review',
  'ask_question',
  'finish',
  'read_file',
  'list_files',
] as const;

/**
 * What an agent with native tool calls may call beside them: the exact edits of a work order instead of whole files,
 * searches, and what is known of the Python code. The profiles of the documents keep their tools.
 */
export const EDITING_TOOLS = [
  ...AGENT_TOOLS,
  'atomic_replace',
  'move_text',
  ...FINDING_TOOLS,
  'trace_endpoint',
] as const;

export const toolsOf = (profile: EnvelopeProfile): readonly string[] =>
  profile === 'calls/1' ? EDITING_TOOLS : AGENT_TOOLS;

/** Never run after a failed change of the same reply: they would report or deliver work that is not there. */
export const TERMINAL_TOOLS = ['finish', 'finish_feature', 'submit_for_review'] as const;

/** End the conversation when they succeed. */
export const HALTING_TOOLS = ['ask_question', 'finish'] as const;

/** Executed envelopes of one cycle: enough for a feature, few enough to stop an agent that makes no progress. */
export const MAX_TURNS = 25;

/** Cycles of one continuous run unless the user says otherwise. */
export const MAX_CYCLES = 50;
