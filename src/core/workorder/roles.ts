/** Who may call which read-only tool while it works (C50, rows 001-056 … 001-059). Data, not code. */
export const READ_ONLY_TOOLS = {
  designer: [
    'read_file',
    'list_files',
    'locate_symbol',
    'get_source',
    'discover_api',
    'trace_calls',
    'trace_endpoint',
  ],
  qa: ['locate_symbol', 'get_source', 'discover_api'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The only tools that may stand in `commands[]` (row 001-002). */
export const EDIT_TOOLS = ['atomic_replace', 'move_text'] as const;

/** Replies of one model in one stage, the final one included (C33 gives tickets 50; a step is smaller). */
export const MAX_TURNS = 25;
