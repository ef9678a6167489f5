import type { RunState } from '../../core/workorder/state.ts';
import type { DiffEditor } from '../diff/diff-editor.ts';
import type { ActiveRun, RunOrigin } from './active-run.ts';

/** Where one run shows itself; its signal is aborted when the person cancels what is shown. */
export interface RunDisplay {
  readonly signal: AbortSignal;
  readonly update: (state: RunState) => void;
  readonly end: () => void;
}

/** A run that has the window to itself. */
export function displayAlone(run: ActiveRun, diff: DiffEditor, origin: RunOrigin): RunDisplay {
  const signal = run.begin(origin);
  diff.clear();
  return { signal, update: state => run.update(state), end: () => run.end() };
}

interface Shown {
  readonly place: number;
  readonly origin: RunOrigin;
  readonly cancelled: AbortController;
  state: RunState | undefined;
}

/**
 * The window of steps that continue at the same time: it shows the first of them in the plan, which is the next to be
 * reviewed. Cancelling it cancels those behind it as well.
 */
export class StepsDisplay {
  readonly #run: ActiveRun;
  readonly #diff: DiffEditor;
  #steps: readonly Shown[] = [];
  #front: Shown | undefined;

  constructor(run: ActiveRun, diff: DiffEditor) {
    this.#run = run;
    this.#diff = diff;
  }

  /** @param place of the step in the plan */
  join(origin: RunOrigin, place: number): RunDisplay {
    const step: Shown = { place, origin, cancelled: new AbortController(), state: undefined };
    this.#steps = [...this.#steps, step].sort((a, b) => a.place - b.place);
    this.#showFront();
    return {
      signal: step.cancelled.signal,
      update: state => {
        step.state = state;
        if (this.#front === step) this.#run.update(state);
      },
      end: () => {
        this.#steps = this.#steps.filter(other => other !== step);
        this.#showFront();
      },
    };
  }

  #showFront(): void {
    const [front] = this.#steps;
    if (front === this.#front) return;
    if (this.#front) this.#run.end();
    this.#front = front;
    if (!front) return;
    const signal = this.#run.begin(front.origin);
    signal.addEventListener('abort', () => front.cancelled.abort(), { once: true });
    this.#diff.clear();
    if (front.state) this.#run.update(front.state);
  }
}
