import type { Command } from '../../generated/contracts.ts';
import { count, firstLine } from '../kernel/amounts.ts';
import { COLOR, type ViewNode, viewNode } from './view-node.ts';

/** The newest of them are of interest; a long list would push everything else out of sight. */
const SHOWN = 20;

/** The commands of an answer that still arrives, newest last. */
export function arrivingCommands(commands: readonly Command[]): readonly ViewNode[] {
  const left = Math.max(0, commands.length - SHOWN);
  return commands.slice(left).map((command, i) =>
    viewNode({
      id: `arriving:${left + i}`,
      label: pathOf(command),
      description: firstLine(command.reason),
      icon: { codicon: command.tool === 'move_text' ? 'move' : 'edit', color: COLOR.quiet },
      tooltip: `${command.tool}: ${command.reason}\nNot checked as a whole yet.`,
      spoken: 'arriving command',
    }),
  );
}

/** `: 4 commands for 2 files so far`; nothing before the first. */
export function arrivedWords({ arriving }: { readonly arriving: readonly Command[] }): string {
  if (arriving.length === 0) return '';
  const files = new Set(arriving.map(({ args }) => args.file_path)).size;
  return `: ${count(arriving.length, 'command')} for ${count(files, 'file')} so far`;
}

function pathOf({ tool, args }: Command): string {
  const target = tool === 'move_text' ? args.target_file : undefined;
  return target === undefined || target === args.file_path ? args.file_path : `${args.file_path} → ${target}`;
}
