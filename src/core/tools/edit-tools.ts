import type { Command } from '../../generated/contracts.ts';
import { type ProposedEdit, titleOf } from '../changes/tool-edit.ts';
import type { VerifiedEvent } from '../gate/gate-events.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { AgentReviewer } from '../ports/agent-reviewer.ts';
import type { Files } from '../ports/files.ts';
import { tool } from './define-tool.ts';
import { called, NO_EDITS, proposeChanges } from './propose-changes.ts';
import { simulateEdit } from './simulate-edit.ts';
import type { Tool, ToolContext } from './tool.ts';

export interface EditToolPorts {
  readonly files: Files;
  readonly sha256: Sha256;
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

/** Editing tools as an agent from outside, or a person, calls them: each call is one transaction. */
export function editTools(ports: EditToolPorts): readonly Tool[] {
  return [
    tool('atomic_replace', 'write', (args, context) =>
      applyCommand(ports, { tool: 'atomic_replace', args, reason: 'tool call' }, context),
    ),
    tool('move_text', 'write', (args, context) =>
      applyCommand(ports, { tool: 'move_text', args, reason: 'tool call' }, context),
    ),
    tool('propose_changes', 'write', (args, context) => proposeChanges(ports, args, context)),
  ];
}

async function applyCommand(ports: EditToolPorts, command: Command, context: ToolContext) {
  const path = command.args.file_path;
  const failure = (error: string) => ({ path, error, changed: false as const });
  if (context.reviewer === undefined) return failure(NO_EDITS);
  const made = await simulateEdit(ports, { title: titleOf(command), commands: [command], newFiles: [] });
  if (made.kind === 'refused') return failure(made.reason);
  if (made.kind === 'failed') return made.response;
  const { changes } = made;
  if (changes.files.length > 0) {
    const edit = { ...made.edit, changes, invariants: [] };
    const { runId, error } = await ports.propose(called(edit, context), context.reviewer, context.signal);
    if (error !== undefined)
      return runId === undefined ? failure(error) : { path, error, changed: true as const };
  }
  return changes.receipts[0]?.response;
}
