import { type CommandHunk, hunksOf } from '../../core/changes/command-hunks.ts';
import type { HunkPlace } from '../../core/changes/hunk-place.ts';
import type { WantedCommands } from '../../core/changes/pick-commands.ts';
import type { Command } from '../../generated/contracts.ts';
import type { Colours } from '../print/colours.ts';

type Ask = (question: string) => Promise<string | undefined>;

const HELP = `y  keep this command        n  leave it out
a  keep the rest of this file   d  leave out the rest of this file
s  ask about each hunk of it
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
): Promise<WantedCommands | undefined> {
  const kept: number[] = [];
  const hunksLeftOut: HunkPlace[] = [];
  for (const [file, indices] of byFile(commands)) {
    let rest: boolean | undefined;
    for (const index of indices) {
      const command = commands[index];
      if (!command) continue;
      const hunks = hunksOf(command);
      const canSplit = rest === undefined && hunks.length > 1;
      const place = `${c.bold(file)} (${index + 1}/${commands.length})`;
      const isKept = rest ?? (await decide(`${showCommand(command, c)}${place}`, canSplit, ask));
      if (isKept === undefined) return undefined;
      if (isKept === 'split') {
        const left = await decideHunks(hunks, place, c, ask);
        if (left === undefined) return undefined;
        hunksLeftOut.push(...left.map(hunk => ({ command: index, hunk })));
        kept.push(index);
        continue;
      }
      if (typeof isKept === 'boolean') {
        if (isKept) kept.push(index);
        continue;
      }
      rest = isKept.rest;
      if (rest) kept.push(index);
    }
  }
  return { kept: kept.sort((a, b) => a - b), hunksLeftOut };
}

/** Those that are left out, from 0; `undefined` when all is rejected. */
async function decideHunks(
  hunks: readonly CommandHunk[],
  place: string,
  c: Colours,
  ask: Ask,
): Promise<readonly number[] | undefined> {
  const left: number[] = [];
  for (const [hunk, { removed, added }] of hunks.entries()) {
    const shown = [...diffLines(removed, '-', c), ...diffLines(added, '+', c)].join('\n');
    for (;;) {
      const question = `\n${shown}\n${place}, hunk ${hunk + 1}/${hunks.length}: keep it? [y,n,q] `;
      const answer = (await ask(question))?.trim().toLowerCase();
      if (answer === 'q' || answer === undefined) return undefined;
      if (answer === 'n') left.push(hunk);
      if (answer === 'y' || answer === 'n') break;
    }
  }
  return left;
}

const diffLines = (text: string, mark: '-' | '+', c: Colours): readonly string[] =>
  text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map(line => (mark === '-' ? c.red : c.green)(`${mark}${line}`));

/** A command's own answer, that of the rest of its file, or nothing when all is rejected. */
async function decide(
  what: string,
  canSplit: boolean,
  ask: Ask,
): Promise<boolean | 'split' | { readonly rest: boolean } | undefined> {
  let before = '';
  for (;;) {
    const answer = (await ask(`${before}${what}: keep it? [y,n,a,d,${canSplit ? 's,' : ''}q,?] `))
      ?.trim()
      .toLowerCase();
    if (answer === 'y' || answer === 'n') return answer === 'y';
    if (answer === 'a' || answer === 'd') return { rest: answer === 'a' };
    if (answer === 's' && canSplit) return 'split';
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
