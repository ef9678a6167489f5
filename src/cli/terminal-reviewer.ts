import { describeControlPlane } from '../core/changes/path-policy.ts';
import { describeConsent } from '../core/gate/describe-consent.ts';
import { orCancelled } from '../core/kernel/cancel.ts';
import type { Proposal, ReviewDecision, Reviewer } from '../core/ports/reviewer.ts';
import { DEFAULT_SEED, DEFAULT_TRIAL_SECONDS } from '../core/trials/try-change.ts';
import type { Command } from '../generated/contracts.ts';
import { chooseCommands } from './choose-commands.ts';
import type { Io } from './io.ts';
import type { Colours } from './print/colours.ts';
import { printDiff } from './print/diff.ts';
import { printEvidence } from './print/evidence.ts';
import { agreeToRun } from './try-out.ts';

export interface ReviewOptions {
  /** `--yes`: apply what passes every check. */
  readonly yes: boolean;
  /** `--approve-control-plane PATH`, each by name. */
  readonly controlPlaneApproved: readonly string[];
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
      for (const path of paths.filter(p => !options.lintApproved.includes(p))) {
        if (options.yes) return 'unanswered';
        const question = `${path} decides what the linters run, or can be run by a plugin of theirs. Type its name to run them with it: `;
        const answer = await ask(io, question, signal);
        if (answer === undefined) return 'unanswered';
        if (answer !== path) return false;
      }
      return true;
    },
    async consent(request, signal) {
      if (options.yes) return { granted: true, by: '--yes' };
      const answer = await ask(io, `${describeConsent(request)} [y/N] `, signal);
      if (answer === undefined) return { granted: false, by: 'nobody' };
      return { granted: /^y(es)?$/i.test(answer.trim()), by: 'you' };
    },
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
      if (options.yes) return apply('--yes', proposal, options.controlPlaneApproved);
      const named = [...options.controlPlaneApproved];
      for (const path of proposal.controlPlane.filter(p => !named.includes(p))) {
        const answer = await ask(io, `${describeControlPlane(path)}. Type its name to approve it: `, signal);
        if (answer !== path) return { kind: 'reject', by: 'you', reason: `${path} was not approved by name` };
        named.push(path);
      }
      if (proposal.tryOut) options.write(`${c.dim(RUN_HINT)}\n`);
      let answer = await ask(io, questionOf(proposal), signal);
      while (proposal.tryOut && /^r(un)?$/i.test(answer?.trim() ?? '')) {
        await runFirst(proposal.tryOut, io, options, signal);
        answer = await ask(io, questionOf(proposal), signal);
      }
      if (answer === undefined) {
        return {
          kind: 'reject',
          by: 'nobody',
          reason: 'there is no terminal to ask on; give --yes to apply without a question',
        };
      }
      if (/^y(es)?$/i.test(answer.trim())) return apply('you', proposal, named);
      if (/^c(hoose)?$/i.test(answer.trim()) && proposal.part) {
        whole ??= proposal.qa.commands;
        const kept = await chooseCommands(whole, c, question => ask(io, question, signal));
        return kept ? { kind: 'select', kept } : { kind: 'reject', by: 'you', reason: '' };
      }
      return { kind: 'reject', by: 'you', reason: '' };
    },
  };
}

const RUN_HINT =
  'r runs the changed functions before and after the change first: code of the workspace and of the change';

/** What came of it is printed with the line that the journal gets. */
async function runFirst(
  { look, run }: NonNullable<Proposal['tryOut']>,
  io: Io,
  { write }: ReviewOptions,
  signal: AbortSignal,
): Promise<void> {
  const tryOut = { functions: { seconds: DEFAULT_TRIAL_SECONDS, seed: DEFAULT_SEED } };
  if (!(await agreeToRun(await look(), tryOut, { io, write, signal }))) return;
  const { trials } = await run(tryOut, signal);
  if (trials.length === 0) write('No function is left whose behavior is not proved to be the same.\n');
}

const ask = (io: Io, question: string, signal: AbortSignal) => orCancelled(io.ask(question, signal), signal);

/** Names the run and its step: several may ask on one terminal. */
function questionOf({ runId, order, qa, changes, part }: Proposal): string {
  const n = changes.files.length;
  const files = `${n} ${n === 1 ? 'file' : 'files'}`;
  const chosen = qa.commands.length;
  const what = part && chosen < part.of ? `these ${chosen} of ${part.of} commands to` : 'this change to';
  const choose = part && part.of > 1 ? ', c to choose commands' : '';
  return `${order.step_id} (run ${runId}): Apply ${what} ${files}? [y/N${choose}] `;
}

function apply(
  by: string,
  { approvalSha256 }: Proposal,
  controlPlaneApproved: readonly string[],
): ReviewDecision {
  return { kind: 'apply', by, approvalSha256, controlPlaneApproved };
}

/** Verdicts of code on invariants, claims and spot checks, and QA's own notes. */
function evidenceAndNotes({ qa, evidence }: Proposal, c: Colours): string {
  const notes = (qa.reasons ?? []).map(note => `  ${c.dim('note:')} ${note}\n`);
  return `${printEvidence(evidence, c, 'verdicts')}${notes.length > 0 ? `${notes.join('')}\n` : ''}`;
}
