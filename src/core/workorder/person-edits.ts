import type { Command } from '../../generated/contracts.ts';
import { commandOfEdit } from '../changes/edit-command.ts';
import { canonicalPath } from '../changes/path-policy.ts';
import { leftOutBefore, nameParts, type SelectedCommands } from '../changes/select-commands.ts';
import { checkCommands } from '../gate/check-commands.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { EditedFile } from '../ports/reviewer.ts';
import type { Design } from './design.ts';
import type { Inspection } from './inspect.ts';
import { reasonsOf } from './outcome.ts';
import type { RunContext } from './run-request.ts';
import { dryRun } from './simulate-commands.ts';

const isOf = (path: string) => (command: Command) => canonicalPath(command.args.file_path) === path;

/**
 * The person's commands once they have typed into these files: each made from what the chosen commands leave of its file,
 * so that it holds all that was typed into it. Other files keep theirs.
 */
export async function editsAfter(
  run: RunContext,
  design: Design,
  whole: Inspection,
  selected: SelectedCommands,
  edits: readonly Command[],
  files: readonly EditedFile[],
): Promise<Result<readonly Command[], readonly string[]>> {
  const { commands, newFiles } = selected;
  const { paths } = checkCommands(commands, newFiles, run.request.order.scope_allowlist);
  const base = await dryRun(run, commands, paths, design.seen, {
    newFiles,
    describe: index => `command ${index + 1} does not apply`,
    edits: 0,
  });
  if (!base.ok) return fail(reasonsOf(base.error));
  let all = edits;
  const problems: string[] = [];
  for (const { path, text } of files) {
    const others = all.filter(command => !isOf(path)(command));
    const before = textOf(path, [base.value.files, whole.changes.files]);
    if (before === undefined) {
      problems.push(`${path} is not part of the proposal`);
      continue;
    }
    const command = text === undefined ? ok(undefined) : commandOfEdit(path, before, text);
    if (command.ok) all = command.value === undefined ? others : [...others, command.value];
    else problems.push(command.error);
  }
  return problems.length > 0 ? fail(problems) : ok(all);
}

/** A file of the whole change that the chosen commands leave alone is as it was. */
function textOf(
  path: string,
  [base, whole]: readonly [Inspection['changes']['files'], Inspection['changes']['files']],
): Uint8Array | undefined {
  const changed = base.find(file => file.path === path);
  return changed?.after ?? whole.find(file => file.path === path)?.before;
}

/** Why a person's command does not apply any more: what it works on was left out since. */
export function explainEdit(
  edit: Command | undefined,
  selected: SelectedCommands,
  receipts: Inspection['changes']['receipts'],
): string {
  const path = canonicalPath(edit?.args.file_path ?? '');
  const needed = leftOutBefore(Number.MAX_SAFE_INTEGER, [path], selected, receipts);
  const why = needed.length === 0 ? '' : `: it works on what ${nameParts(needed)} leaves`;
  return `the edit of ${path} by hand does not apply${why}`;
}
