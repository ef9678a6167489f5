import type { ChangeSet } from '../changes/change-set.ts';
import type { Spending } from '../conversation/budget.ts';
import type { ConversationEvent } from '../conversation/conversation-events.ts';
import { GatedTurns } from '../conversation/gated-turns.ts';
import type { Spent } from '../conversation/spent.ts';
import { waitedFor } from '../conversation/wait-for-model.ts';
import { AfterApply, type FolderPrograms } from '../gate/after-apply.ts';
import { ChangeGate, type GateRun } from '../gate/change-gate.ts';
import type { Consents } from '../gate/consents.ts';
import type { GateEvent, ReviewPolicy } from '../gate/gate-events.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { AgentReviewer } from '../ports/agent-reviewer.ts';
import type { Files } from '../ports/files.ts';
import type { Journals } from '../ports/journal.ts';
import type { Model } from '../ports/model.ts';
import type { Patience } from '../ports/patience.ts';
import type { Workflow } from '../verification/policy.ts';
import type { WorkspaceVerifier } from '../verification/workspace-verifier.ts';
import type { QaReplied } from './common-events.ts';
import { inspectWith } from './qa.ts';
import { asOnDisk, changesOf } from './stored-changes.ts';
import type { AppliedChange } from './workflow.ts';

/** QA's model cannot be asked just now. */
type Waited = Extract<ConversationEvent, { type: 'waiting' }>;

/** What every run of agents says of itself, so that its changes can be let through. */
export interface GatedWork {
  readonly runId: string;
  readonly workflow: Workflow;
  readonly ports: {
    readonly journals: Pick<Journals<never>, 'saveChangeSet' | 'loadChangeSet'>;
    readonly sha256: Sha256;
  };
  /** Where the agents work, and what can be run there. */
  readonly folder: FolderPrograms & { readonly files: Files; readonly isolated: boolean };
  readonly settings: {
    readonly reviewer: AgentReviewer;
    readonly review: ReviewPolicy;
    /** Looks at each change before a person is asked. */
    readonly qa?: Model;
    readonly spending?: Spending;
    readonly patience?: Patience;
    readonly signal: AbortSignal;
  };
  readonly verifier: WorkspaceVerifier;
  readonly consents: Consents;
  readonly record: (event: GateEvent | QaReplied | Waited) => Promise<void>;
  /** What of it is on the disk. */
  readonly applied: () => readonly AppliedChange[];
  /** Of changes that were merged with others: what is there is not what each of them left. */
  readonly asMerged?: boolean;
  readonly spent: () => Spent;
}

/** What is run when changes of the work are on the disk, over all of them. */
export const checksAfter = (work: GatedWork): AfterApply => {
  const { folder, workflow, verifier, consents, settings, ports, runId, record } = work;
  const { linter, tests } = folder;
  return new AfterApply({
    linter,
    tests,
    workflow,
    verifier,
    consents,
    review: settings.review,
    changes: async () => {
      const changes = await changesOf(ports.journals, runId, work.applied());
      return work.asMerged ? asOnDisk(changes, folder.files, ports.sha256) : changes;
    },
    record,
    signal: settings.signal,
  });
};

/** The workflow's own share in the gate. */
type OwnGate = Pick<GateRun, 'after' | 'nextNumber' | 'check' | 'shown' | 'asks' | 'asked'> & {
  /** What the agent is to do, for QA. */
  readonly task: () => string;
  readonly onApplied?: (changes: ChangeSet) => void;
};

/** The gate between an agent's calls and the disk, with QA in it, and the turns it is asked in. */
export function gateWork(
  { runId, workflow, ports, folder, settings, verifier, record, spent }: GatedWork,
  { task, onApplied = () => undefined, ...own }: OwnGate,
): { readonly gate: ChangeGate; readonly turns: GatedTurns } {
  const { reviewer, review, qa, patience, spending, signal } = settings;
  const { files, isolated } = folder;
  const { journals, sha256 } = ports;
  const say = (sentence: string) => void record({ type: 'waiting', sentence }).catch(() => undefined);
  const model = qa && waitedFor(qa, patience, say);
  const inspect = model && inspectWith({ model, files, sha256, task, spending, spent, signal, record });
  const gate = new ChangeGate({
    runId,
    files,
    isolated,
    workflow,
    verifier,
    sha256,
    reviewer,
    review,
    journals,
    record,
    signal,
    onApplied,
    ...own,
    ...(inspect ? { inspect } : {}),
  });
  return { gate, turns: new GatedTurns(gate, review) };
}
