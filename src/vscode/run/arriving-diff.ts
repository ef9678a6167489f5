import { pathsOf } from '../../core/changes/simulate.ts';
import { loadSnapshot } from '../../core/gate/load-snapshot.ts';
import type { RunState } from '../../core/workorder/state.ts';
import type { WorkOrder } from '../../generated/contracts.ts';
import { ARRIVING_DIFF, DiffEditor } from '../diff/diff-editor.ts';
import type { MemoryFiles } from '../diff/memory-files.ts';
import type { Typing } from '../editor/typing.ts';
import type { FolderApp } from '../folder-apps.ts';

/** An answer that is whole by then is shown as the proposal that it is. */
const OPENS_AFTER_MS = 1500;
const FILLS_EVERY_MS = 700;

const shownAs = (runId: string): string => `${ARRIVING_DIFF.prefix}${runId}`;

/**
 * The diff of the commands that have arrived, while the Designer still writes: in an editor of its own that says so and
 * has no Apply, filled as more arrive, gone when the answer is whole. It never takes keys from a person who types.
 */
export class ArrivingDiff {
  readonly #app: Pick<FolderApp, 'files' | 'analyst'>;
  readonly #order: WorkOrder;
  readonly #typing: Typing;
  readonly #memory: MemoryFiles;
  readonly #diff: DiffEditor;
  readonly #stop = new AbortController();
  #latest: RunState | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOpen = false;

  constructor(
    app: Pick<FolderApp, 'files' | 'analyst'>,
    order: WorkOrder,
    memory: MemoryFiles,
    typing: Typing,
  ) {
    this.#app = app;
    this.#order = order;
    this.#typing = typing;
    this.#memory = memory;
    this.#diff = new DiffEditor(memory, ARRIVING_DIFF);
  }

  /** Takes the latest state; draws a moment later. */
  update(state: RunState): void {
    if (this.#stop.signal.aborted) return;
    if (state.arriving.length === 0) {
      if (this.#latest !== undefined) void this.end();
      return;
    }
    this.#latest = state;
    this.#timer ??= setTimeout(() => void this.#fill(), this.#isOpen ? FILLS_EVERY_MS : OPENS_AFTER_MS);
  }

  async end(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    clearTimeout(this.#timer);
    if (this.#isOpen) await this.#diff.closeAll();
    if (this.#latest !== undefined) this.#memory.forget(shownAs(this.#latest.runId));
    this.#diff.clear();
    this.#diff.dispose();
  }

  async #fill(): Promise<void> {
    const state = this.#latest;
    try {
      if (state !== undefined) await this.#show(state);
    } catch {
      // What cannot be shown of half an answer is judged, and said, when it is whole.
    } finally {
      this.#timer = undefined;
      if (this.#latest !== state && this.#latest !== undefined) this.update(this.#latest);
    }
  }

  async #show({ runId, arriving }: RunState): Promise<void> {
    const { signal } = this.#stop;
    const { files, analyst } = this.#app;
    const newFiles = this.#order.new_files ?? [];
    const paths = new Set([...arriving.flatMap(pathsOf), ...newFiles]);
    const { snapshot, problems } = await loadSnapshot(paths, files);
    if (problems.length > 0) return;
    const result = await analyst.simulate({ commands: arriving, newFiles, snapshot }, signal);
    if (signal.aborted || !result.ok) return;
    const changes = result.changes.files;
    if (this.#typing.isNow || (changes.length === 0 && !this.#isOpen)) return;
    if (this.#isOpen) {
      await this.#diff.update(changes, Date.now());
      return;
    }
    this.#isOpen = true;
    this.#diff.load(shownAs(runId), this.#order.step_id, changes, Date.now());
    await this.#diff.openAll();
    // The answer may have become whole while the editor opened.
    if (signal.aborted) await this.#diff.closeAll();
  }
}
