import { count } from '../../core/kernel/amounts.ts';
import { nothingChecked } from '../../core/lint/nothing-checked.ts';
import type { LintOutcome } from '../../core/ports/linter.ts';
import { paint } from '../../node/terminal-text.ts';
import { TaskTerminal } from '../task-terminal.ts';

/** What the task does: lints until `signal` is aborted and prints a line now and then. */
export type LintWork = (signal: AbortSignal, print: (line: string) => void) => Promise<LintOutcome>;

/** One run of the linters in a task's terminal. Exit code: 0 clean, 1 not clean or nothing was checked, 2 did not run, 130 cancelled. */
export function lintTerminal(work: LintWork): TaskTerminal {
  return new TaskTerminal(async (signal, write) => {
    const print = (text: string) => write(`${text.trimEnd()}\n`);
    const outcome = await work(signal, print);
    printOutcome(outcome, print);
    if (outcome.kind === 'did_not_run') return 2;
    return outcome.report.summary.clean ? 0 : 1;
  });
}

function printOutcome(outcome: LintOutcome, print: (line: string) => void): void {
  for (const tool of outcome.tools) print(dim(`${tool.tool} ${tool.version}, ${tool.ms} ms`));
  if (outcome.kind === 'did_not_run') {
    print(red(outcome.failure.error));
    if (outcome.failure.detail !== undefined) print(outcome.failure.detail);
    return;
  }
  for (const note of outcome.notes) print(dim(note));
  for (const problem of outcome.diagnostics ?? []) {
    const column = problem.column === undefined ? '' : `:${problem.column}`;
    const byWeight = problem.severity === 'error' ? red : problem.severity === 'warning' ? yellow : dim;
    const fix = problem.fix && problem.fix.applicability !== 'display' ? dim(' (fix available)') : '';
    // A terminal makes a link of a path with its line and column.
    print(
      `${bold(`${problem.file}:${problem.line}${column}`)} ${byWeight(problem.severity)} ${problem.message} ${dim(`[${problem.tool} ${problem.code}]`)}${fix}`,
    );
  }
  const { total_errors, clean, files_checked } = outcome.report.summary;
  const found = `${count(total_errors, 'problem')}, ${files_checked} files checked`;
  if (nothingChecked(outcome.report)) print(yellow('No file was checked, so nothing is called clean.'));
  else print(clean ? green(`Clean: ${found}.`) : red(`Not clean: ${found}.`));
}

const style = (code: number) => (text: string) => paint(code, 0, text);
const bold = style(1);
const dim = style(2);
const yellow = style(33);
const red = style(31);
const green = style(32);
