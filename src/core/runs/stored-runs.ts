import type { ChangeSet, FileChange } from '../changes/change-set.ts';
import { joinChanges } from '../changes/join-changes.ts';
import type { ThreeVersions } from '../changes/three-versions.ts';
import { editedSince } from '../gate/compare-run.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { whileHeld } from '../ports/hold.ts';
import type { RunSummary } from '../ports/journal.ts';
import type { Said } from '../ports/steering.ts';
import type { Tried } from '../ports/trials.ts';
import { type ChangePart, isPartOf } from './change-part.ts';
import type { TriedOut } from './common-events.ts';
import { STOPPED } from './common-outcome.ts';
import { type FileVerdict, verifyFiles } from './compare-files.ts';
import { findSecretFiles } from './find-secret-files.ts';
import { INTERRUPTED } from './interrupted.ts';
import { openStored, type StoredRunPorts } from './open-stored.ts';
import type { RunLine } from './reconcile.ts';
import { type RevertRequest, revertRun } from './revert.ts';
import { changesOf } from './stored-changes.ts';
import { pathsNamedIn, type SecretFiles, withoutSecretFiles } from './without-secret-files.ts';
import type { AppliedChange, Workflow } from './workflow.ts';

/** What stored changes and records of a run come to now, found without any model. */
export interface RunVerification {
  readonly files: readonly { readonly path: string; readonly verdict: FileVerdict }[];
  /** What does not hold; empty when the records of the run agree with each other. */
  readonly problems: readonly string[];
  /** What it came to when its changes were last run, before and after. */
  readonly tried?: Tried & { readonly at: number };
}

/**
 * The stored runs of one kind of work, as every host lists, shows and ends them. Reading opens journals and nothing
 * else; whatever writes holds the run and first records what is really on the disk.
 */
export interface StoredRuns<E, S> {
  /** Newest first. */
  list(): Promise<readonly RunSummary[]>;
  /** `undefined` when there is no such run; so with all that read. */
  events(runId: string): Promise<readonly E[] | undefined>;
  state(runId: string): Promise<S | undefined>;
  /** How it ended, as one sentence; of one that has not ended "at work", or "interrupted" when no process works on it. */
  headline(runId: string): Promise<string | undefined>;
  /** Whether a process works on it now; `undefined`: none does. Reads no journal, so it can be asked again and again. */
  underWay(runId: string): Promise<RunSummary['underWay']>;
  /** What can be passed on of its journal: without the text of files that look like secrets. */
  shared(runId: string): Promise<SharedRun<E> | undefined>;
  /** The run as a readable Markdown document, of what can be passed on. */
  transcript(runId: string): Promise<string | undefined>;
  /** What a run, or a part of it, changed, bytes included; empty when nothing, or when it was pruned. */
  changes(runId: string, part?: ChangePart): Promise<readonly FileChange[]>;
  /** Compares records and files with what was applied; the error says that there is nothing to verify. */
  verify(runId: string): Promise<Result<RunVerification>>;
  /** Makes what a person had run of its changes a part of its record; the error says why it is none. */
  recordTried(runId: string, tried: Tried): Promise<Result<void>>;
  /** The files it changed that were edited, deleted or replaced since; they may keep it from being reverted. */
  editedSince(runId: string): Promise<readonly ThreeVersions[]>;
  /** Takes back what a run, or a part of it, applied; the value names the files. */
  revert(request: RevertRequest): Promise<Result<readonly string[]>>;
  /** Says something to a run that is at work; false where no run can be spoken to. */
  say(runId: string, said: Omit<Said, 'id'>): Promise<boolean>;
  /** Ends a run that is not to continue; what it applied stays. */
  giveUp(runId: string): Promise<Result<S>>;
}

/** What was run of all that it changed. The only change of a run is run before it is applied, too. */
function lastTried(
  lines: readonly (RunLine & { readonly at: number })[],
): RunVerification['tried'] | undefined {
  const applied = lines.filter(({ type }) => type === 'applied').length;
  const line = lines.findLast(
    ({ type }) => type === 'tried' || type === 'reverted' || (type === 'applied' && applied > 1),
  );
  if (line === undefined || !isTried(line)) return undefined;
  const { at, trials, tests } = line;
  return { at, trials, ...(tests === undefined ? {} : { tests }) };
}

const isTried = (line: RunLine & { readonly at: number }): line is TriedOut & { readonly at: number } =>
  line.type === 'tried';

/** What of a run can leave this machine. */
export interface SharedRun<E> {
  readonly events: readonly E[];
  /** Files whose text was taken out. */
  readonly leftOut: readonly string[];
  /** For what else was recorded of the run. */
  readonly secrets: SecretFiles;
}

/** @param ports gives the ports anew for each use: the folder may have become a git repository meanwhile */
export function createStoredRuns<E extends RunLine & { readonly at: number }, S, O>(
  ports: () => Promise<StoredRunPorts<E>>,
  workflow: Workflow<E, S, O>,
): StoredRuns<E, S> {
  const events = async (runId: string) => (await ports()).journals.read(runId);
  const stateOf = async (runId: string) => {
    const lines = await events(runId);
    // A journal without a line is of a run that stopped before it began.
    return lines && lines.length > 0 ? lines.reduce(workflow.reduce, workflow.initial(runId)) : undefined;
  };
  /** What was applied, joined; parts that are no longer stored are left out. */
  const load = async (runId: string, isWanted: (change: AppliedChange) => boolean): Promise<ChangeSet> => {
    const state = await stateOf(runId);
    const wanted = state === undefined ? [] : workflow.applied(state).filter(isWanted);
    return changesOf((await ports()).journals, runId, wanted);
  };

  const underWay = async (runId: string) => (await ports()).hold.isTaken(runId);
  const shared = async (runId: string): Promise<SharedRun<E> | undefined> => {
    const lines = await events(runId);
    if (lines === undefined) return undefined;
    const { files } = await ports();
    // Stored bytes that are damaged cannot be taken back; what the journal says can still be read.
    const changed = await load(runId, () => true).catch(() => joinChanges([]));
    const secrets = await findSecretFiles(files, pathsNamedIn(lines), changed.files);
    const { value, paths } = withoutSecretFiles(lines, secrets);
    return { events: value, leftOut: paths, secrets };
  };

  return {
    list: async () => (await ports()).journals.list(),
    events,
    state: stateOf,
    async headline(runId) {
      const state = await stateOf(runId);
      if (state === undefined) return undefined;
      return workflow.headline(state) ?? (await underWay(runId)) ?? INTERRUPTED;
    },
    underWay,
    shared,
    async transcript(runId) {
      const run = await shared(runId);
      return run && workflow.transcript(run.events);
    },
    changes: async (runId, part = {}) => (await load(runId, isPartOf(part))).files,
    async verify(runId) {
      const state = await stateOf(runId);
      if (state === undefined) return fail(`there is no ${workflow.name} ${runId}`);
      const here = workflow.applied(state).filter(change => !change.isolated);
      const kept = here.filter(change => !change.reverted);
      const wanted: readonly ChangePart[] = kept.length > 0 ? kept : here;
      const changes = await load(runId, change => wanted.some(one => isPartOf(one)(change)));
      if (changes.files.length === 0)
        return fail(
          here.length === 0
            ? `Nothing is recorded as applied here by run ${runId}, so there is nothing to verify.`
            : `What run ${runId} applied adds up to no change, so there is nothing to verify.`,
        );
      const { files, sha256 } = await ports();
      const problems = workflow.checkRecords?.(sha256, state, changes) ?? [];
      const tried = lastTried((await events(runId)) ?? []);
      return ok({
        files: await verifyFiles({ files, sha256 }, changes),
        problems,
        ...(tried === undefined ? {} : { tried }),
      });
    },
    async recordTried(runId, { trials, tests }) {
      const { triedLine } = workflow;
      if (triedLine === undefined) return fail(`a ${workflow.name} keeps no record of what was run`);
      const places = await ports();
      return whileHeld(places.hold, runId, async () => {
        const stored = await openStored(places, workflow, runId);
        if (!stored.ok) return stored;
        await stored.value.recorder.record(
          triedLine({ type: 'tried', trials, ...(tests === undefined ? {} : { tests }) }),
        );
        return ok(undefined);
      });
    },
    editedSince: async runId => {
      // What is in a checkout of its own was never in the folder.
      const changes = await load(runId, ({ reverted, isolated }) => !reverted && !isolated);
      return editedSince(changes, (await ports()).files);
    },
    async say(runId, said) {
      const { steering } = await ports();
      return (await steering?.tell?.(runId, said)) !== undefined;
    },
    revert: async request => revertRun(await ports(), workflow, request),
    async giveUp(runId) {
      const places = await ports();
      return whileHeld(places.hold, runId, async () => {
        const stored = await openStored(places, workflow, runId);
        if (!stored.ok) return stored;
        const { recorder } = stored.value;
        if (workflow.outcome(recorder.state)?.kind === 'DONE')
          return fail(`${workflow.name} ${runId} is done`);
        await recorder.record(workflow.finishedLine({ kind: 'CANCELLED', reason: STOPPED }));
        await workflow.save?.(places, recorder);
        return ok(recorder.state);
      });
    },
  };
}
