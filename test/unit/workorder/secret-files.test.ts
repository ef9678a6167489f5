import assert from 'node:assert/strict';
import { Staging } from '../../../src/core/gate/staging.ts';
import { agentFileTools } from '../../../src/core/tools/agent-file-tools.ts';
import { Toolbox } from '../../../src/core/tools/toolbox.ts';
import { collectSources } from '../../../src/core/workorder/sources.ts';
import type { WorkOrder } from '../../../src/generated/contracts.ts';
import { MemoryFiles, sha256Of } from '../../support/memory-files.ts';

const CANARY = 'canary-5f1c';
const NAMES = ['pkg/.env', 'pkg/id_rsa', 'pkg/server.pem', 'pkg/credentials.json'];
const workspace = () =>
  new MemoryFiles({ 'pkg/a.py': 'x = 1\n', ...Object.fromEntries(NAMES.map(name => [name, CANARY])) });
const order: WorkOrder = {
  step_id: 'step',
  step_text: 'Change it.',
  scope_allowlist: ['pkg/'],
  invariants: [],
  acceptance: { lint: { path: 'pkg', check_all: false } },
};

describe('files that look like secrets', () => {
  it('are named in a prompt and not shown', async () => {
    const { text, seen } = await collectSources(order, workspace());
    assert.ok(!text.includes(CANARY));
    for (const name of NAMES)
      assert.ok(text.includes(`${name} was left out: it looks like a secret`), `${name} in ${text}`);
    assert.deepEqual([...seen.keys()], ['pkg/a.py']);
  });

  it('are in the prompt when a person let them in', async () => {
    const files = Object.assign(workspace(), { secretsAllowed: ['pkg/.env'] });
    const { seen } = await collectSources(order, files);
    assert.deepEqual([...seen.keys()].sort(), ['pkg/.env', 'pkg/a.py']);
  });

  it('are read by no agent, also not after a rename to an ordinary name', async () => {
    const staging = new Staging(workspace(), sha256Of);
    const toolbox = new Toolbox(agentFileTools(staging));
    const call = async (name: string, args: object) =>
      JSON.stringify(
        await toolbox.call('agent', toolbox.names, name, JSON.stringify(args), {
          signal: new AbortController().signal,
        }),
      );
    for (const path of NAMES) {
      const answers = [
        await call('read_file', { path }),
        await call('retrieve_context_files', { paths: [path] }),
        await call('rename_file', { path, new_path: 'pkg/plain.txt' }),
        await call('read_file', { path: 'pkg/plain.txt' }),
      ].join('\n');
      assert.ok(!answers.includes(CANARY), answers);
    }
    assert.match(await call('read_file', { path: 'pkg/id_rsa' }), /looks like a secret; allow it with/);
  });
});
