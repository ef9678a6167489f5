import type { Command } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { checkWritePath } from '../changes/path-policy.ts';
import { pathsOf, simulate } from '../changes/simulate.ts';
import { loadSnapshot } from '../gate/load-snapshot.ts';
import { findSecretMoves } from '../gate/secret-moves.ts';
import type { Result } from '../kernel/result.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { AgentReviewer } from '../ports/agent-reviewer.ts';
import type { Files } from '../ports/files.ts';
import { tool } from './define-tool.ts';
import type { Tool, ToolContext } from './tool.ts';

export interface EditToolPorts {
  readonly files: Files;
  readonly sha256: Sha256;
  /**
   * Takes a change to the disk: through the change gate, recorded, revertable. The error says why it was not written.
   */
  readonly apply: (
    edit: { readonly command: Command; readonly changes: ChangeSet },
    reviewer: AgentReviewer,
    signal: AbortSignal,
  ) => Promise<Result<AppliedEdit>>;
}

/** A change that is on the disk. */
export interface AppliedEdit {
  /** What the policy requires after the apply and does not hold, and how to take the change back. */
  readonly problem?: string;
}

/** What a call is answered when no one can approve its change. */
export const NO_EDITS =
  'edits are off: only reading tools are allowed here; start workorder with --allow-edits, and each edit is then approved before it is written';

/** `atomic_replace` and `move_text` called on their own (CLI, MCP): one command is one transaction. */
export function editTools(ports: EditToolPorts): readonly Tool[] {
  return [
    tool('atomic_replace', 'write', (args, context) =>
      applyCommand(ports, { tool: 'atomic_replace', args, reason: 'tool call' }, context),
    ),
    tool('move_text', 'write', (args, context) =>
      applyCommand(ports, { tool: 'move_text', args, reason: 'tool call' }, context),
    ),
  ];
}

async function applyCommand(
  { files, sha256, apply }: EditToolPorts,
  command: Command,
  { signal, reviewer }: ToolContext,
) {
  const path = command.args.file_path;
  const failure = (error: string) => ({ path, error, changed: false as const });
  if (reviewer === undefined) return failure(NO_EDITS);

  const paths: string[] = [];
  for (const named of pathsOf(command)) {
    const verdict = checkWritePath(named);
    if (verdict.kind === 'refused') return failure(`${named} is refused: ${verdict.reason}`);
    paths.push(verdict.path);
  }
  const loaded = await loadSnapshot(paths, files);
  const { snapshot } = loaded;
  const problems = [...loaded.problems, ...findSecretMoves([command], loaded, files.secretsAllowed)];
  if (problems.length > 0) return failure(problems.join('; '));
  const { changes, response } = simulateOne(command, snapshot, sha256);
  if (changes !== undefined && changes.files.length > 0) {
    const applied = await apply({ command, changes }, reviewer, signal);
    if (!applied.ok) return failure(applied.error);
    const { problem } = applied.value;
    if (problem !== undefined) return { path, error: problem, changed: true as const };
  }
  return response;
}

type Snapshot = Parameters<typeof simulate>[0]['snapshot'];

/** The exact response, and the change behind it. */
function simulateOne(command: Command, snapshot: Snapshot, sha256: Sha256) {
  const result = simulate({ commands: [command], newFiles: [], snapshot, sha256 });
  return result.ok
    ? { changes: result.changes, response: result.changes.receipts[0]?.response }
    : { changes: undefined, response: result.response };
}
