import { fileChange } from '../../../src/core/changes/file-change.ts';
import { ok } from '../../../src/core/kernel/result.ts';
import type {
  AgentOnCopy,
  OutsidePermission,
  OutsideTurn,
  OutsideUpdate,
} from '../../../src/core/ports/agent-on-copy.ts';
import { type MemoryFiles, sha256Of } from '../memory-files.ts';

/** What it does in one turn. */
export interface PlayedTurn {
  readonly updates?: readonly OutsideUpdate[];
  readonly asks?: OutsidePermission | readonly OutsidePermission[];
  /** Contents of its copy from now on. */
  readonly files?: Readonly<Record<string, string>>;
  readonly stop?: string;
}

/** An agent without a process: its copy is a list of contents. */
export class AgentInMemory implements AgentOnCopy {
  readonly told: string[] = [];
  readonly granted: boolean[] = [];
  isClosed = false;
  readonly #files: MemoryFiles;
  readonly #turns: readonly PlayedTurn[];
  readonly #sandbox: string | null;

  constructor(files: MemoryFiles, turns: readonly PlayedTurn[], sandbox: string | null = 'a test') {
    this.#files = files;
    this.#turns = turns;
    this.#sandbox = sandbox;
  }

  open: AgentOnCopy['open'] = async client => {
    const copy = new Map<string, string>();
    const sandbox = this.#sandbox;
    return ok({
      agent: 'played 1.0',
      ...(sandbox === null ? {} : { sandbox }),
      refresh: async () => [],
      prompt: async (text, signal) => {
        const turn = this.#turns[this.told.push(text) - 1] ?? {};
        for (const update of turn.updates ?? []) client.onUpdate(update);
        for (const asked of [turn.asks ?? []].flat()) this.granted.push(await client.permit(asked, signal));
        for (const [path, content] of Object.entries(turn.files ?? {})) copy.set(path, content);
        return ok(this.#turnOf(copy, turn.stop ?? 'end_turn'));
      },
      close: async () => {
        this.isClosed = true;
      },
    });
  };

  #turnOf(copy: ReadonlyMap<string, string>, stop: string): OutsideTurn {
    const bytes = (text: string | undefined) =>
      text === undefined ? undefined : new TextEncoder().encode(text);
    const files = [...copy].flatMap(
      ([path, text]) => fileChange(path, bytes(this.#files.text(path)), bytes(text), sha256Of) ?? [],
    );
    return { stop, ms: 1, changes: { files, receipts: [] }, notCarried: [], notes: [] };
  }
}
