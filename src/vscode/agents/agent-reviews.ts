import * as vscode from 'vscode';
import { describeConsent } from '../../core/gate/describe-consent.ts';
import type { AgentVerb, NeedsYou } from '../../core/panel/agents-list.ts';
import { count, firstLine } from '../../core/panel/amounts.ts';
import type {
  AgentDecision,
  AgentProposal,
  AgentReviewer,
  Consent,
  ConsentRequest,
} from '../../core/ports/agent-reviewer.ts';
import { setContextKey } from '../context-keys.ts';
import type { DiffEditor } from '../diff/diff-editor.ts';
import { showInformationMessage } from '../inert-window.ts';
import { PERSON } from '../person.ts';
import { askBeforeApply } from '../run/ask-before-apply.ts';
import { waitForPerson } from './wait-for-person.ts';

interface Waiting {
  readonly id: string;
  readonly host: string;
  readonly agent: string;
  readonly since: number;
}

type Pending =
  | (Waiting & {
      readonly kind: 'approval';
      readonly proposal: AgentProposal;
      readonly decide: (decision: AgentDecision) => void;
    })
  | (Waiting & {
      readonly kind: 'consent';
      readonly request: ConsentRequest;
      readonly decide: (consent: Consent) => void;
    });

/**
 * What agents of every workflow wait for: changes to review and permissions to give. A workflow's host hands
 * `reviewerFor(…)` to its run, adds `needsOf(…)` to its projection, and passes `open` and `act` on.
 */
export class AgentReviews {
  readonly #diff: DiffEditor;
  readonly #pending = new Map<string, Pending>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #last = 0;
  /** Whose change the diff editor shows. */
  #shown: string | undefined;

  constructor(diff: DiffEditor) {
    this.#diff = diff;
  }

  /** Decides for one agent; `host` and `agent` say where it waits and as whom. */
  reviewerFor(host: string, agent: string): AgentReviewer {
    return {
      review: (proposal, signal) =>
        this.#wait<AgentDecision>(signal, decide => {
          const pending = { ...this.#waiting(host, agent), kind: 'approval', proposal, decide } as const;
          // One diff at a time: a person who reads another change is not interrupted.
          if (this.#shown === undefined) void this.#show(pending);
          return pending;
        }),
      consent: (request, signal) =>
        this.#wait<Consent>(signal, decide => {
          const pending = { ...this.#waiting(host, agent), kind: 'consent', request, decide } as const;
          void this.#ask(pending.id, request);
          return pending;
        }),
    };
  }

  needsOf(host: string): readonly NeedsYou[] {
    return [...this.#pending.values()].filter(pending => pending.host === host).map(describe);
  }

  /** Shows the change that waits under this id; answers whether there is one. */
  async open(id: string): Promise<boolean> {
    const pending = this.#pending.get(id);
    if (pending?.kind === 'consent') void this.#ask(id, pending.request);
    if (pending?.kind === 'approval') await this.#show(pending);
    return pending !== undefined;
  }

  /** Decides on what waits under this id; answers whether it did. */
  async act(verb: AgentVerb, id: string, text: string): Promise<boolean> {
    const pending = this.#pending.get(id);
    if (pending?.kind === 'consent' && (verb === 'allow' || verb === 'deny')) {
      pending.decide({ granted: verb === 'allow', by: PERSON });
      return true;
    }
    if (pending?.kind !== 'approval') return false;
    if (verb === 'reject') {
      pending.decide({ kind: 'reject', by: PERSON, reason: text.trim() });
      return true;
    }
    if (verb !== 'apply') return false;
    const { proposal } = pending;
    const controlPlaneApproved = await askBeforeApply(proposal, {});
    if (controlPlaneApproved === undefined) return false;
    const { approvalSha256 } = proposal;
    pending.decide({ kind: 'apply', by: PERSON, approvalSha256, controlPlaneApproved });
    return true;
  }

  /** What Apply and Reject in the title of the diff are about. */
  get shown(): { readonly host: string; readonly id: string } | undefined {
    const pending = this.#shown === undefined ? undefined : this.#pending.get(this.#shown);
    return pending && { host: pending.host, id: pending.id };
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #waiting(host: string, agent: string): Waiting {
    return { id: `waiting-${++this.#last}`, host, agent, since: Date.now() };
  }

  /** Keeps what waits in the inbox until it is decided or cancelled. */
  async #wait<T>(signal: AbortSignal, begin: (decide: (answer: T) => void) => Pending): Promise<T> {
    let id = '';
    try {
      return await waitForPerson<T>(signal, decide => {
        const pending = begin(decide);
        id = pending.id;
        this.#pending.set(id, pending);
        this.#changed.fire();
      });
    } finally {
      this.#pending.delete(id);
      if (this.#shown === id) await this.#close();
      this.#changed.fire();
    }
  }

  async #show({ id, agent, proposal }: Extract<Pending, { kind: 'approval' }>): Promise<void> {
    this.#shown = id;
    setContextKey('agentReviewing', true);
    const { runId, number, turn, changes } = proposal;
    this.#diff.load(`agent-${runId}-${number}`, `turn ${turn} · ${agent}`, changes.files, Date.now());
    await this.#diff.openAll();
  }

  /** After the decision its diff goes, and the next change that waits is shown. */
  async #close(): Promise<void> {
    this.#shown = undefined;
    setContextKey('agentReviewing', false);
    await this.#diff.closeAll();
    const next = [...this.#pending.values()].find(pending => pending.kind === 'approval');
    if (next?.kind === 'approval') await this.#show(next);
  }

  async #ask(id: string, request: ConsentRequest): Promise<void> {
    const [allow, deny] = ['Allow for This Run', 'Do Not Allow'];
    const answer = await showInformationMessage(describeConsent(request), allow, deny);
    // Closed without an answer, it still waits in the inbox.
    if (answer !== undefined) await this.act(answer === allow ? 'allow' : 'deny', id, '');
  }
}

function describe(pending: Pending): NeedsYou {
  const { id, agent, since } = pending;
  if (pending.kind === 'consent') {
    const sentence = describeConsent(pending.request);
    return { id, kind: 'consent', agent, sentence, since, verbs: ['allow', 'deny'] };
  }
  const { turn, note, changes } = pending.proposal;
  const what = `Turn ${turn} changes ${count(changes.files.length, 'file')}`;
  const sentence = note === '' ? what : `${what}: ${firstLine(note)}`;
  return { id, kind: 'approval', agent, sentence, since, verbs: ['apply', 'reject'] };
}
