import { firstLine } from '../kernel/amounts.ts';
import type { LintDiagnostic, LinterName } from '../ports/linter.ts';

/** What one run of one tool means. Only `answered` with no problem can become clean. */
export type ToolAnswer =
  | {
      readonly kind: 'answered';
      readonly diagnostics: readonly LintDiagnostic[];
      /** What the tool said besides: warnings about its configuration, unused sections … */
      readonly notes: readonly string[];
      /** The tool gave up at these problems and did not look at the rest. */
      readonly stoppedEarly: boolean;
      /** Its configuration excludes every file that it was asked about. */
      readonly lookedAtNothing?: true;
    }
  | ToolFailed;

/** The tool did not give a whole, readable answer. */
export interface ToolFailed {
  readonly kind: 'failed';
  /** Completes "lint did not run: mypy …". */
  readonly reason: string;
  /** What to do about it, as an imperative. */
  readonly nextStep: string;
  /** End of what it printed. */
  readonly detail: string;
  /** The line of it that says most, where the reason says none of it. */
  readonly said?: string;
  /** The tool broke down by itself; without what it remembers it may not. */
  readonly isCrash?: true;
}

export const answered = (
  diagnostics: readonly LintDiagnostic[],
  notes: readonly string[] = [],
  stoppedEarly = false,
): ToolAnswer => ({ kind: 'answered', diagnostics, notes, stoppedEarly });

/** An answer without a problem, because no file was looked at. */
export const lookedAtNothing = (note: string): ToolAnswer => ({
  kind: 'answered',
  diagnostics: [],
  notes: [note],
  stoppedEarly: false,
  lookedAtNothing: true,
});

export const failed = (reason: string, nextStep: string, detail: string): ToolFailed => ({
  kind: 'failed',
  reason,
  nextStep,
  detail: endOf(detail),
});

/** The same with the line of its output that says most. */
export const failedSaying = (reason: string, nextStep: string, detail: string): ToolFailed => {
  const said = tellingLine(detail);
  return { ...failed(reason, nextStep, detail), ...(said === '' ? {} : { said }) };
};

/** The first line that says something; of a traceback of Python the last one, which names what was raised. */
export function tellingLine(output: string): string {
  const lines = linesOf(output);
  return firstLine((lines.some(isTraceback) ? lines.at(-1) : lines[0]) ?? '', LINE_LENGTH);
}

const LINE_LENGTH = 300;

const isTraceback = (line: string): boolean => /^Traceback \(most recent call last\)/.test(line);

/** A Python program broke down; `undefined`: its output says nothing of it. */
export const brokeDown = (tool: LinterName, code: number, output: string): ToolFailed | undefined =>
  linesOf(output).some(isTraceback)
    ? failed(
        `crashed (exit code ${code}): ${tellingLine(output)}`,
        `update or reinstall ${tool}, and run it in a terminal to see why`,
        output,
      )
    : undefined;

/** Characters of a tool's output that a failure shows. */
const DETAIL_LENGTH = 4000;

/** The end of what a tool printed, from a line start where possible. */
export function endOf(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length <= DETAIL_LENGTH) return trimmed;
  const tail = trimmed.slice(-DETAIL_LENGTH);
  const lineStart = tail.indexOf('\n') + 1;
  return `… ${tail.slice(lineStart).trim()}`;
}

/** The lines that say something. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .map(line => line.trimEnd())
    .filter(line => line !== '');
