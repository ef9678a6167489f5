import assert from 'node:assert/strict';
import type { RunsHere } from '../../../src/cli/history.ts';
import { getPrompt } from '../../../src/cli/mcp/prompts.ts';
import { readResource } from '../../../src/cli/mcp/resources.ts';

const noRuns = () => Promise.reject(new Error('the runs were opened'));
const refusal = (uri: string) =>
  readResource(uri, noRuns).then(
    () => 'read',
    (error: Error) => error.message,
  );

describe('resources of an MCP server', () => {
  it('are only those that are listed: no name that an object has anyway, and no path', async () => {
    for (const uri of [
      'workorder://runs/last/toString',
      'workorder://runs/last/constructor',
      'workorder://runs/last/__proto__',
      'workorder://runs/last/diff/more',
      'workorder://orders/constructor',
      'workorder://orders/..%2f..%2fpackage',
      'workorder://runs/%',
      'file:///etc/passwd',
    ])
      assert.match(await refusal(uri), /^there is no resource /, uri);
  });

  it('are on their first page in a prompt when they are long, and it says how to read the others', async () => {
    const events = Array.from({ length: 1_000 }, () => ({ type: 'evidence', note: 'x'.repeat(50) }));
    const run = { changes: async () => [], shared: async () => ({ events }) };
    const found = { ok: true, value: { runId: 'r1', source: { open: async () => run } } };
    const here = { history: { find: async () => found } } as unknown as RunsHere;
    const { messages } = await getPrompt('review_change', { run: 'r1' }, async () => here);
    const texts = messages.flatMap(({ content }) => (content.type === 'text' ? [content.text] : []));
    assert.equal(
      texts.at(-1),
      'This is page 1 of 2 of workorder://runs/r1/evidence. Read the others as resources, from workorder://runs/r1/evidence?page=2 on.',
    );
    assert.equal(messages.length, 4);
  });

  it('say how many pages they have when another is asked for', async () => {
    for (const page of [0, 2, 999_999])
      assert.equal(
        await refusal(`workorder://orders/rename?page=${page}`),
        `there is no such page of workorder://orders/rename?page=${page}; it has one page`,
      );
  });
});
