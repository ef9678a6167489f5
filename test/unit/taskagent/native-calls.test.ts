import assert from 'node:assert/strict';
import type { ModelToolCall } from '../../../src/core/ports/model.ts';
import { resumeTaskAgent } from '../../../src/core/taskagent/resume.ts';
import { type Call, finish, MemoryAgent, read, submit, write } from './memory-agent.ts';

const PROFILE = { profile: 'calls/1' } as const;
const native = (...calls: readonly Call[]) => ({
  native: calls.map(
    ([name, args = {}], i): ModelToolCall => ({ id: `id-${i}`, name, argumentsJson: JSON.stringify(args) }),
  ),
});

describe('task agent with native tool calls', () => {
  it('validates, authorises, executes in order, and answers each call by its id [004-008] [004-009]', async () => {
    const agent = new MemoryAgent({ 'a.py': 'old\n' });
    const state = await agent.run(
      [
        native(read('a.py'), write('a.py', 'new\n'), ['no_such_tool', {}], write('b.py')),
        native(submit(), finish()),
      ],
      PROFILE,
    );
    assert.deepEqual(
      state.calls.map(c => c.status),
      ['ok', 'ok', 'refused', 'not_run', 'ok', 'ok'],
    );
    assert.equal(state.outcome?.kind, 'DONE');
    const answers = agent.model.asked[1]?.filter(m => m.role === 'tool') ?? [];
    assert.deepEqual(
      answers.map(m => m.role === 'tool' && m.callId),
      ['id-0', 'id-1', 'id-2', 'id-3'],
    );
    assert.match(answers[2]?.text ?? '', /"status":"refused".*unknown tool: no_such_tool.*write_file/);
  });

  it('repairs arguments that are no JSON with an answer to every call, twice', async () => {
    const agent = new MemoryAgent();
    const bad = { native: [{ id: 'x', name: 'write_file', argumentsJson: '{' }] };
    const state = await agent.run([bad, bad, bad], PROFILE);
    assert.ok(state.outcome?.kind === 'BLOCKED' && state.outcome.by === 'protocol');
    const last = agent.model.asked[2]?.at(-1);
    assert.ok(last?.role === 'tool' && last.callId === 'x');
    assert.match(last.text, /repair 2 of 2/);
    assert.deepEqual(agent.files.applied, []);
  });

  it('reads an envelope where the endpoint has no tools [004-001]', async () => {
    const agent = new MemoryAgent();
    const state = await agent.run([[write('a.py')], [submit(), finish()]], PROFILE);
    assert.equal(state.outcome?.kind, 'DONE');
  });

  it('are not accepted in the profiles of the documents [002-003] [004-001]', async () => {
    const agent = new MemoryAgent();
    const state = await agent.run([native(write('a.py')), [finish()]]);
    assert.equal(state.outcome?.kind, 'DONE');
    assert.match(agent.model.told(1), /must be text with a single JSON object, not native tool calls/);
  });

  it('go on after a question with an answer to each call, then the user’s words [002-027]', async () => {
    const agent = new MemoryAgent();
    const asked = await agent.run(
      [native(['ask_question', { question_text: 'Which?' }], write('a.py'))],
      PROFILE,
    );
    assert.equal(asked.outcome?.kind, 'WAITING');
    const { assignment: _a, mode: _m, profile: _p, ...request } = agent.request([native(finish())]);
    const resumed = await resumeTaskAgent(agent.ports, { ...request, runId: asked.runId, answer: 'This' });
    assert.ok(resumed.ok, resumed.ok ? '' : resumed.error);
    assert.equal(resumed.value.outcome?.kind, 'DONE');
    const messages = agent.model.asked[0] ?? [];
    assert.deepEqual(
      messages.slice(-4).map(m => m.role),
      ['assistant', 'tool', 'tool', 'user'],
    );
  });
});

describe('tools of native calls', () => {
  const replace = (path: string, old_string: string, new_string: string): Call => [
    'atomic_replace',
    { file_path: path, replacements: [{ old_string, new_string }] },
  ];

  it('edit in part and search beside those of the documents, through the same gate, and correct a mistake', async () => {
    const agent = new MemoryAgent({ 'a.py': 'x = 1\ny = 1\n' });
    const state = await agent.run(
      [
        native(['search_text', { pattern: '^y' }], replace('a.py', '= 1', '= 2')),
        native(replace('a.py', 'y = 1', 'y = 2')),
        native(submit(), finish()),
      ],
      PROFILE,
    );
    assert.equal(state.outcome?.kind, 'DONE');
    assert.equal(agent.files.text('a.py'), 'x = 1\ny = 2\n');
    assert.deepEqual(
      state.calls.map(c => `${c.tool} ${c.subject} ${c.status}`),
      [
        'search_text ^y ok',
        'atomic_replace a.py error',
        'atomic_replace a.py ok',
        'submit_for_review All of it ok',
        'finish  ok',
      ],
    );
    assert.equal(agent.reviewer.proposals.length, 1);
    assert.match(agent.model.asked[1]?.at(-1)?.text ?? '', /ambiguous \(2 occurrences\)/);
  });

  it('are refused in the profiles of the documents, whose tools stay as they are [004-018] [002-006]', async () => {
    const agent = new MemoryAgent({ 'a.py': 'x = 1\n' });
    await agent.run([[replace('a.py', '1', '2')], [finish()]]);
    assert.match(
      JSON.stringify(agent.model.results(1)[0]),
      /role_not_allowed: agent may not call atomic_replace/,
    );
    assert.doesNotMatch(agent.model.asked[0]?.[0]?.text ?? '', /search_text|atomic_replace/);
    assert.equal(agent.files.text('a.py'), 'x = 1\n');
  });

  it('learn of a partial edit that is on the disk when the run stopped before its result', async () => {
    const agent = new MemoryAgent({ 'a.py': 'x = 1\n' });
    const stop = new AbortController();
    agent.signal = stop.signal;
    const onEvent = (event: { readonly type: string }) => void (event.type === 'applied' && stop.abort());
    const state = await agent.run([native(replace('a.py', '1', '2'))], { ...PROFILE, onEvent });
    agent.signal = new AbortController().signal;
    const resumed = await resumeTaskAgent(agent.ports, {
      ...agent.request([native(submit(), finish())], PROFILE),
      runId: state.runId,
    });
    assert.ok(resumed.ok);
    const answer = agent.model.asked[0]?.find(m => m.role === 'tool');
    assert.match(answer?.text ?? '', /"status":"ok".*a\.py/);
  });
});
