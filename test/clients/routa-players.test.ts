import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { agentClient } from '../../scripts/setup/agent-clients.mjs';
import { projectNode } from '../../scripts/setup/places.mjs';
import { openSandbox } from '../../src/node/sandbox/open-sandbox.ts';
import { callsIn, coordinator } from '../support/acp/coordinator.ts';
import { runCli } from '../support/built-cli/run-cli.ts';
import { ClientDesk } from '../support/mcp-clients/client-desk.ts';
import { answerByWords, type Turn } from '../support/mcp-clients/scripted-model.ts';
import { type Exchange, type ModelServer, startModelServer } from '../support/model-server.ts';
import { IS_HIDDEN } from '../support/seen-folder.ts';

const { create, delegate } = callsIn('repository');
const TASKS = ['gifts', 'wraps']
  .map(name => `@@@task ${name}\n# Write shop/${name}.py\n## Scope\n- shop/${name}.py\n@@@\n`)
  .join('\n');

/**
 * Agents of other makers, as npm has them and as they are found on PATH, in one team: each with its own settings, its
 * own way to write, and a model on this machine.
 */
describe('a team of real agents of other makers', function () {
  this.timeout(300_000);
  let desk: ClientDesk | undefined;
  let server: ModelServer | undefined;
  // Where it is skipped there is nothing to end.
  afterEach(async () => {
    await server?.close();
    desk?.dispose();
  });

  it('Gemini CLI and Copilot CLI write side by side, Qwen Code accepts: two commits on the branch of the team', async function () {
    // The shell scripts below start a Node of this checkout, which the sandbox does not show them there.
    if (process.platform === 'win32' || IS_HIDDEN) this.skip();
    desk = new ClientDesk('gemini');
    const alone =
      (await openSandbox(desk.repository.root).state()).kind === 'none' ? ['--without-sandbox'] : [];
    const bin = path.join(desk.repository.folder, 'bin');
    fs.mkdirSync(bin);
    desk.repository.git('config', 'user.name', 't');
    desk.repository.git('config', 'user.email', 't@example.org');
    for (const name of ['gemini', 'qwen', 'copilot'] as const) {
      const script = await agentClient(name);
      fs.writeFileSync(path.join(bin, name), `#!/bin/sh\nexec "${projectNode}" "${script}" "$@"\n`, {
        mode: 0o755,
      });
    }
    desk.writeHome('.gemini/settings.json', {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
    });
    desk.writeHome('.qwen/settings.json', { security: { auth: { selectedType: 'openai' } } });
    desk.writeHome('.copilot/config.json', { banner: 'never' });
    fs.writeFileSync(path.join(desk.repository.folder, 'tasks.md'), TASKS);

    const routa = coordinator([
      [create('c1'), create('c2'), create('g', 'GATE'), delegate('c1', 'gifts'), delegate('c2', 'wraps')],
      [delegate('g', 'gifts'), delegate('g', 'wraps')],
      [],
      [],
    ]);
    const root = desk.repository.root;
    const turns: Readonly<Record<string, readonly Turn[]>> = {
      'REPORT gifts: DONE': [
        { tool: 'write_file', args: { file_path: 'shop/gifts.py', content: 'GIFTS = 1\n' } },
        { say: 'The gifts are there.\nREPORT gifts: DONE' },
      ],
      'REPORT wraps: DONE': [
        { tool: 'create', args: { path: 'shop/wraps.py', file_text: 'WRAPS = 1\n' } },
        { say: 'The wraps are there.\nREPORT wraps: DONE' },
      ],
      'VERDICT TASK: ACCEPTED': [
        { tool: 'read_file', args: { file_path: 'shop/gifts.py' } },
        { say: 'Both are there.\nVERDICT gifts: ACCEPTED\nVERDICT wraps: ACCEPTED' },
      ],
    };
    server = await startModelServer(
      (exchange: Exchange) => {
        if (!answerByWords(exchange, turns)) routa(exchange);
      },
      ['scripted'],
    );

    const own = {
      GEMINI_API_KEY: 'none',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GOOGLE_GEMINI_BASE_URL: server.origin,
      GEMINI_MODEL: 'gemini-2.5-flash',
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: server.baseUrl,
      OPENAI_MODEL: 'scripted',
      QWEN_TELEMETRY_ENABLED: 'false',
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: server.baseUrl,
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'scripted',
      COPILOT_AUTO_UPDATE: 'false',
    };
    // What is known of an agent is passed on to it; the rest of this desk is named.
    const KNOWN = ['GEMINI_API_KEY', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL'];
    const passed = [...Object.keys(own).filter(name => !KNOWN.includes(name)), 'HTTPS_PROXY', 'NO_PROXY'];
    const ended = await runCli(
      [
        ...[
          'routa',
          '--tasks',
          '../tasks.md',
          '--yes',
          '--json',
          '--delivery',
          'commit',
          '--allow-network',
          ...alone,
        ],
        ...['--crafter', 'acp:gemini', '--crafter', 'acp:copilot', '--gate', 'acp:qwen'],
        ...['--model', 'openai:scripted', '--base-url', server.baseUrl],
        ...passed.flatMap(name => ['--env', name]),
      ],
      {
        cwd: root,
        env: { ...desk.environment, ...own, PATH: `${bin}${path.delimiter}${process.env['PATH']}` },
      },
    );
    const shown = `${ended.stdout.slice(-6000)}\n${ended.stderr}`;
    assert.equal(ended.code, 0, shown);
    const lines = ended.stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    assert.deepEqual(
      lines
        .flatMap(({ type, agentId, player, sandbox }) =>
          type === 'joined' ? [[agentId, player, sandbox !== undefined]] : [],
        )
        .sort(),
      [
        ['c1', 'acp:gemini', alone.length === 0],
        ['c2', 'acp:copilot', alone.length === 0],
        ['g', 'acp:qwen', alone.length === 0],
      ],
      shown,
    );
    const { outcome, branch } = lines.at(-1);
    assert.equal(outcome, 'DONE');
    assert.deepEqual(desk.repository.git('log', '--format=%s', `main..${branch}`).split('\n').sort(), [
      'gifts: Write shop/gifts.py',
      'wraps: Write shop/wraps.py',
    ]);
    assert.equal(desk.repository.git('show', `${branch}:shop/gifts.py`), 'GIFTS = 1');
    assert.equal(desk.repository.git('show', `${branch}:shop/wraps.py`), 'WRAPS = 1');
    assert.equal(desk.repository.git('status', '--short'), '');
    await desk.isQuiet();
  });
});
