import { unifiedDiff } from '../../core/changes/unified-diff.ts';
import { describeConsent } from '../../core/gate/describe-consent.ts';
import { firstLine } from '../../core/kernel/amounts.ts';
import { Semaphore } from '../../core/kernel/semaphore.ts';
import type { AgentProposal, AgentReviewer } from '../../core/ports/agent-reviewer.ts';
import type { Decision, Rejection } from '../../core/ports/decision.ts';
import type { PlanDecision, PlanProposal, RoutaReviewer } from '../../core/routa/run-request.ts';
import { colours } from '../print/colours.ts';
import { planLines } from '../print/routa-lines.ts';
import { type Answerers, type ClientAnswer, type ClientQuestions, MAX_QUESTION } from './ask-client.ts';

export interface EditApproval {
  /** `--yes`: stands in for a person where the client cannot ask one. */
  readonly yes: boolean;
  /** Paths approved by name on the command line. */
  readonly controlPlaneApproved: readonly string[];
}

/** Said where nobody can be asked. */
const noQuestion = (instead: string) => `this MCP client cannot ask its user (elicitation); ${instead}`;
const reject = (by: string, reason: string): Rejection => ({ kind: 'reject', by, reason });

/** Lets the user of an MCP client decide, by elicitation; without it `--yes` decides, and else nothing is written. */
export function mcpReviewer(
  client: ClientQuestions,
  { yes, controlPlaneApproved }: EditApproval,
  instead = 'start workorder mcp with --allow-edits --yes to apply edits without a question',
): AgentReviewer {
  return {
    async review(proposal, signal) {
      const { approvalSha256, automatic, controlPlane } = proposal;
      const isNamed = controlPlane.every(path => controlPlaneApproved.includes(path));
      if (automatic && isNamed)
        return { kind: 'apply', by: '--review auto', approvalSha256, controlPlaneApproved };
      if (await client.canAsk(signal)) return askAboutChange(client, proposal, controlPlaneApproved, signal);
      if (yes) return { kind: 'apply', by: '--yes', approvalSha256, controlPlaneApproved };
      return reject('nobody', noQuestion(instead));
    },
    async consent(request, signal) {
      if (!(await client.canAsk(signal))) return { granted: yes, by: yes ? '--yes' : 'nobody' };
      const options = { refuse: 'do not allow', approve: 'allow' };
      const answer = await client.ask(describeConsent(request), options, {}, signal);
      if (answer === 'none') return { granted: false, by: 'nobody' };
      const by = await client.who(signal);
      if (answer === 'declined') return { granted: false, by: by.client };
      return { granted: answer['decision'] === 'allow', by: by.user };
    },
  };
}

/** The same for all agents of a ROUTA workspace and its plan, one question before the next is put. */
export function mcpRoutaReviewer(client: ClientQuestions, approval: EditApproval): RoutaReviewer {
  const instead = 'start workorder mcp with --yes to apply what passes every check and to approve plans';
  const changes = mcpReviewer(client, approval, instead);
  const questions = new Semaphore();
  return {
    review: (proposal, signal) => questions.run(() => changes.review(proposal, signal), signal),
    consent: (request, signal, runId) => questions.run(() => changes.consent(request, signal, runId), signal),
    reviewPlan: (plan, signal) => questions.run(() => askAboutPlan(plan, signal), signal),
  };

  async function askAboutPlan({ tasks }: PlanProposal, signal: AbortSignal): Promise<PlanDecision> {
    if (!(await client.canAsk(signal)))
      return approval.yes ? { kind: 'approve', by: '--yes' } : reject('nobody', noQuestion(instead));
    const plan = planLines(tasks, colours({ env: {}, isTerminal: false }));
    if (plan.length > MAX_QUESTION) return reject('nobody', tooLong('plan', plan.length, 'plan fewer tasks'));
    const why = { reason: 'Why not' };
    const options = { refuse: 'reject', approve: 'approve' };
    const answer = await client.ask(`Approve this plan?\n\n${plan}`, options, why, signal);
    const by = await client.who(signal);
    return isFilledIn(answer) && answer['decision'] === 'approve'
      ? { kind: 'approve', by: by.user }
      : rejectionOf(answer, by);
  }
}

const NO_ANSWER = 'this MCP client answered the question with an error';
const tooLong = (what: string, length: number, instead: string) =>
  `the ${what} has ${length} characters, more than can be shown in a question (${MAX_QUESTION}); ${instead}`;

const isFilledIn = (answer: ClientAnswer): answer is Exclude<ClientAnswer, string> =>
  typeof answer !== 'string';

/** Who said no, as far as that is known. */
function rejectionOf(answer: ClientAnswer, by: Answerers): Rejection {
  if (answer === 'none') return reject('nobody', NO_ANSWER);
  if (answer === 'declined')
    return reject(by.client, 'it declined the question; whether a person saw it is not known');
  const { reason } = answer;
  return reject(by.user, typeof reason === 'string' ? reason.trim() : '');
}

async function askAboutChange(
  client: ClientQuestions,
  proposal: AgentProposal,
  approvedBefore: readonly string[],
  signal: AbortSignal,
): Promise<Decision> {
  const { approvalSha256, changes, warnings, controlPlane } = proposal;
  const diff = changes.files.map(unifiedDiff).join('');
  if (diff.length > MAX_QUESTION) return reject('nobody', tooLong('diff', diff.length, 'make smaller edits'));
  const toName = controlPlane.filter(path => !approvedBefore.includes(path));
  const named = toName.map((path, n) => [`name_${n + 1}`, path] as const);
  const answer = await client.ask(
    // What code found comes first: at the end of a long diff nobody would read it.
    [questionOf(proposal), ...warnings.map(warning => `! ${warning}`), diff].join('\n\n'),
    { refuse: 'reject', approve: 'apply' },
    Object.fromEntries(named.map(([field, path]) => [field, `Type ${path} to approve it by name`])),
    signal,
  );
  const by = await client.who(signal);
  if (!isFilledIn(answer) || answer['decision'] !== 'apply') return rejectionOf(answer, by);
  const approved = named.flatMap(([field, path]) => (answer[field] === path ? [path] : []));
  return {
    kind: 'apply',
    by: by.user,
    approvalSha256,
    controlPlaneApproved: [...approvedBefore, ...approved],
  };
}

/** What the change is for, and whose it is; a change is described by its proposer, so on one line. */
function questionOf({ note, agent, task }: AgentProposal): string {
  const whose = [agent, task].filter(word => word !== undefined).join(', ');
  const words = [whose, firstLine(note)].filter(word => word !== '').join(': ');
  return words === '' ? 'Apply this change?' : `Apply this change? ${words}`;
}
