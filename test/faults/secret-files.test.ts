import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { diffForModel } from '../../src/core/changes/diff-for-model.ts';
import type { RunReport } from '../../src/generated/contracts.ts';
import { redactReport } from '../../src/node/report/redact-report.ts';
import { plainEnvironment, runCli } from '../support/built-cli/run-cli.ts';
import { printTable, tally } from './support/counts.ts';
import { claimed } from './support/forged-runs.ts';

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

describe('what is in files that look like secrets', function () {
  this.timeout(120_000);
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

  after(() => printTable());
});
