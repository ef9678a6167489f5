import { describeConsent } from '../../core/gate/describe-consent.ts';
import { orCancelled } from '../../core/kernel/cancel.ts';
import type { Consent, ConsentRequest } from '../../core/ports/agent-reviewer.ts';
import type { Io } from '../io.ts';
import { askerWords, namingQuestions } from './name-questions.ts';

export type Approval =
  | { readonly kind: 'yes'; readonly by: 'you' }
  | { readonly kind: 'reject'; readonly by: string; readonly reason: string };

/** Asks for a yes; any other answer is a no, and what is more than "no" its reason. */
export async function askApproval(
  io: Io,
  question: string,
  signal: AbortSignal,
  /** What `--yes` would have answered for. */
  withYes: string,
): Promise<Approval> {
  const answer = await orCancelled(io.ask(question, signal), signal);
  if (answer === undefined)
    return {
      kind: 'reject',
      by: 'nobody',
      reason: `there is no terminal to ask on; give --yes to ${withYes}`,
    };
  if (isYes(answer)) return { kind: 'yes', by: 'you' };
  return { kind: 'reject', by: 'you', reason: /^n?o?$/i.test(answer.trim()) ? '' : answer.trim() };
}

export const isYes = (answer: string): boolean => /^y(es)?$/i.test(answer.trim());

/**
 * The paths that are approved by name, those of the command line among them; else the one that was not.
 * Each name is typed, so that no habit of pressing Enter approves a file that configures tools or runs code.
 */
export async function askForNames(
  io: Io,
  paths: readonly string[],
  approvedBefore: readonly string[],
  question: (path: string) => string,
  signal: AbortSignal,
): Promise<{ readonly named: readonly string[]; readonly refused?: string; readonly isAnswered: boolean }> {
  const named = [...approvedBefore];
  for (const path of paths.filter(p => !approvedBefore.includes(p))) {
    const answer = await orCancelled(io.ask(question(path), signal), signal);
    if (answer !== path) return { named, refused: path, isAnswered: answer !== undefined };
    named.push(path);
  }
  return { named, isAnswered: true };
}

/** A consent beside a change, for example to run tests; `--yes` gives it. */
export async function askConsent(
  io: Io,
  request: ConsentRequest,
  yes: boolean,
  signal: AbortSignal,
  runId?: string,
): Promise<Consent> {
  const asking = namingQuestions(io, runId && askerWords(runId));
  if (yes) return { granted: true, by: '--yes' };
  const answer = await orCancelled(asking.ask(`${describeConsent(request)} [y/N] `, signal), signal);
  return answer === undefined ? { granted: false, by: 'nobody' } : { granted: isYes(answer), by: 'you' };
}
