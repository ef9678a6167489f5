import assert from 'node:assert/strict';
import type { LintOutcome, SimulatedLinter } from '../../../src/core/ports/linter.ts';
import { finish, MemoryAgent, read, write } from '../taskagent/memory-agent.ts';

const text = (bytes: Uint8Array | undefined) => (bytes ? new TextDecoder().decode(bytes) : '');

/** Complains about every line that says `import os`; keeps which tools it was asked for. */
class PlayedRuff implements SimulatedLinter {
  readonly asked: (readonly string[] | undefined)[] = [];

  async lintSimulated(
    _args: unknown,
    { files }: Parameters<SimulatedLinter['lintSimulated']>[1],
    { only }: Parameters<SimulatedLinter['lintSimulated']>[2],
  ): Promise<LintOutcome> {
    this.asked.push(only);
    const diagnostics = files.flatMap(({ path, after }) =>
      text(after)
        .split('\n')
        .flatMap((line, i) =>
          line === 'import os'
            ? [
                {
                  tool: 'ruff' as const,
                  code: 'F401',
                  description: '',
                  file: path,
                  line: i + 1,
                  message: '`os` imported but unused',
                  severity: 'error' as const,
                },
              ]
            : [],
        ),
    );
    const summary = {
      total_errors: diagnostics.length,
      clean: diagnostics.length === 0,
      files_checked: files.length,
    };
    return { kind: 'report', report: { ruff: {}, mypy: {}, summary }, tools: [], notes: [], diagnostics };
  }
}

describe('ruff on what an agent proposes', () => {
  async function run(before: string, after: string) {
    const agent = new MemoryAgent({ 'a.py': before });
    const ruff = new PlayedRuff();
    const ports = agent.ports;
    Object.defineProperty(agent, 'ports', { get: () => ({ ...ports, simulatedLinter: ruff }) });
    await agent.run([[read('a.py')], [write('a.py', after)], [finish()]], { delivery: 'none' });
    return { agent, ruff };
  }

  it('tells the agent of a new problem in the answer to its reply, and the person before the yes', async () => {
    const { agent, ruff } = await run('A = 1\n', 'import os\nA = 2\n');
    assert.match(agent.model.told(2), /a\.py:1: `os` imported but unused \(ruff F401\)/);
    assert.match(agent.reviewer.proposals[0]?.warnings.join() ?? '', /a\.py:1: `os` imported but unused/);
    assert.deepEqual(ruff.asked, [['ruff'], ['ruff']], 'the files as they are, and as they would be');
  });

  it('says nothing of a problem that was there', async () => {
    const { agent } = await run('import os\nA = 1\n', 'import os\nA = 2\n');
    assert.doesNotMatch(agent.model.told(2), /imported but unused/);
  });
});
