import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Said, Steering } from '../../core/ports/steering.ts';
import { makeFolder } from '../make-folder.ts';
import { isRunId } from './run-id.ts';

const FOLDER = 'said';
const NAME = /^\d{13}-[0-9a-f]{8}\.json$/;
/** How soon a run sees what was said. */
const LOOK_MS = 250;

/** Words for runs as files beside their journals: each is written whole, and gone when the run has taken it. */
export function createSteering(runsDir: string): Steering {
  const folderOf = (runId: string) => path.join(runsDir, 'runs', runId, FOLDER);
  const namesIn = (runId: string): readonly string[] => {
    if (!isRunId(runId)) return [];
    try {
      return fs
        .readdirSync(folderOf(runId))
        .filter(name => NAME.test(name))
        .sort();
    } catch {
      return [];
    }
  };
  return {
    tell: async (runId, said) => saySomething(runsDir, runId, said),
    waiting: async runId => namesIn(runId).flatMap(name => readSaid(path.join(folderOf(runId), name)) ?? []),
    taken: async (runId, id) => {
      if (isRunId(runId) && NAME.test(`${id}.json`))
        fs.rmSync(path.join(folderOf(runId), `${id}.json`), { force: true });
    },
    watch: (runId, look) => {
      const timer = setInterval(() => namesIn(runId).length > 0 && look(), LOOK_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

/** Gives its id. The file appears whole, so that no run reads half of it. */
export function saySomething(runsDir: string, runId: string, said: Omit<Said, 'id'>): string {
  const folder = path.join(runsDir, 'runs', runId, FOLDER);
  makeFolder(folder);
  const id = `${String(Date.now()).padStart(13, '0')}-${randomBytes(4).toString('hex')}`;
  const draft = path.join(folder, `${id}.draft`);
  fs.writeFileSync(draft, JSON.stringify({ ...said, id }), { mode: 0o600, flush: true });
  fs.renameSync(draft, path.join(folder, `${id}.json`));
  return id;
}

/** Whether the run has not taken it yet. */
export const isWaiting = (runsDir: string, runId: string, id: string): boolean =>
  fs.existsSync(path.join(runsDir, 'runs', runId, FOLDER, `${id}.json`));

/** Takes it back; false: the run was quicker. */
export function takeBack(runsDir: string, runId: string, id: string): boolean {
  try {
    fs.unlinkSync(path.join(runsDir, 'runs', runId, FOLDER, `${id}.json`));
    return true;
  } catch {
    return false;
  }
}

/** A file of someone else in that place says nothing. */
function readSaid(file: string): Said | undefined {
  try {
    const read: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    if (typeof read !== 'object' || read === null) return undefined;
    const { kind, text, by, agentId } = read as Readonly<Record<string, unknown>>;
    if (kind !== 'say' && kind !== 'pause' && kind !== 'stop') return undefined;
    if (typeof text !== 'string' || typeof by !== 'string') return undefined;
    // The name is what is deleted, whatever the file says.
    const id = path.basename(file, '.json');
    return { id, kind, text, by, ...(typeof agentId === 'string' ? { agentId } : {}) };
  } catch {
    return undefined;
  }
}
