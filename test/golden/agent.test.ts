import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { EnvelopeProfile } from '../../src/core/conversation/envelope.ts';
import { agentTranscript } from '../../src/core/taskagent/transcript.ts';
import { type Call, envelope, MemoryAgent, type Reply } from '../unit/taskagent/memory-agent.ts';

const AGENT_FILES = { 'TASKS.md': '1) - Describe the protocol\n', 'scripts/run_tests.py': '' };

/** The example of specification 4, word for word. */
const EXAMPLE: readonly Call[] = [
  ['write_file', { path: 'docs/EXAMPLE.md', content: '...' }],
  ['rename_file', { path: 'docs/EXAMPLE.md', new_path: 'somewhere/else/NEW_EXAMPLE.md' }],
  ['delete_file', { path: 'docs/EXAMPLE.md' }],
  ['run_tests', {}],
  ['finish_feature', { task_id: 1, feature_id: 5, title: 'Agent communication porotocol' }],
];

/** The mandatory end of a task in specification 2. */
const CONCLUSION: readonly Call[] = [
  ['write_file', { path: 'TASKS.md', content: '1) + Describe the protocol\n' }],
  ['submit_for_review', { task_id: 1, task_title: 'Describe the protocol' }],
  ['finish', {}],
];

const native = (calls: readonly Call[]): Reply => ({
  native: calls.map(([name, args = {}], i) => ({ id: `call-${i}`, name, argumentsJson: JSON.stringify(args) })),
});

/** Plays a run and holds its transcript, the results the agent was told and the commits against the file. */
async function check(name: string, profile: EnvelopeProfile, mode: 'single' | 'converse', replies: readonly Reply[], files: Readonly<Record<string, string>> = {}) {
  const agent = new MemoryAgent({ ...AGENT_FILES, ...files });
  const state = await agent.run(replies, { profile, mode });
  const events = agent.events.filter(event => event.type !== 'told' || event.role !== 'system');
  const commits = agent.delivery.commits.map(({ subject, paths }) => `- ${subject}: ${paths.join(', ')}`);
  const actual = `${agentTranscript(events)}\n## Commits\n\n${commits.join('\n')}\n`;
  const expected = path.join(import.meta.dirname, `${name}.md`);
  if (process.env['UPDATE_GOLDEN']) writeFileSync(expected, actual);
  assert.equal(actual, readFileSync(expected, 'utf8'));
  for (const path of Object.keys(files)) assert.match(agent.files.text(path) ?? '', /WRAP = 2\nBAG = 1/);
  return state;
}

describe('the example envelopes, to their end', () => {
  it('of specification 4: the feature, then the conclusion of its task [004-020] [004-011] [004-012]', async () => {
    const state = await check('agent-thoughts', 'thoughts/1', 'converse', [EXAMPLE, CONCLUSION]);
    assert.equal(state.outcome?.kind, 'DONE');
  });

  it('of specification 2: one plan, executed once [002-030] [002-035] [002-038]', async () => {
    const state = await check('agent-plan', 'plan/1', 'single', [envelope([...EXAMPLE, ...CONCLUSION], 'plan')]);
    assert.equal(state.outcome?.kind, 'DONE');
  });

  it('by native tool calls: the same calls come to the same results [004-008] [004-009]', async () => {
    const state = await check('agent-calls', 'calls/1', 'converse', [native(EXAMPLE), native(CONCLUSION)]);
    assert.equal(state.outcome?.kind, 'DONE');
  });
});

describe('a model that makes mistakes', () => {
  const replace = (old_string: string, new_string: string): Call => [
    'atomic_replace',
    { file_path: 'prices.py', replacements: [{ old_string, new_string }] },
  ];
  const end: readonly Call[] = [
    ['write_file', { path: 'TASKS.md', content: '1) + Describe the protocol\n' }],
    ['submit_for_review', { task_id: 1, task_title: 'Prices' }],
  ];

  it('ends right: wrong old text, ambiguous text, a malformed call, and a false report that is named', async () => {
    const broken: Reply = { native: [{ id: 'broken', name: 'atomic_replace', argumentsJson: '{"file_path": ' }] };
    const state = await check(
      'agent-mistakes',
      'calls/1',
      'converse',
      [
        native([['read_file', { path: 'prices.py' }]]),
        native([replace('WRAP = 9', 'WRAP = 2')]),
        native([replace('= 1', '= 2')]),
        broken,
        native([replace('WRAP = 1', 'WRAP = 2')]),
        native([...end, ['finish', { reason: 'Gift wrap costs 2; all tests pass.' }]]),
      ],
      { 'prices.py': 'WRAP = 1\nBAG = 1\n' },
    );
    assert.equal(state.outcome?.kind, 'DONE');
  });
});
