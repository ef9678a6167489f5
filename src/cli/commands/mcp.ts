import { EXIT, type Io } from '../io.ts';
import { serveMcp } from '../mcp-server.ts';
import { parseCommandLine } from '../options.ts';
import { openWorkspaceForWriting } from '../workspace.ts';
import { COMMON_HELP } from './run-options.ts';

const USAGE = `workorder mcp

Serves the tools over the Model Context Protocol on standard input and output, for the workspace --root.

${COMMON_HELP}`;

export async function mcpCommand(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, {}, { min: 0, max: 0 });
  const { app } = await openWorkspaceForWriting(line, io);
  await serveMcp(app, line.signal);
  return EXIT.ok;
}
