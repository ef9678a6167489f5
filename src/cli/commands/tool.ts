import { terminalAgentReviewer } from '../agent-reviewer.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { parseCommandLine } from '../options.ts';
import { colours } from '../print/colours.ts';
import { openWorkspace, openWorkspaceForWriting } from '../workspace.ts';
import { COMMON_HELP } from './run-options.ts';

const USAGE = `workorder tool NAME ARGS_JSON

Calls one tool and prints its exact response, for example
  workorder tool locate_symbol '{"symbol_name": "get_file"}'

  --approve-lint NAME           lint_backend may run this plugin or contract type (repeatable)
  --allow-edits                 let an editing tool write: the change is shown, you are asked, and it is a run in
                                workorder history, which workorder revert takes back
  --yes                         with --allow-edits: apply what passes every check, without a question
  --approve-control-plane PATH  with --allow-edits: approve this configuration file by name (repeatable)
${COMMON_HELP}`;

const OPTIONS = {
  'allow-edits': { type: 'boolean' },
  yes: { type: 'boolean' },
  'approve-control-plane': { type: 'string', multiple: true },
} as const;

export async function toolCommand(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, OPTIONS, { min: 1, max: 2 });
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
