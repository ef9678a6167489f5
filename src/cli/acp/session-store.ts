import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isObject } from '../../core/kernel/is-object.ts';
import { makeFolder } from '../../node/make-folder.ts';
import { workspaceStateDir } from '../../node/workspace-state.ts';

/** What a person said in a conversation, and what became of it. */
export interface SessionTurn {
  readonly text: string;
  /** Left out until a run has begun. */
  readonly runId?: string;
  /** How it ended, as a sentence; left out while it is under way or was interrupted. */
  readonly headline?: string;
}

const SESSION = /^session-[0-9a-z]{1,12}-[0-9a-f]{16}$/;

export const newSessionId = (): string =>
  `session-${Date.now().toString(36)}-${randomBytes(8).toString('hex')}`;

/** The conversations of editors in a workspace: which runs each is made of. What happened in them is in their journals. */
export class SessionStore {
  readonly #folder: string;

  /** @param root the workspace, absolute */
  constructor(root: string) {
    this.#folder = path.join(workspaceStateDir(root), 'acp-sessions');
  }

  /** `undefined`: there is none with this id. */
  read(sessionId: string): readonly SessionTurn[] | undefined {
    if (!SESSION.test(sessionId)) return undefined;
    try {
      const kept: unknown = JSON.parse(readFileSync(this.#fileOf(sessionId), 'utf8'));
      return Array.isArray(kept) ? kept.flatMap(turnOf) : undefined;
    } catch {
      return undefined;
    }
  }

  /** The file appears whole, so that nobody reads half of it. */
  write(sessionId: string, turns: readonly SessionTurn[]): void {
    makeFolder(this.#folder);
    const file = this.#fileOf(sessionId);
    writeFileSync(`${file}.new`, JSON.stringify(turns), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  #fileOf(sessionId: string): string {
    return path.join(this.#folder, `${sessionId}.json`);
  }
}

function turnOf(kept: unknown): readonly SessionTurn[] {
  if (!isObject(kept) || typeof kept['text'] !== 'string') return [];
  const { text, runId, headline } = kept;
  return [
    {
      text,
      ...(typeof runId === 'string' ? { runId } : {}),
      ...(typeof headline === 'string' ? { headline } : {}),
    },
  ];
}
