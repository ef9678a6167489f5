import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { LintDiagnostic, LintOutcome } from '../../../src/core/ports/linter.ts';
import { lintTerminal } from '../../../src/vscode/lint/lint-terminal.ts';
import { Problems } from '../../../src/vscode/lint/problems.ts';
import { eventually, fileUri, hasPage, onPage, reset, writeDisk } from './support.ts';
import { lintProblems, runAndApply } from './work-order.ts';

const UNUSED = '"""Extra."""\n\nimport os\n';

/** `file source code message` without the message's own words about the code. */
const shown = (): string[] => lintProblems().map(line => line.replace(/:\d+:\d+ /, ' '));

describe('the Problems of the linters', () => {
  const settings = () => vscode.workspace.getConfiguration('workorder');
  afterEach(async () => {
    await settings().update('lint.failOn', undefined, vscode.ConfigurationTarget.Global);
    await settings().update('lint.ruffPath', undefined, vscode.ConfigurationTarget.Global);
    await reset();
  });
  const lint = (given: string, check_all = true) =>
    vscode.commands.executeCommand<LintOutcome | undefined>('workorder.lint', { path: given, check_all });

  it('tell what a change brought from what was there, in words the panel’s filter finds', async () => {
    // Then the run waits for what was there before.
    await settings().update('lint.failOn', 'new', vscode.ConfigurationTarget.Global);
    await writeDisk('shop/extra.py', UNUSED);
    const state = await runAndApply('receipt-as-lines');
    assert.equal(state.outcome?.kind, 'FAILED', JSON.stringify(state.outcome));
    const problems = await eventually(() => {
      const found = shown();
      return found.every(line => / \((new|from before)\)$/.test(line)) && found;
    }, 'the problems to be marked');
    assert.deepEqual(problems.map(line => line.replace(/^(\S+ \S+ \S+) .*(\(.*\))$/, '$1 $2')).sort(), [
      'shop/cli.py mypy arg-type (new)',
      'shop/extra.py ruff F401 (from before)',
      'shop/orders/receipt.py ruff F401 (new)',
    ]);
    if (hasPage) await onPage('waitFor', { role: 'treeitem', name: 'new · ruff F401', within: '.sidebar' });
  });

  it('fade what is unused, strike out what is deprecated, and link to what each code means', async () => {
    await writeDisk(
      'shop/extra.py',
      '"""Extra."""\n\nimport os\nfrom typing import Iterable\n\nX: Iterable[int] = [""]\n',
    );
    await lint('shop/extra.py');
    const found = vscode.languages.getDiagnostics(fileUri('shop/extra.py'));
    const tagsOf = (wanted: string) => {
      const one = found.find(({ code }) => typeof code === 'object' && code.value === wanted);
      assert.ok(typeof one?.code === 'object', `no ${wanted} in ${JSON.stringify(found)}`);
      return [one.tags, one.code.target.toString().replace(/#.*/, '')];
    };
    const ruff = 'https://docs.astral.sh/ruff/rules';
    assert.deepEqual(tagsOf('F401'), [[vscode.DiagnosticTag.Unnecessary], `${ruff}/unused-import`]);
    assert.deepEqual(tagsOf('UP035'), [[vscode.DiagnosticTag.Deprecated], `${ruff}/deprecated-import`]);
    const [tags, address] = tagsOf('list-item');
    assert.equal(tags, undefined);
    assert.match(String(address), /^https:\/\/mypy\.readthedocs\.io\//);
  });

  it('are there for files nobody opened', async () => {
    await writeDisk('shop/unopened.py', UNUSED);
    await lint('shop');
    assert.ok(!vscode.workspace.textDocuments.some(({ uri }) => uri.path.endsWith('/unopened.py')));
    assert.match(shown().join(), /shop\/unopened\.py ruff F401/);
    assert.deepEqual(
      vscode.languages.getDiagnostics(fileUri('shop/unopened.py')).map(({ range }) => range),
      [new vscode.Range(2, 7, 2, 9)],
    );
  });

  it('go exactly when their file is linted again, and stay when another one is', async () => {
    await writeDisk('shop/one.py', UNUSED);
    await writeDisk('shop/two.py', UNUSED);
    await lint('shop');
    const files = () => shown().map(line => line.split(' ')[0]);
    assert.deepEqual(files(), ['shop/one.py', 'shop/two.py']);
    await writeDisk('shop/one.py', '"""Extra."""\n');
    await lint('shop/one.py');
    assert.deepEqual(files(), ['shop/two.py']);
    await lint('shop/two.py');
    assert.deepEqual(files(), ['shop/two.py'], 'not there twice');
    await writeDisk('shop/two.py', '"""Extra."""\n');
    await lint('tests');
    assert.deepEqual(files(), [], 'no longer the text they were found in');
  });

  it('stay when the linters did not run, which proves nothing [001-031]', async () => {
    await writeDisk('shop/extra.py', UNUSED);
    await lint('shop');
    const before = shown();
    assert.equal(before.length, 1);
    await settings().update('lint.ruffPath', '/nowhere/ruff', vscode.ConfigurationTarget.Global);
    const outcome = await lint('shop');
    assert.equal(outcome?.kind, 'did_not_run');
    assert.deepEqual(shown(), before);
  });

  describe('of several folders', () => {
    let parent = '';
    const problems = new Problems();
    after(() => problems.dispose());
    beforeEach(async () => {
      parent = await fs.mkdtemp(path.join(os.tmpdir(), 'wo-roots-'));
    });
    afterEach(() => fs.rm(parent, { recursive: true, force: true }));
    const openRoot = async (name: string, index: number): Promise<vscode.WorkspaceFolder> => {
      await fs.mkdir(path.join(parent, name));
      await fs.writeFile(path.join(parent, name, 'a.py'), 'import os\n');
      return { uri: vscode.Uri.file(path.join(parent, name)), name, index };
    };
    const found = (...diagnostics: readonly LintDiagnostic[]): LintOutcome => ({
      kind: 'report',
      report: { ruff: {}, mypy: {}, summary: { total_errors: 1, clean: false, files_checked: 1 } },
      tools: [],
      notes: [],
      diagnostics,
      covers: { path: '', files: 'all', contracts: true },
    });
    const problem: LintDiagnostic = {
      tool: 'ruff',
      code: 'F401',
      description: 'Unused import',
      file: 'a.py',
      line: 1,
      message: 'unused',
      severity: 'error',
    };
    const inFolder = ({ uri }: vscode.WorkspaceFolder) =>
      vscode.languages.getDiagnostics(vscode.Uri.joinPath(uri, 'a.py')).length;

    it('are kept apart: a lint of one folder clears nothing of the other', async () => {
      const [one, two] = [await openRoot('one', 0), await openRoot('two', 1)];
      await problems.show(one, found(problem));
      await problems.show(two, found(problem));
      assert.deepEqual([inFolder(one), inFolder(two)], [1, 1]);
      await problems.show(one, found());
      assert.deepEqual([inFolder(one), inFolder(two)], [0, 1]);
      problems.clear(two);
      assert.equal(inFolder(two), 0);
    });
  });
});

describe('the terminal of the lint task', () => {
  const run = (outcome: LintOutcome): Promise<{ readonly text: string; readonly code: number }> =>
    new Promise(resolve => {
      let text = '';
      const terminal = lintTerminal(async () => outcome);
      terminal.onDidWrite(more => {
        text += more;
      });
      terminal.onDidClose(code => resolve({ text, code }));
      terminal.open();
    });
  const tools = [{ tool: 'ruff', program: '/bin/ruff', version: '0.17.6', ms: 12 }] as const;

  it('names each tool with its version, each problem as a link, and the sum, in colours', async () => {
    const { text, code } = await run({
      kind: 'report',
      report: { ruff: {}, mypy: {}, summary: { total_errors: 1, clean: false, files_checked: 3 } },
      tools,
      notes: ['a note'],
      diagnostics: [
        {
          tool: 'ruff',
          code: 'F401',
          description: 'Unused import',
          file: 'shop/a.py',
          line: 3,
          column: 8,
          message: '`os` imported but unused',
          severity: 'error',
          fix: { message: 'Remove it', applicability: 'safe', edits: [] },
        },
      ],
    });
    assert.equal(code, 1);
    const lines = text.split('\r\n');
    assert.deepEqual(
      lines.map(line => line.replaceAll('\x1b', '').replace(/\[\d+m/g, '')),
      [
        'ruff 0.17.6, 12 ms',
        'a note',
        'shop/a.py:3:8 error `os` imported but unused [ruff F401] (fix available)',
        'Not clean: 1 problem, 3 files checked.',
        '',
      ],
    );
    assert.ok(text.includes('\x1b[31mNot clean'));
    assert.ok(text.includes('\x1b[1mshop/a.py:3:8\x1b[0m'));
  });

  it('says why nothing is known when a linter did not run', async () => {
    const failure = {
      error: 'lint did not run: mypy crashed; update mypy',
      detail: 'Traceback\n  x',
      changed: false,
    } as const;
    const { text, code } = await run({ kind: 'did_not_run', failure, tools });
    assert.equal(code, 2);
    assert.match(text, /\x1b\[31mlint did not run: mypy crashed; update mypy\x1b\[0m\r\nTraceback\r\n {2}x/);
  });
});
