/**
 * What the solo agent may call: the union of the ten tools of specifications 2 and 4 (C44, row 004-018), and two
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

/** Never run after a failed change of the same reply (C6). */
export const TERMINAL_TOOLS = ['finish', 'finish_feature', 'submit_for_review'] as const;

/** End the conversation when they succeed. */
export const HALTING_TOOLS = ['ask_question', 'finish'] as const;

/** Executed envelopes of one cycle (C33). */
export const MAX_TURNS = 25;

/** Cycles of one continuous run unless the user says otherwise. */
export const MAX_CYCLES = 50;
