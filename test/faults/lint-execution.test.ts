import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangeSet, FileChange } from '../../src/core/changes/change-set.ts';
import { LintWorkspace } from '../node/lint/workspace.ts';
import { chosen, isFullRun, printTable, seedOf, tally } from './support/counts.ts';
import { type LintForm, lintForms, type Texts } from './support/lint-forms.ts';

const SEED = seedOf(20261123);

describe('forms of lint configuration × the preview of a proposal', function () {
  this.timeout(1_800_000);
  const place = mkdtempSync(join(tmpdir(), 'lint-forms-'));
  const canaryOf = (index: number) => join(place, 'canaries', `ran-${index}`);
  const forms = lintForms(canaryOf);
  mkdirSync(join(place, 'canaries'));
  const { signal } = new AbortController();
  after(() => {
    rmSync(place, { recursive: true, force: true });
    printTable(SEED);
  });

  const toChanges = (before: Texts, change: Texts): ChangeSet => ({
    receipts: [],
    files: Object.entries(change).map(([path, text]): FileChange => {
      const was = before[path];
      const [old, bytes] = [was === undefined ? undefined : Buffer.from(was), Buffer.from(text)];
      const spans = old ? [{ start: 0, end: old.length, afterStart: 0, afterEnd: bytes.length }] : [];
      return { path, before: old, after: bytes, beforeSha256: undefined, afterSha256: undefined, spans };
    }),
  });
  const args = { path: 'app', check_all: true };
  /** Each lane has a cache of its own: mypy's does not bear two runs at a time. */
  const settingsOf = (lane: number) => ({ cacheDir: join(place, `cache-${lane}`) });

  /** One form of so many, two at a time; answers how many. Attacks take turns in the forms: one in nine meets them all. */
  async function tryForms(
    oneIn: number,
    attempt: (form: LintForm, index: number, lane: number) => Promise<void>,
  ): Promise<number> {
    const tried = chosen([...forms.entries()], oneIn, SEED);
    const queue = [...tried];
    const work = async (lane: number) => {
      for (let next = queue.shift(); next; next = queue.shift()) await attempt(next[1], next[0], lane);
    };
    await Promise.all([0, 1].map(work));
    return tried.length;
  }

  it('writes no file where configuration says so, and starts no debugger, before it is approved', async () => {
    const target = join(place, 'canaries', 'written');
    const settings: readonly (readonly [string, string, boolean])[] = [
      ['junit_xml', target, true],
      ['linecount_report', target, true],
      ['any_exprs_report', target, true],
      ['lineprecision_report', target, true],
      ['pdb', 'True', false],
      ['no_pdb', 'False', false],
    ];
    const files: Readonly<Record<string, (name: string, value: string) => string>> = {
      'mypy.ini': (name, value) => `[mypy]\n${name} = ${value}\n`,
      'setup.cfg': (name, value) => `[mypy]\n${name}: ${value}\n`,
      'pyproject.toml': (name, value) =>
        `[tool.mypy]\n${name} = ${/^(True|False)$/.test(value) ? value.toLowerCase() : JSON.stringify(value)}\n`,
    };
    const cases = Object.entries(files).flatMap(([file, textOf], i) =>
      settings.filter((_, j) => isFullRun || (i + j) % 6 === 0).map(setting => ({ file, textOf, setting })),
    );
    let written = 0;
    for (const { file, textOf, setting } of cases) {
      const [name, value, writes] = setting;
      const before = { 'app/a.py': 'x = 1\n', [file]: textOf(name, value) };
      const workspace = new LintWorkspace(before);
      try {
        const linter = workspace.linter(settingsOf(0));
        const changes = toChanges(before, { 'app/a.py': 'x: int = "$(touch x)"\n' });
        const outcome = await linter.lintSimulated(args, changes, { signal });
        assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
        const [left] = outcome.leftOut ?? [];
        assert.equal(left?.tool, 'mypy', `${name} in ${file}`);
        assert.match(left.reason, new RegExp(`${file} sets ${name}`));
        assert.ok(!existsSync(target), `${name} in ${file} was written`);
        await linter.lint(args, { signal });
        if (writes && existsSync(target)) written++;
      } finally {
        rmSync(target, { recursive: true, force: true });
        workspace.dispose();
      }
    }
    const wrote = `${written} wrote when a person linted`;
    tally('settings that write files or start a debugger', cases.length, 0, wrote);
    assert.equal(written, cases.filter(({ setting: [, , writes] }) => writes).length);
  });

  it('generates at least 120', () => assert.ok(forms.length >= 120, `${forms.length}`));

  it('runs nothing of a proposal before it is approved', async () => {
    const ran: string[] = [];
    let lintedByRuff = 0;
    const tried = await tryForms(9, async ({ name, before, change }, index, lane) => {
      const workspace = new LintWorkspace(before);
      try {
        const linter = workspace.linter(settingsOf(lane));
        const outcome = await linter.lintSimulated(args, toChanges(before, change), { signal });
        if (outcome.kind === 'report' && outcome.tools.some(({ tool }) => tool === 'ruff')) lintedByRuff++;
        if (existsSync(canaryOf(index))) ran.push(name);
      } finally {
        workspace.dispose();
      }
    });
    tally('forms of lint configuration, previewed', tried, ran.length);
    assert.deepEqual(ran, []);
    assert.ok(lintedByRuff > tried * 0.9, `ruff looked at ${lintedByRuff} of ${tried} proposals`);
  });

  it('asks by name for every change that can run, and runs it when that is approved', async () => {
    const wrong: string[] = [];
    const tried = await tryForms(41, async ({ name, before, change, runs }, index, lane) => {
      const workspace = new LintWorkspace({ ...before, ...change });
      try {
        const linter = workspace.linter(settingsOf(lane));
        const changed = Object.keys(change);
        const named = await linter.codeTouchedBy(changed);
        if (runs && named.length < changed.length) wrong.push(`${name}: asks for ${named.join(', ')}`);
        await linter.lint(args, { signal, approvedCode: [] });
        if (existsSync(canaryOf(index))) wrong.push(`${name}: ran without an approval`);
        rmSync(canaryOf(index), { force: true });
        await linter.lint(args, { signal });
        if (existsSync(canaryOf(index)) !== runs) wrong.push(`${name}: ${runs ? 'did not run' : 'ran'}`);
      } finally {
        workspace.dispose();
      }
    });
    tally('the same applied, linted without and with approval', tried, wrong.length);
    assert.deepEqual(wrong, []);
  });
});
