import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { diffForModel } from '../../src/core/changes/diff-for-model.ts';
import type { RunReport } from '../../src/generated/contracts.ts';
import { createDiskFiles } from '../../src/node/files/disk-files.ts';
import { openHistory } from '../../src/node/open-history.ts';
import { exportWorkReport } from '../../src/node/report/export-report.ts';
import { redactReport } from '../../src/node/report/redact-report.ts';
import { ShopCopy } from '../cli/command-line.ts';
import { plainEnvironment, runCli } from '../support/built-cli/run-cli.ts';
import { printTable, tally } from './support/counts.ts';
import { claimed, forgeRun, KINDS, type Kind } from './support/forged-runs.ts';

const CANARY = 'canary-7f3a91c2d4';
const SECRETS = [
  'config/credentials.json',
  'server.pem',
  'tls.key',
  'secrets.yaml',
  'id_rsa',
  'service-account-1.json',
  'app.secret.toml',
  'store.jks',
] as const;

/** What such a run records of a file: calls, answers, prompts, diffs, words; only for some of it the path is beside. */
function recordedOf(kind: Kind, name: string): readonly Record<string, unknown>[] {
  const text = `before ${CANARY}\nhunter2\n`;
  const usage = { inputTokens: 1, outputTokens: 1, estimated: true };
  const diff = `--- a/${name}\n+++ b/${name}\n@@ -1,2 +1,2 @@\n-before ${CANARY}\n+after = "${CANARY}"\n hunter2\n`;
  const shown = `=== ${name} (2 lines) ===\n1| before ${CANARY}\n2| hunter2\n=== a.py (1 line) ===\n1| x = 1\n`;
  const write = { file_path: name, content: `after = "${CANARY}"\nhunter2\n` };
  const reply = JSON.stringify({
    thoughts: `It is ${CANARY}.`,
    tool_calls: [{ name: 'w', arguments: write }],
  });
  if (kind === 'work order')
    return [
      {
        type: 'tool_called',
        role: 'designer',
        tool: 'read_file',
        args: { path: name },
        refused: false,
        result: text,
      },
      { type: 'model_replied', role: 'designer', model: 'm', text: reply, usage },
      { type: 'model_replied', role: 'qa', model: 'm', text: `${shown}${diff}an ordinary answer`, usage },
      { type: 'warning', stage: 'review', sentence: `somebody wrote ${CANARY} and an ordinary answer` },
    ];
  const calls = [{ id: 'c1', name: 'read_file', argumentsJson: JSON.stringify({ path: name }) }];
  const words = [
    { type: 'told', role: 'user', text: `${shown}an ordinary answer` },
    { type: 'replied', text: reply, model: 'm', usage },
    { type: 'replied', text: '', calls, model: 'm', usage },
    { type: 'told', role: 'tool', callId: 'c1', name: 'read_file', text },
    { type: 'told', role: 'user', text: JSON.stringify([{ tool: 'read_file', response: text }]) },
    { type: 'turn_started', turn: 1, note: `I saw "${CANARY}".`, calls: 2, fenced: false },
    {
      type: 'called',
      turn: 1,
      index: 0,
      tool: 'read_file',
      args: { path: name },
      status: 'ok',
      response: text,
    },
    {
      type: 'called',
      turn: 1,
      index: 1,
      tool: 'write_file',
      args: write,
      status: 'error',
      response: { path: name, error: `not found; nearest: ${CANARY}`, changed: false },
    },
    {
      type: 'called',
      turn: 1,
      index: 2,
      tool: 'run_tests',
      args: {},
      status: 'ok',
      response: {
        ok: true,
        output: `x ${CANARY} y ${encodeURIComponent(`before ${CANARY}`)} an ordinary answer`,
      },
    },
    { type: 'warning', sentence: `QA read ${diff}` },
  ];
  return kind === 'routa' ? words.map(event => ({ ...event, agentId: 'routa' })) : words;
}

describe('what is in files that look like secrets', () => {
  let folder: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-secrets-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('is left out of the diff that QA reads, and named, unless it is allowed', () => {
    for (const name of SECRETS) {
      const { files } = claimed(name, `a ${CANARY}\nb\n`, `a ${CANARY}\nc\n`);
      const shown = diffForModel(files, []);
      assert.ok(!shown.includes(CANARY), shown);
      assert.ok(shown.includes(`${name} was left out`), shown);
      assert.ok(diffForModel(files, [name]).includes(CANARY));
    }
    const ordinary = claimed('a.py', 'x\n', `${CANARY}\n`);
    assert.ok(diffForModel(ordinary.files, []).includes(CANARY));
    tally('diffs for QA', SECRETS.length, 0);
  });

  it('is not moved into a file that could be read, also through a link', async () => {
    const root = path.join(folder, 'shop');
    fs.mkdirSync(path.join(root, 'config'), { recursive: true });
    const env = { ...plainEnvironment(), WORKORDER_STATE_DIR: path.join(folder, 'state') };
    const move = (from: string, ...more: readonly string[]) =>
      runCli(
        [
          'tool',
          'move_text',
          JSON.stringify({
            file_path: from,
            source_start: 1,
            source_end: 1,
            target_file: 'notes.txt',
            target_line: 1,
          }),
          '--allow-edits',
          '--yes',
          ...more,
        ],
        { cwd: root, env },
      );
    const names = [...SECRETS.slice(0, 3), 'link.txt'];
    for (const name of names) {
      fs.writeFileSync(path.join(root, 'notes.txt'), 'notes\n');
      if (name === 'link.txt') fs.symlinkSync('server.pem', path.join(root, name));
      else fs.writeFileSync(path.join(root, name), `${CANARY}\n`);
      const { stdout, stderr } = await move(name);
      assert.match(stdout + stderr, /was left out: it looks like a secret/, stdout + stderr);
      assert.ok(!fs.readFileSync(path.join(root, 'notes.txt'), 'utf8').includes(CANARY));
    }
    const allowed = await move('config/credentials.json', '--allow-secret-file', 'config/credentials.json');
    assert.ok(fs.readFileSync(path.join(root, 'notes.txt'), 'utf8').includes(CANARY), allowed.stdout);
    tally('texts moved out of them', names.length, 0);
  });

  it('is taken out of a report wherever the run recorded it, and the report says so', () => {
    for (const name of SECRETS) {
      const args = { file_path: name, old_string: `old ${CANARY}`, new_string: `x\n  new ${CANARY}\n` };
      const output = { commands: [{ tool: 'atomic_replace', args, reason: 'r' }], touched_files: [name] };
      const shown = `=== a.py (1 line) ===\n1| print('kept as it is')\n=== ${name} (1 line) ===\n1| shown ${CANARY}\n`;
      const report = {
        format: 'workorder-report/1',
        about: [],
        summary: {},
        journal: [
          { type: 'designer_output', output },
          { type: 'model_replied', text: JSON.stringify(output) },
        ],
        replay: {
          turns: [{ request: { messages: [{ text: shown }] }, reply: { text: JSON.stringify(output) } }],
        },
      } as unknown as RunReport;
      const text = JSON.stringify(redactReport(report, [], '/home/nobody'));
      assert.ok(!text.includes(CANARY), text);
      assert.ok(text.includes('kept as it is'), text);
      assert.ok(text.includes(`recorded of ${name} is taken out`), text);
    }
    tally('reports', SECRETS.length, 0);
  });

  it('is in no transcript, journal or report of any kind of run, whatever recorded it', async () => {
    const root = path.join(folder, 'shop');
    const stateDir = path.join(folder, 'state');
    let tried = 0;
    for (const kind of KINDS)
      for (const name of [...SECRETS, 'link.txt']) {
        fs.rmSync(root, { recursive: true, force: true });
        fs.mkdirSync(path.join(root, 'config'), { recursive: true });
        const real = name === 'link.txt' ? 'server.pem' : name;
        fs.writeFileSync(path.join(root, real), `before ${CANARY}\nhunter2\n`);
        if (name === 'link.txt') fs.symlinkSync('server.pem', path.join(root, name));
        const change = claimed(real, `before ${CANARY}\nhunter2\n`, `after = "${CANARY}"\nhunter2\n`);
        const runId = await forgeRun(stateDir, kind, change, recordedOf(kind, name));
        const entry = await openHistory({ root, stateDir, files: createDiskFiles({ root, stateDir }) }).find(
          runId,
        );
        assert.ok(entry.ok);
        const runs = await entry.value.source.open();
        const shared = await runs.shared(runId);
        const report = exportWorkReport({
          runId,
          kind,
          events: (await runs.events(runId)) ?? [],
          headline: '',
          files: [real],
          versions: {},
          settings: {},
          secrets: [],
          secretFiles: shared?.secrets,
        });
        const documents = { transcript: await runs.transcript(runId), events: shared?.events, report };
        for (const [what, document] of Object.entries(documents)) {
          const text = JSON.stringify(document);
          for (const canary of [CANARY, 'hunter2'])
            assert.ok(!text.includes(canary), `${kind}, ${name}, ${what}: ${text}`);
          assert.ok(text.includes('an ordinary answer'), `${what} keeps the rest`);
          tried += 1;
        }
        assert.ok(shared?.leftOut.includes(name));
      }
    tally('transcripts, journals and reports', tried, 0);
  });

  it('is not printed by the built command line about a run that was allowed to read it', async () => {
    const shop = new ShopCopy();
    try {
      shop.write('server.pem', `-----BEGIN KEY-----\n${CANARY}\n`);
      const turn = (thoughts: string, ...tool_calls: readonly object[]) => ({
        role: 'agent',
        json: { thoughts, tool_calls },
      });
      const turns = [
        turn('Read it.', { tool_name: 'read_file', arguments: { path: 'server.pem' } }),
        turn(`It says ${CANARY}.`, { tool_name: 'finish', arguments: {} }),
      ];
      const replay = { format: 'workorder-replay/1', origin: 'written-by-hand', turns };
      shop.write('replies.json', JSON.stringify(replay));
      await shop.run([
        ...['agent', '--task', 'Look at the key', '--delivery', 'none', '--yes', '--profile', 'thoughts'],
        ...['--model', 'replay:replies.json', '--allow-secret-file', 'server.pem'],
      ]);
      const history = await shop.run(['history', '--json']);
      assert.match(history.stdout, /"kind":"agent"/);
      await shop.run(['report', '--to', 'report.json']);
      const outputs = [
        (await shop.run(['show', '--transcript'])).stdout,
        (await shop.run(['show', '--json'])).stdout,
        (await shop.run(['agent', '--transcript', JSON.parse(history.stdout.split('\n')[0] ?? '').runId]))
          .stdout,
        shop.text('report.json'),
      ];
      for (const output of outputs) {
        assert.match(output, /read_file/);
        assert.ok(output.includes('left out: this file looks like a secret'), output);
        assert.ok(!output.includes(CANARY), output);
      }
      tally('outputs of the command line', outputs.length, 0);
    } finally {
      shop.dispose();
    }
  });

  after(() => printTable());
});
