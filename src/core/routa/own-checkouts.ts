import type { Consents } from '../gate/consents.ts';
import { restoreChanges } from '../gate/restore-changes.ts';
import { throwIfCancelled } from '../kernel/cancel.ts';
import type { OwnCheckout } from '../ports/result-branch.ts';
import { createPythonSymbols } from '../python/python-symbols.ts';
import { movedSentence } from '../runs/merge-commit.ts';
import { orFault } from '../runs/or-fault.ts';
import { WorkspaceVerifier } from '../verification/workspace-verifier.ts';
import type { Agent } from './agent.ts';
import { deliverBranch } from './deliver-branch.ts';
import { ORCHESTRATOR, type RoutaDelivery } from './events.ts';
import { taskAtWork } from './file-tools.ts';
import { type Merging, mergeWork } from './merge-work.ts';
import { type OpenBranch, openBranch } from './open-branch.ts';
import type { Place, Places } from './place.ts';
import type { RoutaPorts, RoutaSettings } from './run-request.ts';
import type { TaskBoard } from './task-board.ts';
import type { AppliedByAgent } from './workspace.ts';

/** An agent's checkout, and the commit that it was brought to last. */
interface Opened {
  readonly checkout: OwnCheckout;
  readonly place: Place;
  at: string;
}

/**
 * Each agent has a checkout of its own. What one wrote for a task is seen by the others, and is in the branch of the
 * workspace, when it reported; the user's checkout and branch stay as they are. The journal is the truth: checkouts
 * are made anew from it.
 */
export class OwnCheckouts implements Places {
  readonly #ports: RoutaPorts;
  readonly #board: TaskBoard;
  readonly #consents: Consents;
  readonly #delivery: RoutaDelivery;
  readonly #signal: AbortSignal;
  readonly #opened = new Map<string, Promise<Opened>>();
  #opening: Promise<OpenBranch> | undefined;

  constructor(
    ports: RoutaPorts,
    board: TaskBoard,
    consents: Consents,
    { delivery = 'none', signal }: Pick<RoutaSettings, 'delivery' | 'signal'>,
  ) {
    this.#delivery = delivery;
    this.#ports = ports;
    this.#board = board;
    this.#consents = consents;
    this.#signal = signal;
  }

  async of(agent: Agent): Promise<Place> {
    return (await this.#openFor(agent)).place;
  }

  async refresh(agent: Agent): Promise<void> {
    const opened = await this.#openFor(agent);
    const { workspace, recorder } = this.#board;
    const task = taskAtWork(this.#board, agent);
    const strays = task ? unmergedOf(workspace.changes, agent.id).filter(c => c.taskId !== task.taskId) : [];
    await this.#setAside(agent, strays);
    if (unmergedOf(workspace.changes, agent.id).length > 0) return;
    const { tip = opened.at } = workspace.branch ?? {};
    if (opened.at !== tip || strays.length > 0) await this.#move(opened, tip);
    if (task && agent.base !== tip)
      await recorder.record({ type: 'checked_out', agentId: agent.id, commit: tip });
  }

  async merge(agent: Agent, task: Parameters<Places['merge']>[1], summary: string) {
    const work = unmergedOf(this.#board.workspace.changes, agent.id).filter(c => c.taskId === task.taskId);
    if (work.length === 0) return undefined;
    const opened = await this.#openFor(agent);
    const merging: Merging = {
      board: this.#board,
      branch: (await this.#open()).branch,
      checkout: opened.checkout,
      journals: this.#ports.journals,
      signal: this.#signal,
    };
    const { refusal, at } = await mergeWork(merging, { agent, task, work, summary });
    if (at !== undefined) await this.#move(opened, at);
    return refusal;
  }

  async result(): Promise<Place> {
    return (await this.#checkoutAt('result', await this.#tip())).place;
  }

  async deliver(): Promise<string | undefined> {
    const { workspace } = this.#board;
    for (const agent of workspace.agents.values())
      await this.#setAside(agent, unmergedOf(workspace.changes, agent.id));
    const { branch } = await this.#open();
    const tip = await this.#tip();
    if (!(await branch.has(tip, this.#signal))) return movedSentence(branch.name, tip);
    const how = { consents: this.#consents, delivery: this.#delivery };
    return deliverBranch(this.#board, branch, how, this.#signal);
  }

  async close(): Promise<void> {
    const open = await this.#opening?.catch(() => undefined);
    // What cannot be removed now is when the next run begins.
    await open?.folders.close().catch(() => undefined);
  }

  #open(): Promise<OpenBranch> {
    this.#opening ??= openBranch(this.#ports.branches, this.#board, this.#signal);
    return this.#opening;
  }

  #openFor(agent: Agent): Promise<Opened> {
    const known = this.#opened.get(agent.id);
    if (known) return known;
    const opening = this.#reopen(agent);
    this.#opened.set(agent.id, opening);
    opening.catch(() => this.#opened.delete(agent.id));
    return opening;
  }

  /** As it was: on the commit it began from, with what it wrote since. */
  async #reopen(agent: Agent): Promise<Opened> {
    const { workspace } = this.#board;
    const agents = [...workspace.agents.keys()];
    const name = `${agents.indexOf(agent.id)}-${agent.id.replace(/[^a-z0-9-]/g, '').slice(0, 40)}`;
    const tip = await this.#tip();
    const work = unmergedOf(workspace.changes, agent.id);
    const opened = await this.#checkoutAt(name, work.length > 0 ? (agent.base ?? tip) : tip);
    const { runId } = this.#board.recorder;
    for (const { number, paths } of work) {
      const stored = await this.#ports.journals.loadChangeSet(runId, number);
      const { files } = opened.checkout;
      const restored = await restoreChanges(files, stored, { runId, paths, signal: this.#signal });
      if (restored.ok) continue;
      throwIfCancelled(this.#signal);
      await this.#setAside(agent, work, restored.error);
      await this.#move(opened, tip);
      break;
    }
    return opened;
  }

  async #checkoutAt(name: string, at: string): Promise<Opened> {
    const { folders } = await this.#open();
    const checkout = orFault(await folders.checkout(name, at, this.#signal), this.#signal);
    const { files, tests, linter } = checkout;
    // Both of the host's look at the user's folder, not at this one.
    const ports = { ...this.#ports, files, simulatedLinter: undefined, analyst: undefined };
    const place: Place = {
      root: checkout.workspace,
      folder: { files, tests, linter, isolated: true },
      verifier: new WorkspaceVerifier(ports),
      symbols: createPythonSymbols(files),
    };
    return { checkout, place, at };
  }

  async #tip(): Promise<string> {
    const { branch } = await this.#open();
    return this.#board.workspace.branch?.tip ?? branch.start;
  }

  async #move(opened: Opened, to: string): Promise<void> {
    orFault(await opened.checkout.moveTo(to, this.#signal), this.#signal);
    opened.at = to;
  }

  /** Work that no report made part of the result. */
  async #setAside(
    { id: agentId }: Agent,
    changes: readonly AppliedByAgent[],
    why = 'it was not reported as done',
  ): Promise<void> {
    for (const taskId of new Set(changes.map(change => change.taskId ?? ''))) {
      const own = changes.filter(change => (change.taskId ?? '') === taskId);
      const numbers = own.map(({ number }) => number);
      const paths = [...new Set(own.flatMap(change => change.paths))].sort();
      const { recorder } = this.#board;
      await recorder.record({ type: 'set_aside', agentId, taskId, numbers, paths, reason: 'left' });
      const sentence = `what ${agentId} wrote for ${taskId || 'no task'} (${paths.join(', ')}) is not in the result: ${why}`;
      await recorder.record({ type: 'warning', agentId: ORCHESTRATOR, sentence });
    }
  }
}

/** What is in the checkout of an agent and not in the branch. */
const unmergedOf = (changes: readonly AppliedByAgent[], agentId: string): readonly AppliedByAgent[] =>
  changes.filter(c => c.agentId === agentId && c.isolated && !c.reverted && c.merged === undefined);
