import assert from 'node:assert/strict';
import { Cancelled } from '../../../src/core/kernel/cancel.ts';
import { ok } from '../../../src/core/kernel/result.ts';
import type {
  AgentOnCopy,
  OutsideClient,
  OutsidePermission,
  OutsideSession,
  OutsideUpdate,
} from '../../../src/core/ports/agent-on-copy.ts';
import { MOST_LINES } from '../../../src/core/runs/session-log.ts';
import type { WrapEvent } from '../../../src/core/wrap/events.ts';
import { wrapHeadline } from '../../../src/core/wrap/outcome.ts';
import { wrapTranscript } from '../../../src/core/wrap/transcript.ts';
import { AgentInMemory, type PlayedTurn } from '../../support/acp/agent-in-memory.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { memoryHold } from '../../support/memory-hold.ts';
import { MemoryJournals } from '../../support/memory-journals.ts';
import { appInMemory } from '../../support/run-in-memory.ts';
import { MemoryReviewer } from '../taskagent/memory-agent.ts';

interface Given {
  readonly turns: readonly PlayedTurn[];
  /** What the person says, in order. */
  readonly says: readonly string[];
  /** What they answer when the agent asks; left out: nobody is there. */
  readonly permits?: boolean;
  readonly asksAlways?: boolean;
  readonly sandbox?: string | null;
  readonly otherEnds?: 'ask' | 'refuse';
  readonly reviewer?: MemoryReviewer;
  readonly signal?: AbortSignal;
  readonly files?: MemoryFiles;
  /** Left out: one that plays the turns. */
  readonly agent?: AgentOnCopy;
}

const twoFiles = () => new MemoryFiles({ 'a.txt': 'one\n', 'b.txt': 'two\n' });

async function talk(given: Given) {
  const { turns, says, permits, asksAlways = false, sandbox, otherEnds, reviewer, signal } = given;
  const files = given.files ?? twoFiles();
  const journals = new MemoryJournals<WrapEvent>();
  const app = appInMemory(files, undefined, { wraps: { journals, hold: memoryHold() } });
  const agent = new AgentInMemory(files, turns, sandbox);
  const words = [...says];
  const asked: OutsidePermission[] = [];
  const state = await app.runSession({
    command: ['some-agent', '--acp'],
    agent: given.agent ?? agent,
    scope: [],
    claims: [],
    reviewer: reviewer ?? new MemoryReviewer(),
    signal: signal ?? new AbortController().signal,
    next: async () => words.shift(),
    permit: async request => {
      asked.push(request);
      return permits;
    },
    asksAlways,
    otherEnds: otherEnds ?? 'ask',
  });
  const events = (await journals.read('run-1')) ?? [];
  const headline = state.outcome && wrapHeadline(state.outcome);
  return { files, agent, asked, state, events, headline, kinds: events.map(({ type }) => type) };
}

const runs = (title: string, does: OutsidePermission['call']['does'] = 'execute', path?: string) => ({
  call: { id: '1', title, does, paths: path === undefined ? [] : [path] },
});

describe('a conversation with an agent of another maker', () => {
  it('makes one change of what each turn changed, in a conversation that goes on until nothing more is said', async () => {
    const { files, agent, state, headline } = await talk({
      turns: [{ files: { 'a.txt': 'ONE\n', 'b.txt': 'TWO\n' } }, { files: { 'a.txt': '1\n' } }],
      says: ['in capitals', 'in digits'],
    });
    assert.equal(headline, 'Applied 2 files');
    assert.deepEqual([files.text('a.txt'), files.text('b.txt')], ['1\n', 'TWO\n']);
    assert.deepEqual(agent.told, ['in capitals', 'in digits']);
    assert.deepEqual(
      state.applied.map(({ number, turn, files: changed }) => [number, turn, changed.length]),
      [
        [1, 1, 2],
        [2, 2, 1],
      ],
    );
    assert.equal(agent.isClosed, true);
  });

  it('tells the agent why its change was not taken over; what it changes then is judged as a whole', async () => {
    const reviewer = new MemoryReviewer();
    reviewer.decide = ({ number }) => (number === 1 ? { reject: 'not so loud' } : 'apply');
    const { files, agent, headline } = await talk({
      turns: [{ files: { 'a.txt': 'ONE\n' } }, { files: { 'b.txt': 'Two\n' } }],
      says: ['in capitals', 'less'],
      reviewer,
    });
    assert.match(agent.told[1] ?? '', /was not applied .*not so loud.*as you left them\.\n\nless$/s);
    assert.equal(headline, 'Applied 2 files');
    assert.equal(files.text('a.txt'), 'ONE\n');
  });

  it('asks no second time about a refused change when the agent only answers', async () => {
    const reviewer = new MemoryReviewer();
    reviewer.decide = () => ({ reject: 'no' });
    const { headline } = await talk({
      turns: [{ files: { 'a.txt': 'ONE\n' } }, {}],
      says: ['in capitals', 'why?'],
      reviewer,
    });
    assert.equal(reviewer.proposals.length, 1);
    assert.match(headline ?? '', /^Nothing was applied: rejected by Ann: no/);
  });

  it('says what stays when a later change is refused', async () => {
    const reviewer = new MemoryReviewer();
    reviewer.decide = ({ turn }) => (turn === 2 ? { reject: 'no' } : 'apply');
    const { headline, state } = await talk({
      turns: [{ files: { 'a.txt': 'ONE\n' } }, { files: { 'b.txt': 'TWO\n' } }],
      says: ['a', 'b'],
      reviewer,
    });
    assert.match(
      headline ?? '',
      /^Applied 1 file of earlier turns, and nothing of the last change: rejected/,
    );
    assert.equal(state.outcome?.kind, 'BLOCKED');
  });

  it('puts a change of a turn that was cut off before a person, and applies none without one', async () => {
    const turns = [{ files: { 'a.txt': 'ON' }, stop: 'max_tokens' }];
    const reviewer = new MemoryReviewer();
    await talk({ turns, says: ['go'], reviewer });
    assert.deepEqual(
      reviewer.proposals.map(({ needsPerson, warnings }) => [needsPerson, warnings[0]]),
      [[true, 'the agent stopped before its end: max_tokens']],
    );
    const { files, headline } = await talk({ turns, says: ['go'], otherEnds: 'refuse' });
    assert.equal(headline, 'Nothing was applied: the agent stopped before its end: max_tokens');
    assert.equal(files.text('a.txt'), 'one\n');
  });

  it('counts a change that was being written when the person stopped it', async () => {
    const stop = new AbortController();
    const files = twoFiles();
    const reviewer = new MemoryReviewer();
    reviewer.decide = ({ number }) => {
      if (number === 2) files.changeBeforeApply = () => stop.abort();
      return 'apply';
    };
    const { state, headline } = await talk({
      turns: [{ files: { 'a.txt': 'ONE\n' } }, { files: { 'b.txt': 'TWO\n' } }],
      says: ['a', 'b', 'c'],
      signal: stop.signal,
      files,
      reviewer,
    });
    assert.equal(state.applied.length, 2);
    assert.match(headline ?? '', /cancelled; 2 changes stay applied/i);
  });

  it('changes nothing without a change', async () => {
    const { headline } = await talk({ turns: [{}], says: ['what is this?'] });
    assert.equal(headline, 'The program changed nothing');
  });
});

describe('the record of such a conversation', () => {
  const call = { id: '1', title: 'edit a.txt', does: 'edit', paths: ['a.txt'] } as const;
  const updates: readonly OutsideUpdate[] = [
    { kind: 'said', text: 'I will ' },
    { kind: 'said', text: 'edit it.' },
    { kind: 'planned', entries: [{ text: 'edit', status: 'pending' }] },
    { kind: 'acted', call, status: 'in_progress' },
    { kind: 'acted', call, status: 'completed', output: 'done' },
    { kind: 'said', text: 'Done [here](command:x).' },
  ];

  it('has the pieces of a message as one line, plans, calls when they have ended, and how the turn ended', async () => {
    const { kinds, events, state } = await talk({ turns: [{ updates }], says: ['go'] });
    assert.deepEqual(kinds, [
      'run_started',
      'connected',
      'prompted',
      'said',
      'planned',
      'acted',
      'said',
      'turned',
      'finished',
    ]);
    assert.equal(events.flatMap(e => (e.type === 'said' ? e.text : []))[0], 'I will edit it.');
    assert.deepEqual([state.agent, state.turns.length, state.plan.length], ['played 1.0', 1, 1]);
    assert.deepEqual(state.turns[0]?.did, [{ title: 'edit a.txt', word: 'edit', ok: true }]);
  });

  it('is read as a document in which nothing of the agent is a link', async () => {
    const { events } = await talk({ turns: [{ updates }], says: ['go'] });
    const document = wrapTranscript(events);
    assert.match(document, /## Turn 1\n\nYou: go/);
    assert.match(document, /Agent: Done \\\[here\\\]\(command:x\)\./);
    assert.match(document, /✓ edit: edit a\.txt/);
  });

  it('ends with the end of the run: what an agent did until then is before it, and nothing comes behind', async () => {
    const said = (text: string): OutsideUpdate => ({ kind: 'said', text });
    const acted = (id: string): OutsideUpdate => ({
      kind: 'acted',
      call: { id, title: id, does: 'edit', paths: [] },
      status: 'completed',
    });
    const ended: Promise<void>[] = [];
    const agent = (client: OutsideClient): OutsideSession => ({
      agent: 'late 1.0',
      refresh: async () => [],
      async prompt() {
        for (let n = 0; n < 20; n++) client.onUpdate(acted(`in time ${n}`));
        client.onUpdate(said('last words'));
        throw new Cancelled();
      },
      async close() {
        client.onUpdate(acted('while it is ended'));
        ended.push(
          new Promise(resolve => setImmediate(resolve)).then(() => client.onUpdate(acted('too late'))),
        );
      },
    });
    const { events } = await talk({
      turns: [],
      says: ['go'],
      agent: { open: async client => ok(agent(client)) },
    });
    await Promise.all(ended);
    assert.equal(events.at(-1)?.type, 'finished');
    const lines = events.flatMap(event =>
      event.type === 'acted' ? [event.title] : event.type === 'said' ? [event.text] : [],
    );
    assert.deepEqual(lines.slice(-3), ['in time 19', 'last words', 'while it is ended']);
    assert.equal(lines.length, 22);
  });

  it('has an end, whatever an agent sends', async () => {
    const many = Array.from({ length: MOST_LINES + 5 }, () => updates[4]).filter(one => one !== undefined);
    const { events } = await talk({
      turns: [{ updates: [...many, { kind: 'said', text: 'x'.repeat(200_000) }] }],
      says: ['go'],
    });
    assert.equal(events.filter(({ type }) => type === 'acted').length, MOST_LINES);
    const [turned] = events.flatMap(event => (event.type === 'turned' ? [event] : []));
    assert.deepEqual(turned?.notes, ['6 more lines of what it did are not in the journal']);
  });
});

describe('an agent that asks before it acts', () => {
  it('fills no journal with its questions', async () => {
    const asks = Array.from({ length: MOST_LINES + 7 }, (_, n) => runs(`question ${n}`));
    const { kinds, events } = await talk({ turns: [{ asks }], says: ['go'] });
    assert.equal(kinds.filter(kind => kind === 'permitted').length, MOST_LINES);
    const [turned] = events.flatMap(event => (event.type === 'turned' ? [event] : []));
    assert.deepEqual(turned?.notes, ['7 more lines of what it did are not in the journal']);
  });

  it('is allowed by the sandbox what cannot leave its copy, and nobody is asked', async () => {
    const { agent, asked, events } = await talk({ turns: [{ asks: runs('rm -rf /') }], says: ['go'] });
    assert.deepEqual([agent.granted, asked.length], [[true], 0]);
    const [permitted] = events.flatMap(event => (event.type === 'permitted' ? [event] : []));
    assert.equal(permitted?.by, 'the sandbox, which keeps it to its copy');
  });

  it('asks the person in a sandbox, too, who wants to be asked', async () => {
    const { agent, asked } = await talk({
      turns: [{ asks: runs('ls') }],
      says: ['go'],
      asksAlways: true,
      permits: false,
    });
    assert.deepEqual([agent.granted, asked.length], [[false], 1]);
  });

  for (const [request, isAsked] of [
    [runs('edit', 'edit', 'a.txt'), false],
    [runs('edit', 'edit', '/etc/passwd'), true],
    [runs('edit', 'edit', '../x'), true],
    [runs('edit', 'edit', 'C:\\x'), true],
    [runs('edit something', 'edit'), true],
    [runs('make'), true],
    [runs('fetch', 'fetch'), true],
  ] as const)
    it(`is ${isAsked ? 'not ' : ''}allowed ${request.call.title} of ${request.call.paths[0] ?? 'nothing it names'} without a sandbox and without a person`, async () => {
      const { agent, asked, events } = await talk({
        turns: [{ asks: request }],
        says: ['go'],
        sandbox: null,
      });
      assert.deepEqual([agent.granted, asked.length], [[!isAsked], isAsked ? 1 : 0]);
      const [permitted] = events.flatMap(event => (event.type === 'permitted' ? [event] : []));
      assert.equal(permitted?.by, isAsked ? 'nobody' : 'its files are in the copy');
    });
});
