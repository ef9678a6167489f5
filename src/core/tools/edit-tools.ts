import type { Command } from '../../generated/contracts.ts';
import { titleOf } from '../changes/tool-edit.ts';
import { tool } from './define-tool.ts';
import { type EditToolPorts, NO_EDITS, newEdit } from './edit-tool-ports.ts';
import { proposeChanges } from './propose-changes.ts';
import { simulateEdit } from './simulate-edit.ts';
import type { Tool, ToolContext } from './tool.ts';

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
  const edit = newEdit({ title: titleOf(command), commands: [command], newFiles: [] }, context);
  const made = await simulateEdit(ports, edit, context.signal);
  if (made.kind === 'refused') return failure(made.reason);
  if (made.kind === 'failed') return made.response;
  const { changes } = made;
  if (changes.files.length > 0) {
    const proposed = { ...edit, changes, invariants: [] };
    const { runId, error } = await ports.propose(proposed, context.reviewer, context.signal);
    if (error !== undefined)
      return runId === undefined ? failure(error) : { path, error, changed: true as const };
  }
  return changes.receipts[0]?.response;
}
