/** Tools that look something up in the workspace, for agents with native tool calls. */
export const FINDING_TOOLS = [
  'search_text',
  'find_files',
  'locate_symbol',
  'get_source',
  'discover_api',
  'trace_calls',
] as const;
