import type { App } from '../../core/app.ts';
import { Semaphore } from '../../core/kernel/semaphore.ts';
import { readApprovals } from '../agent-settings.ts';
import { defineCommand } from '../command.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { type Served, serveMcp } from '../mcp-server.ts';
import { flagOption, textOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';
import { openOutsideAgent } from '../outside-agent.ts';
import { SESSION_OPTIONS } from '../routa-session.ts';
import { openWorkspace, openWorkspaceForWriting } from '../workspace.ts';

const OPTIONS = {
  'allow-edits': flagOption(
    "offer the editing tools: each edit is shown to the client's user (elicitation), recorded in workorder history, and can be taken back with workorder revert",
  ),
  role: textOption('ROUTA|CRAFTER|GATE', 'serve exactly the tools of this role'),
  agent: textOption('NAME', 'what the client is called there (default: outside)'),
  resume: textOption('RUN', 'continue in an earlier workspace, as the agent --agent of it'),
  ...SESSION_OPTIONS,
} as const;

export const command = defineCommand({
  forms: [
    'workorder mcp [--allow-edits]',
    'workorder mcp --role ROUTA|CRAFTER|GATE --goal TEXT --model SPEC',
  ],
  about: [
    'Serves the tools over the Model Context Protocol on standard input and output, for the workspace --root. It only reads, and runs the linters, unless edits are allowed. With --allow-edits, --yes applies what passes every check where the client cannot ask its user.',
    'With --role the client takes a role in a ROUTA workspace (see workorder routa --help); the other agents are models, and the options from --goal on are as for workorder routa. Plans and changes of all of them are approved by the user of the client (elicitation); where the client cannot ask, --yes applies what passes every check and approves plans, and without it they are refused.',
  ],
  options: OPTIONS,
  async run(line, io) {
    const isAgent = line.text('role') !== undefined || line.text('resume') !== undefined;
    const allowsEdits = line.flag('allow-edits');
    if (!isAgent) {
      const sessionOnly = Object.keys(OPTIONS)
        .filter(name => name !== 'allow-edits' && !(allowsEdits && APPROVALS.includes(name)))
        .find(name => line.given[name] !== undefined);
      if (sessionOnly !== undefined) {
        const orEdits = APPROVALS.includes(sessionOnly) ? ', or --allow-edits' : '';
        throw new UsageError(`--${sessionOnly} needs --role ROUTA|CRAFTER|GATE or --resume RUN${orEdits}`);
      }
      await serveMcp(await openTools(line, io), line.signal);
      return EXIT.ok;
    }
    if (allowsEdits)
      throw new UsageError('--allow-edits is for a server without a role: a role has its own tools');
    const workspace = await openWorkspaceForWriting(line, io, 'session');
    const agent = await openOutsideAgent(line, io, workspace);
    try {
      await serveMcp(agent.served, agent.signal);
    } finally {
      await agent.leave();
    }
    return EXIT.ok;
  },
});

/** Those that have a meaning without a role. */
const APPROVALS: readonly string[] = ['yes', 'approve-control-plane'];

/** The registry of tools; without `--allow-edits` what reads. */
async function openTools(line: CommandLine, io: Io): Promise<Served> {
  if (!line.flag('allow-edits')) return servedTools((await openWorkspace(line, 'session')).app, false);
  const { app } = await openWorkspaceForWriting(line, io, 'session');
  return { ...servedTools(app, true), edits: readApprovals(line) };
}

function servedTools({ toolbox, callTool }: App, withEdits: boolean): Served {
  const all = toolbox.names.flatMap(name => toolbox.get(name) ?? []);
  // One question, and one change, at a time.
  const inTurn = new Semaphore();
  return {
    tools: withEdits ? all : all.filter(tool => tool.effect !== 'write'),
    async call(name, args, { signal, ...by }) {
      const ask = () => callTool(name, JSON.stringify(args), signal, by);
      const isEdit = toolbox.get(name)?.effect === 'write';
      const { kind, response } = await (isEdit ? inTurn.run(ask, signal) : ask());
      const isError =
        kind === 'refused' || (typeof response === 'object' && response !== null && 'error' in response);
      return { response, isError };
    },
  };
}
