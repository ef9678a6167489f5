import { defineSteering } from '../steer-run.ts';

export const command = defineSteering({
  kind: 'stop',
  form: 'workorder stop RUN[:AGENT]',
  about:
    'Stops an agent, a ticket or a ROUTA workspace that is at work at once, as Ctrl+C does; of a ROUTA workspace also one agent, whose task is then open for another. What was applied stays and can be reverted; workorder resume continues the run.',
  words: { taken: 'Stopped.', waits: 'The run has not taken it yet; it stops as soon as it looks.' },
});
