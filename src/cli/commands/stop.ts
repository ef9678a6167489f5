import { defineCommand } from '../command.ts';
import { steer } from '../steer-run.ts';

export const command = defineCommand({
  forms: ['workorder stop RUN[:AGENT]'],
  about: [
    'Stops an agent, a ticket or a ROUTA workspace that is at work at once, as Ctrl+C does; of a ROUTA workspace also one agent, whose task is then open for another. What was applied stays and can be reverted; workorder resume continues the run.',
  ],
  options: {},
  notes: ['Exit codes: 0 said, 1 the run ended before it took it, 3 the run is not at work.'],
  takes: [1, 1],
  run: (line, io) =>
    steer(
      line,
      io,
      { kind: 'stop', text: '' },
      {
        taken: 'Stopped.',
        waits: 'The run has not taken it yet; it stops as soon as it looks.',
      },
    ),
});
