import assert from 'node:assert/strict';
import type { ProcessRequest, ProcessResult } from '../../../src/core/ports/processes.ts';
import { Terminals } from '../../../src/node/acp/terminals.ts';
import type { PlacedProgram } from '../../../src/node/wrap/placed-program.ts';

describe('a terminal of an agent', () => {
  it('starts the sandbox with none of the agent’s variables: they would act outside of it', async () => {
    const started: Partial<ProcessRequest>[] = [];
    const placed = {
      workspace: '/workspace',
      start: async (request: Partial<ProcessRequest>) => {
        started.push(request);
        return request;
      },
    } as unknown as PlacedProgram;
    const counted: string[] = [];
    const run = async ({ onStart }: ProcessRequest): Promise<ProcessResult> => {
      onStart?.(7);
      return { kind: 'exited', code: 0, stdout: '', stderr: '', truncated: false, ms: 1 };
    };
    const terminals = new Terminals(placed, { run }, pid => {
      counted.push(`${pid} runs`);
      return () => void counted.push(`${pid} ended`);
    });
    const env = [{ name: 'LD_PRELOAD', value: '/workspace/own.so' }];
    const id = await terminals.create({ sessionId: 's', command: 'make', env });
    await terminals.waitForExit(id);
    assert.deepEqual(counted, ['7 runs', '7 ended']);
    assert.equal(started[0]?.env, undefined);
    assert.deepEqual(started[0]?.args?.slice(0, 2), ['LD_PRELOAD=/workspace/own.so', '/bin/sh']);
    await assert.rejects(
      terminals.create({ sessionId: 's', command: 'make', env: [{ name: '-S', value: 'sh' }] }),
      /the variable "-S" cannot be set/,
    );
  });
});
