import assert from 'node:assert/strict';
import { type PromptVersions, versionsOf } from '../../src/core/conversation/prompt-versions.ts';
import { WORKFLOWS } from './stored-workflows.ts';

/** Who is asked in each workflow; left out: no model, or runs of others. */
const ASKED: Readonly<Record<string, PromptVersions>> = {
  'work order': versionsOf(['designer', 'qa']),
  'task agent': versionsOf(['task-agent']),
  ticket: versionsOf(['ticket-manager', 'ticket-developer']),
  ROUTA: versionsOf(['ROUTA', 'CRAFTER', 'GATE']),
};

describe('the record of a run names the versions of its prompts', () => {
  for (const [name, open] of Object.entries(WORKFLOWS))
    it(`${name}${ASKED[name] ? '' : ' (asks no model itself)'}`, async () => {
      const stand = open();
      await stand.run();
      const events = (await stand.runs.events('run-1')) ?? [];
      const [started] = events.filter(event => 'prompts' in event) as readonly {
        readonly prompts?: unknown;
      }[];
      assert.deepEqual(started?.prompts, ASKED[name]);
    });
});
