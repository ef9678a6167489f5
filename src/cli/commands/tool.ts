import { readApprovals } from '../agent-settings.ts';
import { defineCommand } from '../command.ts';
import { EXIT, UsageError } from '../io.ts';
import { flagOption } from '../option-table.ts';
import { LINT_PATH } from '../options.ts';
import { colours } from '../print/colours.ts';
import { terminalAgentReviewer } from '../review/agent-reviewer.ts';
import { APPROVAL_OPTIONS } from '../shared-options.ts';
import { openWorkspace, openWorkspaceForWriting } from '../workspace.ts';

export const command = defineCommand({
  forms: ['workorder tool NAME ARGS_JSON'],
  about: ['Calls one tool and prints its exact response.'],
  options: {
    'lint-path': LINT_PATH,
    'allow-edits': flagOption(
      'let an editing tool write: the change is shown, you are asked, and it is a run in workorder history, which workorder revert takes back',
    ),
    ...APPROVAL_OPTIONS,
  },
  notes: [`Example: workorder tool locate_symbol '{"symbol_name": "get_file"}'`],
  takes: [['no tool is given: name one, such as locate_symbol, and then its arguments'], 2],
  async run(line, io) {
    const allowsEdits = line.flag('allow-edits');
    const approvals = readApprovals(line);
    if (!allowsEdits && (approvals.yes || approvals.controlPlaneApproved.length > 0))
      throw new UsageError('--yes and --approve-control-plane need --allow-edits');
    const { app } = allowsEdits ? await openWorkspaceForWriting(line, io) : await openWorkspace(line);
    const [name = '', args = '{}'] = line.positionals;
    // Standard output is for the response alone.
    const reviewer = allowsEdits
      ? terminalAgentReviewer(io, colours(io), { ...approvals, write: io.stderr })
      : undefined;
    const { kind, response } = await app.callTool(name, args, line.signal, reviewer && { reviewer });
    io.stdout(`${JSON.stringify(response, undefined, line.json ? undefined : 2)}\n`);
    const isError = typeof response === 'object' && response !== null && 'error' in response;
    return kind === 'refused' || isError ? EXIT.failed : EXIT.ok;
  },
});
