import { defineCommand } from '../command.ts';
import { CLAIM_OPTIONS } from '../shared-options.ts';
import { TRY_OPTIONS } from '../try-out.ts';
import { executeGiven, GIVEN_OPTIONS } from './given-replies.ts';

export const command = defineCommand({
  forms: ['workorder check ORDER.json --designer FILE [--qa FILE]'],
  about: ['Validates and simulates given replies and prints the diff or the reasons. Writes nothing.'],
  options: { ...GIVEN_OPTIONS, ...CLAIM_OPTIONS, ...TRY_OPTIONS },
  takes: [['no order is given: name an ORDER.json'], 1],
  run: (line, io) => executeGiven(line, io, 'check'),
});
