import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;
type Case = readonly [name: string, before: Files, after: Files];

function none(phrase: string, cases: readonly Case[]): void {
  for (const [name, before, after] of cases)
    it(name, async () => assert.deepEqual(await wrongVerdicts(before, after, [phrase], []), []));
}

function proved(phrase: string, cases: readonly Case[]): void {
  for (const [name, before, after] of cases)
    it(`but not: ${name}`, async () =>
      assert.equal((await wrongVerdicts(before, after, [phrase], [])).length, 1));
}

/** A private method gets another name, with all that call it by its name. */
function renamed(name: string, asks: string, more: Files = {}): Case {
  const text = (method: string) =>
    `class A:\n    def ${method}(self):\n        return 1\n    def g(self):\n        return self.${method}()\n`;
  const b = `import inspect\nfrom a import A\n${asks}\n`;
  return [name, { 'a.py': text('_do_x'), 'b.py': b, ...more }, { 'a.py': text('_run_y') }];
}

function raised(name: string, head: string, more: Files = {}): Case {
  const text = (body: string) => `${head}\ndef f():\n    ${body}\n`;
  return [name, { 'a.py': text('return 1'), ...more }, { 'a.py': text('raise F("m")') }];
}

const test = (...lines: string[]): Files => ({ 'test_a.py': `${lines.join('\n')}\n` });

describe('what reads, makes or names a thing in another way than by its name', () => {
  describe('"no broken callers" is left open for a private method whose old or new name may be put together', () => {
    const call = 'def call(o, n):\n    return getattr(o, n)()\n';
    none('no broken callers', [
      renamed(
        'members are listed by a beginning',
        "H = [n for n, _ in inspect.getmembers(A()) if n.startswith('_do_')]",
      ),
      renamed('names are listed by a beginning', "H = [n for n in dir(A) if n.startswith('_do_')]"),
      renamed('a table of the class is asked', "def go(n): return A.__dict__[f'_do_{n}'](A())"),
      renamed('a text is evaluated', "def go(n): return eval('A()._do_' + n + '()')"),
      renamed('an object is asked whether it has it', "def go(n): return hasattr(A(), '_do_' + n)"),
      renamed('words are joined', "def go(n): return getattr(A(), '_'.join(['', 'do', n]))()"),
      renamed('words are added one by one', "def go(n): return getattr(A(), '_' + 'do' + '_' + n)()"),
      renamed('words are formatted', "def go(n): return getattr(A(), '_{}_{}'.format('do', n))()"),
      renamed('a literal in two parts', "def go(): return getattr(A(), '_do' '_x')()"),
      renamed('a character by its number', "def go(): return getattr(A(), '_do\\x5fx')()"),
      renamed(
        'another file asks, and is told a beginning',
        "from h import call\nP = '_do'\ndef go(n): return call(A(), P + '_' + n)",
        { 'h.py': call },
      ),
      renamed(
        'another file puts the underscore before it',
        "from h import call\ndef go(): return call(A(), 'do_x')",
        { 'h.py': call.replace('o, n)()', "o, '_' + n)()") },
      ),
      renamed(
        'a file of data says what is behind the underscore',
        "import json\ndef go(): return getattr(A(), '_' + json.load(open('h.json'))[0])()",
        { 'h.json': '["do_x"]' },
      ),
      renamed(
        'what an object is given gets the new name',
        "class B(A):\n    def __init__(self, **k):\n        for n, v in k.items(): setattr(self, '_' + n, v)\ndef go(): return B(run_y=1).g()",
      ),
    ]);
    proved('no broken callers', [
      renamed('other members are asked for', "def go(n): return getattr(A(), 'visit_' + n)()"),
      renamed('a member is asked for that is told as a whole', 'def go(n): return getattr(A(), n)()'),
    ]);
  });

  describe('"no broken callers" is left open for an exception that may be made in another way', () => {
    const other = 'def i(self): pass\n';
    none('no broken callers', [
      raised('its __init__ is set', `${other}class F(ValueError): pass\nF.__init__ = i`),
      raised('its __init__ is set by another file', 'class F(ValueError): pass', {
        'b.py': `import a\n${other}a.F.__init__ = i\n`,
      }),
      raised(
        'its __init__ is set by setattr',
        `${other}class F(ValueError): pass\nsetattr(F, "__init__", i)`,
      ),
      raised('a loop binds its __init__', `${other}class F(ValueError):\n    for __init__ in [i]: pass`),
      raised('its __init__ is bound by the way', `${other}class F(ValueError):\n    x = (__init__ := i)`),
      raised('its body is run from a text', 'class F(ValueError):\n    exec("def __init__(self): pass")'),
      raised(
        'an exception of five arguments, under another name',
        'from builtins import UnicodeDecodeError as U\nclass F(U): pass',
      ),
      raised('the same from another file', 'from c import U\nclass F(U): pass', {
        'c.py': 'from builtins import UnicodeDecodeError as U\n',
      }),
    ]);
    proved('no broken callers', [
      raised('one that says nothing of it', 'class F(ValueError):\n    code = 1'),
    ]);
  });

  describe('"no broken callers" is left open', () => {
    none('no broken callers', [
      [
        'for a second call of a private function in one line',
        { 'a.py': 'def _f(x):\n    return x\ndef g():\n    return _f(1) + _f(1)\n' },
        { 'a.py': 'def _f(x, y):\n    return x\ndef g():\n    return _f(1, 2) + _f(1)\n' },
      ],
      [
        'for a local that is only declared any more',
        { 'a.py': 'def f():\n    x = 1\n    return x\n' },
        { 'a.py': 'def f():\n    x: int\n    return x\n' },
      ],
      [
        'for a local that hides a name of the module',
        { 'a.py': 'x = 1\ndef f():\n    return x\n' },
        { 'a.py': 'x = 1\ndef f():\n    x: int\n    return x\n' },
      ],
      [
        'for a result that is named, and given by other statements',
        { 'a.py': 'def f():\n    return "x"\n', 'b.py': 'from a import f\nx = [f().upper() for _ in ()]\n' },
        { 'a.py': 'def f() -> int:\n    return 1\n' },
      ],
    ]);
    proved('no broken callers', [
      [
        'a local that is given a type with its value',
        { 'a.py': 'def f():\n    x = 1\n    return x\n' },
        { 'a.py': 'def f():\n    x: int = 1\n    return x\n' },
      ],
    ]);
  });

  describe('"no weaker tests" is left open for a text of an assertion, or of the project, that decides something', () => {
    const skipped = (version: string): Files => ({
      'pyproject.toml': `[project]\nname = "x"\nversion = "${version}"\n`,
    });
    none('no weaker tests', [
      [
        'another statement gets it',
        test('def test_a():', '    assert 1; n = 0', '    assert n'),
        test('def test_a():', '    assert 1; n = 0, "m"', '    assert n'),
      ],
      [
        'a helper whose text is compared',
        test(
          'import pytest',
          'def check(x):',
          '    assert x',
          'def test_a():',
          '    with pytest.raises(Exception, match="bad"):',
          '        check(0)',
        ),
        test(
          'import pytest',
          'def check(x):',
          '    assert x, "bad"',
          'def test_a():',
          '    with pytest.raises(Exception, match="bad"):',
          '        check(0)',
        ),
      ],
      [
        'a test is skipped for the version',
        {
          ...skipped('1'),
          ...test(
            'import pytest',
            'from importlib.metadata import version',
            '@pytest.mark.skipif(version("x") >= "2", reason="x")',
            'def test_a(): assert 0',
          ),
        },
        skipped('2'),
      ],
    ]);
    proved('no weaker tests', [
      [
        'an assertion under a condition',
        test('def test_a():', '    if 1:', '        assert 1', '    assert 2'),
        test('def test_a():', '    if 1:', '        assert 1, "m"', '    assert 2'),
      ],
    ]);
  });

  describe('"no broken imports" is left open for an import on the other side of a log that another logging makes', () => {
    const conf = {
      'conf.py': 'import os\nclass logging:\n    def getLogger(n): os.sys.path.insert(0, "lib")\n',
      'lib/q.py': '',
    };
    const log = 'log = logging.getLogger(__name__)\n';
    const crossed = (name: string, head: string, more: Files = {}): Case => [
      name,
      { 'a.py': `${head}${log}import q\n`, ...conf, ...more },
      { 'a.py': `${head}import q\n${log}` },
    ];
    none('no broken imports', [
      crossed('imported twice', 'import logging\nfrom conf import logging\n'),
      crossed('bound again', 'import logging\nimport conf\nlogging = conf.logging\n'),
      crossed('imported in a function', 'from conf import logging\ndef g():\n    import logging\n'),
      crossed('a module of the workspace', 'import logging\n', {
        'logging.py': 'import os\ndef getLogger(n): os.sys.path.insert(0, "lib")\n',
      }),
    ]);
  });

  describe('"no signature changes" is left open for a private function that is offered in another way', () => {
    const b = 'def _f(x): return x\n';
    const offered = (name: string, a: string): Case => [
      name,
      { 'b.py': b, 'a.py': a },
      { 'b.py': b.replace('x)', 'x, y=1)') },
    ];
    none('no signature changes', [
      offered('imported under a public name', 'from b import _f as run\n'),
      offered('in the __all__ of a module', 'from b import _f\n__all__ = ["_f"]\n'),
    ]);
    proved('no signature changes', [offered('imported under its own name', 'from b import _f\n_f(1)\n')]);
  });
});

describe('a docstring whose name is put together', () => {
  const verdict = async (reader: string, more: Record<string, string> = {}) => {
    const { invariants } = await evidenceOf({
      before: { 'm.py': 'def f():\n    "A."\n', 'r.py': reader, ...more },
      after: { 'm.py': 'def f():\n    "B."\n' },
      invariants: ['no behavior changes'],
    });
    return invariants[0]?.verdict;
  };
  const READERS = [
    'getattr(x, "__do" "c__")',
    'getattr(x, "__do" + "c__")',
    'getattr(x, "__%s__" % "doc")',
    'getattr(x, "__{}__".format("doc"))',
    'getattr(x, f"__{k}__")',
    'getattr(x, "__cod__"[::-1])',
    'attrgetter("__" + "doc" + "__")(x)',
  ];
  const show = (what: string) => `def show(x, k):\n    return ${what}\n`;
  for (const reader of READERS)
    it(`may be read: ${reader}`, async () => assert.equal(await verdict(show(reader)), 'not_checkable'));
  it('may be read where another file puts it together', async () =>
    assert.equal(
      await verdict(`from n import NAME\n${show('getattr(x, NAME)')}`, {
        'n.py': 'NAME = "__do" + "c__"\n',
      }),
      'not_checkable',
    ));
  it('is not read where no member is asked for by a text, or other names are', async () => {
    assert.equal(await verdict(show('"__do" + "c__"')), 'proved');
    assert.equal(await verdict(show('getattr(x, "__name__")')), 'proved');
  });
});
