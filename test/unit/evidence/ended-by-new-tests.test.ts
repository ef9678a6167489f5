import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Word = 'proved' | 'not_checkable';
type Files = Readonly<Record<string, string>>;

const PACKAGE =
  'import os\nREG = [1]\nLOG = []\ndef f(x=1): return x\ndef g(): return [1]\ndef die(): os._exit(0)\ndef stop(): die()\ndef reset(): REG.clear()\n';
const WORKSPACE = { 'pkg/__init__.py': '', 'pkg/m.py': PACKAGE };
const change = (verdict: Word, name: string, before: Files, after: Files): VerdictCase => [
  name,
  { ...WORKSPACE, ...before },
  after,
  { 'no weaker tests': verdict },
];

/** A new test before the one that is there. */
const added =
  (verdict: Word, top = 'CASES = [1, 2]') =>
  ([head = '', ...lines]: readonly string[]): VerdictCase => {
    const old = `from pkg.m import f, REG\n${top}\n`;
    const test =
      'def test_b(caplog):\n    for x in CASES:\n        assert f(x) == x\n    for x in REG:\n        assert x\n';
    const fresh = `def test_0():\n${lines.map(line => `    ${line}\n`).join('')}`;
    return change(
      verdict,
      `${top}: ${[head, ...lines].join(' · ')}`,
      { 'tests/test_m.py': old + test },
      { 'tests/test_m.py': `${old}${head}\n${fresh}${test}` },
    );
  };

describe('a new test that may end the run, or use up what later ones go through', () => {
  testVerdicts(
    [
      ['from os import _exit as done', 'done(0)'],
      ['import os', 'os.execv("/bin/true", ["true"])'],
      ['import os as o', 'o.abort()'],
      ['from signal import raise_signal as r', 'r(9)'],
      ['from pytest import exit as stop', 'stop("x", 0)'],
      ['import pytest as p', 'p.exit("x", 0)'],
      ['import os', 'getattr(os, "_ex" + "it")(0)'],
      ['import os', 'getattr(os, "abort")()'],
      ['import os', 'os.__dict__["_" + "exit"](0)'],
      ['', 'eval("1")'],
      ['from pkg.m import die', 'die()'],
      ['from pkg.m import stop', 'stop()'],
      ['from pkg.m import stop as start', 'start()'],
      ['from pkg.m import reset', 'reset()', 'assert f()'],
      ['', 'c = CASES', 'del c[:]'],
      ['', 'c = CASES', 'd = c', 'd.clear()'],
      ['', 'c = CASES', 'c *= 0'],
      ['', 'del CASES[0]'],
      ['', 'list.clear(CASES)'],
      ['', 'assert sum(REG) == 1'],
      ['import logging', 'logging.disable()', 'assert f()'],
      ['from logging import disable', 'disable()', 'assert f()'],
      ['import logging', 'logging.getLogger("a").setLevel(50)'],
      ['import warnings', 'warnings.simplefilter("ignore")', 'assert f()'],
      ['import os', 'os.chdir("/")', 'assert f()'],
    ].map(added('not_checkable')),
  );
  testVerdicts([
    added('not_checkable', 'CASES = iter([1, 2])')(['', 'assert list(CASES) == [1, 2]']),
    added('not_checkable', 'CASES = (x for x in [1])')(['', 'assert next(CASES) == 1']),
  ]);
});

describe('a new test that calls what is tested, and asserts', () =>
  testVerdicts(
    [
      ['', 'assert f() == 1'],
      ['from pkg.m import g', 'r = g()', 'r.append(2)', 'assert len(r) == 2'],
      ['', 'for x in CASES:', '    assert f(x) == x'],
      ['import pkg.m', 'assert getattr(pkg.m, "f")(2) == 2'],
      ['import os', 'assert os.path.join("a", str(f())) == "a/1"'],
      [
        'import warnings',
        'with warnings.catch_warnings():',
        '    warnings.simplefilter("error")',
        '    assert f()',
      ],
      ['import json, re', 'assert re.compile("1").match(json.dumps(f()))'],
      ['import logging', 'assert logging.getLogger("a").name == "a"'],
      ['import pytest', 'with pytest.raises(TypeError):', '    f(1, 2)'],
    ].map(added('proved')),
  ));

describe('what tests ask for', () => {
  const ASKS =
    'import pytest, pkg.n\n@pytest.mark.skipif(not hasattr(pkg.n, "fast"), reason="x")\ndef test_a(): assert 1\n';
  const TRIES =
    'import pytest\nfrom pkg.n import conn\ndef test_a():\n    try:\n        conn()\n    except OSError:\n        pytest.skip("x")\n    assert 1\n';
  const source = (verdict: Word, name: string, test: string, old: string, now: string) =>
    change(verdict, name, { 'tests/test_n.py': test, 'pkg/n.py': old }, { 'pkg/n.py': now });
  testVerdicts([
    source('not_checkable', 'a name that is gone', ASKS, 'def fast(): pass\n', 'def slow(): pass\n'),
    source(
      'proved',
      'another name',
      ASKS,
      'def fast(): pass\ndef a(): pass\n',
      'def fast(): pass\ndef b(): pass\n',
    ),
    source(
      'not_checkable',
      'one that is listed',
      ASKS.replace('not hasattr(pkg.n, "fast")', '"fast" not in dir(pkg.n)'),
      'def fast(): pass\n',
      'x = 1\n',
    ),
    source(
      'not_checkable',
      'a function whose failure skips it',
      TRIES,
      'def conn(): return 1\n',
      'def conn(): raise OSError\n',
    ),
    source(
      'not_checkable',
      'a function whose failure ends it',
      TRIES.replace('pytest.skip("x")', 'return'),
      'def conn(): return 1\n',
      'def conn(): raise OSError\n',
    ),
    source(
      'proved',
      'a function whose failure is asserted',
      TRIES.replace('pytest.skip("x")', 'assert 0'),
      'def conn(): return 1\n',
      'def conn(): return 2\n',
    ),
  ]);
});

describe('documents whose code may be run as a test', () => {
  const TEST = { 'tests/test_m.py': 'from pkg.m import f\ndef test_a(): assert f()\n' };
  const document = (verdict: Word, name: string, path: string, old: string, now: string, more: Files = {}) =>
    change(verdict, name, { ...TEST, ...more, [path]: old }, { [path]: now });
  const READS = { 'tests/test_d.py': 'def test_d():\n    for x in open("docs/cases.txt"): assert x\n' };
  testVerdicts([
    document(
      'not_checkable',
      'a block is no code',
      'a.md',
      '```python\nassert 1\n```\n',
      '```\nassert 1\n```\n',
    ),
    document(
      'not_checkable',
      'a block is skipped',
      'a.md',
      '```python\nx\n```\n',
      '```python notest\nx\n```\n',
    ),
    document(
      'not_checkable',
      'a comment before it says so',
      'a.md',
      '```python\nx\n```\n',
      '<!-- skip: next -->\n```python\nx\n```\n',
    ),
    document('not_checkable', 'a directive is gone', 'a.rst', '.. testcode::\n\n   print(1)\n', 'hi\n'),
    document(
      'not_checkable',
      'what it prints',
      'a.rst',
      '.. testoutput::\n\n   1\n',
      '.. testoutput::\n\n   2\n',
    ),
    document('not_checkable', 'a test reads it', 'docs/cases.txt', '1\n2\n', '1\n', READS),
    document('proved', 'its sentences', 'a.md', 'a\n```python\nx\n```\n', 'b\n```python\nx\n```\nc\n'),
    document(
      'proved',
      'a further block',
      'a.md',
      '```python\nx\n```\n',
      '```python\nx\n```\n```python\ny\n```\n',
    ),
    document('proved', 'a block of a shell', 'a.md', '```sh\nx\n```\n', '```sh\ny\n```\n'),
    document('proved', 'no test reads it', 'docs/other.txt', '1\n2\n', '1\n', READS),
  ]);
});
