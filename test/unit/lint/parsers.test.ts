import assert from 'node:assert/strict';
import { brokenPlaces } from '../../../src/core/lint/linters/import-linter/broken-contract.ts';
import { readMypy } from '../../../src/core/lint/linters/mypy/read-mypy.ts';
import { readRuff } from '../../../src/core/lint/linters/ruff/read-ruff.ts';
import type { ToolAnswer } from '../../../src/core/lint/tool-answer.ts';
import type { LintDiagnostic } from '../../../src/core/ports/linter.ts';
import { exited } from './fake-ports.ts';

const ROOTS = ['/ws', '/real/ws'];

/** Each diagnostic on a line: what a person would read. */
const show = (answer: ToolAnswer): readonly string[] =>
  answer.kind === 'failed'
    ? [`failed: ${answer.reason}`]
    : answer.diagnostics.map(
        (one: LintDiagnostic) =>
          `${one.file}:${one.line}:${one.column ?? '?'}-${one.endLine ?? '?'}:${one.endColumn ?? '?'} ${one.severity} ${one.code} ${one.message}`,
      );

const ruff = (code: number, entries: unknown, stderr = '') =>
  show(
    readRuff(exited(code, typeof entries === 'string' ? entries : JSON.stringify(entries), stderr), ROOTS),
  );
const mypy = (code: number, stdout: string, stderr = '') =>
  show(readMypy(exited(code, stdout, stderr), 'json', ROOTS));
const mypyText = (code: number, stdout: string, stderr = '') =>
  show(readMypy(exited(code, stdout, stderr), 'text', ROOTS));

const finding = (more: object = {}) => ({
  code: 'F401',
  filename: '/ws/a.py',
  location: { row: 1, column: 8 },
  end_location: { row: 1, column: 10 },
  message: '`os` imported but unused',
  ...more,
});
const error = (more: object = {}) =>
  JSON.stringify({
    file: 'a.py',
    line: 3,
    column: 4,
    end_line: 3,
    end_column: 6,
    message: 'No',
    hint: null,
    code: 'misc',
    severity: 'error',
    ...more,
  });

describe('reading ruff', () => {
  it('reads findings as ruff 0.1 gave them, without name, severity and cell', () =>
    assert.deepEqual(
      ruff(1, [finding({ fix: null, noqa_row: 1, url: 'https://docs.astral.sh/ruff/rules/unused-import' })]),
      ['a.py:1:8-1:10 error F401 `os` imported but unused'],
    ));

  it('takes the description from the rule name, its page or the message', () => {
    const describe = (more: object) => {
      const answer = readRuff(exited(1, JSON.stringify([finding(more)])), ROOTS);
      return answer.kind === 'answered' ? answer.diagnostics[0]?.description : answer.reason;
    };
    assert.equal(describe({ name: 'line-too-long' }), 'Line too long');
    assert.equal(describe({ url: 'https://docs.astral.sh/ruff/rules/unused-import' }), 'Unused import');
    assert.equal(describe({}), '`os` imported but unused');
  });

  it('takes no empty list for an answer beside a file that could not be read', () =>
    assert.deepEqual(ruff(0, '[]', 'error: Failed to parse a.py:1:7: Expected an identifier\n'), [
      'failed: did not look at a file: error: Failed to parse a.py:1:7: Expected an identifier',
    ]));

  it('calls a finding without code a syntax error', () =>
    assert.deepEqual(ruff(1, [finding({ code: null, message: 'SyntaxError: Expected )' })]), [
      'a.py:1:8-1:10 error invalid-syntax SyntaxError: Expected )',
    ]));

  it('knows the workspace in every spelling and leaves files outside out', () =>
    assert.deepEqual(
      ruff(1, [
        finding({ filename: '/real/ws/b.py' }),
        finding({ filename: './c.py' }),
        finding({ filename: '/ws-other/d.py' }),
        finding({ filename: '/ws/sub/../e.py' }),
      ]).map(line => line.split(':')[0]),
      ['b.py', 'c.py', 'e.py'],
    ));

  it('keeps the severity ruff gives', () =>
    assert.deepEqual(
      ['warning', 'error', 'info', 'help', undefined].map(
        severity => ruff(1, [finding({ severity })])[0]?.split(' ')[1],
      ),
      ['warning', 'error', 'note', 'note', 'error'],
    ));

  it('counts a fix as offered only when ruff would apply it [001-030]', () => {
    for (const [applicability, expected] of [
      ['safe', 'safe'],
      ['unsafe', 'unsafe'],
      ['display', 'display'],
      ['new', 'display'],
    ]) {
      const answer = readRuff(
        exited(1, JSON.stringify([finding({ fix: { applicability, message: 'm', edits: [] } })])),
        ROOTS,
      );
      assert.ok(answer.kind === 'answered');
      assert.equal(answer.diagnostics[0]?.fix?.applicability, expected);
    }
  });

  const UNREADABLE: readonly (readonly [string, unknown])[] = [
    ['prose', 'All checks passed!'],
    ['half of a list', '[{"code": "F401"'],
    ['an object', {}],
    ['a list of something else', [1]],
    ['an entry without message', [finding({ message: undefined })]],
    ['an entry without file', [finding({ filename: 7 })]],
    ['an entry without place', [finding({ location: { row: '1' } })]],
    ['a page of HTML', '<html></html>'],
  ];
  for (const [what, entries] of UNREADABLE) {
    it(`does not take ${what} for an answer [001-031]`, () => {
      assert.deepEqual(ruff(1, entries), ['failed: gave an answer that cannot be read']);
      assert.deepEqual(ruff(0, entries), ['failed: gave an answer that cannot be read']);
    });
  }

  it('does not believe exit code 1 without a finding [001-031]', () =>
    assert.deepEqual(ruff(1, []), ['failed: reported problems but named none']));

  it('believes findings even with exit code 0', () =>
    assert.deepEqual(ruff(0, [finding()]), ['a.py:1:8-1:10 error F401 `os` imported but unused']));

  it('calls a crash on one file a crash [001-031]', () =>
    assert.deepEqual(ruff(1, [finding(), finding({ code: 'panic', message: 'Fatal error while linting' })]), [
      'failed: crashed on a.py',
    ]));

  it('calls any other exit code a failure, whatever is printed [001-031]', () => {
    for (const code of [2, 3, 101, 127, -1])
      assert.match(ruff(code, [])[0] ?? '', new RegExp(`^failed: .*${code}`));
  });
});

describe('reading mypy', () => {
  it('counts columns from 1 and joins a hint to its error', () =>
    assert.deepEqual(mypy(1, error({ hint: 'Did you mean it?' })), [
      'a.py:3:5-3:7 error misc No\nDid you mean it?',
    ]));

  it('shows a problem of the whole file at its first line', () =>
    assert.deepEqual(mypy(1, error({ line: -1, column: -1, end_line: -1, end_column: 0, code: null })), [
      'a.py:1:?-?:? error misc No',
    ]));

  it('reads absolute paths', () =>
    assert.deepEqual(mypy(1, error({ file: '/real/ws/p/a.py' })), ['p/a.py:3:5-3:7 error misc No']));

  it('reads nothing but a note as no error, though the exit code is 1', () =>
    assert.deepEqual(mypy(1, error({ severity: 'note', message: 'Revealed type' })), [
      'a.py:3:5-3:7 note misc Revealed type',
    ]));

  it('does not take cut, garbled or foreign JSON for an answer [001-031]', () => {
    for (const line of [
      error().slice(0, 40),
      '{}',
      '{"file": "a.py"}',
      error({ severity: 'fatal' }),
      error({ line: 'x' }),
    ]) {
      assert.deepEqual(
        mypy(1, `${error()}\n${line}\n`),
        ['failed: gave an answer that cannot be read'],
        line,
      );
      assert.deepEqual(mypy(0, `${line}\n`), ['failed: gave an answer that cannot be read'], line);
    }
  });

  it('does not believe exit code 1 without a problem, nor 0 without an end [001-031]', () => {
    assert.deepEqual(mypy(1, 'something else\n'), [
      'failed: reported problems but named none that can be read',
    ]);
    assert.deepEqual(mypy(1, ''), ['failed: reported problems but named none that can be read']);
    assert.deepEqual(mypy(0, ''), ['failed: ended without saying that it was done']);
    assert.deepEqual(mypyText(0, 'hello\n'), ['failed: ended without saying that it was done']);
  });

  it('explains exit code 1 by problems outside the workspace', () =>
    assert.deepEqual(mypy(1, error({ file: '/elsewhere/a.py' })), []));

  it('is stopped by problems of Python files only [001-031]', () => {
    assert.deepEqual(mypy(2, error({ code: 'syntax' })), ['a.py:3:5-3:7 error syntax No']);
    assert.match(
      mypy(2, error({ file: 'setup.cfg' }))[0] ?? '',
      /^failed: stopped with exit code 2: setup\.cfg: No/,
    );
    assert.match(mypy(2, '', 'mypy: error: no such option')[0] ?? '', /^failed: stopped .*no such option/);
    assert.match(mypy(2, error(), 'something unexplained')[0] ?? '', /^failed: stopped/);
    assert.match(mypy(2, '')[0] ?? '', /^failed: stopped with exit code 2: it gave no reason/);
  });

  it('calls a traceback a crash, whatever else is there [001-031]', () => {
    const trace = 'Traceback (most recent call last):\n  File "x"\nKeyError: 1';
    for (const code of [0, 1, 2])
      assert.match(mypy(code, error(), trace)[0] ?? '', /^failed: crashed .*KeyError: 1/);
    assert.match(
      mypy(2, '', 'a.py:4: error: INTERNAL ERROR -- Please try using mypy master')[0] ?? '',
      /crashed .*a\.py:4: error: INTERNAL ERROR$/,
    );
  });

  it('does not accept that mypy goes on without its configuration [001-031]', () => {
    for (const complaint of [
      'mypy.ini: [mypy]: Unrecognized option: strcit = True',
      'mypy.ini: File contains no section headers.',
      'pyproject.toml: Invalid value (at line 2, column 10)',
      '/home/me/.config/mypy/config: [mypy]: Unrecognized option: x = 1',
      'my project/setup.cfg: [mypy-a.*]: Per-module sections should only specify per-module flags (x)',
    ]) {
      assert.deepEqual(mypy(0, '\n', complaint), [`failed: does not accept its configuration: ${complaint}`]);
    }
  });

  it('accepts other words on stderr as notes', () => {
    const answer = readMypy(
      exited(
        0,
        '\n',
        'pyproject.toml: [mypy]: python_version: Python 3.8 is not supported (must be 3.10 or higher)\nSome warning',
      ),
      'json',
      ROOTS,
    );
    assert.ok(answer.kind === 'answered');
    assert.deepEqual(answer.notes, [
      'mypy: pyproject.toml: [mypy]: python_version: Python 3.8 is not supported (must be 3.10 or higher)',
      'mypy: Some warning',
    ]);
  });

  it('reads text with every amount of place', () =>
    assert.deepEqual(
      mypyText(
        1,
        [
          'a.py:1:2:3:4: error: One  [arg-type]',
          'b c.py:1:2: error: Two: with [brackets]  [misc]',
          'd.py:7: error: Three',
          'e.py: error: Four',
          'C:\\x\\f.py:1: note: Five',
          'Found 4 errors in 4 files (checked 5 source files)',
        ].join('\n'),
      ),
      [
        'a.py:1:2-3:5 error arg-type One',
        'b c.py:1:2-?:? error misc Two: with [brackets]',
        'd.py:7:?-?:? error misc Three',
        'e.py:1:?-?:? error misc Four',
      ],
    ));
});

describe('reading a broken contract', () => {
  const places = (text: string) =>
    brokenPlaces(
      text,
      module => (module.startsWith('app.') ? `${module.replaceAll('.', '/')}.py` : undefined),
      { file: 'setup.cfg', line: 9 },
    ).map(({ file, line, message }) => `${file}:${line} ${message}`);

  it('makes one place of each chain, at its first import', () =>
    assert.deepEqual(
      places(
        'app.b is not allowed to import app.a:\n\n- app.b -> app.x (l.7, l.9)\n  app.x -> app.a (l.1)\n\n- app.b -> app.a (l.2)\n\n\n',
      ),
      [
        'app/b.py:2 app.b is not allowed to import app.a: app.b -> app.a (l.2)',
        'app/b.py:7 app.b is not allowed to import app.a: app.b -> app.x (l.7, l.9), app.x -> app.a (l.1)',
      ],
    ));

  it('keeps several importers and several imported modules together', () =>
    assert.deepEqual(
      places(
        'app.l is not allowed to import app.h:\n\n- app.l.x (l.1)\n  & app.l.y -> app.m (l.2)\n  app.m -> app.h.a (l.1)\n           & app.h.b (l.3)\n',
      ),
      [
        'app/l/x.py:1 app.l is not allowed to import app.h: app.l.x (l.1) & app.l.y -> app.m (l.2), app.m -> app.h.a (l.1) & app.h.b (l.3)',
      ],
    ));

  it('finds the module of a cycle told with relative names', () =>
    assert.deepEqual(
      places(
        'No cycles are allowed in app.core.\nIt could be made acyclic by removing 1 dependency:\n\n- .low -> .high (3 imports)\n',
      ),
      [
        'app/core/low.py:1 No cycles are allowed in app.core. It could be made acyclic by removing 1 dependency: .low -> .high (3 imports)',
      ],
    ));

  it('shows an unknown line and an unknown module where they can be shown', () =>
    assert.deepEqual(places('No:\n- app.a -> app.b (l.?)\n- other.a -> app.b (l.4)\n'), [
      'app/a.py:1 No: app.a -> app.b (l.?)',
      'setup.cfg:9 No: other.a -> app.b (l.4)',
    ]));

  it('shows a text without imports, or no text, at the contract', () => {
    assert.deepEqual(places('Something of ours\nis wrong.\n'), ['setup.cfg:9 Something of ours is wrong.']);
    assert.deepEqual(places(''), ['setup.cfg:9 The contract is broken.']);
  });
});
