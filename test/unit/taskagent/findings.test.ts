import assert from 'node:assert/strict';
import type { ModelToolCall } from '../../../src/core/ports/model.ts';
import { type Call, finish, MemoryAgent, submit, write } from './memory-agent.ts';

const native = (...calls: readonly Call[]) => ({
  native: calls.map(
    ([name, args = {}], i): ModelToolCall => ({ id: `id-${i}`, name, argumentsJson: JSON.stringify(args) }),
  ),
});
const replace = (path: string, old_string: string, new_string: string): Call => [
  'atomic_replace',
  { file_path: path, replacements: [{ old_string, new_string }] },
];
const FILES = {
  'shop/__init__.py': '',
  'shop/price.py': 'def price(n):\n    return n * 2\n',
  'shop/order.py': 'from shop.price import price\n\n\ndef total(n):\n    return price(n)\n',
};

/** What the agent was sent after its first reply. */
async function toldAfter(...calls: readonly Call[]): Promise<{ told: string; agent: MemoryAgent }> {
  const agent = new MemoryAgent(FILES);
  await agent.run([native(...calls), native(submit(), finish())], { profile: 'calls/1' });
  const asked = agent.model.asked[1] ?? [];
  return {
    told: asked
      .slice(asked.findLastIndex(m => m.role === 'assistant'))
      .map(m => m.text)
      .join('\n'),
    agent,
  };
}

describe('what code finds in a change of an agent', () => {
  it('comes back in the result of the call when the change is no Python any more, and nothing is written', async () => {
    const { told, agent } = await toldAfter(replace('shop/price.py', 'def price(n):', 'def price(n:'));
    assert.match(told, /"status":"error".*blocked by code: .*shop\/price\.py.*not Python any more/);
    assert.equal(agent.files.text('shop/price.py'), FILES['shop/price.py']);
  });

  it('comes back with the results when a caller is left behind, so that it can be corrected in the next turn', async () => {
    const { told } = await toldAfter(replace('shop/price.py', 'def price(n):', 'def cost(n):'));
    assert.match(told, /shop\/order\.py/);
    assert.match(told, /price/);
  });

  it('comes back with the results when a name is not defined', async () => {
    const { told } = await toldAfter(replace('shop/price.py', 'n * 2', 'n * FACTOR'));
    assert.match(told, /FACTOR/);
  });

  it('is corrected, and the work ends', async () => {
    const agent = new MemoryAgent(FILES);
    const state = await agent.run(
      [
        native(replace('shop/price.py', 'def price(n):', 'def cost(n):')),
        native(
          ['read_file', { path: 'shop/order.py' }],
          replace('shop/order.py', 'import price', 'import cost'),
          replace('shop/order.py', 'return price(n)', 'return cost(n)'),
        ),
        native(submit(), finish()),
      ],
      { profile: 'calls/1' },
    );
    assert.equal(state.outcome?.kind, 'DONE');
    assert.match(agent.files.text('shop/order.py') ?? '', /return cost\(n\)/);
  });

  it('is no answer to a reply whose calls cannot be told apart: it is refused as a whole', async () => {
    const agent = new MemoryAgent();
    const twice = native(write('a.py'), write('b.py')).native.map(call => ({ ...call, id: 'same' }));
    await agent.run([{ native: twice }, native(finish())], { profile: 'calls/1' });
    assert.match(JSON.stringify(agent.model.asked[1]?.at(-1)), /has the id of an earlier call/);
    assert.deepEqual(agent.files.applied, []);
  });
});
