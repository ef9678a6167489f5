import assert from 'node:assert/strict';
import type { ChangeSet, FileChange } from '../../../src/core/changes/change-set.ts';
import { compareLint, isAcceptable } from '../../../src/core/lint/baseline.ts';
import { compareOutcome, stateOf } from '../../../src/core/lint/lint-proposal.ts';
import type { LintDiagnostic, LintOutcome } from '../../../src/core/ports/linter.ts';
import { applyEdits } from '../../../src/core/text/spans.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** A change of one file by replacing texts, each of which occurs once. */
function change(
  path: string,
  text: string,
  ...replacements: readonly (readonly [string, string])[]
): FileChange {
  const before = bytes(text);
  const edits = replacements
    .map(([from, to]) => {
      const start = bytes(text.slice(0, text.indexOf(from))).length;
      return { start, end: start + bytes(from).length, text: bytes(to) };
    })
    .toSorted((a, b) => a.start - b.start);
  const { after, spans } = applyEdits(before, edits);
  return { path, before, after, beforeSha256: '', afterSha256: '', spans };
}

const created = (path: string, text: string): FileChange => ({
  path,
  before: undefined,
  after: bytes(text),
  beforeSha256: undefined,
  afterSha256: '',
  spans: [],
});
const set = (...files: readonly FileChange[]): ChangeSet => ({ files, receipts: [] });

/** `file:line:column code message`. */
function problem(text: string): LintDiagnostic {
  const [, file = '', line = '', column, code = '', message = ''] =
    /^(\S+?):(\d+)(?::(\d+))? (\S+) (.*)$/.exec(text) ?? [];
  return {
    tool: 'ruff',
    code,
    description: '',
    file,
    line: Number(line),
    ...(column && { column: Number(column) }),
    message,
    severity: 'error',
  };
}
const show = (problems: readonly LintDiagnostic[]) =>
  problems.map(
    ({ file, line, column, code, message }) =>
      `${file}:${line}${column ? `:${column}` : ''} ${code} ${message}`,
  );

function check(
  changes: ChangeSet,
  before: readonly string[],
  after: readonly string[],
  expected: {
    readonly added?: readonly string[];
    readonly same?: readonly string[];
    readonly fixed?: readonly string[];
  },
) {
  const delta = compareLint(
    { diagnostics: before.map(problem) },
    { diagnostics: after.map(problem) },
    changes,
  );
  assert.deepEqual(
    { added: show(delta.added), same: show(delta.preExisting), fixed: show(delta.fixed) },
    { added: expected.added ?? [], same: expected.same ?? [], fixed: expected.fixed ?? [] },
  );
}

const FILE = 'import os\n\ndef f():\n    x = 1\n    return 2\n\nimport sys\n';

describe('the lint baseline', () => {
  it('calls a problem of an untouched file pre-existing', () =>
    check(set(), ['a.py:3:1 E1 m'], ['a.py:3:1 E1 m'], { same: ['a.py:3:1 E1 m'] }));

  it('calls another place, code or message in an untouched file new', () =>
    check(set(), ['a.py:3:1 E1 m'], ['a.py:4:1 E1 m', 'a.py:3:1 E2 m', 'a.py:3:1 E1 n'], {
      added: ['a.py:3:1 E1 n', 'a.py:3:1 E2 m', 'a.py:4:1 E1 m'],
      fixed: ['a.py:3:1 E1 m'],
    }));

  it('follows a line that our edit moved down or up', () => {
    check(
      set(change('a.py', FILE, ['import os\n', 'import os\nimport re\nimport io\n'])),
      ['a.py:7:8 F401 sys'],
      ['a.py:9:8 F401 sys'],
      { same: ['a.py:9:8 F401 sys'] },
    );
    check(set(change('a.py', FILE, ['    x = 1\n', ''])), ['a.py:7:8 F401 sys'], ['a.py:6:8 F401 sys'], {
      same: ['a.py:6:8 F401 sys'],
    });
  });

  it('does not take a problem at the old line number for the same one', () =>
    check(
      set(change('a.py', FILE, ['import os\n', 'import os\n\n'])),
      ['a.py:4:5 F841 x'],
      ['a.py:4:5 F841 x'],
      {
        added: ['a.py:4:5 F841 x'],
        fixed: ['a.py:4:5 F841 x'],
      },
    ));

  it('knows a problem again in a line that was edited', () =>
    check(set(change('a.py', FILE, ['x = 1', 'x = 100'])), ['a.py:4:5 F841 x'], ['a.py:4:5 F841 x'], {
      same: ['a.py:4:5 F841 x'],
    }));

  it('knows a problem again within replaced lines, but not twice', () =>
    check(
      set(change('a.py', FILE, ['    x = 1\n    return 2\n', '    y = 0\n    x = 1\n    x = 2\n'])),
      ['a.py:4:5 F841 x'],
      ['a.py:5:5 F841 x', 'a.py:6:5 F841 x'],
      {
        same: ['a.py:5:5 F841 x'],
        added: ['a.py:6:5 F841 x'],
      },
    ));

  it('tells what an edit brought in and what it repaired', () =>
    check(
      set(change('a.py', FILE, ['x = 1', 'return undefined'])),
      ['a.py:4:5 F841 x'],
      ['a.py:4:12 F821 undefined'],
      {
        added: ['a.py:4:12 F821 undefined'],
        fixed: ['a.py:4:5 F841 x'],
      },
    ));

  it('calls a problem in another file that the edit caused new', () =>
    check(set(change('a.py', FILE, ['def f()', 'def f(a)'])), [], ['b.py:9:1 call-arg missing'], {
      added: ['b.py:9:1 call-arg missing'],
    }));

  it('follows text that was moved, within the file and to another', () => {
    check(
      set(change('a.py', FILE, ['    x = 1\n', ''], ['import sys\n', 'import sys\n    x = 1\n'])),
      ['a.py:4:5 F841 x'],
      ['a.py:7:5 F841 x'],
      { same: ['a.py:7:5 F841 x'] },
    );
    check(
      set(change('a.py', FILE, ['    x = 1\n', '']), created('b.py', '\n    x = 1\n')),
      ['a.py:4:5 F841 x'],
      ['b.py:2:5 F841 x'],
      { same: ['b.py:2:5 F841 x'] },
    );
  });

  it('calls problems of a created file new and those of a deleted file fixed', () => {
    check(set(created('b.py', 'import os\n')), [], ['b.py:1:8 F401 os'], { added: ['b.py:1:8 F401 os'] });
    const gone: FileChange = { ...created('b.py', ''), before: bytes('import os\n'), after: undefined };
    check(set(gone), ['b.py:1:8 F401 os'], [], { fixed: ['b.py:1:8 F401 os'] });
  });

  it('ignores line numbers in messages, which move with the text', () =>
    check(
      set(change('a.py', FILE, ['import os\n', '\nimport os\n'])),
      ['a.py:7:1 no-redef Name "x" already defined on line 4'],
      ['a.py:8:1 no-redef Name "x" already defined on line 5'],
      {
        same: ['a.py:8:1 no-redef Name "x" already defined on line 5'],
      },
    ));

  it('counts equal problems one by one', () =>
    check(set(), ['a.py:1:1 E1 m'], ['a.py:1:1 E1 m', 'a.py:1:1 E1 m'], {
      same: ['a.py:1:1 E1 m'],
      added: ['a.py:1:1 E1 m'],
    }));

  it('handles edits at the edges of lines, other line ends and a missing last one', () => {
    check(set(change('a.py', 'a\r\nb\r\nc', ['a\r\n', 'x\r\na\r\n'])), ['a.py:3:1 E m'], ['a.py:4:1 E m'], {
      same: ['a.py:4:1 E m'],
    });
    check(set(change('a.py', 'a\nb', ['a\n', ''])), ['a.py:2:1 E m'], ['a.py:1:1 E m'], {
      same: ['a.py:1:1 E m'],
    });
    check(set(change('a.py', 'é\nb\n', ['é', 'éé'])), ['a.py:2:1 E m'], ['a.py:2:1 E m'], {
      same: ['a.py:2:1 E m'],
    });
    // Joined with its neighbour, the line is another one.
    check(set(change('a.py', 'a\nb\n', ['\n', ' + '])), ['a.py:2:1 E m'], ['a.py:1:5 E n'], {
      added: ['a.py:1:5 E n'],
      fixed: ['a.py:2:1 E m'],
    });
  });

  it('accepts only when nothing is new and nothing can hide', () => {
    const one = problem('a.py:1:1 E1 m');
    const note: LintDiagnostic = { ...one, severity: 'note' };
    const accept = (
      before: readonly LintDiagnostic[],
      after: readonly LintDiagnostic[],
      stopped: readonly 'mypy'[] = [],
    ) =>
      isAcceptable(
        compareLint({ diagnostics: before }, { diagnostics: after, stoppedEarly: stopped }, set()),
      );
    assert.equal(accept([], []), true);
    assert.equal(accept([one], [one]), true);
    assert.equal(accept([one], []), true);
    assert.equal(accept([], [note]), true);
    assert.equal(accept([], [one]), false);
    // Mypy stopped at a syntax error that was there: whatever else is wrong now is not told.
    assert.equal(accept([one], [one], ['mypy']), false);
  });
});

describe('problems from before, where a linter is missing', () => {
  const changes = set(change('a.py', 'import os\nx = 1\n', ['x = 1', 'x = 2']));
  const outcome = (leftOut: readonly { tool: string; reason: string; isMissing?: boolean }[]) =>
    ({
      kind: 'report',
      report: {
        ruff: {},
        mypy: {},
        import_linter: {},
        summary: { total_errors: 1, clean: false, files_checked: 1 },
      },
      diagnostics: [problem('a.py:1:1 F401 unused')],
      notes: [],
      tools: [],
      leftOut,
    }) as unknown as Extract<LintOutcome, { kind: 'report' }>;
  const isAccepted = (is: Extract<LintOutcome, { kind: 'report' }>) =>
    compareOutcome(stateOf(is), is, changes)?.acceptable;

  it('do not count: one that is not installed looked at nothing before the change either', () =>
    assert.equal(
      isAccepted(outcome([{ tool: 'mypy', reason: 'it is not installed', isMissing: true }])),
      true,
    ));

  it('may hide new ones of a linter that was left out for the sake of this change', () =>
    assert.equal(isAccepted(outcome([{ tool: 'mypy', reason: 'it may run what is not approved' }])), false));
});
