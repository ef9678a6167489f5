import type { Command } from '../../generated/contracts.ts';
import type { Colours } from './colours.ts';

/** The commands of a reply with their reasons, one a line. */
export const commandLines = (commands: readonly Command[], c: Colours): string =>
  commands
    .map(({ tool, args, reason }, index) => {
      const target = 'target_file' in args ? args.target_file : undefined;
      const place = target === undefined ? args.file_path : `${args.file_path} → ${target}`;
      return `    ${c.dim(`${index + 1}.`)} ${tool} ${place}  ${c.dim(reason)}\n`;
    })
    .join('');
