import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Files = Readonly<Record<string, string>>;
type Verdict = 'proved' | 'not proved';

const BEHAVIOR = 'no behavior changes';

/** A function moves, and the module that it leaves takes it from there. */
const moved = (
  name: string,
  others: Files,
  verdict: Verdict = 'not proved',
  body = 'return a',
): VerdictCase => [
  `a move: ${name}`,
  {
    'pkg/__init__.py': '',
    'pkg/a.py': `def f(a):\n    ${body}\ndef g(a):\n    return a\n`,
    'pkg/b.py': 'X = 1\n',
    'pkg/u.py': 'from pkg.a import f, g\ndef u():\n    return f(1), g(1)\n',
    ...others,
  },
  {
    'pkg/a.py': 'from pkg.b import f\ndef g(a):\n    return a\n',
    'pkg/b.py': `X = 1\ndef f(a):\n    ${body}\n`,
  },
  { [BEHAVIOR]: verdict },
];

const inClass = (text: string) => `class K: pass\n    return ${text}`;

const MOVES: readonly VerdictCase[] = [
  moved('nobody looks', {}, 'proved'),
  moved('someone tries for it', {
    'pkg/e.py': 'try:\n    from pkg.b import f\nexcept ImportError:\n    f = None\n',
  }),
  moved('someone tries for it, relatively', {
    'pkg/e.py': 'try:\n    from .b import X, f\nexcept ImportError:\n    f = None\n',
  }),
  moved('a function tries for it', {
    'pkg/e.py':
      'def e():\n    try:\n        from pkg.b import f\n    except Exception:\n        return None\n    return f\n',
  }),
  moved('someone tries for it in its module', {
    'pkg/e.py':
      'import pkg.b\ndef e():\n    try:\n        return pkg.b.f(1)\n    except AttributeError:\n        return None\n',
  }),
  moved('someone tries for it in its module, under another name', {
    'pkg/e.py':
      'from pkg import b as bb\ndef e():\n    try:\n        return bb.f(1)\n    except AttributeError:\n        return None\n',
  }),
  moved(
    'someone tries for something else',
    { 'pkg/e.py': 'try:\n    from pkg.b import h\nexcept ImportError:\n    h = None\n' },
    'proved',
  ),
  moved(
    'someone has something else of its module',
    { 'pkg/e.py': 'import pkg.b\nfrom pkg.a import f\ndef e():\n    return pkg.b.X, f(1)\n' },
    'proved',
  ),
  moved('what is listed is asked for its module', {
    'pkg/e.py':
      'import inspect, pkg\ndef e(m):\n    return [n for n, o in inspect.getmembers(m) if getattr(o, "__module__", "") == m.__name__]\n',
  }),
  moved('what is listed is asked for its module elsewhere', {
    'pkg/e.py': 'def own(o, m):\n    return o.__module__ == m\n',
    'pkg/h.py': 'import inspect\ndef e(m):\n    return inspect.getmembers(m)\n',
  }),
  moved('a class of it is shown in a tuple', {}, 'not proved', inClass('"%s" % (K,)')),
  moved('a class of it is shown in a longer tuple', {}, 'not proved', inClass('"%s %s" % (a, K)')),
  moved('a class of it is shown in a dictionary', {}, 'not proved', inClass('"%(k)s" % {"k": K}')),
  moved('a class of it is shown as a second one', {}, 'not proved', inClass('"{} {}".format(a, K)')),
  moved('a class of it is shown by its name', {}, 'not proved', inClass('"{k}".format(k=K)')),
  moved('a class of it is printed behind something', {}, 'not proved', inClass('print("x", K)')),
  moved('a class of it is shown in a list', {}, 'not proved', inClass('f"{[K]}"')),
  moved('a class of it is in what is raised', {}, 'not proved', 'class K: pass\n    raise TypeError("x", K)'),
  moved('a class of it is made in a text', {}, 'proved', inClass('"%s" % (K().x,)')),
  moved('a class of it is made', {}, 'proved', inClass('(a, K())')),
];

/** A docstring differs. */
const documented = (
  name: string,
  path: string,
  code: string,
  verdict: Verdict,
  others: Files = {},
): VerdictCase => [
  `a docstring: ${name}`,
  { [path]: code, ...others },
  { [path]: code.replace('"""A."""', '"""B."""') },
  { [BEHAVIOR]: verdict },
];

const F = 'def f():\n    """A."""\n    return 1\n';

const DOCSTRINGS: readonly VerdictCase[] = [
  documented('nobody reads it', 'pkg/a.py', F, 'proved'),
  documented(
    'a server of xmlrpc',
    'pkg/a.py',
    `from xmlrpc.server import SimpleXMLRPCDispatcher\n${F}class A:\n    def m(self):\n        """A."""\ndef go(d):\n    d.register_introspection_functions()\n    d.register_instance(A())\n`,
    'not proved',
  ),
  documented('a server of xmlrpc in a file that imports it', 'pkg/a.py', F, 'not proved', {
    'pkg/__init__.py': '',
    'pkg/s.py': 'import xmlrpc.server\nfrom pkg import a\n',
  }),
  documented(
    'doit',
    'dodo.py',
    'def task_build():\n    """A."""\n    return {"actions": ["make"]}\n',
    'not proved',
  ),
  documented(
    'doit, in a file that it imports',
    'build_tasks.py',
    'def task_build():\n    """A."""\n    return {"actions": ["make"]}\n',
    'not proved',
    { 'dodo.py': 'from build_tasks import task_build\n' },
  ),
  documented('nox', 'noxfile.py', 'import nox\n@nox.session\ndef t(s):\n    """A."""\n', 'not proved'),
  documented(
    'paver',
    'pavement.py',
    'from paver.easy import task\n@task\ndef t():\n    """A."""\n',
    'not proved',
  ),
  ...[
    'airflow',
    'doit',
    'robot',
    'spyne',
    'dspy',
    'flytekit',
    'kfp',
    'cliff',
    'argh',
    'ninja',
    'smolagents',
    'errbot',
  ].map(each => documented(each, 'pkg/a.py', `import ${each}\n${F}`, 'not proved')),
  documented('another package', 'pkg/a.py', `import numpy\n${F}`, 'proved'),
];

describe('What someone else notices', () => testVerdicts([...MOVES, ...DOCSTRINGS]));
