import { partlyLinted, partlyLintedWords } from '../../core/lint/left-out-sentences.ts';
import { nothingChecked } from '../../core/lint/nothing-checked.ts';
import { toolsLine } from '../../core/panel/lint-tools.ts';
import type { LintRefusals } from '../../core/ports/lint-refusals.ts';
import { defineCommand } from '../command.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { flagOption, listOption } from '../option-table.ts';
import { type CommandLine, LINT_PATH } from '../options.ts';
import { colours } from '../print/colours.ts';
import { printLintReport } from '../print/lint.ts';
import { sayUnfinished } from '../say-unfinished.ts';
import { openWorkspace } from '../workspace.ts';

export const command = defineCommand({
  forms: ['workorder lint [PATH] [--check-all]'],
  about: [
    'Runs ruff and mypy on modified and untracked files below PATH; with --check-all on all files, and import-linter. Prints the response of lint_backend as JSON; findings go to the error stream.',
    'Exit code 0 means clean. Where no file was checked, or a linter that may be missing was not there (--lint-tools auto), it is 1: nothing was shown to be clean.',
    'A plugin or contract type that you refused to run after a change is not run until its files change.',
  ],
  options: {
    'lint-path': LINT_PATH,
    'check-all': flagOption('all files, not only modified and untracked ones'),
    refused: flagOption('list the plugins that you refused to run instead, one a line'),
    'take-back': listOption('NAME', 'take back that you refused this one; nothing is linted'),
  },
  takes: [[], 1],
  async run(line, io) {
    sayUnfinished(line, io);
    const { app, refusals } = await openWorkspace(line);
    if (line.flag('refused') || line.list('take-back').length > 0) return aboutRefused(line, io, refusals);
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
    const partly = partlyLintedWords(partlyLinted(outcome));
    if (partly !== undefined) io.stderr(`${partly}: nothing is called clean\n`);
    if (nothingChecked(outcome.report))
      io.stderr(
        'No file was checked, so nothing is called clean. Name a path with Python files, or give --check-all.\n',
      );
    return outcome.report.summary.clean ? EXIT.ok : EXIT.failed;
  },
});

/** Lists what a person refused to run, or takes it back. */
async function aboutRefused(line: CommandLine, io: Io, refusals: LintRefusals): Promise<number> {
  const names = line.list('take-back');
  const refused = (await refusals.list()).map(({ name }) => name);
  const unknown = names.filter(name => !refused.includes(name));
  if (unknown.length > 0)
    throw new UsageError(
      `${unknown.join(', ')} was not refused here; workorder lint --refused lists what was`,
      '',
    );
  await refusals.takeBack(names);
  const left = await refusals.list();
  if (line.json) io.stdout(`${JSON.stringify(left)}\n`);
  else for (const { name, at } of left) io.stdout(`${name}  refused ${new Date(at).toISOString()}\n`);
  return EXIT.ok;
}
