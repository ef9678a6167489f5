import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { AgentReviewer } from '../../core/ports/agent-reviewer.ts';
import type { Tool } from '../../core/tools/tool.ts';
import type { RunsHere } from '../history.ts';
import type { Aside } from './call-limits.ts';
import type { EditApproval } from './elicit-review.ts';

/** What one client is offered; `connected` is its server, once the client has said who it is and what it can do. */
export type Serve = (connected: Promise<Server>) => Served;

export interface Served {
  tools(): Promise<readonly Tool[]>;
  /** Sent to the client when it connects. */
  readonly instructions?: string;
  /** How edits are approved; left out, calls have no reviewer. */
  readonly edits?: EditApproval;
  /** The workspace whose runs and policy can be read; rejects with a sentence when there is none. */
  runs(): Promise<RunsHere>;
  /** Expected failures are answers, never exceptions. */
  call(name: string, args: Readonly<Record<string, unknown>>, context: ServedContext): Promise<ServedAnswer>;
}

export interface ServedContext {
  /** Aborted when the client cancels the call, or goes. */
  readonly signal: AbortSignal;
  readonly onProgress: (line: string) => void;
  /** For what waits for a person: reads of the same client go on meanwhile. */
  readonly aside: Aside;
  readonly reviewer?: AgentReviewer;
  /** The name that the client gives itself. */
  readonly caller?: string;
}

export interface ServedAnswer {
  readonly response: unknown;
  readonly isError: boolean;
  /** What the client is sent beside the response. */
  readonly more?: readonly string[];
}
