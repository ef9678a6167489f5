import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { builtCli, plainEnvironment, runCli, userNode } from '../support/built-cli/run-cli.ts';

describe('workorder mcp --install, as built', () => {
  let folder: string;
  let root: string;
  let home: string;
  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-clients-')));
    [root, home] = [path.join(folder, 'project'), path.join(folder, 'home')];
    fs.mkdirSync(root);
    fs.mkdirSync(home);
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const run = (...args: string[]) => {
    const { PATH = '' } = plainEnvironment();
    const env = { PATH, HOME: home, WORKORDER_STATE_DIR: path.join(folder, 'state') };
    return runCli(['mcp', ...args], { cwd: root, env });
  };
  const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
  const write = (file: string, text: string) => {
    const full = path.join(folder, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, text);
  };

  it('writes an entry that starts this program, keeps a copy, says the same the second time, and is undone exactly', async () => {
    const before = '{\r\n  // my theme\r\n  "theme": "dark",\r\n}\r\n';
    write('project/.gemini/settings.json', before);
    const shown = await run('--install', 'gemini', '--allow-edits', '--print');
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(shown.stdout, /\+ {4}"workorder": \{/);
    assert.equal(read('project/.gemini/settings.json'), before);

    const done = await run('--install', 'gemini', '--allow-edits', '--rules');
    assert.equal(done.code, 0, done.stderr);
    const [, copy = ''] = /as it was before: (.*)/.exec(done.stdout) ?? [];
    assert.equal(fs.readFileSync(copy, 'utf8'), before);
    const after = read('project/.gemini/settings.json');
    assert.match(after, /^\{\r\n {2}\/\/ my theme\r\n {2}"theme": "dark",\r\n {2}"mcpServers": \{\r\n/);
    const entry = JSON.parse(after.replace('// my theme', '').replace(/,\s*\}\s*$/, '}')).mcpServers
      .workorder;
    assert.deepEqual(entry, {
      command: fs.realpathSync(userNode.program),
      args: [builtCli, 'mcp', '--allow-edits'],
    });
    assert.match(read('project/GEMINI.md'), /propose_changes/);

    const again = await run('--install', 'gemini', '--allow-edits', '--rules');
    assert.match(again.stdout, /settings\.json is set up already\n.*GEMINI\.md is set up already/);
    assert.equal(read('project/.gemini/settings.json'), after);

    const undone = await run('--uninstall', 'gemini');
    assert.equal(undone.code, 0, undone.stderr);
    assert.equal(read('project/.gemini/settings.json'), before);
    assert.deepEqual(fs.readdirSync(root), ['.gemini']);
  });

  it('takes its own out of what was changed since, and leaves the rest', async () => {
    await run('--install', 'claude', '--install', 'codex', '--install', 'cursor', '--quiet');
    assert.deepEqual(fs.readdirSync(root).sort(), ['.codex', '.cursor', '.mcp.json']);
    const entry = JSON.parse(read('project/.mcp.json'));
    entry.mcpServers.other = { command: 'x' };
    write('project/.mcp.json', `${JSON.stringify(entry, null, 4)}\n`);
    const { stdout } = await run('--uninstall', 'claude', '--uninstall', 'codex', '--uninstall', 'cursor');
    assert.match(stdout, /wrote .*\.mcp\.json\nremoved .*config\.toml\nremoved .*mcp\.json\n/);
    assert.deepEqual(fs.readdirSync(root), ['.mcp.json']);
    assert.deepEqual(JSON.parse(read('project/.mcp.json')), { mcpServers: { other: { command: 'x' } } });
    const nothing = await run('--uninstall', 'claude');
    assert.match(nothing.stdout, /Claude Code has no entry of Work Order; nothing was written/);
  });

  it('writes the settings of the user on request, and where a client has no others', async () => {
    const done = await run('--install', 'claude', '--install', 'codex', '--install', 'continue', '--user');
    assert.equal(done.code, 0, done.stderr);
    await run('--install', 'cline');
    assert.deepEqual(fs.readdirSync(root), []);
    const files = [
      '.claude.json',
      '.codex/config.toml',
      '.continue/config.yaml',
      '.cline/data/settings/cline_mcp_settings.json',
    ];
    for (const file of files) assert.match(read(`home/${file}`), /workorder/);
    await run('--uninstall', 'claude', '--uninstall', 'codex', '--uninstall', 'continue', '--user');
    await run('--uninstall', 'cline');
    assert.deepEqual(
      files.filter(file => fs.existsSync(path.join(home, file))),
      [],
    );
  });

  it('leaves a file alone that its client could not read either, or that is not its own, and says why', async () => {
    write('project/.mcp.json', '{ "mcpServers": { "a": 1, } }');
    const broken = await run('--install', 'claude');
    assert.equal(broken.code, 3);
    assert.match(
      broken.stderr,
      /\.mcp\.json was left as it is: line 1: a comma before the end[^\n]*\n\nNothing was written\. Correct that file and run this again, or put an entry "workorder" into it by hand that starts: .* mcp\n$/,
    );
    const kept = await run('--uninstall', 'claude');
    assert.match(kept.stderr, /^[^\n]*line 1: [^\n]*\n\nNothing was written\. Correct that file[^\n]*\n$/);
    assert.equal(read('project/.mcp.json'), '{ "mcpServers": { "a": 1, } }');
    write('dotfiles/claude.json', '{}');
    fs.symlinkSync(path.join(folder, 'dotfiles/claude.json'), path.join(home, '.claude.json'));
    const linked = await run('--install', 'claude', '--user');
    assert.match(
      linked.stderr,
      /\.claude\.json was left as it is: a link leads from there to .*dotfiles.claude\.json, /,
    );
    assert.equal(read('dotfiles/claude.json'), '{}');
    write('project/.cursor/rules/workorder.mdc', 'mine\n');
    const taken = await run('--install', 'cursor', '--allow-edits', '--rules');
    assert.match(taken.stderr, /workorder\.mdc was left as it is: it is there already and is not ours/);
    assert.ok(!fs.existsSync(path.join(root, '.cursor/mcp.json')));
    for (const [args, said] of [
      [['--install', 'cursr'], /"cursr" is not a client.*did you mean cursor/],
      [['--install', 'cursor', '--rules'], /--rules is about edits: give --allow-edits too/],
      [['--install', 'cursor', '--goal', 'x'], /--goal cannot be given with --install/],
      [['--print'], /--print needs --install CLIENT or --uninstall CLIENT/],
    ] as const) {
      const wrong = await run(...args);
      assert.equal(wrong.code, 3);
      assert.match(wrong.stderr, said);
    }
  });
});
