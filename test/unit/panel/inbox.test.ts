import assert from 'node:assert/strict';
import { agentsTree, type NeedsYou } from '../../../src/core/panel/agents-list.ts';
import { waitingFor } from '../../../src/core/panel/inbox.ts';

const need = (id: string, since: number): NeedsYou => ({
  id,
  kind: 'question',
  agent: `agent ${id}`,
  sentence: `Question ${id}?`,
  since,
  verbs: ['answer'],
});

describe('what waits for a person', () => {
  it('is one list, whatever waits: interrupted applies, the review, then agents, longest waiting first', () => {
    const projections = [
      { host: 'tickets', agents: [], needsYou: [need('late', 50_000)] },
      { host: 'task-agents', agents: [], needsYou: [need('early', 1000)] },
    ];
    const review = { title: 'words', files: 2 };
    const waiting = waitingFor({ review, interrupted: ['Half done.'], projections }, 61_000);
    assert.deepEqual(
      waiting.map(({ sentence, leadsTo }) => [sentence, leadsTo]),
      [
        ['Half done.', 'interrupted'],
        ['words: 2 files proposed', 'review'],
        ['Question early?', { host: 'task-agents', id: 'early' }],
        ['Question late?', { host: 'tickets', id: 'late' }],
      ],
    );
    assert.match(waiting[2]?.who ?? '', /^agent early · 1 min/);
  });

  it('has how the tests stand beside who asks, where a long question cannot hide it', () => {
    const asked = {
      ...need('q', 1000),
      sentence: 'Which? (the last test run failed: 3 of 5 tests passed; your answer lets as many fail)',
      brief: 'Which?',
      tests: '3 of 5 tests passed',
    };
    const [waiting] = waitingFor(
      { interrupted: [], projections: [{ host: 'task-agents', agents: [], needsYou: [asked] }] },
      61_000,
    );
    assert.equal(waiting?.sentence, 'Which?');
    assert.equal(waiting?.who, 'agent q · 3 of 5 tests passed · 1 min ago');
    const [inbox] = agentsTree([{ host: 'task-agents', agents: [], needsYou: [asked] }], 61_000);
    assert.equal(inbox?.children[0]?.label, 'Which?');
    assert.equal(inbox?.children[0]?.description, '3 of 5 tests passed · agent q · 1 min ago');
    assert.match(inbox?.children[0]?.tooltip ?? '', /your answer lets as many fail/);
  });

  it('is empty where nothing waits', () => {
    assert.deepEqual(waitingFor({ interrupted: [], projections: [] }, 0), []);
  });
});
