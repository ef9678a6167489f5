import { hunksOf } from '../../core/changes/command-hunks.ts';
import { count } from '../../core/kernel/amounts.ts';
import { orCancelled } from '../../core/kernel/cancel.ts';
import type { Proposal, ReviewComment, Reviewer } from '../../core/ports/reviewer.ts';
import { DEFAULT_SEED, DEFAULT_TRIAL_SECONDS } from '../../core/trials/try-change.ts';
import type { Io } from '../io.ts';
import type { Colours } from '../print/colours.ts';
import { printDiff } from '../print/diff.ts';
import { printEvidence } from '../print/evidence.ts';
import { printRisks, printSummary } from '../print/summary.ts';
import { agreeToRun } from '../try-out.ts';
import { askConsent, askForNames } from './ask-approval.ts';
import { chooseCommands } from './choose-commands.ts';
import { type Approvals, decideOnTerminal } from './decide-on-terminal.ts';
import { editProposal } from './edit-proposal.ts';
import { namingQuestions } from './name-questions.ts';
import { readComment } from './read-comment.ts';

export interface ReviewOptions extends Approvals {
  /** `--approve-lint PATH`: linters may run although the change touches this path. */
  readonly lintApproved: readonly string[];
  readonly write: (text: string) => void;
  /** For what is longer than a screen; left out where it is only written. */
  readonly page?: (text: string) => Promise<void>;
}

/**
 * Shows the diff and what code says of invariants, claims and spot checks, then asks; `--yes` answers for the person
 * and says so.
 */
export function terminalReviewer(terminal: Io, c: Colours, options: ReviewOptions): Reviewer {
  /** Of the proposal that is under review; before there is one, it is the only run on this terminal. */
  let io = terminal;
  const reviewer: Reviewer = {
    async approveLint(paths, signal) {
      const known = options.lintApproved;
      if (options.yes) return paths.every(path => known.includes(path)) || 'unanswered';
      const asked = await askForNames(io, paths, known, lintQuestion, signal);
      if (asked.refused === undefined) return true;
      return asked.isAnswered ? false : 'unanswered';
    },
    consent: (request, signal, runId) => askConsent(terminal, request, options.yes, signal, runId),
    async review(proposal, signal) {
      io = namingQuestions(terminal, `${proposal.order.step_id} (run ${proposal.runId})`);
      for (const reason of proposal.part?.refused ?? [])
        options.write(`\n${c.red('✗')} not possible: ${reason}. What was proposed before, again:\n`);
      const { changes, evidence } = proposal;
      const summary = printSummary(changes, evidence, c);
      const shown = `\n${summary}\n${printDiff(changes, c)}\n${evidenceAndNotes(proposal, c)}`;
      if (options.page) await options.page(shown);
      else options.write(shown);
      const { part, qa } = proposal;
      if (part && qa.commands.length < part.of)
        options.write(
          `${c.yellow('!')} QA approved all ${part.of} commands; these were verified anew by code alone\n`,
        );
      // Right before the question: above a long diff no one reads them.
      options.write(printRisks(evidence, c));
      for (const warning of proposal.warnings) options.write(`${c.yellow('!')} ${warning}\n`);
      if (proposal.tryOut && !options.yes) options.write(`${c.dim(RUN_HINT)}\n`);
      const question = questionOf(proposal);
      const asking = withRuns(io, proposal, question, options);
      const decision = await decideOnTerminal(asking, proposal, options, question, signal);
      const word = decision.kind === 'reject' && decision.by === 'you' ? decision.reason : '';
      if (isWord(word, 'ask')) {
        const comments = await askForChanges(io, proposal, signal);
        return { kind: 'reject', by: 'you', reason: '', comments };
      }
      if (isWord(word, 'edit') && io.edit) {
        const files = await editProposal(proposal, io, signal);
        return files.length > 0 ? { kind: 'edit', files } : reviewer.review(proposal, signal);
      }
      if (!isWord(word, 'choose') || !part) return decision;
      const ask = (line: string) => orCancelled(io.ask(line, signal), signal);
      const wanted = await chooseCommands(part.whole, c, ask);
      return wanted ? { kind: 'select', ...wanted } : { kind: 'reject', by: 'you', reason: '' };
    },
  };
  return reviewer;
}

/** A word as it is typed, or its first letter. */
const isWord = (typed: string, word: string): boolean =>
  [word, word.slice(0, 1)].includes(typed.trim().toLowerCase());

const RUN_HINT =
  'r runs the changed functions before and after the change first: code of the workspace and of the change';

/** The same terminal; `r` at the question runs the changed functions, and the question is asked again. */
function withRuns(io: Io, { tryOut }: Proposal, question: string, options: ReviewOptions): Io {
  if (tryOut === undefined) return io;
  const ask: Io['ask'] = async (asked, signal) => {
    const answer = await io.ask(asked, signal);
    if (asked !== question || !isWord(answer ?? '', 'run')) return answer;
    await runFirst(tryOut, io, options, signal);
    return ask(asked, signal);
  };
  return { ...io, ask };
}

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

/** One comment a line, until an empty one. */
async function askForChanges(
  io: Io,
  { changes }: Proposal,
  signal: AbortSignal,
): Promise<readonly ReviewComment[]> {
  const paths = changes.files.map(({ path }) => path);
  const comments: ReviewComment[] = [];
  for (;;) {
    const hint = comments.length === 0 ? ' (FILE:LINE: before it for a place; an empty line ends)' : '';
    const text = (await orCancelled(io.ask(`What should change?${hint} `, signal), signal))?.trim();
    if (text === undefined || text === '') return comments;
    comments.push(readComment(text, paths));
  }
}

function questionOf({ qa, changes, part }: Proposal): string {
  const n = changes.files.length;
  const files = count(n, 'file');
  const chosen = qa.commands.length;
  const what = part && chosen < part.of ? `these ${chosen} of ${part.of} commands to` : 'this change to';
  const canChoose = part && (part.of > 1 || part.whole.some(command => hunksOf(command).length > 1));
  const choose = canChoose ? ', c to choose commands' : '';
  return `Apply ${what} ${files}? [y/N, or why not, a to ask for changes, e to edit${choose}] `;
}

const lintQuestion = (path: string): string =>
  `${path} decides what the linters run, or can be run by a plugin of theirs. Type its name to run them with it: `;

/** Verdicts of code on invariants, claims and spot checks, and QA's own notes. */
function evidenceAndNotes({ qa, evidence }: Proposal, c: Colours): string {
  const notes = (qa.reasons ?? []).map(note => `  ${c.dim('note:')} ${note}\n`);
  return `${printEvidence(evidence, c, 'verdicts')}${notes.length > 0 ? `${notes.join('')}\n` : ''}`;
}
