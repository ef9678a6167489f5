/** Who may call which read-only tool while it works. Data, not code. */
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

/** The only tools that may be in `commands[]`. */
export const EDIT_TOOLS = ['atomic_replace', 'move_text'] as const;

/** Replies of one model in one stage, the final one included (fewer than a ticket's, because a step is smaller). */
export const MAX_TURNS = 25;
