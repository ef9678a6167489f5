import type { DeveloperMode } from './status.ts';

const READING = ['read_file', 'list_files', 'retrieve_context_files'] as const;
const WRITING = ['write_file', 'rename_file', 'rename_files', 'delete_file'] as const;
/** Beside those of the document, because calls are native: exact edits of a part, and searches. */
const SEARCHING = ['search_text', 'find_files'] as const;
const EDITING = [...SEARCHING, 'atomic_replace', 'move_text'] as const;

/** Who may call what; data, not code. The manager has nothing that writes: it must not do the work it accepts. */
export const MANAGER_TOOLS = [
  'assign_to_developer',
  'update_subtask',
  'complete_ticket',
  ...READING,
] as const;

export const DEVELOPER_TOOLS: Readonly<Record<DeveloperMode, readonly string[]>> = {
  implementation: [...READING, ...WRITING, 'run_tests', 'subtask_complete', ...EDITING],
  testing: [...READING, 'run_tests', 'subtask_complete', ...SEARCHING],
  'write-tests': [...READING, ...WRITING, 'run_tests', 'subtask_complete', ...EDITING],
};

/** End the conversation of their role when they succeed. */
export const MANAGER_HALTS = ['assign_to_developer', 'complete_ticket'] as const;
export const DEVELOPER_HALTS = ['subtask_complete'] as const;

/** Executed envelopes of one conversation: an assignment, or the manager between two of them. */
export const MAX_TURNS_PER_CONVERSATION = 50;
/** Executed envelopes of all conversations of a ticket. */
export const MAX_TURNS_PER_TICKET = 1000;
