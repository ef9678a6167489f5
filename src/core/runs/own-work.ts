import type { ChangedFileRecord } from '../changes/file-records.ts';
import { WorkspaceFault } from '../gate/change-gate.ts';
import { restoreChanges } from '../gate/restore-changes.ts';
import { throwIfCancelled } from '../kernel/cancel.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { AgentWorkspace } from '../ports/agent-workspace.ts';
import type {
  CommitRequest,
  Committed,
  DeliveryStatus,
  PullRequest,
  PullRequestOutcome,
  PushTarget,
  SetAside,
  WorkDelivery,
} from '../ports/delivery.ts';
import type { Journals } from '../ports/journal.ts';
import type { OwnCheckout, OwnFolders, ResultBranch } from '../ports/result-branch.ts';
import type { Committed as CommittedLine } from './common-events.ts';
import { changeText, mergeCommit, movedSentence, untakenSentence } from './merge-commit.ts';
import { orFault } from './or-fault.ts';
import type { OwnLine, OwnState } from './own-state.ts';

type SetAsideLine = Extract<OwnLine, { type: 'set_aside' }>;

/** A change that no commit has. */
interface OpenChange {
  readonly number: number;
  readonly files: readonly Pick<ChangedFileRecord, 'path'>[];
}

/** How the work stands, and what of it no commit has. */
export interface OwnAs {
  readonly own: OwnState;
  readonly open: readonly OpenChange[];
}

/** What work beside the user's checkout needs of its run. */
export interface OwnRun {
  readonly runId: string;
  readonly folders: OwnFolders;
  readonly journals: Pick<Journals<never>, 'loadChangeSet'>;
  /** What its journal says now. */
  readonly state: () => OwnAs;
  readonly record: (
    line: OwnLine | CommittedLine | { readonly type: 'warning'; readonly sentence: string },
  ) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Of a run of any kind: its journal says how the work stands, and `from` where that says nothing yet. */
export const ownRun = ({
  recorder,
  from,
  open,
  ...rest
}: Pick<OwnRun, 'folders' | 'journals' | 'signal'> & {
  readonly recorder: Pick<OwnRun, 'runId' | 'record'> & {
    readonly state: { readonly own?: OwnState | undefined };
  };
  readonly from: OwnState;
  readonly open: () => OwnAs['open'];
}): OwnRun => ({
  ...rest,
  runId: recorder.runId,
  state: () => ({ own: recorder.state.own ?? from, open: open() }),
  record: line => recorder.record(line),
});

/** Work that cannot go on before a person has decided. */
export class NeedsPerson extends Error {}

/**
 * The checkout in which one writer works, and the branch that its commits go to. The user's checkout and branch stay as
 * they are. The journal is the truth: the checkout is made anew from it.
 */
export class OwnWork implements WorkDelivery {
  readonly checkout: OwnCheckout;
  /** What was committed when the process died, before its line was written. */
  readonly foundCommit: string | undefined;
  readonly #run: OwnRun;
  #branch: ResultBranch | undefined;

  private constructor(
    run: OwnRun,
    checkout: OwnCheckout,
    branch: ResultBranch | undefined,
    foundCommit: string | undefined,
  ) {
    this.#run = run;
    this.checkout = checkout;
    this.#branch = branch;
    this.foundCommit = foundCommit;
  }

  /** As it was: on the commit it was brought to last, with what was written since. */
  static async open(run: OwnRun, { own, open }: OwnAs): Promise<OwnWork> {
    const { folders, record, signal } = run;
    const known = own.merging?.branch ?? own.branch;
    const branch =
      known === undefined
        ? undefined
        : orFault(await folders.findBranch({ branch: known, tip: own.tip }, signal), signal);
    if (branch && !(await branch.has(own.tip, signal)))
      throw new WorkspaceFault(movedSentence(branch.name, own.tip));
    const found = own.merging && (await branch?.has(own.merging.sha, signal)) ? own.merging : undefined;
    if (found) await record({ ...found, type: 'committed' });
    const tip = found?.sha ?? own.tip;
    const checkout = orFault(await folders.checkout('work', tip, signal), signal);
    const work = new OwnWork(run, checkout, branch, found?.subject);
    if (!found) await work.#restore(tip, open);
    return work;
  }

  /** The folder for its agents. */
  get workspace(): AgentWorkspace {
    const { folder: label, files, tests, linter } = this.checkout;
    return { label, files, tests, linter, delivery: this, isolated: true };
  }

  /** Why the result is not where it was put; `undefined`: it is. */
  async whyMoved(): Promise<string | undefined> {
    const { tip } = this.#run.state().own;
    if (!this.#branch || (await this.#branch.has(tip, this.#run.signal))) return undefined;
    return movedSentence(this.#branch.name, tip);
  }

  async status(signal: AbortSignal): Promise<Result<DeliveryStatus>> {
    const found = await this.checkout.status(signal);
    if (!found.ok) return found;
    const { start, tip } = this.#run.state().own;
    return ok({
      ...found.value,
      branch: this.#branch?.name,
      branchOwner: undefined,
      defaultBranch: undefined,
      remote: await this.findRemote(signal),
      ahead: tip === start ? 0 : 1,
    });
  }

  async commit(
    { paths, subject, body, newBranch }: CommitRequest,
    signal: AbortSignal,
  ): Promise<Result<Committed | SetAside>> {
    const branchMade = this.#branch === undefined;
    const branch = await this.openBranch(newBranch);
    const { record } = this.#run;
    const { name } = branch;
    const merged = await mergeCommit(
      { checkout: this.checkout, branch, signal },
      { paths, subject, body },
      sha => record({ type: 'merging', sha, branch: name, subject, paths }),
    );
    switch (merged.kind) {
      case 'merged':
        for (const sentence of merged.notes) await record({ type: 'warning', sentence });
        return ok({ sha: merged.sha, branch: name, branchMade });
      case 'nothing':
        await this.#setAside(merged.sha, 'same');
        return ok({ setAside: `the branch ${name} is the same with and without this change`, isSame: true });
      case 'untaken': {
        const at = orFault(await branch.tip(signal), signal);
        const again = 'Make your change again with other paths';
        return this.#giveBack({ at, what: untakenSentence(merged.paths) }, again);
      }
      case 'conflict':
        return this.#afterConflict(branch, merged);
    }
  }

  /** Its branch, made with the first commit, or before. */
  async openBranch(wanted: string): Promise<ResultBranch> {
    if (this.#branch) return this.#branch;
    const { folders, record, signal, state } = this.#run;
    const { start } = state().own;
    const branch = orFault(await folders.makeBranch(wanted, start, signal), signal);
    await record({ type: 'branch_made', branch: branch.name, start });
    this.#branch = branch;
    return branch;
  }

  /** Its commits refuse them themselves. */
  untaken = async (): Promise<Result<readonly string[]>> => ok([]);

  findRemote = async (signal: AbortSignal): Promise<string | undefined> =>
    this.#branch?.delivery.findRemote(signal);

  findPushTarget = async (signal: AbortSignal): Promise<Result<PushTarget>> =>
    this.#branch ? this.#branch.delivery.findPushTarget(signal) : fail(NOTHING_COMMITTED);

  push = async (target: PushTarget, signal: AbortSignal): Promise<Result<PushTarget>> =>
    this.#branch ? this.#branch.delivery.push(target, signal) : fail(NOTHING_COMMITTED);

  openPullRequest = async (request: PullRequest, signal: AbortSignal): Promise<Result<PullRequestOutcome>> =>
    this.#branch ? this.#branch.delivery.openPullRequest(request, signal) : fail(NOTHING_COMMITTED);

  async #restore(tip: string, open: OwnAs['open']): Promise<void> {
    const { runId, journals, signal } = this.#run;
    for (const { number, files } of open) {
      const stored = await journals.loadChangeSet(runId, number);
      const paths = files.map(({ path }) => path);
      const restored = await restoreChanges(this.checkout.files, stored, { runId, paths, signal });
      if (restored.ok) continue;
      throwIfCancelled(signal);
      const lost = await this.#setAside(tip, 'left');
      const sentence = `what was written and not committed (${lost.join(', ')}) is not in the checkout any more: ${restored.error}`;
      await this.#run.record({ type: 'warning', sentence });
      return;
    }
  }

  async #afterConflict(
    branch: ResultBranch,
    { sha, onto, paths }: { readonly sha: string; readonly onto: string; readonly paths: readonly string[] },
  ): Promise<Result<Committed | SetAside>> {
    const { signal, state } = this.#run;
    const what = `what was written does not fit on what is on the branch ${branch.name} meanwhile: ${paths.join(', ')}`;
    if (state().own.conflicts === 0)
      return this.#giveBack(
        { at: onto, what, reason: 'conflict' },
        'Read these files, and make your change again so that both hold',
      );
    const kept = orFault(await branch.keep(sha, 'kept', signal), signal);
    await this.#setAside(onto, 'conflict', kept);
    throw new NeedsPerson(`${what}, for the second time; the work is on the branch ${kept}`);
  }

  async #giveBack(
    {
      at,
      what,
      reason = 'left',
    }: { readonly at: string; readonly what: string; readonly reason?: 'conflict' | 'left' },
    again: string,
  ): Promise<Result<SetAside>> {
    const { journals, runId, state } = this.#run;
    const text = await changeText(journals, runId, state().open);
    await this.#setAside(at, reason);
    return ok({
      setAside: `not committed: ${what}. Your checkout has the newest commit of the branch now, and nothing of what you wrote since your last commit. ${again}. Your change was:\n${text}`,
    });
  }

  /** Gives the paths. */
  async #setAside(at: string, reason: SetAsideLine['reason'], keptAt?: string): Promise<readonly string[]> {
    const { record, signal, state } = this.#run;
    const { open } = state();
    const paths = [...new Set(open.flatMap(({ files }) => files.map(({ path }) => path)))].sort();
    const numbers = open.map(({ number }) => number);
    const kept = keptAt === undefined ? {} : { keptAt };
    await record({ type: 'set_aside', numbers, paths, reason, at_commit: at, ...kept });
    orFault(await this.checkout.moveTo(at, signal), signal);
    return paths;
  }
}

const NOTHING_COMMITTED = 'nothing was committed, so there is nothing to push';
