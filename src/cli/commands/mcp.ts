import type { App } from '../../core/app.ts';
import { Semaphore } from '../../core/kernel/semaphore.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { type Served, serveMcp } from '../mcp-server.ts';
import { type CommandLine, parseCommandLine } from '../options.ts';
import { openOutsideAgent } from '../outside-agent.ts';
import { SESSION_OPTIONS } from '../routa-session.ts';
import { openWorkspace, openWorkspaceForWriting } from '../workspace.ts';
import { COMMON_HELP } from './run-options.ts';

const USAGE = `workorder mcp

Serves the tools over the Model Context Protocol on standard input and output, for the workspace --root. It only
reads, and runs the linters, unless edits are allowed.

  --allow-edits                 offer the editing tools: each edit is shown to the client's user (elicitation),
                                recorded in workorder history, and can be taken back with workorder revert
  --yes                         where the client cannot ask its user, apply what passes every check
  --approve-control-plane PATH  approve this configuration file by name (repeatable)

With --role the client takes a role in a ROUTA workspace (see workorder routa --help); the other agents are models.

  --approve-lint NAME           lint_backend may run this plugin or contract type (repeatable)
  --role ROUTA|CRAFTER|GATE     serve exactly the tools of this role
  --agent NAME                  what the client is called there (default: outside)
  --goal TEXT                   what to reach
  --tasks FILE                  tasks as @@@task blocks; needed for --role ROUTA
  --resume RUN                  continue in an earlier workspace, as the agent --agent of it
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
  'allow-edits': { type: 'boolean' },
} as const;

/** Those that have a meaning without a role. */
const APPROVALS: readonly string[] = ['yes', 'approve-control-plane'];

export async function mcpCommand(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, OPTIONS, { min: 0, max: 0 });
  const isAgent = line.text('role') !== undefined || line.text('resume') !== undefined;
  const allowsEdits = line.flag('allow-edits');
  if (!isAgent) {
    const sessionOnly = Object.keys(OPTIONS)
      .filter(name => name !== 'allow-edits' && !(allowsEdits && APPROVALS.includes(name)))
      .find(name => line.text(name) !== undefined || line.flag(name) || line.list(name).length > 0);
    if (sessionOnly !== undefined) {
      const orEdits = APPROVALS.includes(sessionOnly) ? ', or --allow-edits' : '';
      throw new UsageError(
        `--${sessionOnly} needs --role ROUTA|CRAFTER|GATE or --resume RUN${orEdits}`,
        USAGE,
      );
    }
    await serveMcp(await openTools(line, io), line.signal);
    return EXIT.ok;
  }
  if (allowsEdits)
    throw new UsageError('--allow-edits is for a server without a role: a role has its own tools', USAGE);
  const workspace = await openWorkspaceForWriting(line, io);
  const agent = await openOutsideAgent(line, io, workspace, USAGE);
  try {
    await serveMcp(agent.served, agent.signal);
  } finally {
    await agent.leave();
  }
  return EXIT.ok;
}

/** The registry of tools; without `--allow-edits` what reads. */
async function openTools(line: CommandLine, io: Io): Promise<Served> {
  if (!line.flag('allow-edits')) return servedTools((await openWorkspace(line)).app, false);
  const { app } = await openWorkspaceForWriting(line, io);
  const edits = { yes: line.flag('yes'), controlPlaneApproved: line.list('approve-control-plane') };
  return { ...servedTools(app, true), edits };
}

function servedTools({ toolbox, callTool }: App, withEdits: boolean): Served {
  const all = toolbox.names.flatMap(name => toolbox.get(name) ?? []);
  // One question, and one change, at a time.
  const inTurn = new Semaphore();
  return {
    tools: withEdits ? all : all.filter(tool => tool.effect !== 'write'),
    async call(name, args, { signal, reviewer }) {
      const ask = () => callTool(name, JSON.stringify(args), signal, reviewer);
      const isEdit = toolbox.get(name)?.effect === 'write';
      const { kind, response } = await (isEdit ? inTurn.run(ask, signal) : ask());
      const isError =
        kind === 'refused' || (typeof response === 'object' && response !== null && 'error' in response);
      return { response, isError };
    },
  };
}
