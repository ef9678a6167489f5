import { orCancelled } from '../core/kernel/cancel.ts';
import type { Proposal, Reviewer } from '../core/ports/reviewer.ts';
import type { Command } from '../generated/contracts.ts';
import { askConsent, askForNames } from './ask-approval.ts';
import { chooseCommands } from './choose-commands.ts';
import { type Approvals, decideOnTerminal } from './decide-on-terminal.ts';
import type { Io } from './io.ts';
import type { Colours } from './print/colours.ts';
import { printDiff } from './print/diff.ts';
import { printEvidence } from './print/evidence.ts';

export interface ReviewOptions extends Approvals {
  /** `--approve-lint PATH`: linters may run although the change touches this path. */
  readonly lintApproved: readonly string[];
  readonly write: (text: string) => void;
}

/**
 * Shows the diff and what code says of invariants, claims and spot checks, then asks; `--yes` answers for the person
 * and says so.
 */
export function terminalReviewer(io: Io, c: Colours, options: ReviewOptions): Reviewer {
  // The list that numbers count in, also when only a part of it is proposed.
  let whole: readonly Command[] | undefined;
  return {
    async approveLint(paths, signal) {
      const known = options.lintApproved;
      if (options.yes) return paths.every(path => known.includes(path)) || 'unanswered';
      const asked = await askForNames(io, paths, known, lintQuestion, signal);
      if (asked.refused === undefined) return true;
      return asked.isAnswered ? false : 'unanswered';
    },
    consent: (request, signal) => askConsent(io, request, options.yes, signal),
    async review(proposal, signal) {
      for (const reason of proposal.part?.refused ?? [])
        options.write(`\n${c.red('✗')} not possible: ${reason}. The whole change again:\n`);
      options.write(`\n${printDiff(proposal.changes, c)}\n${evidenceAndNotes(proposal, c)}`);
      const { part, qa } = proposal;
      if (part && qa.commands.length < part.of)
        options.write(
          `${c.yellow('!')} QA approved all ${part.of} commands; these were verified anew by code alone\n`,
        );
      // Right before the question: above a long diff no one reads them.
      for (const warning of proposal.warnings) options.write(`${c.yellow('!')} ${warning}\n`);
      const decision = await decideOnTerminal(io, proposal, options, questionOf(proposal), signal);
      const isChoice = decision.kind === 'reject' && /^c(hoose)?$/i.test(decision.reason);
      if (!isChoice || !part) return decision;
      whole ??= qa.commands;
      const ask = (question: string) => orCancelled(io.ask(question, signal), signal);
      const kept = await chooseCommands(whole, c, ask);
      return kept ? { kind: 'select', kept } : { kind: 'reject', by: 'you', reason: '' };
    },
  };
}

/** Names the run and its step: several may ask on one terminal. */
function questionOf({ runId, order, qa, changes, part }: Proposal): string {
  const n = changes.files.length;
  const files = `${n} ${n === 1 ? 'file' : 'files'}`;
  const chosen = qa.commands.length;
  const what = part && chosen < part.of ? `these ${chosen} of ${part.of} commands to` : 'this change to';
  const choose = part && part.of > 1 ? ', c to choose commands' : '';
  return `${order.step_id} (run ${runId}): Apply ${what} ${files}? [y/N, or why not${choose}] `;
}

const lintQuestion = (path: string): string =>
  `${path} decides what the linters run, or can be run by a plugin of theirs. Type its name to run them with it: `;

/** Verdicts of code on invariants, claims and spot checks, and QA's own notes. */
function evidenceAndNotes({ qa, evidence }: Proposal, c: Colours): string {
  const notes = (qa.reasons ?? []).map(note => `  ${c.dim('note:')} ${note}\n`);
  return `${printEvidence(evidence, c, 'verdicts')}${notes.length > 0 ? `${notes.join('')}\n` : ''}`;
}
