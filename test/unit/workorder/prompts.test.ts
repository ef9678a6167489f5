import assert from 'node:assert/strict';
import type { ModelRequest } from '../../../src/core/ports/model.ts';
import type { RunEvent } from '../../../src/core/workorder/events.ts';
import { loadPrompts, PROMPT_NAMES, promptPath } from '../../../src/core/workorder/load-prompts.ts';
import type { WorkOrder } from '../../../src/generated/contracts.ts';
import { prompts } from '../../../src/generated/prompts.ts';
import { modelThatSays } from '../../support/ask-designer.ts';
import { MemoryFiles, sha256Of } from '../../support/memory-files.ts';
import { appInMemory, runInMemory } from '../../support/run-in-memory.ts';

const order: WorkOrder = {
  step_id: 'phase-1.step-1',
  step_text: 'Rename greet() to welcome().',
  scope_allowlist: ['greet.py'],
  invariants: ['no behavior changes'],
  acceptance: { lint: { path: '.', check_all: false } },
};
const SOURCE = 'def greet() -> None: ...\n';
const commands = [
  {
    tool: 'atomic_replace',
    args: { file_path: 'greet.py', replacements: [{ old_string: 'greet', new_string: 'welcome' }] },
    reason: 'Rename.',
  },
];
const verification = { tool: 'lint_backend', args: { path: '.', check_all: false } };
const DESIGN = JSON.stringify({
  touched_files: ['greet.py'],
  commands,
  changed_signatures: [],
  verification,
});
const VERDICT = JSON.stringify({ decision: 'APPROVED', commands, verification });

const filesWith = (more: Readonly<Record<string, string>> = {}): MemoryFiles =>
  new MemoryFiles({ 'greet.py': SOURCE, ...more });

async function run(files: MemoryFiles) {
  const events: RunEvent[] = [];
  const requests: ModelRequest[] = [];
  const listening = (text: string) => {
    const model = modelThatSays(text, 'whole');
    return {
      ...model,
      ask: (request: ModelRequest) => {
        requests.push({ ...request, messages: [...request.messages] });
        return model.ask(request);
      },
    };
  };
  const state = await runInMemory(files, {
    order,
    designer: listening(DESIGN),
    qa: listening(VERDICT),
    onEvent: event => events.push(event),
  });
  return { state, events, requests };
}

async function checkBlocked(path: string, text: string, reason: RegExp): Promise<void> {
  const { state, requests } = await run(filesWith({ [path]: text }));
  assert.ok(
    state.outcome?.kind === 'BLOCKED' && state.outcome.by === 'prompt',
    JSON.stringify(state.outcome),
  );
  assert.match(state.outcome.reasons.join('\n'), reason);
  assert.deepEqual(requests, [], 'no model was asked');
}

describe('prompts', () => {
  it('have a system message that is the same for every order, so that providers can cache it', async () => {
    const { requests } = await run(filesWith());
    assert.deepEqual(
      requests.map(({ messages }) => messages[0]),
      ['designer', 'qa'].map(role => ({ role: 'system', text: prompts[`workorder/${role as 'qa'}`] })),
    );
    for (const name of ['designer', 'qa'] as const) assert.doesNotMatch(prompts[`workorder/${name}`], /\{\{/);
  });
  it('give the order, the sources and the diff as data', async () => {
    const { requests } = await run(filesWith());
    const [designer = '', qa = ''] = requests.map(({ messages }) => messages[1]?.text);
    assert.match(designer, /<work_order-([0-9a-f]{12})>\n\{[\s\S]*\}\n<\/work_order-\1>/);
    assert.match(designer, /<sources-([0-9a-f]{12})>\n=== greet\.py \(1 line\) ===\n1\| def greet/);
    assert.match(qa, /<diff-([0-9a-f]{12})>\n[\s\S]*\+def welcome[\s\S]*<\/diff-\1>/);
  });

  describe('of a workspace', () => {
    it('are used instead of the built-in ones, journaled with their hash, and told', async () => {
      const path = promptPath('designer');
      const { state, events, requests } = await run(filesWith({ [path]: 'You write haiku.\n' }));
      assert.equal(state.outcome?.kind, 'APPLIED', JSON.stringify(state.outcome));
      assert.equal(requests[0]?.messages[0]?.text, 'You write haiku.\n');
      const overridden = events.find(event => event.type === 'prompt_overridden');
      assert.ok(overridden);
      assert.equal(path, '.workorder/prompts/workorder/designer.txt');
      assert.deepEqual([overridden.name, overridden.path], ['designer', path]);
      assert.equal(overridden.sha256, sha256Of(new TextEncoder().encode('You write haiku.\n')));
      assert.deepEqual(state.notices, [`${path} is used instead of the built-in prompt`]);
    });
    it('may use the placeholders in any order and more than once', async () => {
      const text = '{{sources}} and {{work_order}}, again {{work_order}}';
      const { requests } = await run(filesWith({ [promptPath('designer-task')]: text }));
      assert.match(
        requests[0]?.messages[1]?.text ?? '',
        /^<sources-[\s\S]* and <work_order-[\s\S]*, again <work_order-/,
      );
    });
    it('block the run when they use a placeholder that is not known, naming file and placeholder', () =>
      checkBlocked(
        promptPath('designer-task'),
        '{{work_order}} {{sources}} {{secrets}}',
        /^\.workorder\/prompts\/workorder\/designer-task\.txt uses \{\{secrets\}\}, .*\{\{work_order\}\}, \{\{sources\}\}$/,
      ));
    it('block the run when they leave one out: QA must not judge without the diff', () =>
      checkBlocked(
        promptPath('qa-task'),
        '{{work_order}}',
        /qa-task\.txt does not use \{\{diff\}\}, so the model/,
      ));
    it('block the run when they are empty', () => checkBlocked(promptPath('qa'), ' \n', /qa\.txt is empty/));
    it('block the run when they cannot be read as text', async () => {
      const files = filesWith();
      files.set(promptPath('qa'), new Uint8Array([0xff]));
      files.set(promptPath('designer'), 'x');
      files.refuse(promptPath('designer'), 'has unsaved changes');
      const loaded = await loadPrompts(files);
      assert.deepEqual(loaded, {
        ok: false,
        error: [
          '.workorder/prompts/workorder/designer.txt: has unsaved changes',
          '.workorder/prompts/workorder/qa.txt is not valid UTF-8',
        ],
      });
    });
    it('may be copies of the built-in ones', async () => {
      const copies = PROMPT_NAMES.map(name => [promptPath(name), prompts[`workorder/${name}`]] as const);
      const { state } = await run(filesWith(Object.fromEntries(copies)));
      assert.equal(state.outcome?.kind, 'APPLIED');
      assert.equal(state.notices.length, PROMPT_NAMES.length);
    });
  });
});

describe('a preview of a prompt', () => {
  const preview = (files: MemoryFiles, role: 'designer' | 'qa', designerReply?: string) =>
    appInMemory(files).previewPrompt({
      order,
      role,
      ...(designerReply === undefined ? {} : { designerReply }),
      signal: new AbortController().signal,
    });

  it('is exactly what is sent, for both roles', async () => {
    const sent = await run(filesWith());
    for (const [i, role] of (['designer', 'qa'] as const).entries()) {
      const shown = await preview(filesWith(), role, DESIGN);
      assert.ok(shown.ok);
      const { messages, tools, output, temperature } = sent.requests[i] ?? assert.fail('not asked');
      const expected = {
        role,
        messages,
        tools,
        output,
        ...(temperature === undefined ? {} : { temperature }),
      };
      assert.deepEqual(shown.value.request, expected);
      assert.ok(shown.value.inputTokens > 500);
    }
  });
  it('names the prompt files of the workspace', async () => {
    const shown = await preview(filesWith({ [promptPath('designer')]: 'Short.' }), 'designer');
    assert.ok(shown.ok);
    assert.deepEqual(shown.value.overrides, [promptPath('designer')]);
  });
  it('writes nothing', async () => {
    const files = filesWith();
    await preview(files, 'qa', DESIGN);
    assert.equal(files.applied.length, 0);
  });
  it('says why there would be no request', async () => {
    const shown = await preview(filesWith(), 'qa', '{}');
    assert.ok(!shown.ok && shown.error.kind === 'BLOCKED');
    assert.match(shown.error.reasons.join(), /^Designer JSON invalid/);
  });
});
