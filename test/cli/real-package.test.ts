import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseWorkOrder } from '../../src/core/workorder/parse-work-order.ts';
import type { LintReport, Replay } from '../../src/generated/contracts.ts';
import type { CliEnd } from '../support/built-cli/run-cli.ts';
import { openPackage, type PackageWorkspace } from '../support/real-package/package-workspace.ts';

const CLICK = {
  name: 'click',
  version: '8.3.1',
  sha256: '12ff4785d337a1bb490bb7e9c2b1ee5da3112e94a8622f26a6c77f5d2fc6842a',
} as const;

const support = fileURLToPath(new URL('../support/real-package/', import.meta.url));
const ORDER = path.join(support, 'click.workorder.json');
const REPLIES = path.join(support, 'click.replay.json');

interface FileHashes {
  readonly before_sha256: string;
  readonly after_sha256: string;
}
const EXPECTED = readJson<{ readonly files: Readonly<Record<string, FileHashes>> }>(
  path.join(support, 'click.expected.json'),
).files;

interface OutcomeLine {
  readonly outcome: string;
  readonly reasons: readonly string[];
  readonly files: readonly ({ readonly path: string } & FileHashes)[];
  readonly lint: LintReport;
  readonly change_kept: boolean;
  readonly not_linted?: readonly string[];
  readonly run: string;
}

/** The last JSON line; everything the command line said is in the failure's message. */
function outcomeOf({ stdout, stderr }: CliEnd): OutcomeLine {
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  assert.match(last, /^\{"outcome":/, `${stdout}\n${stderr}`);
  return JSON.parse(last) as OutcomeLine;
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

describe('a work order on click 8.3.1 as it was released', function () {
  this.timeout(300_000); // the first time it is downloaded, and mypy starts without a cache
  let click: PackageWorkspace;
  let released: ReadonlyMap<string, string>;
  let end: CliEnd;

  before('download, unpack and run it', async () => {
    click = await openPackage(CLICK);
    released = click.hashes();
    end = await click.workorder('run', ORDER, '--model', `replay:${REPLIES}`, '--yes', '--json');
  });
  after(() => click?.dispose());

  it('ends APPLIED, with the lint of ruff and mypy clean [001-001, 001-025, 001-029]', () => {
    const { outcome, lint, reasons } = outcomeOf(end);
    assert.equal(outcome, 'APPLIED', `${reasons.join('\n')}\n${end.stderr}`);
    assert.equal(end.code, 0);
    assert.deepEqual({ ruff: lint.ruff, mypy: lint.mypy }, { ruff: {}, mypy: {} });
    assert.deepEqual(
      { ...lint.summary, files_checked: 0 },
      { total_errors: 0, clean: true, files_checked: 0 },
    );
  });

  it('lints only what it changed below the path of the order, and names the rest [001-027]', () => {
    const isBelow = (file: string) => file.startsWith('src/click/');
    const changed = Object.keys(EXPECTED);
    const { lint, not_linted } = outcomeOf(end);
    assert.equal(lint.summary.files_checked, changed.filter(isBelow).length);
    assert.deepEqual(
      not_linted,
      changed.filter(file => !isBelow(file)),
    );
  });

  it('leaves every touched file with exactly the bytes expected, and every other file as it was [001-003, 001-014]', () => {
    const expected = new Map(released);
    for (const [file, { before_sha256, after_sha256 }] of Object.entries(EXPECTED)) {
      assert.equal(released.get(file), before_sha256, `${file} before the run`);
      expected.set(file, after_sha256);
    }
    assert.deepEqual(click.hashes(), expected);
  });

  it('reports the hashes that are on disk [001-034]', () => {
    const reported = outcomeOf(end).files.map(({ path, before_sha256, after_sha256 }) => [
      path,
      { before_sha256, after_sha256 },
    ]);
    assert.deepEqual(Object.fromEntries(reported), EXPECTED);
  });

  it('changes for git what it changes for us, and leaves nothing lying about', async () => {
    assert.deepEqual([...(await click.modified())].sort(), Object.keys(EXPECTED).sort());
  });

  it('leaves a package that works', async () => {
    const printed = await click.python(
      'import click.formatting as f; from click._compat import visible_len;' +
        'print(f.make_default_short_help("One. Two."), visible_len("\\x1b[1mab\\x1b[0m"))',
    );
    assert.equal(printed.trim(), 'One. 2');
  });

  it('can be taken back to the byte with workorder revert', async () => {
    const reverted = await click.workorder('revert', outcomeOf(end).run);
    assert.equal(reverted.code, 0, `${reverted.stdout}\n${reverted.stderr}`);
    assert.deepEqual(click.hashes(), released);
    assert.deepEqual(await click.modified(), []);
  });
});

describe('a work order on click 8.3.1 that leaves an unused import behind', function () {
  this.timeout(300_000);
  let click: PackageWorkspace;

  before('download and unpack it', async () => {
    click = await openPackage(CLICK);
  });
  after(() => click?.dispose());

  it('fails and is taken back, although click tells ruff to fix such things by itself [001-030, 001-055]', async () => {
    assert.match(readFileSync(path.join(click.folder, 'pyproject.toml'), 'utf8'), /^fix = true$/m);
    const released = click.hashes();
    const replies = path.join(click.folder, '../unused-import.replay.json');
    await writeFile(replies, JSON.stringify(withUnusedImport(readJson<Replay>(REPLIES))));

    const end = await click.workorder('run', ORDER, '--model', `replay:${replies}`, '--yes', '--json');
    const { outcome, lint, change_kept } = outcomeOf(end);
    assert.deepEqual(
      { outcome, change_kept, code: end.code },
      { outcome: 'FAILED', change_kept: false, code: 1 },
    );
    assert.deepEqual(Object.keys(lint.ruff), ['F401']);
    const [finding] = lint.ruff['F401']?.occurrences ?? [];
    assert.deepEqual({ file: finding?.file, line: finding?.line }, { file: 'src/click/utils.py', line: 8 });
    assert.deepEqual(click.hashes(), released);
  });
});

/** The recorded replies with one more command in both lists: an import that nothing uses. */
function withUnusedImport(replay: Replay): Replay {
  const command = {
    tool: 'atomic_replace',
    args: {
      file_path: 'src/click/utils.py',
      replacements: [
        {
          old_string: 'from functools import update_wrapper\n',
          new_string: 'from functools import partial\nfrom functools import update_wrapper\n',
        },
      ],
    },
    reason: 'It will be needed.',
  };
  const turns = replay.turns.map(turn => {
    const commands = turn.json?.['commands'];
    if (!Array.isArray(commands)) return turn;
    return { ...turn, json: { ...turn.json, commands: [...commands, command] } };
  });
  return { ...replay, turns };
}

describe('the work order for click', () => {
  it('is a valid work order [001-060, 001-061, 001-062, 001-063, 001-064]', () => {
    const parsed = parseWorkOrder(readFileSync(ORDER, 'utf8'));
    assert.ok(parsed.ok, parsed.ok ? '' : parsed.error);
  });
});
