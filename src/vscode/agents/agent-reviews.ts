import * as vscode from 'vscode';
import { type BatchApproval, restOfAgent, restOfTask } from '../../core/gate/batch-approval.ts';
import { describeConsent } from '../../core/gate/describe-consent.ts';
import { count, firstLine } from '../../core/kernel/amounts.ts';
import type { AgentVerb, NeedsYou } from '../../core/panel/agents-list.ts';
import type { ProposedPlan } from '../../core/panel/proposed-plan.ts';
import { Seen } from '../../core/panel/seen.ts';
import type {
  AgentProposal,
  AgentReviewer,
  Consent,
  ConsentRequest,
} from '../../core/ports/agent-reviewer.ts';
import type { Decision } from '../../core/ports/decision.ts';
import { setContextKey } from '../context-keys.ts';
import type { DiffEditor } from '../diff/diff-editor.ts';
import type { Typing } from '../editor/typing.ts';
import { showInformationMessage } from '../inert-window.ts';
import { PERSON } from '../person.ts';
import { askBeforeApply } from '../run/ask-before-apply.ts';
import type { AgentDocuments } from './agent-documents.ts';
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
      readonly decide: (decision: Decision) => void;
    })
  | (Waiting & {
      readonly kind: 'consent';
      readonly request: ConsentRequest;
      readonly decide: (consent: Consent) => void;
    })
  | (Waiting & {
      readonly kind: 'plan';
      readonly plan: ProposedPlan;
      readonly decide: (decision: PlanDecision) => void;
    });

/** What a person says of a plan before work on it begins. */
export interface PlanDecision {
  readonly isApproved: boolean;
  /** Why not. */
  readonly reason: string;
}

export interface PlanReviewer extends AgentReviewer {
  approvePlan(plan: ProposedPlan, signal: AbortSignal): Promise<PlanDecision>;
}

/**
 * What agents of every workflow wait for: changes to review, plans to approve, permissions to give. A workflow's host hands
 * `reviewerFor(…)` to its run, adds `needsOf(…)` to its projection, and passes `open` and `act` on.
 */
export class AgentReviews {
  readonly #diff: DiffEditor;
  readonly #documents: AgentDocuments;
  readonly #typing: Typing;
  readonly #pending = new Map<string, Pending>();
  /** Given beforehand. */
  #batches: readonly BatchApproval[] = [];
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #last = 0;
  readonly #seen = new Seen();
  /** Whose change the diff editor shows. */
  #shown: string | undefined;
  /** The plan that was opened last. */
  #shownPlan: string | undefined;

  constructor(diff: DiffEditor, documents: AgentDocuments, typing: Typing) {
    this.#diff = diff;
    this.#typing = typing;
    this.#documents = documents;
  }

  /** Decides for one agent; `host` and `agent` say where it waits and as whom. */
  reviewerFor(host: string, agent: string): PlanReviewer {
    return {
      review: async (proposal, signal) =>
        this.#byBatch(proposal) ??
        this.#wait<Decision>(signal, decide => {
          const pending = { ...this.#waiting(host, agent), kind: 'approval', proposal, decide } as const;
          // One diff at a time: a person who reads another change is not interrupted.
          if (this.#shown === undefined) void this.#showUnlessTyping(pending);
          return pending;
        }),
      consent: (request, signal) =>
        this.#wait<Consent>(signal, decide => {
          const pending = { ...this.#waiting(host, agent), kind: 'consent', request, decide } as const;
          void this.#ask(pending.id, request);
          return pending;
        }),
      approvePlan: (plan, signal) =>
        this.#wait<PlanDecision>(signal, decide => {
          const pending = { ...this.#waiting(host, agent), kind: 'plan', plan, decide } as const;
          void this.#showPlan(pending);
          return pending;
        }),
    };
  }

  needsOf(host: string): readonly NeedsYou[] {
    return [...this.#pending.values()].filter(pending => pending.host === host).map(describe);
  }

  /** Shows what waits under this id; answers whether something does. */
  async open(id: string): Promise<boolean> {
    const pending = this.#pending.get(id);
    if (pending?.kind === 'consent') void this.#ask(id, pending.request);
    if (pending?.kind === 'approval') await this.#show(pending);
    if (pending?.kind === 'plan') void this.#showPlan(pending);
    return pending !== undefined;
  }

  /** Decides on what waits under this id; answers whether it did. */
  async act(verb: AgentVerb, id: string, text: string): Promise<boolean> {
    const pending = this.#pending.get(id);
    if (pending?.kind === 'consent' && (verb === 'allow' || verb === 'deny')) {
      pending.decide({ granted: verb === 'allow', by: PERSON });
      return true;
    }
    if (pending?.kind === 'plan' && (verb === 'approve' || verb === 'reject')) {
      pending.decide({ isApproved: verb === 'approve', reason: text.trim() });
      return true;
    }
    if (pending?.kind !== 'approval') return false;
    if (verb === 'reject') {
      pending.decide({ kind: 'reject', by: PERSON, reason: text.trim() });
      return true;
    }
    const { proposal } = pending;
    const batch = batchOf(verb, proposal);
    if (verb !== 'apply' && batch === undefined) return false;
    const controlPlaneApproved = await askBeforeApply(proposal, {});
    if (controlPlaneApproved === undefined) return false;
    if (batch) this.#batches = [...this.#batches, batch];
    const { approvalSha256 } = proposal;
    pending.decide({ kind: 'apply', by: PERSON, approvalSha256, controlPlaneApproved });
    return true;
  }

  /** What a decision without a row is about: the change in the diff, else the plan that was opened last. */
  get shown(): readonly { readonly host: string; readonly id: string }[] {
    return [this.#shown, this.#shownPlan].flatMap(id => this.#pending.get(id ?? '') ?? []);
  }

  /** Whether this change or plan is open, for long enough that a click can be about it. */
  isSeen(id: string): boolean {
    return (id === this.#shown || id === this.#shownPlan) && this.#seen.has(id, Date.now());
  }

  /** The run ended: what was said yes to beforehand is over. */
  forget(runId: string): void {
    this.#batches = this.#batches.filter(batch => batch.runId !== runId);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Files that configure tools or run code are asked about all the same. */
  #byBatch(proposal: AgentProposal): Decision | undefined {
    const { approvalSha256, controlPlane } = proposal;
    const batch = this.#batches.find(({ covers }) => covers(proposal));
    if (batch === undefined || controlPlane.length > 0) return undefined;
    return { kind: 'apply', by: `${PERSON}, for ${batch.words}`, approvalSha256, controlPlaneApproved: [] };
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
      this.#seen.closed(id);
      if (this.#shown === id) await this.#close();
      this.#changed.fire();
    }
  }

  async #show({ id, agent, proposal }: Extract<Pending, { kind: 'approval' }>): Promise<void> {
    this.#shown = id;
    this.#seen.closed(id);
    setContextKey('agentReviewing', true);
    const { runId, number, turn, changes } = proposal;
    this.#diff.load(`agent-${runId}-${number}`, `turn ${turn} · ${agent}`, changes.files, Date.now());
    await this.#diff.openAll();
    // Meanwhile another one may have taken its place, or it was decided.
    if (this.#shown === id) this.#seen.opened(id, Date.now());
  }

  /** The keys a person presses now are for what they type. */
  async #showUnlessTyping(pending: Extract<Pending, { kind: 'approval' }>): Promise<void> {
    if (!this.#typing.isNow) return this.#show(pending);
    const { sentence } = describe(pending);
    const review = 'Review';
    const answer = await showInformationMessage(`${pending.agent}: ${sentence}`, review);
    if (answer === review && this.#pending.has(pending.id)) await this.#show(pending);
  }

  /** Opens the plan beside its question; not while the person types, the question can be answered later. */
  async #showPlan({ id, plan }: Extract<Pending, { kind: 'plan' }>): Promise<void> {
    if (this.#typing.isNow) {
      const read = 'Read Plan';
      if ((await showInformationMessage(plan.sentence, read)) !== read || !this.#pending.has(id)) return;
    }
    await this.#documents.show(plan.id, plan.title, plan.markdown);
    if (!this.#pending.has(id)) return;
    this.#shownPlan = id;
    this.#seen.opened(id, Date.now());
    const approve = 'Approve Plan';
    const answer = await showInformationMessage(plan.sentence, approve, 'Reject');
    // Closed without an answer, it still waits in the inbox.
    if (answer !== undefined) await this.act(answer === approve ? 'approve' : 'reject', id, '');
  }

  /** After the decision its diff goes, and the next change that waits is shown. */
  async #close(): Promise<void> {
    this.#shown = undefined;
    setContextKey('agentReviewing', false);
    await this.#diff.closeAll();
    const next = [...this.#pending.values()].find(pending => pending.kind === 'approval');
    // Nothing waits for the answer to a notification.
    if (next?.kind === 'approval') void this.#showUnlessTyping(next);
  }

  async #ask(id: string, request: ConsentRequest): Promise<void> {
    const [allow, deny] = ['Allow for This Run', 'Do Not Allow'];
    const answer = await showInformationMessage(describeConsent(request), allow, deny);
    // Closed without an answer, it still waits in the inbox.
    if (answer !== undefined) await this.act(answer === allow ? 'allow' : 'deny', id, '');
  }
}

function batchOf(verb: AgentVerb, proposal: AgentProposal): BatchApproval | undefined {
  if (verb === 'yesTask') return restOfTask(proposal);
  return verb === 'yesAgent' ? restOfAgent(proposal) : undefined;
}

function describe(pending: Pending): NeedsYou {
  const { id, agent, since } = pending;
  if (pending.kind === 'consent') {
    const sentence = describeConsent(pending.request);
    return { id, kind: 'consent', agent, sentence, since, verbs: ['allow', 'deny'] };
  }
  if (pending.kind === 'plan') {
    const { sentence } = pending.plan;
    return { id, kind: 'plan', agent, sentence, since, verbs: ['approve', 'reject'] };
  }
  const { turn, note, changes, task } = pending.proposal;
  const files = count(changes.files.length, 'file');
  const what = `Turn ${turn} changes ${files}`;
  const sentence = note === '' ? what : `${what}: ${firstLine(note)}`;
  const verbs = ['apply', 'reject', ...(task === undefined ? [] : ['yesTask' as const]), 'yesAgent'] as const;
  // Several agents often wait with the same words: which of them it is must fit into the row.
  return { id, kind: 'approval', agent, sentence, brief: `${files}, turn ${turn}`, since, verbs };
}
