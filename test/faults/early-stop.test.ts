import assert from 'node:assert/strict';
import { once } from 'node:events';
import { estimateTokens } from '../../src/core/conversation/estimate-usage.ts';
import type { RunEvent } from '../../src/core/workorder/events.ts';
import type { WorkOrder } from '../../src/generated/contracts.ts';
import { createOpenAiModel } from '../../src/node/model/openai-model.ts';
import { checkDesigner } from '../support/ask-designer.ts';
import { MemoryFiles } from '../support/memory-files.ts';
import { asEvent, type Behaviour, chunk, STREAM, say, startModelServer } from '../support/model-server.ts';
import { LIMITS } from './model-scenarios.ts';

const order: WorkOrder = {
  step_id: 'phase-1.step-1',
  step_text: 'Rename greet() to welcome().',
  scope_allowlist: ['greet.py'],
  invariants: [],
  acceptance: { lint: { path: '.', check_all: false } },
};
const command = (file_path: string) => ({
  tool: 'atomic_replace',
  args: { file_path, replacements: [{ old_string: 'greet', new_string: 'welcome' }] },
  reason: 'Rename.',
});
const reply = (...commands: readonly object[]): string =>
  JSON.stringify({
    touched_files: ['greet.py'],
    commands,
    changed_signatures: [],
    verification: { tool: 'lint_backend', args: { path: '.', check_all: false } },
  });
const RIGHT = reply(command('greet.py'));
const WRONG = reply(command('greet.py'), command('other.py'), command('greet.py'));

/** Sends the text and then nothing more, without an end. */
const sayAndStall =
  (text: string): Behaviour =>
  ({ response }) => {
    response.writeHead(200, STREAM);
    response.write(asEvent(chunk({ content: text })));
  };

async function run(behaviour: Behaviour) {
  const server = await startModelServer(behaviour);
  const model = createOpenAiModel({ ...LIMITS, baseUrl: server.baseUrl, model: 'm' });
  assert.ok(model.ok);
  const events: RunEvent[] = [];
  try {
    const files = new MemoryFiles({ 'greet.py': 'def greet() -> None: ...\n' });
    const state = await checkDesigner(order, files, model.value, event => events.push(event));
    return { state, events, requests: server.requests.length };
  } finally {
    await server.close();
  }
}

describe('an answer that can only be blocked', () => {
  it('is not waited for: the run ends while the endpoint still has its stream open', async () => {
    let closed: Promise<unknown> | undefined;
    const { state, events, requests } = await run(exchange => {
      closed = once(exchange.response, 'close');
      return sayAndStall(WRONG.slice(0, -160))(exchange);
    });
    assert.deepEqual(state.outcome, {
      kind: 'BLOCKED',
      by: 'validator',
      reasons: ['command 1 (atomic_replace): other.py is outside the scope (greet.py)'],
      requiredChanges: [],
    });
    assert.equal(requests, 1);
    assert.ok(events.some(event => event.type === 'stopped_early'));
    await closed; // by the client, not by the server's end
  });

  it('counts as spent with an estimate, because nobody told the tokens', async () => {
    const { events } = await run(sayAndStall(WRONG));
    const replied = events.find(event => event.type === 'model_replied');
    assert.ok(replied?.usage.estimated);
    assert.equal(replied.text, WRONG);
    assert.equal(replied.usage.outputTokens, estimateTokens(WRONG.length));
  });
});

describe('an answer that begins again after a broken connection', () => {
  it('is judged anew: commands of the first try are forgotten', async () => {
    const { state, events, requests } = await run(exchange => {
      if (exchange.earlier > 0) return say(exchange, { text: RIGHT });
      sayAndStall(RIGHT.slice(0, -40))(exchange);
      setTimeout(() => exchange.response.destroy(), 20);
    });
    assert.equal(state.outcome?.kind, 'CHECKED', JSON.stringify(state.outcome));
    assert.equal(requests, 2);
    assert.deepEqual(
      events.flatMap(event => (event.type === 'command_arrived' ? event.index : [])),
      [0, 0],
    );
  });
});
