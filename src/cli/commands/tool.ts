import { EXIT, type Io } from '../io.ts';
import { parseCommandLine } from '../options.ts';
import { openWorkspaceForWriting } from '../workspace.ts';
import { COMMON_HELP } from './run-options.ts';

const USAGE = `workorder tool NAME ARGS_JSON

Calls one tool and prints its exact response, for example
  workorder tool locate_symbol '{"symbol_name": "get_file"}'

  --approve-lint NAME           lint_backend may run this plugin or contract type (repeatable)
${COMMON_HELP}`;

export async function toolCommand(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, {}, { min: 1, max: 2 });
  const { app } = await openWorkspaceForWriting(line, io);
  const [name = '', args = '{}'] = line.positionals;
  const { kind, response } = await app.callTool(name, args, line.signal);
  io.stdout(`${JSON.stringify(response, undefined, line.json ? undefined : 2)}\n`);
  const isError = typeof response === 'object' && response !== null && 'error' in response;
  return kind === 'refused' || isError ? EXIT.failed : EXIT.ok;
}
