import { reviseRun } from '../../core/workorder/revision.ts';
import { orderWorkflow } from '../../core/workorder/workflow.ts';
import { type Command, type CommandHelp, describeCommand } from '../command.ts';
import { ABOUT_RUN, chooseRun, openRuns, RUN_OPTIONS } from '../history.ts';
import { type Io, UsageError } from '../io.ts';
import { openModels } from '../models.ts';
import { listOption } from '../option-table.ts';
import { parseCommandLine } from '../options.ts';
import { readComment } from '../read-comment.ts';
import { MODEL_OPTIONS, REVIEW_OPTIONS } from '../shared-options.ts';
import { executeOrder } from './execute-order.ts';

const OPTIONS = {
  comment: listOption('TEXT', 'what to change; begin with FILE:LINE: or FILE: to speak about a place'),
  ...MODEL_OPTIONS,
  ...REVIEW_OPTIONS,
  ...RUN_OPTIONS,
} as const;

const HELP: CommandHelp = {
  forms: ['workorder revise RUN|--last [--comment TEXT]… [--model SPEC]'],
  about: [
    'Asks for a better answer to the work order of a run that was blocked, rejected or failed. The models get what was proposed then, what code, QA and linters found, and your comments. Without a comment they are asked to repair what was found.',
    ABOUT_RUN,
  ],
  options: OPTIONS,
};
const USAGE = describeCommand(HELP);

export const reviseCommand: Command = { ...HELP, execute };

async function execute(argv: readonly string[], io: Io): Promise<number> {
  const line = await parseCommandLine(argv, io, USAGE, OPTIONS, { min: 0, max: 1 });
  const runs = openRuns(line);
  const { runId, kind } = await chooseRun(runs, line, USAGE, { kind: 'work order' });
  if (kind !== 'work order' && kind !== 'plan step')
    throw new UsageError(`run ${runId} is a ${kind}; only work orders can be revised`, USAGE);
  const events = (await runs.journals.read(runId)) ?? [];
  const state = events.reduce(orderWorkflow.reduce, orderWorkflow.initial(runId));
  const paths = state.files.map(({ path }) => path);
  const revised = reviseRun(
    state,
    line.list('comment').map(text => readComment(text, paths)),
  );
  if (!revised.ok) throw new UsageError(revised.error, USAGE);
  const models = await openModels(line, io, USAGE);
  try {
    return await executeOrder(line, io, USAGE, { ...revised.value, ...models, until: 'end' });
  } finally {
    await models.save();
  }
}
