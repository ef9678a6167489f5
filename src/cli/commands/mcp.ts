import type { App } from '../../core/app.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { type Served, serveMcp } from '../mcp-server.ts';
import { parseCommandLine } from '../options.ts';
import { openOutsideAgent } from '../outside-agent.ts';
import { SESSION_OPTIONS } from '../routa-session.ts';
import { openWorkspaceForWriting } from '../workspace.ts';
import { COMMON_HELP } from './run-options.ts';

const USAGE = `workorder mcp

Serves the tools over the Model Context Protocol on standard input and output, for the workspace --root.

With --role the client takes a role in a ROUTA workspace (see workorder routa --help); the other agents are models.

  --approve-lint NAME           lint_backend may run this plugin or contract type (repeatable)
  --role ROUTA|CRAFTER|GATE     serve exactly the tools of this role
  --agent NAME                  what the client is called there (default: outside)
  --goal TEXT                   what to reach
  --tasks FILE                  tasks as @@@task blocks; needed for --role ROUTA
  --resume RUN                  go on in an earlier workspace, as the agent --agent of it
  --model SPEC                  openai:MODEL or replay:PATH, for the other agents
  --smart-model, --fast-model SPEC, --qa, --qa-model SPEC, --base-url URL, --review, --outside-scope,
  --approve-control-plane, --model-calls, --max-turns, --max-workspace-turns, --budget, --prices, --record
                                as for workorder routa
  --yes                         apply what passes every check, and approve plans; without it changes are refused
${COMMON_HELP}`;

const OPTIONS = {
  ...SESSION_OPTIONS,
  role: { type: 'string' },
  agent: { type: 'string' },
  goal: { type: 'string' },
  tasks: { type: 'string' },
  resume: { type: 'string' },
} as const;

export async function mcpCommand(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, OPTIONS, { min: 0, max: 0 });
  const isAgent = line.text('role') !== undefined || line.text('resume') !== undefined;
  const sessionOnly = Object.keys(OPTIONS).find(
    name => line.text(name) !== undefined || line.flag(name) || line.list(name).length > 0,
  );
  if (!isAgent && sessionOnly !== undefined)
    throw new UsageError(`--${sessionOnly} needs --role ROUTA|CRAFTER|GATE or --resume RUN`, USAGE);
  const workspace = await openWorkspaceForWriting(line, io);
  if (!isAgent) {
    await serveMcp(allTools(workspace.app), line.signal);
    return EXIT.ok;
  }
  const agent = await openOutsideAgent(line, io, workspace, USAGE);
  try {
    await serveMcp(agent.served, agent.signal);
  } finally {
    await agent.leave();
  }
  return EXIT.ok;
}

/** The registry of specification 1. */
const allTools = ({ toolbox, callTool }: App): Served => ({
  tools: toolbox.names.flatMap(name => toolbox.get(name) ?? []),
  async call(name, args, signal) {
    const { kind, response } = await callTool(name, JSON.stringify(args), signal);
    const isError =
      kind === 'refused' || (typeof response === 'object' && response !== null && 'error' in response);
    return { response, isError };
  },
});
