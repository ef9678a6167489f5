import * as vscode from 'vscode';
import type { AgentsProjection, AgentVerb } from '../../core/panel/agents-list.ts';

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

  dispose(): void {
    this.#changed.dispose();
  }
}
