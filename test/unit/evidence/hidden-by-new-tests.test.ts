import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;
/** What it is about, the files before, those that differ after it, what must not be proved and what not be violated. */
type Case = readonly [
  string,
  Files,
  Readonly<Record<string, string | null>>,
  readonly string[],
  readonly string[],
];

const CASES: readonly Case[] = [
  [
    'a new test file replaces a function when it is collected',
    {
      'm.py': 'def f(x): return 3\n',
      'tests/test_m.py': 'from m import f\ndef test_a(): assert f(1) == 3\n',
    },
    { 'tests/test_a_first.py': 'import m\nm.f = lambda x: 3\ndef test_b(): assert m.f(1) == 3\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test file replaces it by setattr',
    {
      'm.py': 'def f(x): return 3\n',
      'tests/test_m.py': 'from m import f\ndef test_a(): assert f(1) == 3\n',
    },
    { 'tests/test_a_first.py': 'import m\nsetattr(m, "f", lambda x: 3)\ndef test_b(): assert 1\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test file replaces a module',
    {
      'm.py': 'def f(x): return 3\n',
      'tests/test_m.py': 'from m import f\ndef test_a(): assert f(1) == 3\n',
    },
    {
      'tests/test_a_first.py':
        'import sys, types\nsys.modules["m"] = types.SimpleNamespace(f=lambda x: 3)\ndef test_b(): assert 1\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test empties what another one goes through',
    {
      'm.py': 'CASES = [1, 2]\ndef f(x): return 3\n',
      'tests/test_m.py': 'import m\ndef test_a():\n    for c in m.CASES: assert m.f(c) == 3\n',
    },
    {
      'tests/test_m.py':
        'import m\ndef test_0(): m.CASES.clear()\ndef test_a():\n    for c in m.CASES: assert m.f(c) == 3\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test file sets a variable of the environment',
    {
      'm.py': 'import os\ndef f(x): return 3\n',
      'tests/test_m.py':
        'import os\nfrom m import f\ndef test_a():\n    if not os.environ.get("QUICK"): assert f(1) == 3\n',
    },
    { 'tests/test_a_first.py': 'import os\nos.environ["QUICK"] = "1"\ndef test_b(): assert 1\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test sets a variable of the environment',
    {
      'm.py': 'import os\ndef f(x): return 3\n',
      'tests/test_m.py':
        'import os\nfrom m import f\ndef test_a():\n    if not os.environ.get("QUICK"): assert f(1) == 3\n',
    },
    {
      'tests/test_m.py':
        'import os\nfrom m import f\ndef test_0(): os.environ.update(QUICK="1")\ndef test_a():\n    if not os.environ.get("QUICK"): assert f(1) == 3\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test file ends the run',
    {
      'm.py': 'def f(x): return 3\n',
      'tests/test_m.py': 'from m import f\ndef test_a(): assert f(1) == 3\n',
    },
    { 'tests/test_a_first.py': 'import pytest\npytest.exit("no", 0)\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test replaces a method of a base',
    {
      'm.py': 'def f(x): return 3\n',
      'tests/test_m.py':
        'from m import f\nclass Base:\n    def check(self): assert f(1) == 3\nclass TestA(Base):\n    def test_a(self): self.check()\n',
    },
    {
      'tests/test_m.py':
        'from m import f\nclass Base:\n    def check(self): assert f(1) == 3\nclass TestA(Base):\n    def test_a(self): self.check()\nclass TestB(Base):\n    def test_b(self): Base.check = lambda self: None\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test empties a list of its file',
    {
      'm.py': 'def f(x): return 3\n',
      'tests/test_m.py': 'from m import f\nDATA = [1]\ndef test_a():\n    for d in DATA: assert f(d) == 3\n',
    },
    {
      'tests/test_m.py':
        'from m import f\nDATA = [1]\ndef test_0(): DATA.clear()\ndef test_a():\n    for d in DATA: assert f(d) == 3\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'two test files of one name',
    { 'a/test_x.py': 'def test_a(): assert 1 == 1\n' },
    { 'b/test_x.py': 'def test_b(): assert 1 == 1\n' },
    ['no weaker tests'],
    [],
  ],
];

const OLD = 'import pytest\nfrom m import f\n\n\ndef test_a():\n    assert f(1) == 3\n';
const FILES = { 'm.py': 'def f(x): return 3\n', 'tests/test_m.py': OLD };
const newTest = (parameters: string, ...body: string[]) =>
  `${OLD}\n\ndef test_new(${parameters}):\n${body.map(line => `    ${line}\n`).join('')}`;
/** What new tests do that may keep others from running, or from checking what they check. */
const DISTURBING = [
  newTest('request', 'request.session.items.clear()'),
  newTest('request', 'request.session.shouldstop = "enough"'),
  newTest('request', 'stop(request)'),
  newTest('request', 'node = request.node.parent', 'node.add_marker("skip")'),
  newTest('', 'raise KeyboardInterrupt'),
  newTest('', 'import os', 'os.kill(os.getpid(), 9)'),
  newTest('', 'import signal', 'signal.alarm(1)'),
  newTest('', 'import pathlib', 'pathlib.Path(__file__).write_text("")'),
  newTest('', 'import os', 'os.remove("tests/test_z.py")'),
  newTest('', 'open("tests/test_z.py", "w").close()'),
  newTest('', 'from pathlib import Path', 'Path("conftest.py").write_text("collect_ignore = [\'tests\']")'),
];
/** What many new tests do. */
const USUAL = [
  newTest('request', 'assert f(request.param) == 3'),
  newTest('request', 'assert request.config.getoption("x") == f(request.node.name)'),
  newTest('tmp_path', '(tmp_path / "a.txt").write_text("x")', 'assert f(tmp_path / "a.txt") == 3'),
  newTest('tmp_path, monkeypatch', 'monkeypatch.chdir(tmp_path)', 'open("x.py", "w").close()'),
  newTest('', 'assert "a b".replace("a", "c") == "c b"'),
  newTest('', 'names = ["a", "b"]', 'names.remove("a")', 'assert f(names) == 3'),
  newTest('', 'request = object()', 'assert f(request) == 3'),
  newTest('', 'with pytest.raises(KeyboardInterrupt):', '    f(1)'),
  newTest('', 'process = f(1)', 'process.kill()'),
];

describe('tests that new tests disturb', () => {
  for (const text of DISTURBING)
    it(text.slice(OLD.length).trim().replaceAll('\n', ';'), async () =>
      assert.deepEqual(await wrongVerdicts(FILES, { 'tests/test_m.py': text }, ['no weaker tests'], []), []),
    );
  for (const text of USUAL)
    it(`leaves the others alone: ${text.slice(OLD.length).trim().replaceAll('\n', ';')}`, async () => {
      const { invariants } = await evidenceOf({
        before: FILES,
        after: { 'tests/test_m.py': text },
        invariants: ['no weaker tests'],
      });
      assert.deepEqual(
        invariants.map(({ verdict }) => verdict),
        ['proved'],
      );
    });
  it('a new test file that is found in place of what another one imports', async () => {
    const before = { ...FILES, 'helpers.py': 'WANTED = 3\n', 'tests/test_h.py': 'import helpers\n' };
    const after = { 'tests/helpers.py': 'def test_b(): assert 1\n' };
    assert.deepEqual(await wrongVerdicts(before, after, ['no weaker tests'], []), []);
  });
  it('a plugin that newly decides which tests run', async () => {
    const before = { ...FILES, 'plugin.py': 'def helper(): return 1\n' };
    const after = {
      'plugin.py': 'def helper(): return 1\n\n\ndef pytest_collection_modifyitems(items): items.clear()\n',
    };
    assert.deepEqual(await wrongVerdicts(before, after, ['no weaker tests'], []), []);
  });
  for (const [name, before, after, unproved, unviolated] of CASES)
    it(name, async () => assert.deepEqual(await wrongVerdicts(before, after, unproved, unviolated), []));
});
