import assert from 'node:assert/strict';
import { outsideNeeds, outsideRow } from '../../../src/core/panel/outside-agents.ts';
import type { ViewNode } from '../../../src/core/panel/view-node.ts';
import type { WithoutTime } from '../../../src/core/runs/recorder.ts';
import type { WrapEvent } from '../../../src/core/wrap/events.ts';
import { initialWrapState, reduceWrap } from '../../../src/core/wrap/state.ts';

const file = {
  path: 'a.py',
  before_sha256: null,
  after_sha256: 'x',
  lines_added: 1,
  lines_removed: 0,
} as const;
const run = (...events: readonly WithoutTime<WrapEvent>[]) => ({
  state: events.map(event => ({ at: 0, ...event }) as WrapEvent).reduce(reduceWrap, initialWrapState('r')),
  lastAt: 0,
  isRunning: events.at(-1)?.type !== 'finished',
});
const BEGUN: readonly WithoutTime<WrapEvent>[] = [
  { type: 'run_started', runId: 'r', command: ['qwen', '--acp'], scope: [], claims: [], protocol: 'acp' },
  { type: 'connected', agent: 'Qwen Code 1', sandbox: 'a test' },
  { type: 'prompted', turn: 1, text: 'a note' },
  { type: 'planned', turn: 1, entries: [{ text: 'write', status: 'completed' }] },
  { type: 'acted', turn: 1, title: 'write a.py', does: 'edit', paths: ['a.py'], ok: true },
  { type: 'permitted', turn: 1, title: 'rm -rf /', does: 'execute', granted: false, by: 'you' },
  { type: 'said', turn: 1, text: 'It is written.' },
];
const ENDED: readonly WithoutTime<WrapEvent>[] = [
  ...BEGUN,
  { type: 'turned', turn: 1, stop: 'end_turn', ms: 1, files: 1 },
  { type: 'applied', number: 1, turn: 1, isolated: false, files: [file] },
];
const rows = (nodes: readonly ViewNode[] = [], depth = 0): readonly string[] =>
  nodes.flatMap(({ label, description = '', children }) => [
    `${'  '.repeat(depth)}${[label, description].filter(Boolean).join(' | ')}`,
    ...rows(children, depth + 1),
  ]);

describe('an agent of another maker in the Agents view', () => {
  it('has its plan, its turns and what it did in them', () => {
    const row = outsideRow(run(...BEGUN));
    assert.deepEqual(
      [row.label, row.role, row.status, row.doing, row.verbs],
      ['a note', 'Qwen Code 1', 'active', 'rm -rf /: refused', ['say', 'stop', 'transcript']],
    );
    assert.deepEqual(rows(row.details), [
      'Plan | 1 of 1 done',
      '  ✓ write',
      'Turn 1 | a note',
      '  write a.py | edit',
      '  rm -rf /: refused | execute',
    ]);
  });

  it('waits for the person between two turns, and says what it answered', () => {
    const listening = run(...ENDED, { type: 'listening' });
    assert.equal(outsideRow(listening).status, 'waiting');
    assert.deepEqual(
      outsideNeeds(listening).map(({ sentence, verbs }) => [sentence, verbs]),
      [
        [
          'Qwen Code 1 has ended its turn: say what is next, or stop to end it. It said: It is written.',
          ['say', 'stop'],
        ],
      ],
    );
    assert.deepEqual(outsideNeeds(run(...BEGUN)), []);
  });

  it('can be taken back as a whole and by turn when it has ended, once', () => {
    const ended = run(...ENDED, { type: 'finished', outcome: { kind: 'APPLIED', files: 1 } });
    const row = outsideRow(ended);
    assert.deepEqual([row.status, row.doing], ['done', 'Applied 1 file']);
    assert.deepEqual(row.verbs, ['transcript', 'revert', 'remove']);
    const turn = row.details?.find(({ label }) => label === 'Turn 1');
    assert.deepEqual([turn?.description, turn?.context], ['applied 1 file · a note', 'turn revert']);
    const reverted = run(
      ...ENDED,
      { type: 'reverted', numbers: [1], by: 'you', files: [file] },
      { type: 'finished', outcome: { kind: 'APPLIED', files: 1 } },
    );
    assert.deepEqual(outsideRow(reverted).verbs, ['transcript', 'remove']);
  });
});
