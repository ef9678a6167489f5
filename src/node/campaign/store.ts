import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Asked, CampaignEvent } from '../../core/campaign/events.ts';
import { CampaignState } from '../../core/campaign/state.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { RunSummary } from '../../core/ports/journal.ts';
import { nodeFs } from '../files/fs-port.ts';
import { hostIdentity } from '../files/host-identity.ts';
import { lockWorkspace } from '../files/workspace-lock.ts';
import { createHold } from '../journal/hold-run.ts';
import { createJournals, type DiskJournals } from '../journal/journals.ts';
import { makeFolder } from '../make-folder.ts';
import { systemClock } from '../system.ts';
import { workspaceStateDir } from '../workspace-state.ts';

type WithoutTime<E> = E extends unknown ? Omit<E, 'at'> : never;
export type NewCampaignEvent = WithoutTime<CampaignEvent>;
export type NewAsked = WithoutTime<Asked>;

/** A campaign that this process has alone: what it is, and the way to its journal. */
export interface HeldCampaign {
  readonly state: CampaignState;
  /** Written down first, then part of the state. */
  add(event: NewCampaignEvent): Promise<void>;
  /** What other processes have asked for since; each once, and part of the state then. */
  takeAsked(): Promise<readonly NewAsked[]>;
  release(): void;
}

export interface CampaignStore {
  list(): Promise<readonly RunSummary[]>;
  /** `undefined`: there is none with this id. */
  read(runId: string): Promise<CampaignState | undefined>;
  events(runId: string): Promise<readonly CampaignEvent[] | undefined>;
  create(title: string): Promise<Result<HeldCampaign & { readonly runId: string }>>;
  /** One process at a time looks whether another campaign is in the way, and begins its own. */
  alone<T>(begin: () => Promise<T>): Promise<T>;
  /** Those that a process works on now. */
  atWork(): Promise<readonly CampaignState[]>;
  /** The error says who has it. */
  hold(runId: string): Promise<Result<HeldCampaign>>;
  /** Does it itself where no process has the campaign, else leaves word for that one; which of both it was. */
  ask(runId: string, event: NewAsked): Promise<Result<'done' | 'told'>>;
  /** A file or folder beside the journal. */
  placeOf(runId: string, name: string): string;
}

const ASKED = 'asked';
/** To begin is to write one line down. */
const BEGIN_MS = 30_000;
/** Campaigns are few, and their results are kept beside them. */
const LIMITS = { runs: 10_000, megabytes: 1_000_000 };

/** The campaigns that were started in the folder `root` (absolute). */
export function openCampaigns(root: string): CampaignStore {
  const stateDir = workspaceStateDir(root);
  const runsDir = path.join(stateDir, 'campaigns');
  const journals: DiskJournals<CampaignEvent> = createJournals(runsDir, systemClock, {
    limits: () => LIMITS,
    transactions: stateDir,
  });
  const locks = createHold({ root, stateDir, runsDir, what: 'campaign' });

  const held = async (runId: string, release: () => void): Promise<HeldCampaign> => {
    const state = CampaignState.of((await journals.read(runId)) ?? []);
    const journal = await journals.reopen(runId);
    const add = async (event: NewCampaignEvent) => {
      const whole = { at: systemClock.now(), ...event } as CampaignEvent;
      await journal.append(whole);
      state.add(whole);
    };
    const folder = journals.fileOf(runId, ASKED);
    return {
      state,
      add,
      async takeAsked() {
        const taken: NewAsked[] = [];
        for (const name of namesIn(folder)) {
          const file = path.join(folder, name);
          const asked = readAsked(file);
          if (asked !== undefined) {
            await add(asked);
            taken.push(asked);
          }
          fs.rmSync(file, { force: true });
        }
        return taken;
      },
      release,
    };
  };

  const store: CampaignStore = {
    list: () => journals.list(),
    async read(runId) {
      const events = await journals.read(runId);
      return events === undefined ? undefined : CampaignState.of(events);
    },
    events: runId => journals.read(runId),
    async create(title) {
      const { runId } = await journals.create(title);
      const one = await store.hold(runId);
      return one.ok ? ok({ ...one.value, runId }) : one;
    },
    async alone(begin) {
      const folder = path.join(runsDir, 'beginning');
      makeFolder(folder);
      const lock = await lockWorkspace({
        fs: nodeFs,
        stateDir: folder,
        host: hostIdentity(),
        signal: new AbortController().signal,
        waitMs: BEGIN_MS,
      });
      if (!lock.ok) throw new Error(lock.error);
      try {
        return await begin();
      } finally {
        lock.value.release();
      }
    },
    async atWork() {
      const found: CampaignState[] = [];
      for (const { runId, underWay } of await journals.list()) {
        if (underWay === undefined) continue;
        // One that cannot be read is named where it is asked for.
        const state = await store.read(runId).catch(() => undefined);
        if (state !== undefined) found.push(state);
      }
      return found;
    },
    async hold(runId) {
      const lock = await locks.run(runId);
      if (!lock.ok) return lock;
      try {
        return ok(await held(runId, lock.value));
      } catch (error) {
        lock.value();
        return fail(error instanceof Error ? error.message : String(error));
      }
    },
    async ask(runId, event) {
      const own = await store.hold(runId);
      if (own.ok) {
        try {
          await own.value.takeAsked();
          await own.value.add(event);
          return ok('done');
        } finally {
          own.value.release();
        }
      }
      if (locks.isTaken(runId) === undefined) return own;
      leaveWord(journals.fileOf(runId, ASKED), event);
      return ok('told');
    },
    placeOf: (runId, name) => journals.fileOf(runId, name),
  };
  return store;
}

const NAME = /^\d{13}-[0-9a-f]{8}\.json$/;

function namesIn(folder: string): readonly string[] {
  try {
    return fs
      .readdirSync(folder)
      .filter(name => NAME.test(name))
      .sort();
  } catch {
    return [];
  }
}

/** The file appears whole, so that nobody reads half of it. */
function leaveWord(folder: string, event: NewAsked): void {
  makeFolder(folder);
  const name = `${String(Date.now()).padStart(13, '0')}-${randomBytes(4).toString('hex')}`;
  const draft = path.join(folder, `${name}.draft`);
  fs.writeFileSync(draft, JSON.stringify(event), { mode: 0o600, flush: true });
  fs.renameSync(draft, path.join(folder, `${name}.json`));
}

const ASKABLE: readonly string[] = ['paused', 'resumed', 'cancelled', 'retried', 'approved', 'declined'];

function readAsked(file: string): NewAsked | undefined {
  try {
    const event = JSON.parse(fs.readFileSync(file, 'utf8'));
    return ASKABLE.includes(event.type) ? event : undefined;
  } catch {
    return undefined;
  }
}
