import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtCli, userNode } from '../support/built-cli/run-cli.ts';

describe('output that nobody reads to its end', () => {
  for (const stream of ['stdout', 'stderr'] as const)
    it(`is no error when ${stream} is closed, as by head -1`, async () => {
      const args = stream === 'stdout' ? ['help', 'run'] : ['run', '--no-such-option'];
      const child = spawn(userNode.program, [builtCli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      let other = '';
      child[stream === 'stdout' ? 'stderr' : 'stdout'].on('data', (text: Buffer) => {
        other += text.toString();
      });
      child[stream].destroy();
      const [code] = await once(child, 'close');
      assert.equal(other, '');
      assert.equal(code, stream === 'stdout' ? 0 : 3);
    });
});
