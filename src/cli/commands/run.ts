import { defineCommand } from '../command.ts';
import { openModels } from '../models/load-models.ts';
import { DESIGNER_COMMAND_OPTIONS } from '../program-options.ts';
import { MODEL_OPTIONS, REVIEW_OPTIONS } from '../shared-options.ts';
import { TRY_OPTIONS } from '../try-out.ts';
import { executeOrder } from './execute-order.ts';
import { ORDER_OPTIONS, saveOrder } from './order-from-words.ts';
import { readOrderOrWords } from './read-order.ts';

export const command = defineCommand({
  forms: ['workorder run ORDER.json [--model SPEC]', 'workorder run "TEXT" --scope PATH … [--model SPEC]'],
  about: [
    'Asks the Designer and QA, shows the diff, applies it after your yes, and lints the result.',
    'A step in words becomes an order, which is shown and recorded with the run. - reads the words or the order from standard input.',
  ],
  options: {
    ...ORDER_OPTIONS,
    ...MODEL_OPTIONS,
    ...DESIGNER_COMMAND_OPTIONS,
    ...REVIEW_OPTIONS,
    ...TRY_OPTIONS,
  },
  takes: [['no order is given: name an ORDER.json, or write the step in words with --scope PATH'], 1],
  async run(line, io) {
    const order = await readOrderOrWords(line, io);
    if (!order.ok) return order.error;
    const models = await openModels(line, io);
    await saveOrder(order.value, line, io);
    try {
      return await executeOrder(line, io, { order: order.value, ...models, until: 'end' });
    } finally {
      await models.save();
    }
  },
});
