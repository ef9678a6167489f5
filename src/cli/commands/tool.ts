import { terminalAgentReviewer } from '../agent-reviewer.ts';
import { type Command, type CommandHelp, describeCommand } from '../command.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { flagOption } from '../option-table.ts';
import { LINT_PATH, parseCommandLine } from '../options.ts';
import { colours } from '../print/colours.ts';
import { APPROVAL_OPTIONS } from '../shared-options.ts';
import { openWorkspace, openWorkspaceForWriting } from '../workspace.ts';

const OPTIONS = {
  'lint-path': LINT_PATH,
  'allow-edits': flagOption(
    'let an editing tool write: the change is shown, you are asked, and it is a run in workorder history, which workorder revert takes back',
  ),
  ...APPROVAL_OPTIONS,
} as const;

const HELP: CommandHelp = {
  forms: ['workorder tool NAME ARGS_JSON'],
  about: ['Calls one tool and prints its exact response.'],
  options: OPTIONS,
  notes: [`Example: workorder tool locate_symbol '{"symbol_name": "get_file"}'`],
};
const USAGE = describeCommand(HELP);

export const toolCommand: Command = { ...HELP, execute };

async function execute(argv: readonly string[], io: Io): Promise<number> {
  const line = await parseCommandLine(argv, io, USAGE, OPTIONS, { min: 1, max: 2 });
  const allowsEdits = line.flag('allow-edits');
  const controlPlaneApproved = line.list('approve-control-plane');
  if (!allowsEdits && (line.flag('yes') || controlPlaneApproved.length > 0))
    throw new UsageError('--yes and --approve-control-plane need --allow-edits', USAGE);
  const { app } = allowsEdits ? await openWorkspaceForWriting(line, io) : await openWorkspace(line);
  const [name = '', args = '{}'] = line.positionals;
  // Standard output is for the response alone.
  const approval = { yes: line.flag('yes'), controlPlaneApproved, write: io.stderr };
  const reviewer = allowsEdits ? terminalAgentReviewer(io, colours(io), approval) : undefined;
  const { kind, response } = await app.callTool(name, args, line.signal, reviewer);
  io.stdout(`${JSON.stringify(response, undefined, line.json ? undefined : 2)}\n`);
  const isError = typeof response === 'object' && response !== null && 'error' in response;
  return kind === 'refused' || isError ? EXIT.failed : EXIT.ok;
}
