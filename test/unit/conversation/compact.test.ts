import assert from 'node:assert/strict';
import { applyCompaction, planCompaction, sizeOf } from '../../../src/core/conversation/compact.ts';
import type { ModelMessage, ModelReply } from '../../../src/core/ports/model.ts';
import { resumeTaskAgent } from '../../../src/core/taskagent/resume.ts';
import { runTaskAgent } from '../../../src/core/taskagent/run-agent.ts';
import { finish, MemoryAgent, type Reply, read, submit, write } from '../taskagent/memory-agent.ts';

const system: ModelMessage = { role: 'system', text: 'You are.' };
const said = (text: string): ModelMessage => ({ role: 'user', text });
const reply = (text: string): ModelMessage => ({ role: 'assistant', text, toolCalls: [] });

describe('a conversation that is shortened', () => {
  it('keeps its instructions, what must be known, and whole turns from the newest back', () => {
    const turns = Array.from({ length: 10 }, (_, i) => [
      reply(`r${i}`.padEnd(50)),
      said(`s${i}`.padEnd(50)),
    ]).flat();
    const messages = [system, said('The task.'), ...turns];
    const compacted = planCompaction(messages, { above: () => 0, digest: () => 'DIGEST' }, 600);
    assert.ok(compacted);
    const shorter = applyCompaction(messages, compacted);
    assert.deepEqual(shorter[0], system);
    assert.match(shorter[1]?.text ?? '', /^This conversation was shortened[\s\S]*DIGEST$/);
    assert.deepEqual(
      shorter.slice(2).map(m => m.text.trim()),
      ['r7', 's7', 'r8', 's8', 'r9', 's9'],
    );
    assert.equal(
      planCompaction([system, said('The task.'), reply('r')], { above: () => 0, digest: () => '' }, 1),
      undefined,
    );
    assert.ok(sizeOf(shorter) < sizeOf(messages));
  });
});

describe('a task agent whose model takes no longer conversation', () => {
  /** Refuses what is longer than that. */
  const limited = (agent: MemoryAgent, replies: readonly Reply[], most: number) => {
    const request = agent.request(replies, { profile: 'calls/1' });
    const refused: number[] = [];
    const model = {
      label: 'limited',
      ask: async (one: Parameters<typeof agent.model.ask>[0]): Promise<ModelReply> => {
        const size = sizeOf(one.messages);
        if (size <= most) return agent.model.ask(one);
        refused.push(size);
        return { kind: 'fault', code: 'context_overflow', reason: 'too long' };
      },
    };
    return { request: { ...request, model }, refused };
  };
  const long = Array.from({ length: 600 }, (_, i) => `value_${i} = ${i}`).join('\n');
  const files = { 'a.py': long, 'b.py': long, 'c.py': long };

  it('goes on after one shortening with its task, its changes and its newest turn, and ends', async () => {
    const agent = new MemoryAgent(files);
    const { request, refused } = limited(
      agent,
      [[write('new.py')], [read('a.py')], [read('b.py')], [read('c.py')], [submit(), finish()]],
      25_000,
    );

    const state = await runTaskAgent(agent.ports, request);
    assert.equal(state.outcome?.kind, 'DONE', JSON.stringify(state.outcome));
    assert.equal(refused.length, 1);
    const last = agent.model.asked.at(-1) ?? [];
    assert.match(last[1]?.text ?? '', /Your task: Do the next task\nFiles you changed: new\.py/);
    assert.match(last.at(-1)?.text ?? '', /value_599/);
    assert.ok(agent.events.some(event => event.type === 'compacted'));
    assert.equal(
      agent.events.filter(event => event.type === 'told' && event.text.includes('value_599')).length,
      3,
      'the journal has all',
    );
  });

  it('is resumed with the shortened conversation', async () => {
    const agent = new MemoryAgent(files);
    const { request } = limited(agent, [[read('a.py')], [read('b.py')], [read('c.py')]], 25_000);

    const state = await runTaskAgent(agent.ports, request);
    assert.equal(state.outcome?.kind, 'BLOCKED');
    const next = limited(agent, [[write('new.py'), submit(), finish()]], 25_000);
    const resumed = await resumeTaskAgent(agent.ports, { ...next.request, runId: state.runId });
    assert.ok(resumed.ok && resumed.value.outcome?.kind === 'DONE');
    const [, digest] = agent.model.asked[0] ?? [];
    assert.match(digest?.text ?? '', /^This conversation was shortened/);
  });

  it('stops when the shortened one is too long as well', async () => {
    const agent = new MemoryAgent(files);
    const { request, refused } = limited(agent, [[read('a.py')]], 100);

    const state = await runTaskAgent(agent.ports, request);
    assert.ok(state.outcome?.kind === 'BLOCKED' && state.outcome.by === 'model');
    assert.ok(refused.length <= 2);
  });
});
