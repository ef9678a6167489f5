import { callSubject } from '../../core/conversation/call-subject.ts';
import type { PlanReviewer } from './agent-reviews.ts';
import type { RunSession } from './run-adapter.ts';

interface WatchedWork extends Pick<RunSession<never>, 'onCall' | 'reviewerFor'> {
  /** The call that runs now, by agent. */
  readonly calls: Map<string, string>;
  /** How many answers of the person each agent waits for. */
  readonly waiting: ReadonlyMap<string, number>;
}

/** Keeps, while a run is under way, what its agents call and which of them wait for the person. */
export function watchRun(reviewerOf: (agent: string) => PlanReviewer, onChange: () => void): WatchedWork {
  const calls = new Map<string, string>();
  const waiting = new Map<string, number>();
  const add = (agent: string, n: number) => {
    const left = (waiting.get(agent) ?? 0) + n;
    if (left > 0) waiting.set(agent, left);
    else waiting.delete(agent);
    onChange();
  };
  const whileWaiting = <T>(agent: string, asked: Promise<T>): Promise<T> => {
    add(agent, 1);
    return asked.finally(() => add(agent, -1));
  };
  return {
    calls,
    waiting,
    onCall: ({ name, args }, agent = '') => {
      calls.set(agent, `${name} ${callSubject(args)}`.trim());
      onChange();
    },
    reviewerFor: (agent = '') => {
      const reviewer = reviewerOf(agent);
      return {
        review: (proposal, signal) => whileWaiting(agent, reviewer.review(proposal, signal)),
        consent: (request, signal) => whileWaiting(agent, reviewer.consent(request, signal)),
        approvePlan: (plan, signal) => whileWaiting(agent, reviewer.approvePlan(plan, signal)),
      };
    },
  };
}
