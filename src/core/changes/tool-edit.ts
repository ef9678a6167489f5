import type { Command } from '../../generated/contracts.ts';
import type { ChangeSet } from './change-set.ts';

/** What was called, in words and as commands. */
export interface ToolEdit {
  /** One line. */
  readonly title: string;
  /** At least one. */
  readonly commands: readonly Command[];
  /** Created empty before the first command. */
  readonly newFiles: readonly string[];
  /** Who called, as far as it is known: the name that an MCP client gives itself. */
  readonly by?: string;
}

/** What a tool call would change; nothing is written yet. */
export interface ProposedEdit extends ToolEdit {
  readonly changes: ChangeSet;
  /** What the caller says must hold; checked like the policy's own. */
  readonly invariants: readonly string[];
}

/** @param record of a journal; those of the first version have one command and nothing else */
export function readToolEdit(record: ToolEdit | { readonly command: Command }): ToolEdit {
  if ('commands' in record) return record;
  const { command } = record;
  return { title: titleOf(command), commands: [command], newFiles: [] };
}

export const titleOf = ({ tool, args }: Command): string => `${tool} in ${args.file_path}`;
