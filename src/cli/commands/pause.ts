import { defineSteering } from '../steer-run.ts';

const SENTENCE = 'The run stops before its next reply; workorder resume continues it.';

export const command = defineSteering({
  kind: 'pause',
  form: 'workorder pause RUN',
  about:
    'Lets an agent, a ticket or a ROUTA workspace that is at work stop before its next reply: what it is doing is done to its end. workorder resume continues it with its whole transcript.',
  words: { taken: SENTENCE, waits: SENTENCE },
});
