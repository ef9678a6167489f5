import assert from 'node:assert/strict';
import { prompts } from '../../../src/generated/prompts.ts';
import { create, delegate, MemoryTeam, report, task } from './memory-team.ts';

/** Practices of specification 3 and the words that carry each in the role's instructions. */
const PRACTICES: readonly (readonly [row: string, prompt: keyof typeof prompts, words: RegExp])[] = [
  ['003-069', 'routa/routa', /Use list_agents to track who is active/],
  ['003-070', 'routa/routa', /read_agent_conversation .* to review their work/],
  ['003-071', 'routa/routa', /create_agent \(CRAFTER\) and delegate_task/],
  ['003-072', 'routa/routa', /Explore with read_file and list_files/],
  ['003-073', 'routa/routa', /NEVER use write_file; delegate to a CRAFTER/],
  ['003-074', 'routa/crafter', /read_file or list_files .* write_file/],
  ['003-075', 'routa/crafter', /Use list_agents and read_agent_conversation to avoid conflicts/],
  ['003-076', 'routa/crafter', /ALWAYS call report_to_parent when you are done/],
  ['003-077', 'routa/crafter', /send_message_to_agent only if you are blocked/],
  ['003-078', 'routa/gate', /Verify with read_file and list_files/],
  ['003-079', 'routa/gate', /read_agent_conversation to review the CRAFTER's work/],
  ['003-080', 'routa/gate', /To request a fix, call send_message_to_task_agent/],
  ['003-081', 'routa/gate', /ALWAYS call report_to_parent with your verdict/],
  ['003-082', 'routa/gate', /NEVER use write_file; request fixes instead/],
];

describe('the instructions of a role', () => {
  for (const [row, prompt, words] of PRACTICES)
    it(`of ${prompt} say "${words.source}" [${row}]`, () =>
      assert.match(prompts[prompt].replace(/\n/g, ' '), words));

  it('are told once, with who the agent is and exactly its tools', async () => {
    const team = new MemoryTeam();
    await team.run(
      { routa: [[create('c'), delegate('c', 'a')], []], c: [[['list_files']], [report('c', 'a')]] },
      { tasks: [task('a')] },
    );
    const { messages } = team.told('c', 1);
    assert.equal(messages.filter(m => m.role === 'system').length, 1);
    const text = messages[0]?.text ?? '';
    assert.match(text, /You are the agent "c" in the workspace "shop"/);
    const tools = [...text.matchAll(/^\{"tool_name":"(\w+)"/gm)].map(m => m[1]);
    assert.deepEqual(tools, [
      'list_agents',
      'read_agent_conversation',
      'send_message_to_agent',
      'report_to_parent',
      'read_file',
      'list_files',
      'write_file',
    ]);
  });
});
