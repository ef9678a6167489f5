import { defineCommand } from '../command.ts';
import { REVIEW_OPTIONS } from '../shared-options.ts';
import { TRY_OPTIONS } from '../try-out.ts';
import { executeGiven, GIVEN_OPTIONS } from './given-replies.ts';

export const command = defineCommand({
  forms: ['workorder apply ORDER.json --designer FILE --qa FILE'],
  about: ['Validates, simulates, reviews, applies and lints given replies. No models are asked.'],
  options: { ...GIVEN_OPTIONS, ...REVIEW_OPTIONS, ...TRY_OPTIONS },
  takes: [['no order is given: name an ORDER.json'], 1],
  run: (line, io) => executeGiven(line, io, 'end'),
});
