import { CLIENT_NAMES } from '../../core/clients/client-table.ts';
import { defineCommand } from '../command.ts';
import { EXIT, UsageError } from '../io.ts';
import { flagOption, listOption, textOption } from '../option-table.ts';
import { SESSION_OPTIONS } from '../routa-session.ts';
import { openWorkspaceForWriting } from '../workspace.ts';

/** The server is not started: the settings of a client are written. */
const SET_UP = {
  install: listOption(
    CLIENT_NAMES.join('|'),
    'write the server into the settings of this client, and start nothing',
  ),
  uninstall: listOption(CLIENT_NAMES.join('|'), 'take it out again'),
  print: flagOption('with --install or --uninstall: show what would be written, and write nothing'),
  user: flagOption('the settings of everything that you open with the client, not those of this workspace'),
  rules: flagOption(
    'with --install --allow-edits: also tell the agent, in its rules file, to edit through Work Order',
  ),
} as const;

const OPTIONS = {
  'allow-edits': flagOption(
    "offer the editing tools: each edit is shown to the client's user (elicitation), recorded in workorder history, and can be taken back with workorder revert",
  ),
  http: flagOption(
    'serve streamable HTTP on 127.0.0.1 instead, on PORT or one that is free; the token is printed once, or is WORKORDER_MCP_TOKEN',
  ),
  role: textOption('ROUTA|CRAFTER|GATE', 'serve exactly the tools of this role'),
  agent: textOption('NAME', 'what the client is called there (default: outside)'),
  resume: textOption('RUN', 'continue in an earlier workspace, as the agent --agent of it'),
  ...SESSION_OPTIONS,
  ...SET_UP,
} as const;

export const command = defineCommand({
  forms: [
    'workorder mcp [--allow-edits]',
    'workorder mcp --http [PORT] [--allow-edits]',
    'workorder mcp --role ROUTA|CRAFTER|GATE --goal TEXT --model SPEC',
    'workorder mcp --install CLIENT [--user] [--allow-edits [--rules]] [--print]',
    'workorder mcp --uninstall CLIENT [--user] [--print]',
  ],
  about: [
    'Serves the tools over the Model Context Protocol on standard input and output, for the workspace --root; without --root for the folder that the client has open (roots), else the current one. It only reads, and runs the linters, unless edits are allowed. With --allow-edits, --yes applies what passes every check where the client cannot ask its user.',
    'With --role the client takes a role in a ROUTA workspace (see workorder routa --help); the other agents are models, and the options from --goal on are as for workorder routa. Plans and changes of all of them are approved by the user of the client (elicitation); where the client cannot ask, --yes applies what passes every check and approves plans, and without it they are refused.',
  ],
  options: OPTIONS,
  takes: [[], 1],
  async run(line, io) {
    const [port] = line.positionals;
    const isHttp = line.flag('http');
    if (port !== undefined && !isHttp) throw new UsageError(`unexpected argument "${port}"`);
    if (line.given['install'] !== undefined || line.given['uninstall'] !== undefined) {
      const { installMcp } = await import('../mcp/install.ts');
      return installMcp(line, io);
    }
    const alone = ['print', 'user', 'rules'].find(name => line.flag(name));
    if (alone !== undefined) throw new UsageError(`--${alone} needs --install CLIENT or --uninstall CLIENT`);
    const isAgent = line.text('role') !== undefined || line.text('resume') !== undefined;
    const allowsEdits = line.flag('allow-edits');
    if (!isAgent) {
      const sessionOnly = Object.keys(OPTIONS)
        .filter(name => !['allow-edits', 'http'].includes(name) && !(allowsEdits && APPROVALS.includes(name)))
        .find(name => line.given[name] !== undefined);
      if (sessionOnly !== undefined) {
        const orEdits = APPROVALS.includes(sessionOnly) ? ', or --allow-edits' : '';
        throw new UsageError(`--${sessionOnly} needs --role ROUTA|CRAFTER|GATE or --resume RUN${orEdits}`);
      }
    } else if (allowsEdits)
      throw new UsageError('--allow-edits is for a server without a role: a role has its own tools');
    if (isHttp && isAgent)
      throw new UsageError('--http is for a server without a role: an agent of a workspace is one client');
    // The protocol is loaded with what speaks it, so that help needs none of it.
    if (isHttp) {
      const { serveOnPort } = await import('../mcp/serve-on-port.ts');
      await serveOnPort(line, io, port);
      return EXIT.ok;
    }
    const { serveStdio } = await import('../mcp/serve-stdio.ts');
    if (!isAgent) {
      const { serveTools } = await import('../mcp/serve-tools.ts');
      await serveStdio(await serveTools(line, io), line.signal);
      return EXIT.ok;
    }
    const { openOutsideAgent } = await import('../mcp/routa-agent.ts');
    const workspace = await openWorkspaceForWriting(line, io, 'session');
    const agent = await openOutsideAgent(line, io, workspace);
    try {
      await serveStdio(agent.serve, agent.signal);
    } finally {
      await agent.leave();
    }
    return EXIT.ok;
  },
});

/** Those that have a meaning without a role. */
const APPROVALS: readonly string[] = ['yes', 'approve-control-plane'];
