import type { LintReport } from '../../generated/contracts.ts';
import { count } from '../kernel/amounts.ts';
import { assertNever } from '../kernel/assert-never.ts';
import { joinReasons } from '../kernel/sentences.ts';
import { partlyLintedWords } from '../lint/left-out-sentences.ts';
import { nothingChecked } from '../lint/nothing-checked.ts';
import { cancelledSentence } from '../runs/common-outcome.ts';
import { type ChoiceCounts, wordsOfChoice } from './choice-words.ts';
import { notLintedWords, type Outcome } from './outcome.ts';

/** One sentence for a closing notification or the last line of a report. */
export function headline(outcome: Outcome, files: number): string {
  const changed = count(files, 'file');
  switch (outcome.kind) {
    case 'APPLIED':
      if (outcome.lint === undefined) return `Applied ${changed}, not linted`;
      return `Applied ${whatOf(outcome.commands, changed)}, ${partlyLintedWords(outcome.partlyLinted) ?? lintWords(outcome.lint)}${notLintedWords(outcome.notLinted)}`;
    case 'BLOCKED':
      return `Blocked by ${outcome.by}: ${joinReasons(outcome.reasons)}`;
    case 'FAILED':
      return `${outcome.step === 'journal' ? 'Failed' : `Failed in ${outcome.step}`}: ${joinReasons(outcome.reasons)} (${outcome.changeKept ? `the change to ${changed} is kept` : 'nothing is changed'})`;
    case 'CANCELLED':
      return cancelledSentence(outcome.reason);
    case 'CHECKED':
      return `Checked: ${changed} would change; nothing was written`;
    default:
      return assertNever(outcome);
  }
}

function whatOf(commands: ChoiceCounts | undefined, files: string): string {
  const words = commands && wordsOfChoice(commands);
  return words === undefined ? files : `${words} in ${files}`;
}

function lintWords(lint: LintReport): string {
  if (nothingChecked(lint)) return 'no Python file to lint';
  if (lint.summary.clean) return 'lint clean';
  return `no new problem; ${lint.summary.total_errors} from before, which "fail on: new" passes over`;
}
