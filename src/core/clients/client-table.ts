import type { AgentClient, ConfigFile, Entry, EntryValue, Launch } from './client.ts';

/** What our server is called in every client: tools appear as `workorder` and their name. */
export const SERVER_NAME = 'workorder';

/** Seconds that a client waits for one call where an edit waits for a person, and the client's own limit is shorter. */
const PATIENCE_SECONDS = 600;

/** VS Code puts the folder in its place, and so does Cursor. */
const WORKSPACE_FOLDER = `\${workspaceFolder}`;

const plain = ({ command, args }: Launch): Entry => ({ command, args });
const stdio = (launch: Launch): Entry => ({ type: 'stdio', ...plain(launch) });

const inServers = (key: string): readonly string[] => [key, SERVER_NAME];
const MCP_SERVERS = inServers('mcpServers');

const json = (path: string, format: 'json' | 'jsonc' = 'json') =>
  ({ path, format, at: MCP_SERVERS }) as const satisfies Omit<ConfigFile, 'base'>;

const CONTINUE_BEGIN = ['name: Work Order', 'version: 0.0.1', 'schema: v1'] as const;

/**
 * The clients whose settings we can write. Files and shapes are those that each client documents; those that install
 * from npm are asked themselves in test/clients.
 */
const CLIENTS = {
  claude: {
    label: 'Claude Code',
    project: { base: 'workspace', ...json('.mcp.json') },
    user: { base: { variable: 'CLAUDE_CONFIG_DIR', orInHome: '' }, ...json('.claude.json') },
    rules: { path: 'CLAUDE.md' },
    entry: stdio,
    listed: 'claude mcp list',
    note: { project: 'Claude Code asks once whether it may use the servers of this project.' },
  },
  codex: {
    label: 'Codex',
    project: { base: 'workspace', path: '.codex/config.toml', format: 'toml', at: inServers('mcp_servers') },
    user: {
      base: { variable: 'CODEX_HOME', orInHome: '.codex' },
      path: 'config.toml',
      format: 'toml',
      at: inServers('mcp_servers'),
    },
    rules: { path: 'AGENTS.md' },
    entry: (launch, { waitsForPerson }) => ({
      ...plain(launch),
      ...(waitsForPerson ? { tool_timeout_sec: PATIENCE_SECONDS } : {}),
    }),
    listed: 'codex mcp list',
    note: { project: 'Codex reads the settings of a project only once you trust the project.' },
  },
  gemini: {
    label: 'Gemini CLI',
    project: { base: 'workspace', ...json('.gemini/settings.json', 'jsonc') },
    user: { base: 'home', ...json('.gemini/settings.json', 'jsonc') },
    rules: { path: 'GEMINI.md' },
    entry: plain,
    listed: 'gemini mcp list',
    note: { project: 'Gemini CLI reads the settings of a folder only once you trust the folder.' },
  },
  vscode: {
    label: 'VS Code',
    project: { base: 'workspace', path: '.vscode/mcp.json', format: 'jsonc', at: inServers('servers') },
    user: { base: 'vscode user', path: 'mcp.json', format: 'jsonc', at: inServers('servers') },
    rules: { path: '.github/copilot-instructions.md' },
    workspaceVariable: WORKSPACE_FOLDER,
    entry: stdio,
    note: { project: 'VS Code asks once whether it may start the server.' },
  },
  cursor: {
    label: 'Cursor',
    project: { base: 'workspace', ...json('.cursor/mcp.json') },
    user: { base: 'home', ...json('.cursor/mcp.json') },
    rules: {
      path: '.cursor/rules/workorder.mdc',
      ownFile: ['---', 'description: Edit through Work Order', 'alwaysApply: true', '---', ''],
    },
    workspaceVariable: WORKSPACE_FOLDER,
    entry: stdio,
  },
  opencode: {
    label: 'opencode',
    project: {
      base: 'workspace',
      path: 'opencode.json',
      orElse: ['opencode.jsonc'],
      format: 'jsonc',
      at: inServers('mcp'),
    },
    user: {
      base: 'config',
      path: 'opencode/opencode.json',
      orElse: ['opencode/opencode.jsonc'],
      format: 'jsonc',
      at: inServers('mcp'),
    },
    rules: { path: 'AGENTS.md' },
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
    listed: 'opencode mcp list',
  },
  qwen: {
    label: 'Qwen Code',
    project: { base: 'workspace', ...json('.qwen/settings.json', 'jsonc') },
    user: { base: 'home', ...json('.qwen/settings.json', 'jsonc') },
    rules: { path: 'QWEN.md' },
    entry: plain,
    listed: 'qwen mcp list',
    note: {
      project: 'Qwen Code starts a server of a project once you approved it: qwen mcp approve workorder',
    },
  },
  copilot: {
    label: 'Copilot CLI',
    project: { base: 'workspace', ...json('.github/mcp.json') },
    user: { base: 'home', ...json('.copilot/mcp-config.json') },
    rules: { path: '.github/copilot-instructions.md' },
    entry: launch => ({ type: 'local', ...plain(launch), tools: ['*'] }),
    listed: 'copilot mcp list',
    note: { project: 'Copilot CLI reads the settings of a folder only once you trust the folder.' },
  },
  continue: {
    label: 'Continue',
    project: {
      base: 'workspace',
      path: '.continue/mcpServers/workorder.yaml',
      format: 'yaml',
      at: MCP_SERVERS,
      ownFile: true,
      begin: CONTINUE_BEGIN,
    },
    user: {
      base: 'home',
      path: '.continue/config.yaml',
      format: 'yaml',
      at: MCP_SERVERS,
      begin: ['name: My assistant', 'version: 0.0.1', 'schema: v1'],
    },
    rules: {
      path: '.continue/rules/workorder.md',
      ownFile: ['---', 'name: Edit through Work Order', 'alwaysApply: true', '---', ''],
    },
    entry: plain,
    note: { project: 'The command line of Continue (cn) reads the user settings only: add --user for it.' },
  },
  cline: {
    label: 'Cline',
    user: { base: 'home', ...json('.cline/data/settings/cline_mcp_settings.json') },
    rules: { path: '.clinerules/workorder.md', ownFile: [] },
    entry: (launch, { waitsForPerson }) => ({
      transport: stdio(launch),
      ...(waitsForPerson ? { timeout: PATIENCE_SECONDS } : {}),
    }),
  },
} as const satisfies Readonly<Record<string, AgentClient>>;

export type ClientName = keyof typeof CLIENTS;
export const CLIENT_NAMES = Object.keys(CLIENTS) as readonly ClientName[];
export const clientOf = (name: ClientName): AgentClient => CLIENTS[name];
export const isClientName = (name: string): name is ClientName => Object.hasOwn(CLIENTS, name);

/** The program and its arguments out of an entry of whichever client; nothing where it is no such entry. */
export function launchOf(entry: unknown): Launch | undefined {
  const { transport } = (entry ?? {}) as Record<string, EntryValue>;
  const { command, args } = (transport ?? entry ?? {}) as Record<string, EntryValue>;
  const words = (value: EntryValue | undefined): readonly string[] =>
    Array.isArray(value) ? value.filter(word => typeof word === 'string') : [];
  if (typeof command === 'string') return { command, args: words(args) };
  const [first, ...rest] = words(command);
  return first === undefined ? undefined : { command: first, args: rest };
}
