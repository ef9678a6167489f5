import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Files = Readonly<Record<string, string>>;

/** The word in place of the other, everywhere, or only in the lines with the mark. */
function renaming(from: string, to: string, files: Files): Files {
  const all = (text: string) => text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to);
  const marked = (text: string) =>
    text.includes(MARK)
      ? text
          .split('\n')
          .map(line => (line.includes(MARK) ? all(line) : line))
          .join('\n')
      : all(text);
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, marked(text)]));
}
const MARK = '# ;;';

const M = { 'pkg/__init__.py': '', 'pkg/m.py': 'def f(): pass\n' };

const named =
  (verdict: 'proved' | 'not_checkable') =>
  (name: string, files: Files, from = 'f', to = 'g'): VerdictCase => [
    name,
    { ...M, ...files },
    Object.fromEntries(
      Object.entries(renaming(from, to, { ...M, ...files })).filter(
        ([path, text]) => ({ ...M, ...files })[path] !== text,
      ),
    ),
    { [`only \`${from}\` is renamed to \`${to}\``]: verdict },
  ];
const open = named('not_checkable');
const proved = named('proved');
const inN = (text: string): Files => ({ 'pkg/n.py': text });
const inM = (text: string): Files => ({ 'pkg/m.py': text });
const DEF = 'def f(): pass\n';

describe('a renamed word behind a module', () => {
  describe('is another thing where that is no module there', () =>
    testVerdicts([
      open('a parameter', inN('from pkg import m\ndef h(m):\n    m.f()\n')),
      open('another value', inN('from pkg import m\nm = other()\nm.f()\n')),
      open('a local value', inN('from pkg import m\ndef h(s):\n    m = match(s)\n    return m.f\n')),
      open('a context', inN('from pkg import m\ndef h():\n    with a() as m:\n        m.f()\n')),
      open('an error', inN('from pkg import m\ntry: pass\nexcept E as m: m.f\n')),
      open('a variable of a comprehension', inN('from pkg import m\nh = [m.f for m in x]\n')),
      open('a parameter of a lambda', inN('from pkg import m\nh = lambda m: m.f\n')),
      open('a class', inN('from pkg import m\nclass m: pass\nm.f\n')),
      open('what a walrus binds', inN('from pkg import m\nif (m := k()): m.f\n')),
      open('what * may bring', inN('from pkg import m\nfrom other import *\nm.f\n')),
      open(
        'another import',
        inN(
          'def h():\n    from pkg import m\n    return m.f\ndef k():\n    from x import m\n    return m.f\n',
        ),
      ),
    ]));

  describe('is another thing where the module does not have it from there', () =>
    testVerdicts([
      open('another module', { ...inN('from pkg import o as m\nm.f\n'), 'pkg/o.py': 'f = 1\n' }),
      open('without the name', { ...inN('from pkg import o\no.f\n'), 'pkg/o.py': 'y = 1\n' }),
      open('of another package', {
        ...inN('from .sub import m\nm.f()\n'),
        'pkg/sub/__init__.py': '',
        'pkg/sub/m.py': 'x = 1\n',
      }),
      open('a member of it', inN('import pkg.m\npkg.m.f.f\n')),
      open('a member of what a call gives', inN('from pkg import m\nk().m.f\n')),
      open('a member of its value', inN('from pkg import m\nm.x.f\n')),
    ]));

  describe('is the name where it certainly is that module', () =>
    testVerdicts([
      proved('a module of a package', inN('from pkg import m\nm.f()\n')),
      proved('with another name', inN('import pkg.m as k\nk.f()\n')),
      proved('by its whole path', inN('import pkg.m\npkg.m.f()\n')),
      proved('imported relatively', inN('from . import m\ndef h(): return m.f()\n')),
      proved('imported in a function', inN('def h():\n    from pkg import m\n    return m.f()\n')),
      proved('that passes it on', {
        'pkg/__init__.py': 'from .m import f\n',
        ...inN('import pkg\npkg.f()\n'),
      }),
      proved('of a package without __init__.py', {
        'a/b.py': '',
        'q/m.py': DEF,
        'q/n.py': 'import q.m\nq.m.f()\n',
        'pkg/m.py': 'x = 1\n',
      }),
    ]));
});

describe('a renamed word on its own', () => {
  describe('is another thing where something else has the name', () =>
    testVerdicts([
      open('a list', inM(`${DEF}h = [f for f in x]\n`)),
      open('a mapping', inM(`${DEF}h = {k: f for k, f in x}\n`)),
      open('a generator', inM(`${DEF}h = sum(f for f in x)\n`)),
      open('an inner loop', inM(`${DEF}h = [f for a in x for f in a]\n`)),
      open('a comprehension of a function', inM(`${DEF}def h(x): return {f for f in x}\n`)),
      open('a loop in a class', inM(`${DEF}class A:\n    for f in (): pass\n`)),
      open('a context in a class', inM(`${DEF}class A:\n    with a() as f: pass\n`)),
      open('use of what the class binds', inM(`def f(): pass  # ;;\nclass A:\n    f = 1\n    x = f  # ;;\n`)),
      open(
        'use of what the function binds',
        inM(`def f(): pass  # ;;\ndef h():\n    f = 1\n    return f  # ;;\n`),
      ),
      open('an argument in a default', inM(`${DEF}def h(x=k(f=1)): ...\n`)),
      open('what * brings', inN('from other import *\nf()\n')),
      open('what * brings below', inM(`${DEF}from other import *\nf()\n`)),
      open('a builtin', inN('f()\n')),
      open('what another file binds', inN('f = 1  # x\nf()\n')),
      open('what another function imports', inN('def h():\n    from pkg.m import f\ndef k(): f()\n')),
      open(
        'imported from one of two',
        inN('try:\n    from pkg.m import f\nexcept ImportError:\n    from other import f\n'),
      ),
      open('what a context at the top binds', inM(`${DEF}with a() as f: pass\n`)),
      open('an error at the top', inM(`${DEF}try: pass\nexcept E as f: pass\n`)),
      open('a loop at the top', inM(`${DEF}for f in (): pass\n`)),
      open('a parameter of types', inM(`${DEF}class A[f]:\n    x: f\n`)),
      open('another one under its name', {
        'pkg/m.py': `${DEF}def k(): pass\n`,
        'pkg/__init__.py': 'from .m import k as f\n',
        ...inN('import pkg\npkg.f()\n'),
      }),
      open('a class that is a parameter', inM('class A:\n    def f(self): ...\ndef h(A): return A.f\n')),
      open('a class of another file', {
        ...inM('class A:\n    def f(self): ...\n'),
        ...inN('from other import A\nA.f\nclass B(A):\n    def k(self): self.f()\n'),
      }),
      open('a member of a subclass of something else', {
        'pkg/m.py': 'class A:\n    def f(self): ...\nclass B(C):\n    def k(self): self.f()\n',
      }),
      open('outside of the class of a method', inM('class A:\n    def f(self): ...\nf()\n')),
      open('in two functions, one in the other', inM('def h(f):\n    def k(f): return f\n    return k(f)\n')),
    ]));

  describe('is the name where nothing else has it', () =>
    testVerdicts([
      proved(
        'in functions and classes',
        inM(`${DEF}def h(x=f): return [f(y) for y in x]\nclass A:\n    k = f\n    def m(self): return f()\n`),
      ),
      proved(
        'a method with the same name, which stays',
        inM('def f(): pass  # ;;\nclass A:\n    def f(self):\n        return f()  # ;;\n'),
      ),
      proved('with an attribute', inM(`${DEF}f.x = 1\nf.y = 2\n`)),
      proved('a value', inM('f = 1\ndef h(): return f\n')),
      proved('a method of a class', inM('class A:\n    def f(self): ...\ndef h(): return A.f\n')),
      proved('a decorator', inM(`${DEF}@f\ndef h(): ...\n`)),
      proved('a base', inM('class F: ...\nclass B(F): ...\n'), 'F', 'G'),
      proved('imported', inN('from pkg.m import f\ndef h(): return f()\n')),
      proved('imported in a function', inN('def h():\n    from pkg.m import f\n    return f()\n')),
      proved('passed on', {
        'pkg/__init__.py': 'from .m import f\n__all__ = ["f"]\n',
        ...inN('from pkg import f\nf()\n'),
      }),
      proved('brought by *', inN('from pkg.m import *\nf()\n')),
      proved('a member of a subclass', {
        'pkg/m.py': 'class A:\n    def f(self): ...\nclass B(A):\n    def k(self): self.f()\n',
      }),
    ]));
});

describe('a renamed word in texts', () => {
  describe('may be another thing', () =>
    testVerdicts([
      open('__all__ of a class', inM(`${DEF}class A:\n    __all__ = ["f"]\n`)),
      open('__all__ of a module that has another one', inN('def k(): ...\n__all__ = ["f"]\n')),
      open('a key in __all__', inM(`${DEF}__all__ = list(d["f"])\n`)),
      open('a statement', inM(`${DEF}def h():\n    x = 1\n    "f"\n`)),
      open('a statement below if', inM(`${DEF}if x:\n    "f"\n`)),
      open('bytes', inM(`${DEF}def h():\n    b"f"\n`)),
      open('an address', inM('def api(x):\n    """See https://x.org/api."""\n'), 'api', 'rest'),
      open('a host', inM('def api(x):\n    """See api.x.org."""\n'), 'api', 'rest'),
      open('an article', inM('def a(x):\n    """Return a thing."""\n'), 'a', 'b'),
      open('a verb', inM('def run():\n    """Will run it."""\n'), 'run', 'go'),
      open('a parameter of another function', inM(`${DEF}def h():\n    """f: the focal length"""\n`)),
      open(
        'a documented parameter',
        inM('def load_it(): ...\ndef h(x):\n    """:param load_it: how"""\n'),
        'load_it',
        'get_it',
      ),
      open(
        'an argument in a list',
        inM('def load_it(): ...\ndef h(x):\n    """\n    load_it (str): how\n    """\n'),
        'load_it',
        'get_it',
      ),
      open('a member of something else', inM(`${DEF}def h():\n    """Calls \`other.f\`."""\n`)),
      open(
        'an option',
        inM('def dry_run(): ...\ndef h():\n    """Give --dry_run."""\n'),
        'dry_run',
        'test_run',
      ),
      open('a key', inM('def user_id(): ...\nx = 1  # of "user_id"\n'), 'user_id', 'uid'),
    ]));

  describe('is read by tools in comments', () =>
    testVerdicts([
      open('pragma', inM('def cover(): pass\nx = 1  # pragma: no cover\n'), 'cover', 'g'),
      open('noqa', inM('def noqa(): pass\nx = 1  # noqa\n'), 'noqa', 'g'),
      open('an encoding', inM('# coding: ascii\ndef ascii(): pass\n'), 'ascii', 'latin1'),
      open('a program', inM('#!/usr/bin/python run\ndef run(): pass\n'), 'run', 'go'),
      open('a type', inM('def get_it(): ...\nx = []  # type: get_it\n'), 'get_it', 'set_it'),
      open('a rule', inM('def get_it(): ...\nx = 1  # ok  # pylint: disable=get_it\n'), 'get_it', 'set_it'),
      open('a cell', inM('def get_it(): ...\n# %run get_it()\n'), 'get_it', 'set_it'),
      open('a job', inM('def get_it(): ...\n#SBATCH get_it()\n'), 'get_it', 'set_it'),
      open(
        'a script',
        inM('# /// script\n# dependencies = ["get_it"]\n# ///\ndef get_it(): ...\n'),
        'get_it',
        'set_it',
      ),
    ]));

  describe('is the name where it is marked as code, or can be no other word', () =>
    testVerdicts([
      proved('backticks', inM(`${DEF}def h():\n    """Calls \`f\`, \`\`f(1)\`\` and :func:\`m.f\`."""\n`)),
      proved('a call', inM(`${DEF}x = 1  # as f() does\n`)),
      proved('an example', inM(`${DEF}def h():\n    """\n    >>> f(1)\n    """\n`)),
      proved(
        'a name in prose',
        inM('def load_it(): ...\n# TODO: load_it is slow; see load_it.\n'),
        'load_it',
        'get_it',
      ),
      proved(
        'a name in a docstring',
        inM('"""What load_it does."""\ndef load_it(): ...\n'),
        'load_it',
        'get_it',
      ),
      proved(
        'a parameter in its own docstring',
        inM('def h(f):\n    """Do it.\n\n    :param f: how\n    f (int): how\n    """\n    return f\n'),
      ),
      proved('a comment above it', inM('# f is here\ndef f(): pass\n')),
      proved('__all__', inM(`__all__ = ["f"]\n${DEF}`)),
    ]));
});
