import { nothingChecked } from '../../core/lint/nothing-checked.ts';
import { toolsLine } from '../../core/panel/lint-tools.ts';
import { type Command, type CommandHelp, describeCommand } from '../command.ts';
import { EXIT, type Io } from '../io.ts';
import { flagOption } from '../option-table.ts';
import { LINT_PATH, parseCommandLine } from '../options.ts';
import { colours } from '../print/colours.ts';
import { printLintReport } from '../print/lint.ts';
import { openWorkspace } from '../workspace.ts';

const OPTIONS = {
  'lint-path': LINT_PATH,
  'check-all': flagOption('all files, not only modified and untracked ones'),
} as const;

const HELP: CommandHelp = {
  forms: ['workorder lint [PATH] [--check-all]'],
  about: [
    'Runs ruff and mypy on modified and untracked files below PATH; with --check-all on all files, and import-linter. Prints the response of lint_backend as JSON; findings go to the error stream.',
    'Exit code 0 means clean. Where no file was checked it is 1: nothing was shown to be clean.',
  ],
  options: OPTIONS,
};
const USAGE = describeCommand(HELP);

export const lintCommand: Command = { ...HELP, execute };

async function execute(argv: readonly string[], io: Io): Promise<number> {
  const line = await parseCommandLine(argv, io, USAGE, OPTIONS, { min: 0, max: 1 });
  const { app } = await openWorkspace(line);
  const args = { path: line.positionals[0] ?? null, check_all: line.flag('check-all') };
  const outcome = await app.lint(args, line.signal);
  const response = outcome.kind === 'report' ? outcome.report : outcome.failure;
  const tools = toolsLine(outcome.tools);
  if (tools !== '') io.stderr(`${tools}\n`);
  io.stdout(`${JSON.stringify(response, undefined, line.json ? undefined : 2)}\n`);
  if (outcome.kind === 'did_not_run') {
    io.stderr(`${outcome.failure.error}\n`);
    return EXIT.failed;
  }
  for (const note of outcome.notes) io.stderr(`${note}\n`);
  io.stderr(printLintReport(outcome, colours(io)));
  if (nothingChecked(outcome.report))
    io.stderr(
      'No file was checked, so nothing is called clean. Name a path with Python files, or give --check-all.\n',
    );
  return outcome.report.summary.clean ? EXIT.ok : EXIT.failed;
}
