import { canonicalJson } from '../changes/canonical-json.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { fileRecords } from '../changes/file-records.ts';
import { checkWritePath } from '../changes/path-policy.ts';
import { findUnusualCharacters } from '../changes/unusual-characters.ts';
import { Staging } from '../gate/staging.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { decodeUtf8, encodeUtf8 } from '../kernel/utf8.ts';
import type { AgentProposal } from '../ports/agent-reviewer.ts';
import type { AgentWorkspace } from '../ports/agent-workspace.ts';
import { TEST_SCRIPT } from './roles.ts';
import type { AgentRun } from './run-request.ts';
import { SeenFiles } from './seen-files.ts';
import { checkTasksWrite, TASKS_FILES } from './tasks-file.ts';

/** Reasons that ended a change for good: the workspace needs a person. */
export class WorkspaceFault extends Error {
  override readonly name = 'WorkspaceFault';
}

/**
 * The only way from an agent to the disk: what its calls staged is checked, shown, approved and applied as one
 * transaction (ideas 1 and 2 of docs/architecture.md).
 */
export class ChangeGate {
  readonly staging: Staging;
  readonly seen: SeenFiles;
  readonly #run: AgentRun;
  readonly #workspace: AgentWorkspace;
  readonly #taskId: () => number | undefined;
  readonly #onApplied: (changes: ChangeSet) => void;
  #turn = { number: 0, note: '' };
  #refusedThisTurn: string | undefined;

  constructor(
    run: AgentRun,
    workspace: AgentWorkspace,
    taskId: () => number | undefined,
    onApplied: (changes: ChangeSet) => void,
  ) {
    this.#run = run;
    this.#workspace = workspace;
    this.#taskId = taskId;
    this.#onApplied = onApplied;
    this.seen = new SeenFiles(workspace.files);
    this.staging = new Staging(this.seen, run.ports.sha256);
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
  async settle(): Promise<Result<readonly string[]>> {
    const changes = this.staging.changes();
    this.staging.discard();
    if (changes.files.length === 0) return ok([]);
    const settled = await this.#decide(changes);
    if (!settled.ok) this.#refusedThisTurn ??= settled.error;
    return settled;
  }

  async #decide(changes: ChangeSet): Promise<Result<readonly string[]>> {
    const stale = this.seen.staleIn(changes);
    if (stale.length > 0)
      return fail(`${stale.join(', ')} changed since you read it; read it again before you write it`);
    const tasks = this.#checkTasksFile(changes);
    if (!tasks.ok) return tasks;
    const proposal = this.#propose(changes, tasks.value);
    const { recorder, request, ports } = this.#run;
    for (const sentence of proposal.warnings) await recorder.record({ type: 'warning', sentence });
    const files = fileRecords(changes);
    await recorder.record({
      type: 'proposed',
      number: proposal.number,
      turn: proposal.turn,
      files,
      approvalSha256: proposal.approvalSha256,
      controlPlane: proposal.controlPlane,
    });
    const approved = await this.#review(proposal);
    if (!approved.ok) return approved;

    const { number, turn } = proposal;
    // Saved first: a change that is on disk can always be taken back.
    await ports.journals.saveChangeSet(recorder.runId, changes, number);
    const applied = await this.seen.apply(changes, { runId: recorder.runId, signal: request.signal });
    if (applied.kind === 'needs_recovery') throw new WorkspaceFault(applied.reason);
    if (applied.kind === 'not_applied') return fail(`nothing was written: ${applied.reason}`);
    const { isolated } = this.#workspace;
    await recorder.record({ type: 'applied', number, turn, isolated, files });
    this.#onApplied(changes);
    return ok(tasks.value);
  }

  #propose(changes: ChangeSet, warnings: readonly string[]): AgentProposal {
    const controlPlane = changes.files.map(f => f.path).filter(steersTools);
    return {
      runId: this.#run.recorder.runId,
      number: nextNumber(this.#run),
      turn: this.#turn.number,
      note: this.#turn.note,
      changes,
      approvalSha256: this.#hash(changes),
      controlPlane,
      warnings: [
        ...warnings,
        ...controlPlane.map(p => `${p} steers tools or runs code: it needs an approval by name`),
        ...findUnusualCharacters(changes),
      ],
      automatic: this.#run.request.review === 'auto',
    };
  }

  /** The hash an approval binds to: every path with what was there and what will be. */
  #hash(changes: ChangeSet): string {
    const files = changes.files.map(({ path, beforeSha256, afterSha256 }) => ({
      path,
      before_sha256: beforeSha256 ?? null,
      after_sha256: afterSha256 ?? null,
    }));
    return this.#run.ports.sha256(encodeUtf8(canonicalJson(files)));
  }

  async #review(proposal: AgentProposal): Promise<Result<true>> {
    const { recorder, request } = this.#run;
    const { number, controlPlane } = proposal;
    if (proposal.automatic && controlPlane.length === 0) {
      await recorder.record({ type: 'reviewed', number, decision: 'apply', by: 'the review policy "auto"' });
      return ok(true);
    }
    const decision = await request.reviewer.review(proposal, request.signal);
    const { by } = decision;
    const reject = async (reason: string) => {
      await recorder.record({ type: 'reviewed', number, decision: 'reject', by, reason });
      return fail(`rejected by ${by}${reason === '' ? '' : `: ${reason}`}; nothing of it was written`);
    };
    if (decision.kind === 'reject') return reject(decision.reason);
    if (decision.approvalSha256 !== proposal.approvalSha256)
      return reject('the approval is for another change than the one proposed');
    const unnamed = controlPlane.filter(p => !decision.controlPlaneApproved.includes(p));
    if (unnamed.length > 0)
      return reject(`${unnamed.join(', ')} steers tools or runs code and was not approved by name`);
    await recorder.record({ type: 'reviewed', number, decision: 'apply', by });
    return ok(true);
  }

  #checkTasksFile(changes: ChangeSet): Result<readonly string[]> {
    const warnings: string[] = [];
    for (const { path, before, after } of changes.files) {
      if (!TASKS_FILES.some(name => name === path)) continue;
      const checked = checkTasksWrite(
        before && decodeUtf8(before),
        after && (decodeUtf8(after) ?? ''),
        this.#taskId(),
      );
      if (!checked.ok) return fail(`${path}: ${checked.error}; nothing of this change was written`);
      warnings.push(...checked.value.map(w => `${path}: ${w}`));
    }
    return ok(warnings);
  }
}

/** Numbers go on through all cycles of a run, because each names a stored change. */
function nextNumber({ recorder }: AgentRun): number {
  return recorder.state.proposals + 1;
}

function steersTools(path: string): boolean {
  return checkWritePath(path).kind === 'control_plane' || path === TEST_SCRIPT;
}
