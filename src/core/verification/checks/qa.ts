import { answerOf, type Check, type Found, notRun } from '../check.ts';

/** A model that looks at the change; its spot checks are run again by code. */
export const qaCheck: Check = {
  id: 'qa',
  title: 'QA',
  needs: 'models',
  phase: 'before',
  // The documented pipeline: QA decides before a person.
  level: { others: 'off', 'work order': 'required', plan: 'required' },
  async run(_changes, { inspect, evidence }) {
    if (!inspect || !evidence) return notRun('no QA model is set up');
    const { decision, reasons, open } = await inspect(await evidence());
    const rejected = decision === 'reject' ? reasons : [];
    return answerOf(
      [
        ...rejected.map(
          (reason): Found => ({ rule: 'rejected', weight: 'problem', message: `QA: ${reason}` }),
        ),
        ...open.map((text): Found => ({ rule: 'not-checked', weight: 'doubt', message: `QA: ${text}` })),
      ],
      'QA approved the change',
    );
  },
};
