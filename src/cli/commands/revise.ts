import { reviseRun } from '../../core/workorder/revision.ts';
import { defineCommand } from '../command.ts';
import { ABOUT_RUN, chooseRun, openRuns, RUN_OPTIONS } from '../history.ts';
import { UsageError } from '../io.ts';
import { openModels } from '../models/load-models.ts';
import { listOption } from '../option-table.ts';
import { readComment } from '../review/read-comment.ts';
import { MODEL_OPTIONS, REVIEW_OPTIONS } from '../shared-options.ts';
import { openWorkspace } from '../workspace.ts';
import { executeOrder } from './execute-order.ts';

export const command = defineCommand({
  forms: ['workorder revise RUN|--last [--comment TEXT]… [--model SPEC]'],
  about: [
    'Asks for a better answer to the work order of a run that was blocked, rejected or failed. The models get what was proposed then, what code, QA and linters found, and your comments. Without a comment they are asked to repair what was found.',
    ABOUT_RUN,
  ],
  options: {
    comment: listOption('TEXT', 'what to change; begin with FILE:LINE: or FILE: to speak about a place'),
    ...MODEL_OPTIONS,
    ...REVIEW_OPTIONS,
    ...RUN_OPTIONS,
  },
  takes: [[], 1],
  async run(line, io) {
    const { runId, kind } = await chooseRun(openRuns(line), line, { kind: 'work order' });
    if (kind !== 'work order' && kind !== 'plan step')
      throw new UsageError(`run ${runId} is a ${kind}; only work orders can be revised`);
    const state = await (await openWorkspace(line)).app.workOrders.state(runId);
    if (state === undefined) throw new UsageError(`there is no run ${runId}`);
    const paths = state.files.map(({ path }) => path);
    const revised = reviseRun(
      state,
      line.list('comment').map(text => readComment(text, paths)),
    );
    if (!revised.ok) throw new UsageError(revised.error);
    const models = await openModels(line, io);
    try {
      return await executeOrder(line, io, { ...revised.value, ...models, until: 'end' });
    } finally {
      await models.save();
    }
  },
});
