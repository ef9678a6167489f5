import * as vscode from 'vscode';
import type { AgentsProjection, AgentVerb } from '../../core/panel/agents-list.ts';
import { showInformationMessage } from '../inert-window.ts';

/** Beside what the person does: keys that are typed stay where they are. */
export const showAgentsView = (): Thenable<unknown> =>
  vscode.commands.executeCommand('workorder.agents.focus', { preserveFocus: true });

/** The running part of one workflow: what it shows, and what a person does with it. */
export interface AgentsHost {
  /** The `host` of its projection. */
  readonly name: string;
  /** Fired after each change of the projection; the view draws at its own pace. */
  readonly onDidChange: vscode.Event<void>;
  /** What is shown now. Called often, so from memory. */
  projection(): AgentsProjection;
  /** A click on a row, by the id its target carries. */
  open(id: string): Promise<void>;
  /**
   * An action of a row, by its id; trust was asked for. Answers whether something was done.
   * @param text what the person typed for `answer` and `reject`
   */
  act(verb: AgentVerb, id: string, text: string): Promise<boolean>;
}

/** All workflows that have agents in this window. */
export class AgentsRegistry {
  readonly #hosts = new Map<string, AgentsHost>();
  /** Folders by URI that a run has for itself. */
  readonly #taken = new Set<string>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  /** From now on its agents are shown, until the result is disposed. */
  add(host: AgentsHost): vscode.Disposable {
    this.#hosts.set(host.name, host);
    const changes = host.onDidChange(() => this.#changed.fire());
    this.#changed.fire();
    return new vscode.Disposable(() => {
      changes.dispose();
      this.#hosts.delete(host.name);
      this.#changed.fire();
    });
  }

  host(name: string): AgentsHost | undefined {
    return this.#hosts.get(name);
  }

  get projections(): readonly AgentsProjection[] {
    return [...this.#hosts.values()].map(host => host.projection());
  }

  /** Says so, and shows them, when agents of any workflow work in this folder: others would compete for its files. */
  isTaken(folder: vscode.WorkspaceFolder): boolean {
    if (!this.#taken.has(folder.uri.toString())) return false;
    void showInformationMessage('An agent is already running here. Stop it first.');
    void showAgentsView();
    return true;
  }

  /** Has the folder for itself from this call until `work` has ended; `undefined` while others work there. */
  workIn<T>(folder: vscode.WorkspaceFolder, work: () => Promise<T>): Promise<T> | undefined {
    if (this.isTaken(folder)) return undefined;
    const key = folder.uri.toString();
    this.#taken.add(key);
    return work().finally(() => this.#taken.delete(key));
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
