import type { ProposedEdit, ToolEdit } from '../changes/tool-edit.ts';
import type { VerifiedEvent } from '../gate/gate-events.ts';
import type { AgentReviewer } from '../ports/agent-reviewer.ts';
import type { Analyst } from '../ports/analyst.ts';
import type { Files } from '../ports/files.ts';
import type { ToolContext } from './tool.ts';

export interface EditToolPorts {
  readonly files: Files;
  /** Simulates where a large change holds nothing up. */
  readonly analyst: Pick<Analyst, 'simulate'>;
  /** Takes a change to the disk: through the change gate, recorded, revertable. */
  readonly propose: (edit: ProposedEdit, reviewer: AgentReviewer, signal: AbortSignal) => Promise<EditEnd>;
}

/** What became of a proposed edit. */
export interface EditEnd {
  /** Of the change that is on the disk; `undefined`: nothing was written. */
  readonly runId: string | undefined;
  /** Why nothing was written; of a written change, what the policy requires afterwards and does not hold. */
  readonly error?: string;
  /** What the checks found before anybody was asked; `undefined`: it did not come so far. */
  readonly verified: Pick<VerifiedEvent, 'results' | 'findings'> | undefined;
}

/** What a call is answered when no one can approve its change. */
export const NO_EDITS =
  'edits are off: only reading tools are allowed here; start workorder with --allow-edits, and each edit is then approved before it is written';

/** The record says who called. */
export const newEdit = (edit: ToolEdit, { caller }: ToolContext): ToolEdit =>
  caller === undefined ? edit : { ...edit, by: caller };
