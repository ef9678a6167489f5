import { defineCommand } from '../command.ts';
import { steer } from '../steer-run.ts';

export const command = defineCommand({
  forms: ['workorder pause RUN'],
  about: [
    'Lets an agent, a ticket or a ROUTA workspace that is at work stop before its next reply: what it is doing is done to its end. workorder resume continues it with its whole transcript.',
  ],
  options: {},
  notes: ['Exit codes: 0 said, 1 the run ended before it took it, 3 the run is not at work.'],
  takes: [1, 1],
  run: (line, io) =>
    steer(
      line,
      io,
      { kind: 'pause', text: '' },
      {
        taken: 'The run stops before its next reply; workorder resume continues it.',
        waits: 'The run stops before its next reply; workorder resume continues it.',
      },
    ),
});
