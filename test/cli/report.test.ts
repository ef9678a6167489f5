import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { replies, ShopCopy } from './command-line.ts';

const ORDER = 'work-orders/rename-calc-total.workorder.json';
const REPLAY = ['--model', `replay:${replies('rename-calc-total')}`];

interface Report {
  readonly about: readonly string[];
  readonly summary: { readonly run: string; readonly outcome: string; readonly files: readonly string[] };
  readonly versions: Readonly<Record<string, string>>;
  readonly settings: { readonly run: Readonly<Record<string, unknown>> };
  readonly order: { readonly step_id: string };
  readonly journal: readonly { readonly type: string }[];
  readonly replay: {
    readonly note?: string;
    readonly turns: readonly {
      readonly role: string;
      readonly request_parts?: readonly { readonly part: string; readonly text?: string }[];
    }[];
  };
}

describe('workorder report', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  async function report(...more: readonly string[]): Promise<Report> {
    const { code, stdout, stderr } = await shop.run(['report', ...more, '--to', 'report.json']);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Wrote report\.json\. Read it before you pass it on/);
    return JSON.parse(shop.text('report.json')) as Report;
  }

  it('holds how the run ended, versions, settings, the order, the journal and the replies', async () => {
    await shop.run(['run', ORDER, ...REPLAY, '--yes', '--budget', '2M']);
    const { about, summary, versions, settings, order, journal, replay } = await report();
    assert.match(about.join('\n'), /for a bug report.*was not recorded.*keys, .*taken out/s);
    assert.match(summary.outcome, /^Applied \d+ files, lint clean$/);
    assert.ok(summary.files.length > 0);
    const expected = ['Work Order of the run', 'Work Order', 'Node', 'system', 'ruff', 'mypy'];
    assert.deepEqual(
      expected.filter(name => !versions[name]),
      [],
    );
    assert.deepEqual(settings.run, {
      until: 'end',
      onLintFailure: 'revert',
      failOn: 'new',
      onClaimMismatch: 'warn',
      lintPreview: true,
      models: 'any',
      budgets: [{ of: 'run', limit: { kind: 'tokens', tokens: 2_000_000 } }],
    });
    assert.equal(order.step_id, JSON.parse(shop.text(ORDER)).step_id);
    assert.deepEqual([journal[0]?.type, journal.at(-1)?.type], ['run_started', 'finished']);
    assert.match(replay.note ?? '', /^Taken from the journal/);
    assert.equal(fs.statSync(path.join(shop.root, 'report.json')).mode & 0o077, 0);
  });

  it('can be read: what is short first, then one event and one turn on a line', async () => {
    await shop.run(['run', ORDER, ...REPLAY, '--yes']);
    const { journal, replay } = await report();
    const lines = shop.text('report.json').split('\n');
    assert.match(lines[2] ?? '', /"about": \[/);
    assert.equal(lines.filter(line => line.startsWith('    {"at":')).length, journal.length);
    assert.equal(lines.filter(line => line.startsWith('      {"role":')).length, replay.turns.length);
  });

  it('plays the run again in a copy of the same files, order and replies from the one file', async () => {
    await shop.run(['run', ORDER, ...REPLAY, '--yes']);
    await report();
    const changed = shop.changed;
    await shop.run(['revert']);
    const { code, stderr } = await shop.run(['run', 'report.json', '--model', 'replay:report.json', '--yes']);
    assert.equal(code, 0, stderr);
    assert.equal(shop.changed.replace('?? report.json\n', ''), changed.replace('?? report.json\n', ''));
  });

  it('of a recorded run holds each request, and its replay says which line is asked differently', async () => {
    await shop.run(['run', ORDER, ...REPLAY, '--yes', '--record', 'recording.json']);
    const { about, replay } = await report();
    assert.match(about.join('\n'), /was recorded: the replay holds each request/);
    const first = replay.turns[0]?.request_parts ?? [];
    assert.match(first.find(({ part }) => part === 'message 2 (user)')?.text ?? '', /=== shop\/pricing/);
    await shop.run(['revert']);
    const again = ['run', 'report.json', '--model', 'replay:report.json', '--yes'];
    const file = 'shop/pricing/quotes.py';
    const text = shop.text(file);
    shop.write(file, `# a new first line\n${text}`);
    const other = await shop.run(again);
    assert.equal(other.code, 2);
    assert.match(
      other.stdout,
      /message 2 \(user\) differs \(.*; first at line \d+: recorded ".*quotes\.py \(52 lines\) ===", now ".*quotes\.py \(53 lines\) ==="\)/,
    );
    shop.write(file, text);
    const same = await shop.run(again);
    assert.equal(same.code, 0, same.stdout);
  });

  it('of a run without an answer plays the fault again', async () => {
    const model = ['--model', 'openai:m', '--base-url', 'http://127.0.0.1:9/v1'];
    await shop.run(['run', ORDER, ...model, '--yes', '--timeout', '20', '--no-preflight']);
    await report();
    const { code, stdout } = await shop.run(['run', 'report.json', '--model', 'replay:report.json', '--yes']);
    assert.equal(code, 2);
    assert.match(stdout, /the Designer's model gave no answer: .*127\.0\.0\.1:9/);
  });

  it('takes out what looks like a key, and the name of the home folder', async () => {
    const order = JSON.parse(shop.text(ORDER)) as Record<string, unknown>;
    const keys = ['sk-proj-0123456789abcdef', 'AKIAIOSFODNN7EXAMPLE', 'ghp_0123456789abcdefghij'];
    const home = process.env['HOME'] ?? '/nowhere';
    shop.write(
      ORDER,
      JSON.stringify({ ...order, step_text: `Rename it (${keys.join(' ')}, ${home}/notes).` }),
    );
    await shop.run(['run', ORDER, ...REPLAY, '--yes', '--record', 'recording.json']);
    await report();
    const text = shop.text('report.json');
    for (const key of keys) assert.ok(!text.includes(key), key);
    assert.match(text, /Rename it \(\[redacted\] \[redacted\] \[redacted\], ~\/notes\)/);
  });

  it('says which runs there are when there is no such run', async () => {
    const { code, stderr } = await shop.run(['report', 'none']);
    assert.equal(code, 3);
    assert.match(stderr, /no run "none"/);
  });
});
