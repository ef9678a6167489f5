import type { Command } from '../../generated/contracts.ts';
import { schemas } from '../../generated/schemas.ts';
import { validateAtomicReplaceArgs, validateMoveTextArgs } from '../../generated/validators.cjs';
import { checkWritePath, describeControlPlane } from '../changes/path-policy.ts';
import { pathsOf, simulate } from '../changes/simulate.ts';
import { loadSnapshot } from '../gate/load-snapshot.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { Files } from '../ports/files.ts';
import { defineTool } from './define-tool.ts';
import type { Tool } from './tool.ts';

export interface EditToolPorts {
  readonly files: Files;
  readonly sha256: Sha256;
  /** A name for the transaction of one call. */
  readonly newRunId: () => string;
}

/** `atomic_replace` and `move_text` called on their own (CLI, MCP): one command is one transaction. */
export function editTools(ports: EditToolPorts): readonly Tool[] {
  return [
    defineTool({
      name: 'atomic_replace',
      description: schemas['tools/atomic_replace'].description,
      effect: 'write',
      parameters: schemas['tools/atomic_replace'],
      validate: validateAtomicReplaceArgs,
      run: (args, { signal }) =>
        applyCommand(ports, { tool: 'atomic_replace', args, reason: 'tool call' }, signal),
    }),
    defineTool({
      name: 'move_text',
      description: schemas['tools/move_text'].description,
      effect: 'write',
      parameters: schemas['tools/move_text'],
      validate: validateMoveTextArgs,
      run: (args, { signal }) =>
        applyCommand(ports, { tool: 'move_text', args, reason: 'tool call' }, signal),
    }),
  ];
}

async function applyCommand(
  { files, sha256, newRunId }: EditToolPorts,
  command: Command,
  signal: AbortSignal,
) {
  const path = command.args.file_path;
  const failure = (error: string) => ({ path, error, changed: false as const });

  const paths: string[] = [];
  for (const named of pathsOf(command)) {
    const verdict = checkWritePath(named);
    if (verdict.kind === 'refused') return failure(`${named} is refused: ${verdict.reason}`);
    if (verdict.kind === 'control_plane') {
      return failure(
        `${describeControlPlane(named)}; change it by a work order, where a person approves it by name`,
      );
    }
    paths.push(verdict.path);
  }
  const { snapshot, problems } = await loadSnapshot(paths, files);
  if (problems.length > 0) return failure(problems.join('; '));
  const result = simulate({ commands: [command], newFiles: [], snapshot, sha256 });
  if (!result.ok) return result.response;
  if (result.changes.files.length > 0) {
    const applied = await files.apply(result.changes, { runId: newRunId(), signal });
    if (applied.kind !== 'applied') return failure(applied.reason);
  }
  return result.changes.receipts[0]?.response;
}
