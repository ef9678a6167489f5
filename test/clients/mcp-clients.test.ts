import assert from 'node:assert/strict';
import { ClientDesk, type SessionEnd, seen } from '../support/mcp-clients/client-desk.ts';
import { type ScriptedModel, startScriptedModel, type Turn } from '../support/mcp-clients/scripted-model.ts';

/** What models are offered by each client: our tools for reading and for editing. */
const OURS = ['get_source', 'locate_symbol', 'propose_changes', 'read_file', 'trace_calls'];

const replace = (file_path: string, old_string: string, new_string: string) => ({
  title: `Change ${file_path}`,
  commands: [{ tool: 'atomic_replace', args: { file_path, replacements: [{ old_string, new_string }] } }],
});
const READ: Turn = { tool: 'get_source', args: { qualified_name: 'shop.money.total' } };
const CURRENCY: Turn = { tool: 'propose_changes', args: replace('shop/money.py', '"EUR"', '"CHF"') };
const SETTINGS: Turn = { tool: 'propose_changes', args: replace('pyproject.toml', '"1"', '"2"') };
const END: Turn = { say: 'That is all.' };

/**
 * Clients of other makers, as npm has them, with the settings that `workorder mcp --install` wrote and a model on this
 * machine. Each one lists our tools, reads, is refused an edit that nothing of is written, and has one written exactly.
 */
describe('real MCP clients', () => {
  let desk: ClientDesk;
  let model: ScriptedModel | undefined;
  afterEach(async () => {
    await model?.close();
    desk.dispose();
  });

  /** A session of its own with a model that says these turns. */
  async function session(turns: readonly Turn[], run: (model: ScriptedModel) => Promise<SessionEnd>) {
    await model?.close();
    const scripted = await startScriptedModel(turns);
    model = scripted;
    const end = await run(scripted);
    await desk.isQuiet();
    return {
      results: scripted.results(),
      offered: [...scripted.offered],
      shown: seen(scripted, end),
      ...end,
    };
  }
  const offers = (offered: readonly string[], prefix: string) =>
    assert.deepEqual(
      OURS.map(tool => prefix + tool).filter(tool => !offered.includes(tool)),
      [],
    );
  const isUntouched = () =>
    assert.equal(desk.repository.git('status', '--short', 'shop', 'pyproject.toml'), '');
  const isChanged = () => {
    assert.equal(desk.repository.git('status', '--short', 'shop', 'pyproject.toml'), 'M shop/money.py');
    assert.match(
      desk.text('shop/money.py'),
      /^CURRENCY = "CHF"\n\n\ndef total\(prices: list\[int\]\) -> int:\n {4}return sum\(prices\)\n$/,
    );
  };

  it('Gemini CLI: nobody can be asked without --yes; with it what passes is written', async () => {
    desk = new ClientDesk('gemini', {
      GEMINI_API_KEY: 'none',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    });
    desk.writeHome('.gemini/settings.json', {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
    });
    const ask = ({ origin }: ScriptedModel) =>
      desk.run(['-m', 'gemini-2.5-flash', '--approval-mode', 'yolo', '-p', 'Work on the shop.'], {
        GOOGLE_GEMINI_BASE_URL: origin,
      });

    await desk.install('--allow-edits');
    const refused = await session([READ, CURRENCY, END], ask);
    assert.equal(refused.code, 0, refused.shown);
    offers(refused.offered, 'mcp_workorder_');
    assert.match(refused.results[0] ?? '', /return sum\(prices\)/, refused.shown);
    assert.match(refused.results[1] ?? '', /cannot ask its user.*--allow-edits --yes/, refused.shown);
    isUntouched();

    await desk.install('--allow-edits', '--yes');
    const applied = await session([SETTINGS, CURRENCY, END], ask);
    assert.equal(applied.code, 0, applied.shown);
    assert.match(
      applied.results[0] ?? '',
      /pyproject\.toml configures .* was not approved by name/,
      applied.shown,
    );
    assert.match(applied.results[1] ?? '', /changed\W+true/, applied.shown);
    isChanged();
  });

  it('Qwen Code: the policy refuses a configuration file; what passes is written with --yes', async () => {
    desk = new ClientDesk('qwen', {
      OPENAI_API_KEY: 'none',
      OPENAI_MODEL: 'scripted',
      QWEN_TELEMETRY_ENABLED: 'false',
      QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
    });
    await desk.install('--user', '--allow-edits', '--yes');
    // It gives its model the names of tools, and the tools themselves when they are searched for.
    const named = ([READ, SETTINGS, CURRENCY] as const).map(turn =>
      'tool' in turn ? { ...turn, tool: `mcp__workorder__${turn.tool}` } : turn,
    );
    const query = `select:${OURS.map(tool => `mcp__workorder__${tool}`).join(',')}`;
    const args = [
      '--auth-type',
      'openai',
      '-m',
      'scripted',
      '--approval-mode',
      'yolo',
      '-p',
      'Work on the shop.',
    ];
    const done = await session([{ tool: 'tool_search', args: { query } }, ...named, END], ({ baseUrl }) =>
      desk.run(args, { OPENAI_BASE_URL: baseUrl }),
    );
    assert.equal(done.code, 0, done.shown);
    for (const tool of OURS)
      assert.match(done.results[0] ?? '', new RegExp(`mcp__workorder__${tool}`), done.shown);
    assert.match(done.results[1] ?? '', /return sum\(prices\)/, done.shown);
    assert.match(done.results[2] ?? '', /pyproject\.toml configures .* was not approved by name/, done.shown);
    assert.match(done.results[3] ?? '', /changed\W+true/, done.shown);
    isChanged();
  });

  it('Copilot CLI: its user sees the diff on the terminal, declines, presses Enter unread, then says yes', async function () {
    if (process.platform === 'win32') this.skip();
    desk = new ClientDesk('copilot', {
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'scripted',
      COPILOT_AUTO_UPDATE: 'false',
    });
    desk.writeHome('.copilot/config.json', { trusted_folders: [desk.repository.root], banner: 'never' });
    await desk.install('--allow-edits');
    // The last line of the question.
    const question = 'ctrl+d decline';
    const done = await session([READ, CURRENCY, CURRENCY, CURRENCY, { say: 'FINISHED' }], ({ baseUrl }) =>
      desk.runOnTerminal(
        ['--allow-all-tools', '--screen-reader', '-i', 'Work on the shop.'],
        [
          [question, CTRL_D],
          [question, ENTER],
          [question, `${DOWN}${ENTER}`],
          // The screen is drawn in pieces: the end of a word may come behind something else.
          ['FIN', ''],
        ],
        { COPILOT_PROVIDER_BASE_URL: baseUrl },
      ),
    );
    assert.equal(done.code, 0, done.shown);
    offers(done.offered, 'workorder-');
    assert.match(done.printed, /Apply this change\?[\s\S]*-CURRENCY = "EUR"[\s\S]*\+CURRENCY = "CHF"/);
    assert.match(done.results[0] ?? '', /return sum\(prices\)/, done.shown);
    assert.match(
      done.results[1] ?? '',
      /rejected by the MCP client[^:]*: it declined the question/,
      done.shown,
    );
    assert.match(done.results[2] ?? '', /rejected by the user of the MCP client/, done.shown);
    assert.match(done.results[3] ?? '', /changed\W+true/, done.shown);
    isChanged();
  });
});

/** Copilot's keys: "decline", take what is selected, which at first is "reject", and select the next, "apply". */
const [CTRL_D, ENTER, DOWN] = ['\u0004', '\r', '\u001b[B'];
