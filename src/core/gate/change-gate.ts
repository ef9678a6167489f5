import type { SpotCheckGrade } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { fileRecords } from '../changes/file-records.ts';
import { type Finding, findingLine } from '../changes/finding.ts';
import { checkWritePath } from '../changes/path-policy.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { AgentProposal, AgentReviewer } from '../ports/agent-reviewer.ts';
import type { Examination } from '../ports/analyst.ts';
import type { Files } from '../ports/files.ts';
import type { Journals } from '../ports/journal.ts';
import { JournalFault } from '../ports/journal-fault.ts';
import { recordOf, riskLines } from '../verification/describe-verdict.ts';
import type { Workflow } from '../verification/policy.ts';
import { blockers, risks, type Verdict } from '../verification/verdict.ts';
import type { Asked, WorkspaceVerifier } from '../verification/workspace-verifier.ts';
import type { AfterApply } from './after-apply.ts';
import { rejectedWords } from './decided-words.ts';
import type { RecordGateEvent, ReviewPolicy } from './gate-events.ts';
import { revertChanges } from './revert-changes.ts';
import type { ShownFiles } from './shown-files.ts';
import { Staging } from './staging.ts';
import { tellFindings } from './tell-findings.ts';
import { aboutWrittenOutBreaks } from './written-out-breaks.ts';

/** Reasons that ended a change for good: the workspace needs a person. */
export class WorkspaceFault extends Error {
  override readonly name = 'WorkspaceFault';
}

/** What a workflow finds in a change of its agent. */
export interface ChangeCheck {
  /** Sentences to read before approving; the agent gets them too. */
  readonly warnings: readonly string[];
  /** Asks a person also where the policy would let the change through. */
  readonly needsPerson?: boolean;
}

/** A change before anybody decided on it. */
export interface ProposedChange {
  readonly changes: ChangeSet;
  /** What the agent said it is doing. */
  readonly note: string;
}

/** What QA makes of a change. */
export interface ChangeInspection {
  readonly decision: 'approve' | 'reject';
  /** Why; for a rejection with what would make the change acceptable. */
  readonly reasons: readonly string[];
  /** Run again by code. */
  readonly spotChecks: readonly SpotCheckGrade[];
}

/** The run a gate belongs to. */
export interface GateRun {
  readonly runId: string;
  readonly files: Files;
  /** A checkout made for this cycle alone. */
  readonly isolated: boolean;
  readonly sha256: Sha256;
  readonly reviewer: AgentReviewer;
  readonly review: ReviewPolicy;
  readonly journals: Pick<Journals<never>, 'saveChangeSet'>;
  readonly record: RecordGateEvent;
  /** Of the next proposal; numbers continue through the whole run, because each names a stored change. */
  readonly nextNumber: () => number;
  readonly signal: AbortSignal;
  /** The workflow's own rules; an error refuses the change. */
  readonly check: (changes: ChangeSet) => Result<ChangeCheck>;
  readonly workflow: Workflow;
  readonly verifier: WorkspaceVerifier;
  /** Who asks, for the question. */
  readonly asks?: () => Pick<AgentProposal, 'agent' | 'task'>;
  /** QA, before a person is asked; what it rejects is shown to no one else and not written. */
  readonly inspect?: (change: ProposedChange, computed: Examination) => Promise<ChangeInspection>;
  readonly onApplied: (changes: ChangeSet) => void;
  /** What is run when a change is on the disk; left out: nothing can be. */
  readonly after?: AfterApply;
  /** What the checks are asked besides the policy of the workspace. */
  readonly asked?: Pick<Asked, 'scope' | 'claims' | 'layers' | 'evidence' | 'tryFunctions' | 'compareTests'>;
  /** What the agent saw in a conversation that goes on. */
  readonly shown?: ShownFiles;
}

/** A change that is on the disk. */
export interface Decided {
  /** The sentences that stood beside it in the review, as the agent that made it is told them. */
  readonly warnings: readonly string[];
  /** What the policy requires of the files as they are now, and does not hold. */
  readonly open: readonly Finding[];
}

/**
 * The only way from an agent to the disk: what its calls staged is checked, shown, approved and applied as one
 * transaction (ideas 1 and 2 of docs/architecture.md).
 */
export class ChangeGate {
  readonly staging: Staging;
  readonly #run: GateRun;
  #turn = { number: 0, note: '' };
  #refusedThisTurn: string | undefined;

  constructor(run: GateRun) {
    this.#run = run;
    this.staging = new Staging(run.files, run.sha256, run.shown);
  }

  beginTurn(number: number, note: string): void {
    this.#turn = { number, note };
    this.#refusedThisTurn = undefined;
  }

  /** Why nothing more of this turn may change or rely on the workspace. */
  get refusedThisTurn(): string | undefined {
    return this.#refusedThisTurn;
  }

  /** Decides on everything staged and applies it; what is refused is forgotten. Nothing staged is fine. */
  async decideStaged(): Promise<Result<Decided>> {
    const changes = this.staging.changes();
    this.staging.discard();
    if (changes.files.length === 0) return ok({ warnings: [], open: [] });
    const decided = await this.decide(changes);
    if (!decided.ok) this.#refusedThisTurn ??= decided.error;
    return decided;
  }

  /** Decides on a change that was not staged, and applies it; the error says why nothing was written. */
  async decide(changes: ChangeSet): Promise<Result<Decided>> {
    const stale = this.staging.shown.staleIn(changes);
    if (stale.length > 0)
      return fail(`${stale.join(', ')} changed since you read it; read it again before you write it`);
    const { runId, journals, isolated, signal, record } = this.#run;
    const checked = this.#run.check(changes);
    if (!checked.ok) return checked;
    for (const sentence of checked.value.warnings) await record({ type: 'warning', sentence });
    const files = fileRecords(changes);
    const number = this.#run.nextNumber();
    const { number: turn, note } = this.#turn;
    const controlPlane = changes.files.map(f => f.path).filter(steersTools);
    await record({ type: 'proposed', number, turn, files, controlPlane });
    const verdict = await this.#verify(number, { changes, note });
    const refused = await this.#refuseBlocked(number, changes, verdict);
    if (!refused.ok) return refused;
    const warnings = [...checked.value.warnings, ...riskLines(verdict)];
    const approved = await this.#review({
      runId,
      ...this.#run.asks?.(),
      number,
      turn,
      note,
      changes,
      // Over the change with its preimages, the policy and what the checks found.
      approvalSha256: verdict.sha256,
      controlPlane,
      findings: verdict.findings,
      warnings,
      ...(checked.value.needsPerson ? { needsPerson: true } : {}),
      automatic: this.#run.review === 'auto' && !checked.value.needsPerson,
    });
    if (!approved.ok) return approved;

    // Saved first: a change that is on disk can always be taken back.
    await journals.saveChangeSet(runId, changes, number);
    const applied = await this.#run.files.apply(changes, { runId, signal });
    if (applied.kind === 'needs_recovery') throw new WorkspaceFault(applied.reason);
    if (applied.kind === 'not_applied') return fail(`nothing was written: ${applied.reason}`);
    this.staging.shown.noteApplied(changes);
    await record({ type: 'applied', number, turn, isolated, files }).catch((error: unknown) =>
      this.#takeBack(changes, error),
    );
    this.#run.onApplied(changes);
    const told = await tellFindings(risks(verdict), changes.files, this.staging);
    return ok({
      warnings: [...checked.value.warnings, ...told],
      open: (await this.#run.after?.verify(number)) ?? [],
    });
  }

  /** What has no line in the journal must not stay. */
  async #takeBack(changes: ChangeSet, error: unknown): Promise<never> {
    if (!(error instanceof JournalFault)) throw error;
    const { files, sha256, runId } = this.#run;
    const reverted = await revertChanges({ files, sha256 }, changes, runId);
    if (reverted.kind === 'applied') throw error;
    throw new WorkspaceFault(`${error.message}; the change could not be taken back: ${reverted.reason}`);
  }

  /** Every check of the policy, QA included; what they found is a line of the journal before anybody is asked. */
  async #verify(number: number, change: ProposedChange): Promise<Verdict> {
    const { inspect, record, verifier, workflow, after, asked, signal } = this.#run;
    const { verdict } = await verifier.verify(change.changes, {
      workflow,
      signal,
      ...after?.contextOf(change.changes),
      ...asked,
      ...(inspect === undefined
        ? {}
        : {
            layers: [
              ...(asked?.layers ?? []),
              { from: 'the setting for QA', by: 'person', checks: { qa: 'required' } } as const,
            ],
            inspect: async computed => {
              const { decision, reasons, spotChecks } = await inspect(change, computed);
              await record({ type: 'inspected', number, decision, reasons, spotChecks });
              const open = spotChecks.filter(({ verdict: grade }) => grade === 'not_checked');
              return { decision, reasons, open: open.map(({ text }) => text) };
            },
          }),
    });
    await record({ type: 'verified', number, ...recordOf(verdict) });
    return verdict;
  }

  async #refuseBlocked(number: number, changes: ChangeSet, verdict: Verdict): Promise<Result<true>> {
    const blocking = blockers(verdict);
    if (blocking.length === 0) return ok(true);
    const isQas = blocking.every(({ rule }) => rule.startsWith('qa/'));
    const reason = blocking
      .map(finding => (isQas ? finding.message.replace(/^QA: /, '') : findingLine(finding)))
      .join('; ');
    const by = isQas ? 'QA' : 'code';
    await this.#run.record({ type: 'reviewed', number, decision: 'reject', by, reason });
    const isNoPython = blocking.some(({ rule }) => rule.startsWith('syntax/'));
    const hint = isNoPython ? aboutWrittenOutBreaks(changes.files) : '';
    return fail(
      `${isQas ? 'rejected by QA' : 'blocked by code'}: ${reason}; nothing of it was written${hint}`,
    );
  }

  async #review(proposal: AgentProposal): Promise<Result<true>> {
    const { record, reviewer, signal } = this.#run;
    const { number, controlPlane } = proposal;
    if (proposal.automatic && controlPlane.length === 0) {
      await record({ type: 'reviewed', number, decision: 'apply', by: 'the review policy "auto"' });
      return ok(true);
    }
    const decision = await reviewer.review(proposal, signal);
    const { by } = decision;
    const reject = async (reason: string) => {
      await record({ type: 'reviewed', number, decision: 'reject', by, reason });
      return fail(`${rejectedWords(by, reason)}; nothing of it was written`);
    };
    if (decision.kind === 'reject') return reject(decision.reason);
    if (decision.approvalSha256 !== proposal.approvalSha256)
      return reject('the approval is for another change than the one proposed');
    const unnamed = controlPlane.filter(p => !decision.controlPlaneApproved.includes(p));
    if (unnamed.length > 0)
      return reject(`${unnamed.join(', ')} configures tools or runs code and was not approved by name`);
    await record({ type: 'reviewed', number, decision: 'apply', by });
    return ok(true);
  }
}

const steersTools = (path: string): boolean => checkWritePath(path).kind === 'control_plane';
