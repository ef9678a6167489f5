import type { ChangeSet } from '../changes/change-set.ts';
import type { LoopEnd } from '../conversation/agent-loop.ts';
import { executeCalls } from '../conversation/execute-calls.ts';
import { throwIfCancelled } from '../kernel/cancel.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { OutsideSession, OutsideTurn, OutsideUpdate } from '../ports/agent-on-copy.ts';
import { grantedBy } from '../runs/permissions.ts';
import type { DoneInTurn } from '../runs/session-events.ts';
import { SessionLog } from '../runs/session-log.ts';
import type { AssignedTask } from './agent.ts';
import type { AgentSession } from './agent-session.ts';
import { isAlive } from './agent-status.ts';
import { taskAtWork, whyNotWrite } from './file-tools.ts';
import { arrivedFor } from './inbox.ts';
import { LastWords } from './last-words.ts';
import type { Player } from './player.ts';
import { introductionFor } from './player-words.ts';
import { REPORTING_TOOLS } from './roles.ts';
import { readSpoken, type SpokenReport } from './spoken-report.ts';
import type { TurnTaking } from './take-turns.ts';

/**
 * The turns of an agent that another maker's agent plays, until it reports, rests or is stopped. That one works on a copy
 * of the folder: what it changed there is one change when it reports its task as done, and passes the gate, the
 * scope and the report of every CRAFTER.
 */
export async function playTurns(taking: TurnTaking, session: AgentSession, player: Player): Promise<LoopEnd> {
  const release = await taking.playing.take(session.signal);
  try {
    const played = new Played(taking, session, player);
    for (;;) {
      const end = await played.work();
      if (end !== 'anew') return end;
    }
  } finally {
    release();
  }
}

/** What came of a turn: an end, a new copy, or what the agent is told next. */
type Came = LoopEnd | 'anew' | { readonly kind: 'goes on'; readonly told: readonly string[] };

const stopped = (by: 'model' | 'protocol' | 'limit' | 'stalled', reason: string): LoopEnd => ({
  kind: 'stopped',
  by,
  reason,
});

class Played {
  readonly #taking: TurnTaking;
  readonly #session: AgentSession;
  readonly #player: Player;
  readonly #log: SessionLog;
  readonly #words = new LastWords();
  /** Lines are written in the order in which things happened. */
  #written: Promise<void> = Promise.resolve();
  /** What the agent is told next of what came of its last turn. */
  #told: readonly string[] = [];
  #isReminded = false;
  /** Why its last report did not count. */
  #unreported: string | undefined;
  #refused: { readonly changes: ChangeSet; readonly reason: string } | undefined;

  constructor(taking: TurnTaking, session: AgentSession, player: Player) {
    this.#taking = taking;
    this.#session = session;
    this.#player = player;
    this.#log = new SessionLog(line => this.#later(line));
  }

  /** With one process on one copy. */
  async work(): Promise<LoopEnd | 'anew'> {
    const { signal, folder } = this.#session;
    let isConfined = false;
    const opened = await this.#player.on(folder).open(
      {
        onUpdate: update => this.#hear(update),
        permit: async (request, until) => {
          const { players } = this.#taking.settings;
          const { id } = this.#session.agent;
          this.#log.flush();
          const byRule = grantedBy(request, { isConfined, asksAlways: players?.asksAlways === true });
          const answer = byRule === undefined ? await players?.permit(id, request, until) : true;
          const by = byRule ?? (answer === undefined ? 'nobody' : 'you');
          const { title, does } = request.call;
          this.#log.permitted({ title, does, granted: answer === true, by });
          return answer === true;
        },
      },
      signal,
    );
    if (!opened.ok) return stopped('model', opened.error);
    const outside = opened.value;
    isConfined = outside.sandbox !== undefined;
    try {
      await this.#join(outside);
      return await this.#turns(outside);
    } finally {
      await outside.close();
      this.#log.flush();
      await this.#written.catch(() => undefined);
    }
  }

  async #join({ agent: client, sandbox }: OutsideSession): Promise<void> {
    const { agent } = this.#session;
    const player = this.#player.name;
    if (agent.player === player && agent.client === client) return;
    await this.#taking.board.recorder.record({
      type: 'joined',
      agentId: agent.id,
      client,
      player,
      ...(sandbox === undefined ? {} : { sandbox }),
    });
  }

  async #turns(outside: OutsideSession): Promise<LoopEnd | 'anew'> {
    const { agent, signal } = this.#session;
    const { board, inTurn, steer } = this.#taking;
    const { recorder, workspace } = board;
    let introduction: readonly string[] = [introductionFor(agent, workspace)];
    for (;;) {
      await inTurn?.take(agent.id, signal);
      await steer();
      await this.#session.refresh();
      const limit = this.#limit();
      if (limit) return limit;
      const arrived = arrivedFor(agent);
      const fresh = await outside.refresh(signal);
      const text = [...introduction, ...fresh, ...this.#told, ...(arrived ? [arrived.text] : [])].join(
        '\n\n',
      );
      introduction = [];
      await recorder.record({
        type: 'told',
        agentId: agent.id,
        role: 'user',
        text,
        ...(arrived ? { took: arrived.took } : {}),
      });
      const turn = agent.turns + 1;
      this.#log.beginTurn(turn);
      this.#words.clear();
      const ended = await outside.prompt(text, signal);
      const leftOut = this.#log.endTurn();
      await this.#written;
      throwIfCancelled(signal);
      if (!ended.ok) return stopped('model', ended.error);
      const note = this.#words.text;
      const line = { type: 'turn_started', agentId: agent.id, turn, note, calls: 0, fenced: false } as const;
      await recorder.record(line);
      const lost = leftOut > 0 ? [`${leftOut} more lines of what it did are not in the journal`] : [];
      for (const sentence of [...ended.value.notes, ...lost])
        await recorder.record({ type: 'warning', agentId: agent.id, sentence: `${agent.id}: ${sentence}` });
      this.#session.beginTurn(turn, note);
      const came = await this.#take(ended.value, note, turn);
      if (came === 'anew' || came.kind !== 'goes on') return came;
      this.#told = came.told;
    }
  }

  /** What it may still have no turn for. */
  #limit(): LoopEnd | undefined {
    const { agent } = this.#session;
    const { board, settings, turnsBefore, paused, halt } = this.#taking;
    // Ended by somebody else: there is nothing more to ask.
    if (!isAlive(agent.status)) return stopped('limit', agent.cause);
    const isPaused = paused();
    if (isPaused !== undefined) return stopped('limit', isPaused);
    if (board.workspace.turns - turnsBefore >= settings.turnsPerWorkspace) {
      const reason = `the limit of ${settings.turnsPerWorkspace} turns of the workspace is reached`;
      halt(reason);
      return stopped('limit', reason);
    }
    const most = Math.min(...agent.open.map(one => one.turnsBefore)) + settings.turnsPerAssignment;
    return agent.turns < most ? undefined : stopped('limit', `the limit of ${most} turns is reached`);
  }

  async #take(ended: OutsideTurn, words: string, turn: number): Promise<Came> {
    const { agent } = this.#session;
    const due = agent.open.filter(
      one => one.as === 'worker' || this.#taking.board.task(one.taskId)?.status === 'IN_REVIEW',
    );
    // It was only written to.
    if (due.length === 0) return stopped('stalled', 'it has no task');
    const { reports, summary } = readSpoken(words, due);
    if (ended.stop !== 'end_turn' || reports.length === 0) return this.#remind(ended.stop, due);
    this.#isReminded = false;
    if (agent.role === 'GATE' && ended.changes.files.length > 0) return this.#lookAnew(ended.changes);
    const isWork = due.some(one => one.as === 'worker') && reports.some(({ success }) => success);
    if (isWork) {
      const written = await this.#write(ended);
      if (!written.ok) return this.#refuse(ended.changes, written.error);
    } else if (agent.role === 'CRAFTER' && ended.changes.files.length > 0) {
      const paths = ended.changes.files.map(({ path }) => path).join(', ');
      const sentence = `${agent.id} reported a failure: what it changed in its copy is not taken (${paths})`;
      await this.#taking.board.recorder.record({ type: 'warning', agentId: agent.id, sentence });
    }
    return this.#report(reports, summary, turn, isWork && ended.changes.files.length > 0);
  }

  /** Everything its copy has otherwise, as one change through the gate; the error says why nothing was written. */
  async #write({ changes, notCarried }: OutsideTurn): Promise<Result<true>> {
    const { agent, gate } = this.#session;
    const { board, settings } = this.#taking;
    if (notCarried.length > 0) return fail(notCarried.join('; '));
    if (changes.files.length === 0) {
      this.#refused = undefined;
      return ok(true);
    }
    if (this.#refused && isSame(this.#refused.changes, changes)) return fail(this.#refused.reason);
    const refusals = changes.files.flatMap(
      ({ path }) => whyNotWrite(board, agent, path, settings.outsideScope) ?? [],
    );
    if (refusals.length > 0) return fail(refusals.join('; '));
    const decided = await gate.decide(changes);
    if (!decided.ok) return decided;
    this.#refused = undefined;
    return ok(true);
  }

  /** It may change its work; one that it only reports again is not asked about again. */
  #refuse(changes: ChangeSet, reason: string): Came {
    const isAgain = this.#refused !== undefined && isSame(this.#refused.changes, changes);
    this.#refused = { changes, reason };
    if (isAgain) return stopped('protocol', `it reported a change again that was refused: ${reason}`);
    return {
      kind: 'goes on',
      told: [
        `Your change was not taken: ${reason}. Your copy is as you left it. Change what is wrong there and report again, or report FAILED.`,
      ],
    };
  }

  /** A verdict is about what is there, not about what its GATE made of it. */
  #lookAnew({ files }: ChangeSet): Came {
    const paths = files.map(({ path }) => path).join(', ');
    if (this.#refused) return stopped('protocol', `it changed files that it was to verify: ${paths}`);
    this.#refused = { changes: { files, receipts: [] }, reason: 'it changed files' };
    this.#told = [
      `Your verdict does not count, because you changed files of the repository: ${paths}. You have a fresh copy now. Verify again without changing anything, and give your verdict.`,
    ];
    return 'anew';
  }

  #remind(stop: string, due: readonly AssignedTask[]): Came {
    const names = due.map(({ taskId }) => taskId).join(', ');
    const early = stop === 'end_turn' ? [] : [`its turn ended early (${stop})`];
    if (this.#isReminded) return stopped('protocol', [...early, `it did not report on ${names}`].join('; '));
    this.#isReminded = true;
    const [word, good, bad] =
      this.#session.agent.role === 'GATE' ? ['VERDICT', 'ACCEPTED', 'FIX'] : ['REPORT', 'DONE', 'FAILED'];
    const lines = due.map(({ taskId }) => `${word} ${taskId}: ${good} (or ${bad})`).join('\n');
    return {
      kind: 'goes on',
      told: [
        `${early.length > 0 ? `Your turn ended early (${stop}). ` : ''}You have not reported on ${names}. Finish your work, then end your answer with\n${lines}\nWithout it the work does not count. Another answer without it ends it as failed.`,
      ],
    };
  }

  /** By the same tool, with the same refusals and comparisons, as every agent. */
  async #report(
    reports: readonly SpokenReport[],
    summary: string,
    turn: number,
    hasChanged: boolean,
  ): Promise<Came> {
    const { agent, toolbox, turns, signal, folder } = this.#session;
    const { recorder } = this.#taking.board;
    const call = ({ taskId, success }: SpokenReport) => ({
      name: 'report_to_parent',
      args: { agentId: agent.id, report: { taskId, summary, success } },
    });
    const results = await executeCalls(reports.map(call), {
      toolbox,
      caller: agent.id,
      allowed: REPORTING_TOOLS,
      terminal: REPORTING_TOOLS,
      halting: REPORTING_TOOLS,
      hasMoreToEnd: () => agent.open.length > 0,
      signal,
      before: turns.before,
      onResult: ({ tool, args, status, response }, index) =>
        recorder.record({ type: 'called', agentId: agent.id, turn, index, tool, args, status, response }),
    });
    throwIfCancelled(signal);
    const notes = await turns.closeTurn();
    const bad = results.filter(({ status }) => status !== 'ok');
    const [last] = results.slice(-1);
    if (bad.length === 0 && last) return { kind: 'halted', by: last };
    const reason = bad.map(({ response }) => errorOf(response)).join('; ');
    if (reason === this.#unreported && !hasChanged)
      return stopped('protocol', `it reported again what is not taken, and changed nothing since: ${reason}`);
    this.#unreported = reason;
    this.#told = [`Not reported: ${reason}`, ...notes];
    // A checkout may have been brought to the newest result: its copy begins from that.
    return folder === undefined || taskAtWork(this.#taking.board, agent) === undefined
      ? { kind: 'goes on', told: this.#told }
      : 'anew';
  }

  #hear(update: OutsideUpdate): void {
    this.#words.add(update);
    this.#log.add(update);
  }

  #later(line: DoneInTurn): void {
    const { recorder } = this.#taking.board;
    const agentId = this.#session.agent.id;
    this.#written = this.#written.then(() => recorder.record({ ...line, agentId }));
    // Looked at when the turn ends.
    this.#written.catch(() => undefined);
  }
}

const errorOf = (response: unknown): string =>
  typeof response === 'object' && response !== null && 'error' in response
    ? String(response.error)
    : JSON.stringify(response);

const isSame = (one: ChangeSet, other: ChangeSet): boolean =>
  one.files.length === other.files.length &&
  one.files.every(({ path, beforeSha256, afterSha256 }, at) => {
    const file = other.files[at];
    return file?.path === path && file.beforeSha256 === beforeSha256 && file.afterSha256 === afterSha256;
  });
