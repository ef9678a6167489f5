import { existsSync } from 'node:fs';
import path from 'node:path';
import { composeOrder, orderText, stepIdFrom } from '../../core/panel/new-order.ts';
import { parseWorkOrder } from '../../core/workorder/parse-work-order.ts';
import type { WorkOrder } from '../../generated/contracts.ts';
import { type Io, UsageError } from '../io.ts';
import { writeNamedFile } from '../named-file.ts';
import { listOption, settable, textOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';

/** What a step in words needs beside the words. */
export const ORDER_OPTIONS = {
  scope: settable(
    listOption('PATH', 'for a step in words: a file or folder of the workspace that it may change'),
    'scope',
  ),
  invariant: settable(listOption('TEXT', 'for a step in words: what must stay true'), 'invariants'),
  'new-file': listOption('PATH', 'for a step in words: a file that it makes'),
  'save-order': textOption('FILE', 'write the order that the words make to this new file'),
} as const;

export const WORDS_OPTIONS = Object.keys(ORDER_OPTIONS);

/** The work order of a step in words, which is shown. */
export function orderFromWords(text: string, line: CommandLine, io: Io): WorkOrder {
  const stepText = text.trim();
  if (stepText === '') throw new UsageError('the step has no words');
  const newFiles = line.list('new-file');
  const scope = line.list('scope');
  if (scope.length === 0)
    throw new UsageError(
      'a step in words needs --scope PATH: the files and folders it may change (or scope in workorder.toml)',
    );
  for (const [option, paths] of [
    ['scope', scope],
    ['new-file', newFiles],
  ] as const)
    for (const entry of paths) {
      const leaves = path.isAbsolute(entry) || entry.split(/[\\/]/u).includes('..');
      if (entry.trim() === '' || leaves)
        throw new UsageError(
          `--${option} "${entry}" is no place in the workspace: name a file or folder below ${line.root}, with / between folders and without '..'`,
        );
    }
  const missing = scope.find(
    entry => !newFiles.includes(entry) && !existsSync(path.resolve(line.root, entry)),
  );
  if (missing !== undefined) throw new UsageError(`--scope ${missing} is not in the workspace ${line.root}`);
  const order = composeOrder({
    stepId: stepIdFrom(stepText),
    stepText,
    scope,
    newFiles,
    invariants: line.list('invariant'),
  });
  const checked = parseWorkOrder(orderText(order));
  if (!checked.ok) throw new UsageError(checked.error);
  if (!line.quiet) (line.json ? io.stderr : io.stdout)(describeOrder(order));
  return order;
}

function describeOrder(order: WorkOrder): string {
  const { step_id, scope_allowlist: scope, new_files: made = [], invariants, acceptance } = order;
  const rows = [
    ['order', step_id],
    ['scope', scope.join(', ')],
    ['new files', made.join(', ')],
    ['invariants', invariants.join(', ') || 'none'],
    ['lint', acceptance.lint.path ?? 'the default path'],
  ] as const;
  return rows.flatMap(([name, value]) => (value === '' ? [] : [`${name.padEnd(12)}${value}\n`])).join('');
}

/** `--save-order FILE`: a file of that name is never overwritten. */
export async function saveOrder(order: WorkOrder, line: CommandLine, io: Io): Promise<void> {
  const file = line.text('save-order');
  if (file === undefined) return;
  await writeNamedFile(file, orderText(order), io, { isNew: true });
  if (!line.quiet) io.stderr(`The order is saved as ${file}.\n`);
}
