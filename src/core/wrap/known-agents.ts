/** A coding agent that speaks the Agent Client Protocol, as its makers say it is started. */
export interface KnownAgent {
  readonly name: string;
  /** As it is found on PATH, with its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Variables it takes its key and its endpoint from. */
  readonly environment: readonly string[];
  /** Folders below the home folder in which it keeps its sign-in and its state. */
  readonly folders: readonly string[];
}

export const KNOWN_AGENTS: readonly KnownAgent[] = [
  {
    name: 'Gemini CLI',
    command: ['gemini', '--experimental-acp'],
    environment: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    folders: ['.gemini'],
  },
  {
    name: 'Qwen Code',
    command: ['qwen', '--acp'],
    environment: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL', 'DASHSCOPE_API_KEY'],
    folders: ['.qwen'],
  },
  {
    name: 'OpenCode',
    command: ['opencode', 'acp'],
    environment: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'],
    folders: ['.config/opencode', '.local/share/opencode', '.local/state/opencode', '.cache/opencode'],
  },
  {
    name: 'GitHub Copilot CLI',
    command: ['copilot', '--acp'],
    environment: ['GH_TOKEN', 'GITHUB_TOKEN'],
    folders: ['.copilot'],
  },
  {
    name: 'Codex',
    command: ['codex-acp'],
    environment: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
    folders: ['.codex'],
  },
  {
    name: 'Claude Code',
    command: ['claude-code-acp'],
    environment: ['ANTHROPIC_API_KEY'],
    folders: ['.claude'],
  },
];
