import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import { Recorder, type WithoutTime } from '../runs/recorder.ts';
import type { RunEvent, Stage } from './events.ts';
import { initialState, type RunState, reduce } from './state.ts';

/** The recorder of a run that goes through stages. */
export class RunRecorder extends Recorder<RunEvent, RunState> {
  #stage: Stage | undefined;

  constructor(
    journal: Journal<RunEvent>,
    clock: Clock,
    onEvent: ((event: RunEvent, state: RunState) => void) | undefined,
  ) {
    super({ journal, clock, initial: initialState(journal.runId), reduce, onEvent });
  }

  /** The stage under way, if any. */
  get stage(): Stage | undefined {
    return this.#stage;
  }

  /** How a run ends whose journal is lost: shown without a line, the stage under way as failed. */
  showEnd(event: WithoutTime<Extract<RunEvent, { type: 'reverted' | 'finished' }>>): void {
    if (this.#stage) this.show({ type: 'stage_finished', stage: this.#stage, ok: false });
    this.#stage = undefined;
    this.show(event);
  }

  async start(stage: Stage): Promise<void> {
    this.#stage = stage;
    await this.record({ type: 'stage_started', stage });
  }

  async finish(ok: boolean): Promise<void> {
    const stage = this.#stage;
    if (!stage) return;
    await this.record({ type: 'stage_finished', stage, ok });
    this.#stage = undefined;
  }
}
