import assert from 'node:assert/strict';
import { lineOfCommand } from '../../../src/core/panel/command-places.ts';
import { problemsOf } from '../../../src/core/panel/lint-problems.ts';
import { commonFolder, composeOrder, proposeScopes, stepIdFrom } from '../../../src/core/panel/new-order.ts';
import { readSpotCheck } from '../../../src/core/panel/qa-section.ts';
import type { Command } from '../../../src/generated/contracts.ts';

describe('a spot check', () => {
  const check = (sentence: string, paths: readonly string[]) => readSpotCheck(sentence, paths).path;
  it('names a whole path before a file name', () =>
    assert.equal(check('verified: b/x.py is fine', ['a/x.py', 'b/x.py']), 'b/x.py'));
  it('is not anchored when two files have the name', () =>
    assert.equal(check('verified: x.py is fine', ['a/x.py', 'b/x.py']), undefined));
  it('does not take part of a longer name for the file', () =>
    assert.equal(check('verified: matrix.py is fine', ['a/x.py']), undefined));
  it('reads a file at the end of a sentence', () => assert.equal(check('ok in x.py.', ['a/x.py']), 'a/x.py'));
});

describe('where a command leads', () => {
  const line = (command: Command, after: string, path = 'a.py') => {
    const bytes = new TextEncoder().encode(after);
    const span = { start: 0, end: 1, afterStart: 2, afterEnd: 3 };
    return lineOfCommand(command, path, [
      { path, before: bytes, after: bytes, beforeSha256: '', afterSha256: '', spans: [span] },
    ]);
  };
  const replaceBy = (new_string: string): Command => ({
    tool: 'atomic_replace',
    args: { file_path: 'a.py', replacements: [{ old_string: 'x', new_string }] },
    reason: '',
  });
  const moveTo = (target_line: number, target_file?: string): Command => ({
    tool: 'move_text',
    args: {
      file_path: 'a.py',
      source_start: 1,
      source_end: 2,
      target_line,
      ...(target_file === undefined ? {} : { target_file }),
    },
    reason: '',
  });
  it('is the line of the new text', () => assert.equal(line(replaceBy('new'), 'a\nb\nnew\n'), 3));
  it('is the first changed line when text was deleted', () => assert.equal(line(replaceBy(''), 'a\nb\n'), 2));
  it('counts a move down after the lines have left', () => assert.equal(line(moveTo(5), 'c\nd\na\nb\n'), 3));
  it('is the target line in the other file', () =>
    assert.equal(line(moveTo(2, 'b.py'), 'x\na\nb\n', 'b.py'), 2));
});

describe('lint problems', () => {
  const occurrences = (line: number) => [{ file: 'a.py', line }];
  const report = {
    ruff: { F401: { description: 'd', fix_available: true, occurrences: occurrences(9) } },
    mypy: { 'arg-type': { description: 'd', fix_available: false, occurrences: occurrences(2) } },
    import_linter: { layers: { description: 'd', fix_available: false, occurrences: occurrences(5) } },
    summary: { total_errors: 3, clean: false, files_checked: 1 },
  };
  it('are sorted by place, whichever linter found them', () =>
    assert.deepEqual(
      problemsOf({ kind: 'report', report, tools: [], notes: [] }).map(
        p => `${p.line} ${p.source} ${p.code} ${p.severity}`,
      ),
      ['2 mypy arg-type error', '5 import-linter layers error', '9 ruff F401 warning'],
    ));
  it('keep range and documentation when the linter gave them', () => {
    const place = { file: 'a.py', line: 1, column: 8, endLine: 1, endColumn: 10, message: 'm' };
    const url = 'https://docs.astral.sh/ruff/rules/unused-import';
    const diagnostics = [
      { tool: 'ruff', code: 'F401', description: 'd', severity: 'error', url, ...place } as const,
    ];
    assert.deepEqual(problemsOf({ kind: 'report', report, tools: [], notes: [], diagnostics }), [
      { source: 'ruff', code: 'F401', severity: 'error', documentation: url, ...place },
    ]);
  });
});

describe('a typed-in step', () => {
  it('becomes a work order that lints the folder of its scope', () =>
    assert.deepEqual(
      composeOrder({ stepId: 's', stepText: 't', scope: ['shop/a.py', 'shop/sub/'], invariants: [] })
        .acceptance,
      { lint: { path: 'shop', check_all: false } },
    ));
  it('lints the default path when the scope has no common folder', () =>
    assert.equal(commonFolder(['a/', 'b/']), null));
  it('gets an id from its first words', () =>
    assert.equal(
      stepIdFrom('Rename quote() to offer() in every module, please'),
      'rename-quote-to-offer-in-every',
    ));
  it('gets an id even from other scripts', () => assert.equal(stepIdFrom('переименуй'), 'step'));
  it('proposes a folder and those it is in, for a step that is about a folder', () =>
    assert.deepEqual(proposeScopes('shop/pricing/'), ['shop/pricing/', 'shop/']));

  it('is offered the open file first, then the folders above it', () =>
    assert.deepEqual(proposeScopes('shop/pricing/tax.py'), [
      'shop/pricing/tax.py',
      'shop/pricing/',
      'shop/',
    ]));
});
