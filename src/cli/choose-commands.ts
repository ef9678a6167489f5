import type { Command } from '../generated/contracts.ts';
import type { Colours } from './print/colours.ts';

type Ask = (question: string) => Promise<string | undefined>;

const HELP = `y  keep this command        n  leave it out
a  keep the rest of this file   d  leave out the rest of this file
q  reject the whole change      ?  this help
`;

/**
 * Asks of each command whether it is kept, file by file as git add -p does; `undefined` when the person rejects all. The
 * numbers are 0-based places in the list, ascending.
 */
export async function chooseCommands(
  commands: readonly Command[],
  c: Colours,
  ask: Ask,
): Promise<readonly number[] | undefined> {
  const kept: number[] = [];
  for (const [file, indices] of byFile(commands)) {
    let rest: boolean | undefined;
    for (const index of indices) {
      const command = commands[index];
      if (!command) continue;
      const isKept =
        rest ??
        (await decide(`${showCommand(command, c)}${c.bold(file)} (${index + 1}/${commands.length})`, ask));
      if (isKept === undefined) return undefined;
      if (typeof isKept === 'boolean') {
        if (isKept) kept.push(index);
        continue;
      }
      rest = isKept.rest;
      if (rest) kept.push(index);
    }
  }
  return kept.sort((a, b) => a - b);
}

/** A command's own answer, that of the rest of its file, or nothing when all is rejected. */
async function decide(what: string, ask: Ask): Promise<boolean | { readonly rest: boolean } | undefined> {
  let before = '';
  for (;;) {
    const answer = (await ask(`${before}${what}: keep it? [y,n,a,d,q,?] `))?.trim().toLowerCase();
    if (answer === 'y' || answer === 'n') return answer === 'y';
    if (answer === 'a' || answer === 'd') return { rest: answer === 'a' };
    if (answer === 'q' || answer === undefined) return undefined;
    before = HELP;
  }
}

function byFile(commands: readonly Command[]): ReadonlyMap<string, readonly number[]> {
  const files = new Map<string, number[]>();
  for (const [index, { args }] of commands.entries())
    files.set(args.file_path, [...(files.get(args.file_path) ?? []), index]);
  return files;
}

/** What a command does, as a diff where it has texts. */
function showCommand({ tool, args, reason }: Command, c: Colours): string {
  const lines = (text: string, mark: string) => text.split('\n').map(line => `${mark}${line}`);
  const body =
    'replacements' in args
      ? args.replacements.flatMap(({ old_string, new_string }) => [
          ...lines(old_string, '-').map(c.red),
          ...lines(new_string, '+').map(c.green),
        ])
      : [
          `lines ${args.source_start}–${args.source_end} to line ${args.target_line} of ${args.target_file ?? args.file_path}`,
        ];
  return `\n${c.cyan(tool)} ${c.dim(reason)}\n${body.join('\n')}\n`;
}
