import type { AgentProposal } from '../ports/agent-reviewer.ts';

/** What a person said yes to beforehand: the rest of a task or of an agent, until its run ends. */
export interface BatchApproval {
  readonly runId: string;
  readonly words: string;
  readonly covers: (proposal: AgentProposal) => boolean;
}

/** `undefined`: the change belongs to no task of a list. */
export const restOfTask = ({ runId, task }: AgentProposal): BatchApproval | undefined =>
  task === undefined
    ? undefined
    : {
        runId,
        words: `the rest of ${task}`,
        covers: other => other.runId === runId && other.task === task && !other.needsPerson,
      };

export const restOfAgent = ({ runId, agent }: AgentProposal): BatchApproval => ({
  runId,
  words: agent === undefined ? 'the rest of this run' : `the rest of ${agent}`,
  covers: other => other.runId === runId && other.agent === agent && !other.needsPerson,
});
