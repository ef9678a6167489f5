import type { ChangeSet } from '../changes/change-set.ts';
import { describeOpen } from '../gate/after-apply.ts';
import { Cancelled, orCancelled } from '../kernel/cancel.ts';
import { joinReasons } from '../kernel/sentences.ts';
import type { AgentOnCopy, OutsidePermission, OutsideSession, OutsideTurn } from '../ports/agent-on-copy.ts';
import { beginRun } from '../runs/begin-run.ts';
import { grantedBy } from '../runs/permissions.ts';
import type { Recorder } from '../runs/recorder.ts';
import type { DoneInTurn } from '../runs/session-events.ts';
import { SessionLog } from '../runs/session-log.ts';
import type { WrapEvent, WrapOutcome } from './events.ts';
import { type CopyRequest, gateOfCopy, type WrapPorts } from './gate-copy.ts';
import type { WrapState } from './state.ts';
import { wrapWorkflow } from './workflow.ts';

export interface SessionRequest extends CopyRequest {
  readonly agent: AgentOnCopy;
  /** What the person says next; `undefined`: nothing more. Asked before the first turn, too. */
  readonly next: (state: WrapState, signal: AbortSignal) => Promise<string | undefined>;
  /** A person answers an agent that asks; `undefined`: nobody can. */
  readonly permit: (request: OutsidePermission, signal: AbortSignal) => Promise<boolean | undefined>;
  /** Each of its questions is put to the person, also those that its sandbox makes harmless. */
  readonly asksAlways: boolean;
  /** A change of a turn that did not end by itself: a person decides, or nothing is applied. */
  readonly otherEnds: 'ask' | 'refuse';
}

/**
 * Speaks to an agent that works on a copy of the workspace, a turn after the other. After each turn, whatever its copy
 * has otherwise than the workspace goes through the change gate as one change.
 */
export const runSession = (ports: WrapPorts, request: SessionRequest): Promise<WrapState> =>
  beginRun(ports, wrapWorkflow, {
    title: request.command.join(' '),
    onEvent: request.onEvent,
    work: async recorder => {
      const { command, scope, claims } = request;
      const { runId } = recorder;
      await recorder.record({ type: 'run_started', runId, command, scope, claims, protocol: 'acp' });
      return new Session(ports, request, recorder).work();
    },
  });

/** What became of a turn's change. */
type Decided =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'applied' }
  | { readonly kind: 'refused'; readonly by: 'program' | 'checks'; readonly reasons: readonly string[] }
  | { readonly kind: 'failed'; readonly reasons: readonly string[] };

class Session {
  readonly #request: SessionRequest;
  readonly #recorder: Recorder<WrapEvent, WrapState>;
  readonly #gateFor: ReturnType<typeof gateOfCopy>;
  readonly #log: SessionLog;
  /** Lines are written in the order in which things happened. */
  #written: Promise<void> = Promise.resolve();
  #turn = 0;
  #last: Decided = { kind: 'unchanged' };
  #refused: ChangeSet | undefined;

  constructor(ports: WrapPorts, request: SessionRequest, recorder: Recorder<WrapEvent, WrapState>) {
    this.#request = request;
    this.#recorder = recorder;
    this.#gateFor = gateOfCopy(ports, request, recorder);
    this.#log = new SessionLog(line => this.#later(line));
  }

  async work(): Promise<WrapOutcome> {
    const { agent, signal } = this.#request;
    let isConfined = false;
    const opened = await agent.open(
      {
        onUpdate: update => this.#log.add(update),
        permit: (request, until) => this.#permit(request, isConfined, until),
      },
      signal,
    );
    if (!opened.ok) return { kind: 'BLOCKED', by: 'program', reasons: [opened.error] };
    const session = opened.value;
    try {
      isConfined = session.sandbox !== undefined;
      await this.#recorder.record({
        type: 'connected',
        agent: session.agent,
        ...(session.sandbox === undefined ? {} : { sandbox: session.sandbox }),
      });
      const stopped = await this.#turns(session);
      return stopped ?? this.#outcome();
    } finally {
      await session.close();
      // What it did until now is in the journal before the run's end, and what still comes is not in it.
      this.#log.close();
      await this.#written.catch(() => undefined);
    }
  }

  /** Until the person says nothing more; the outcome where the agent cannot go on. */
  async #turns(session: OutsideSession): Promise<WrapOutcome | undefined> {
    const { next, signal } = this.#request;
    for (;;) {
      this.#recorder.show({ type: 'listening' });
      const text = await orCancelled(next(this.#recorder.state, signal), signal);
      if (text === undefined || text.trim() === '') return undefined;
      const turn = ++this.#turn;
      const told = [...this.#become(), ...(await session.refresh(signal))];
      await this.#recorder.record({ type: 'prompted', turn, text, ...(told.length > 0 ? { told } : {}) });
      this.#log.beginTurn(turn);
      const ended = await session.prompt([...told, text].join('\n\n'), signal);
      const leftOut = this.#log.endTurn();
      await this.#written;
      if (!ended.ok) {
        if (signal.aborted) throw new Cancelled();
        return this.#blocked('program', [ended.error]);
      }
      const { stop, ms, changes, notes } = ended.value;
      const said =
        leftOut > 0 ? [...notes, `${leftOut} more lines of what it did are not in the journal`] : notes;
      await this.#recorder.record({
        type: 'turned',
        turn,
        stop,
        ms,
        files: changes.files.length,
        ...(said.length === 0 ? {} : { notes: said }),
      });
      if (signal.aborted || stop === 'cancelled') throw new Cancelled();
      this.#last = await this.#decide(ended.value, text);
    }
  }

  async #decide({ stop, changes, notCarried, notes }: OutsideTurn, text: string): Promise<Decided> {
    const { otherEnds } = this.#request;
    if (notCarried.length > 0) return { kind: 'refused', by: 'program', reasons: notCarried };
    if (changes.files.length === 0) {
      this.#refused = undefined;
      // What is on the disk and does not pass stays there.
      return this.#last.kind === 'failed' ? this.#last : { kind: 'unchanged' };
    }
    // It only answered: what was refused is not asked about again.
    if (this.#refused && isSame(this.#refused, changes)) return this.#last;
    const isOdd = stop !== 'end_turn';
    if (isOdd && otherEnds === 'refuse')
      return { kind: 'refused', by: 'program', reasons: [`the agent stopped before its end: ${stop}`] };
    const gate = this.#gateFor({
      changes,
      warnings: [...(isOdd ? [`the agent stopped before its end: ${stop}`] : []), ...notes],
      needsPerson: isOdd,
      task: text,
    });
    gate.beginTurn(this.#turn, this.#recorder.state.said ?? '');
    const decided = await gate.decide(changes);
    this.#refused = decided.ok ? undefined : changes;
    if (!decided.ok) return { kind: 'refused', by: 'checks', reasons: [decided.error] };
    const { open } = decided.value;
    return open.length > 0 ? { kind: 'failed', reasons: [describeOpen(open)] } : { kind: 'applied' };
  }

  /** What the agent is told of its last change before the person's words. */
  #become(): readonly string[] {
    const last = this.#last;
    if (last.kind === 'refused')
      return [
        `Your last change was not applied to the workspace (${joinReasons(last.reasons)}). Your files are as you left them.`,
      ];
    if (last.kind === 'failed')
      return [`Your last change was applied, but it does not pass its checks: ${joinReasons(last.reasons)}.`];
    return [];
  }

  async #permit(request: OutsidePermission, isConfined: boolean, signal: AbortSignal): Promise<boolean> {
    const { asksAlways, permit } = this.#request;
    this.#log.flush();
    const { title, does } = request.call;
    const byRule = grantedBy(request, { isConfined, asksAlways });
    const answer = byRule === undefined ? await permit(request, signal) : true;
    const granted = answer === true;
    const by = byRule ?? (answer === undefined ? 'nobody' : 'you');
    this.#log.permitted({ title, does, granted, by });
    await this.#written;
    return granted;
  }

  #later(line: DoneInTurn): void {
    this.#written = this.#written.then(() => this.#recorder.record(line));
    // Looked at when the turn ends.
    this.#written.catch(() => undefined);
  }

  #outcome(): WrapOutcome {
    const last = this.#last;
    if (last.kind === 'refused') return this.#blocked(last.by, last.reasons);
    if (last.kind === 'failed') return { kind: 'FAILED', reasons: last.reasons, changeKept: true };
    const files = this.#applied();
    const { notes } = this.#recorder.state;
    if (files > 0) return { kind: 'APPLIED', files };
    return { kind: 'DONE', ...(notes.length === 0 ? {} : { notes }) };
  }

  #blocked(by: 'program' | 'checks', reasons: readonly string[]): WrapOutcome {
    const files = this.#applied();
    return { kind: 'BLOCKED', by, reasons, ...(files === 0 ? {} : { files }) };
  }

  /** How many files all its turns changed. */
  #applied(): number {
    const { applied } = this.#recorder.state;
    return new Set(applied.flatMap(({ files }) => files.map(({ path }) => path))).size;
  }
}

const isSame = (one: ChangeSet, other: ChangeSet): boolean =>
  one.files.length === other.files.length &&
  one.files.every(({ path, beforeSha256, afterSha256 }, at) => {
    const file = other.files[at];
    return file?.path === path && file.beforeSha256 === beforeSha256 && file.afterSha256 === afterSha256;
  });
