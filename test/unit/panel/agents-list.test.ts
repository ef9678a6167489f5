import assert from 'node:assert/strict';
import {
  type AgentRow,
  type AgentsProjection,
  agentsTree,
  type NeedsYou,
  needsYouBadge,
  rowsWithVerb,
} from '../../../src/core/panel/agents-list.ts';
import { viewNode } from '../../../src/core/panel/view-node.ts';
import { drawn } from './sample-run.ts';

const MINUTE = 60_000;
const working: AgentRow = {
  id: 'a',
  label: 'Give gift wrap a price',
  role: 'task agent',
  status: 'active',
  call: 'run_tests',
  verbs: ['stop', 'transcript'],
  details: [viewNode({ id: 'turn', label: 'Turn 1', icon: { codicon: 'comment' } })],
};
const question: NeedsYou = {
  id: 'q',
  kind: 'question',
  agent: 'Price gift wrap',
  sentence: 'In which currency?',
  since: MINUTE,
  verbs: ['answer'],
};
const consent: NeedsYou = {
  id: 'c',
  kind: 'consent',
  agent: 'Ticket 4',
  sentence: 'Run "pytest" in this folder?',
  since: 0,
  verbs: ['allow', 'deny'],
};
const shown = (host: string, agents: readonly AgentRow[], needsYou: readonly NeedsYou[] = []) =>
  ({ host, agents, needsYou }) satisfies AgentsProjection;

describe('Agents view', () => {
  it('puts what waits for the person on top, the oldest first, whatever workflow it is of', () =>
    assert.equal(
      drawn(agentsTree([shown('task', [working], [question]), shown('tickets', [], [consent])], 3 * MINUTE)),
      [
        'Needs you — 2',
        '  Run "pytest" in this folder? — Ticket 4 · 3 min ago',
        '  In which currency? — Price gift wrap · 2 min ago',
        'Give gift wrap a price — run_tests',
        '  Turn 1',
      ].join('\n'),
    ));

  it('says a change in a few words, so that the agent that waits is still in view, and all of it in the tooltip', () => {
    const sentence = 'Turn 2 changes 2 files: Write both files.';
    const change: NeedsYou = {
      ...question,
      kind: 'approval',
      agent: 'crafter-wrap',
      sentence,
      brief: '2 files, turn 2',
    };
    const inbox = agentsTree([shown('routa', [], [change])], MINUTE);
    assert.equal(drawn(inbox), 'Needs you — 1\n  2 files, turn 2 — crafter-wrap · just now');
    assert.match(
      inbox[0]?.children[0]?.tooltip ?? '',
      /^Change to review\nTurn 2 changes 2 files: Write both files\.\ncrafter-wrap$/,
    );
  });

  it('shows agents below the agent that started them, with the role for a screen reader', () => {
    const child: AgentRow = { id: 'b', label: 'Task 1', role: 'CRAFTER', status: 'pending' };
    const [node] = agentsTree([shown('routa', [{ ...working, children: [child] }])], 0);
    assert.equal(node?.children[0]?.accessibilityLabel, 'CRAFTER, not started, Task 1, not started');
    assert.equal(node?.children[0]?.state, 'leaf');
  });

  it('offers exactly the verbs of a row in its menu, and leads a click to its host', () => {
    const [inbox, agent] = agentsTree([shown('task', [working], [consent])], 0);
    assert.equal(inbox?.children[0]?.context, 'need allow deny');
    assert.equal(agent?.context, 'agent stop transcript');
    assert.deepEqual(agent?.target, { kind: 'agent', host: 'task', id: 'a' });
  });

  it('counts what waits in the badge, and shows none when nothing does', () => {
    assert.equal(needsYouBadge([shown('task', [working])]), undefined);
    assert.deepEqual(needsYouBadge([shown('task', [], [question]), shown('tickets', [], [consent])]), {
      value: 2,
      tooltip: '2 things wait for you',
    });
  });

  it('finds the rows a verb can be used on, below other agents too', () => {
    const parent: AgentRow = { id: 'p', label: 'All', role: 'ROUTA', status: 'active', children: [working] };
    const projections = [shown('routa', [parent], [question])];
    assert.deepEqual(
      rowsWithVerb(projections, 'stop').map(row => row.id),
      ['a'],
    );
    assert.deepEqual(
      rowsWithVerb(projections, 'answer').map(row => row.sentence),
      ['In which currency?'],
    );
  });
});
