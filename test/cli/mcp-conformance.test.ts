import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { python, root } from '../../scripts/setup/places.mjs';
import { builtCli, plainEnvironment, userNode } from '../support/built-cli/run-cli.ts';
import { SmallRepository } from '../support/small-repository.ts';

/** How another maker's program ended. */
function run(program: string, args: readonly string[], home: string) {
  const env = { ...plainEnvironment(), HOME: home };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>(resolve => {
    execFile(program, args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe('workorder mcp with clients of other makers', () => {
  let repository: SmallRepository;
  beforeEach(() => {
    repository = new SmallRepository();
    repository.write('greet.py', "def greet(name):\n    return 'Hello ' + name\n");
  });
  afterEach(() => repository.dispose());

  it('holds each point of the list with the Python client of the protocol', async () => {
    for (let n = 0; n < 1500; n++) repository.write(`many/file_${n}.txt`, '');
    const list = path.join(root, 'test/support/mcp_conformance.py');
    const { stdout, stderr } = await run(
      python.executable,
      ['-W', 'ignore', list, repository.root, userNode.program, builtCli, 'mcp', '--allow-edits'],
      repository.folder,
    );
    const points = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line || '{}') as { point?: string; problem?: string | null });
    assert.deepEqual(
      points.filter(({ problem }) => problem !== null),
      [],
      stderr,
    );
    assert.equal(points.length, 9);
  });

  it('has schemas of which the MCP inspector, asked to be strict, finds nothing to say', async () => {
    const inspector = path.join(root, 'node_modules/@modelcontextprotocol/inspector');
    const { bin } = JSON.parse(fs.readFileSync(path.join(inspector, 'package.json'), 'utf8'));
    const { code, stdout, stderr } = await run(
      // It is a tool of ours and runs on our Node; the server runs on the one that users have.
      process.execPath,
      [
        path.join(inspector, bin['mcp-inspector']),
        ...['--cli', '--strict', '--format', 'json', '--method', 'tools/list', '--'],
        ...[userNode.program, builtCli, 'mcp', '--root', repository.root, '--allow-edits'],
      ],
      repository.folder,
    );
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, /[1-9]\d* (errors?|warnings?)|Warning: tool|Error: tool/);
    assert.ok(JSON.parse(stdout).result.tools.length >= 12);
  });
});
