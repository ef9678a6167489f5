import assert from 'node:assert/strict';
import type { Model } from '../../../src/core/ports/model.ts';
import type { WorkOrder } from '../../../src/generated/contracts.ts';
import { createOpenAiModel } from '../../../src/node/model/openai-model.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { LLAMA_CPP_MODELS } from '../../support/model-dialects.ts';
import { type Behaviour, type ChatBody, say, startModelServer } from '../../support/model-server.ts';
import { runInMemory } from '../../support/run-in-memory.ts';
import { envelope, finish, MemoryAgent, read, submit, write } from '../../unit/taskagent/memory-agent.ts';

/**
 * Providers keep the beginning of a prompt and ask less for it: tools, the form of the answer, then the messages. So
 * what is sent again is sent byte for byte, and what differs comes last.
 */
const beginning = ({ tools, response_format, messages = [] }: ChatBody, count: number): string =>
  JSON.stringify([tools, response_format, messages.slice(0, count)]);

const assertGrows = (bodies: readonly ChatBody[]) => {
  for (const [k, body] of bodies.entries()) {
    const before = bodies[k - 1];
    if (!before) continue;
    const count = before.messages?.length ?? 0;
    assert.equal(beginning(body, count), beginning(before, count), `request ${k + 1} begins as request ${k}`);
    assert.ok((body.messages?.length ?? 0) > count);
  }
};

const GREET = 'def greet() -> None: ...\n';
const orderOf = (name: string): WorkOrder => ({
  step_id: name,
  step_text: `Rename greet() to ${name}().`,
  scope_allowlist: ['greet.py'],
  invariants: ['no behavior changes'],
  acceptance: { lint: { path: '.', check_all: false } },
});

describe('what is sent again', () => {
  for (const [what, models] of [
    ['an endpoint with tools', undefined],
    ['a server that holds the model to a grammar', LLAMA_CPP_MODELS],
  ] as const)
    describe(`to ${what}`, () => {
      const withModel = async (
        behaviour: Behaviour,
        use: (model: Model) => Promise<unknown>,
      ): Promise<readonly ChatBody[]> => {
        const server = await startModelServer(behaviour, models);
        try {
          const model = createOpenAiModel({ baseUrl: server.baseUrl, model: 'm' });
          assert.ok(model.ok);
          await use(model.value);
          return server.requests.map(({ body }) => body);
        } finally {
          await server.close();
        }
      };

      const REPLIES = [[read('a.py')], [read('b.py')], [write('c.py'), submit()], [finish()]];
      const agent = (text: string, profile: 'calls/1' | 'thoughts/1') =>
        withModel(
          exchange => say(exchange, { text: envelope(REPLIES[exchange.earlier] ?? [finish()]) }),
          model =>
            new MemoryAgent({ 'a.py': 'x = 1\n', 'b.py': 'y = 1\n' }).run([], {
              model,
              profile,
              assignment: { text, taskId: undefined },
              delivery: 'none',
            }),
        );

      for (const profile of ['calls/1', 'thoughts/1'] as const)
        it(`each request of an agent (${profile}) begins with the whole one before; other tasks share the instructions`, async () => {
          const [first, again, other] = [
            await agent('Add c', profile),
            await agent('Add c', profile),
            await agent('Add d', profile),
          ];
          assert.equal(first.length, REPLIES.length);
          assertGrows(first);
          assert.equal(JSON.stringify(again), JSON.stringify(first));
          assert.ok(first[0] && other[0]);
          assert.equal(beginning(other[0], 1), beginning(first[0], 1));
          assert.notEqual(beginning(other[0], 2), beginning(first[0], 2));
        });

      /** Designer and QA both look into the file before they answer. */
      const answerFor = (name: string): Behaviour => {
        const commands = [
          {
            tool: 'atomic_replace',
            args: { file_path: 'greet.py', replacements: [{ old_string: 'greet', new_string: name }] },
            reason: 'Rename.',
          },
        ];
        const verification = { tool: 'lint_backend', args: { path: '.', check_all: false } };
        const design = { touched_files: ['greet.py'], commands, changed_signatures: [], verification };
        return exchange => {
          const { messages = [], tools } = exchange.body;
          const isQa = String(messages[0]?.content).startsWith('You are QA');
          const args = { qualified_name: 'greet' };
          if (messages.length > 2)
            return say(exchange, {
              text: JSON.stringify(isQa ? { decision: 'APPROVED', commands, verification } : design),
            });
          if (tools)
            return say(exchange, {
              calls: [{ name: 'get_source', arguments: JSON.stringify(args) }],
              finish: 'tool_calls',
            });
          return say(exchange, { text: JSON.stringify({ call: { tool: 'get_source', args } }) });
        };
      };
      const order = (name: string) =>
        withModel(answerFor(name), async model => {
          const files = new MemoryFiles({ 'greet.py': GREET });
          const state = await runInMemory(files, { order: orderOf(name), designer: model, qa: model });
          assert.equal(state.outcome?.kind, 'APPLIED', JSON.stringify(state.outcome));
        });

      it('for one work order twice is the same, and for two orders the tools and the instructions of Designer and QA', async () => {
        const [first, again, other] = [await order('welcome'), await order('welcome'), await order('hail')];
        assert.equal(first.length, 4);
        assert.equal(JSON.stringify(again), JSON.stringify(first));
        for (const role of [0, 2]) {
          assertGrows(first.slice(role, role + 2));
          const [one, two] = [first[role], other[role]];
          assert.ok(one && two);
          assert.equal(beginning(two, 1), beginning(one, 1));
        }
      });
    });
});
