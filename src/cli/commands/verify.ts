import { type Command, type CommandHelp, describeCommand } from '../command.ts';
import { ABOUT_RUN, chooseRun, openRuns, RUN_OPTIONS } from '../history.ts';
import { EXIT, type Io } from '../io.ts';
import { parseCommandLine } from '../options.ts';

const HELP: CommandHelp = {
  forms: ['workorder verify [RUN|--last]'],
  about: [
    'Re-checks an applied run of any kind (default: the latest) against its records and the files. Asks no model.',
    ABOUT_RUN,
  ],
  options: RUN_OPTIONS,
  notes: [
    'Exit codes: 0 the records agree and nothing was overwritten, 1 they do not or nothing was applied, 3 there is no such run.',
  ],
};
const USAGE = describeCommand(HELP);

export const verifyCommand: Command = { ...HELP, execute };

async function execute(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, RUN_OPTIONS, { min: 0, max: 1 });
  const { runId, source } = await chooseRun(openRuns(line), line, USAGE);
  const verified = await (await source.open()).verify(runId);
  if (!verified.ok) {
    if (line.json) io.stdout(`${JSON.stringify({ run: runId, error: verified.error })}\n`);
    io.stderr(`${verified.error}\n`);
    return EXIT.failed;
  }
  const { files, problems } = verified.value;
  if (line.json) io.stdout(`${JSON.stringify({ run: runId, files, problems })}\n`);
  else {
    for (const file of files) io.stdout(`${file.verdict.padEnd(14)} ${file.path}\n`);
    for (const problem of problems) io.stdout(`problem        ${problem}\n`);
    if (problems.length === 0) io.stdout(`The records of run ${runId} agree with each other.\n`);
  }
  const holds = problems.length === 0 && files.every(file => file.verdict !== 'overwritten');
  return holds ? EXIT.ok : EXIT.failed;
}
