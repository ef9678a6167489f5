import { defineCommand } from '../command.ts';
import { UsageError } from '../io.ts';
import { STEER_EXIT_CODES, steer } from '../steer-run.ts';

export const command = defineCommand({
  forms: ['workorder say RUN[:AGENT] TEXT'],
  about: [
    'Says something to an agent, a ticket or a ROUTA workspace that is at work, in this or another process. It comes before the next reply, also during the last one; in a ROUTA workspace to the agent that coordinates, or to the one you name.',
  ],
  options: {},
  notes: [STEER_EXIT_CODES],
  takes: [
    [
      'no run is given: name a RUN, and then what to say to it',
      'there are no words to say: write them after the RUN, in quotes',
    ],
    2,
  ],
  run: async (line, io) => {
    const text = line.positionals[1]?.trim() ?? '';
    if (text === '') throw new UsageError('there are no words to say');
    return steer(
      line,
      io,
      { kind: 'say', text },
      {
        taken: 'Said: it is in the journal of the run.',
        waits: 'It comes before the next reply.',
      },
    );
  },
});
