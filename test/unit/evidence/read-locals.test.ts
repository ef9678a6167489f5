import { testVerdicts } from './expected-verdicts.ts';
import { ofModule } from './module-cases.ts';

describe('a local name that is read by its name', () =>
  testVerdicts([
    ofModule(
      'by locals(), is gone',
      [
        'def f(a):\n    size = a\n    return locals()["size"]\n',
        'def f(a):\n    width = a\n    return locals()["size"]\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'by a text that is formatted with locals(), is set under a condition',
      [
        'def f(a):\n    size = a\n    return "{size}".format_map(locals())\n',
        'def f(a):\n    if a:\n        size = a\n    return "{size}".format_map(locals())\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'by exec(), has another name',
      [
        'def f(a):\n    size = a\n    exec("print(size)")\n    return 1\n',
        'def f(a):\n    wide = a\n    exec("print(size)")\n    return 1\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'by a function that looks at who calls it, is gone',
      [
        'import sys\ndef fill(text):\n    return text % sys._getframe(1).f_locals\ndef f(a):\n    size = a\n    return fill("%(size)s")\n',
        'import sys\ndef fill(text):\n    return text % sys._getframe(1).f_locals\ndef f(a):\n    wide = a\n    return fill("%(size)s")\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'by the text of a query, has another name',
      [
        'def f(table):\n    least = 1\n    return table.query("a > @least")\n',
        'def f(table):\n    most = 1\n    return table.query("a > @least")\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'is new, and a function is given all of them',
      [
        'def g(a): return a\ndef f(a):\n    return g(**locals())\n',
        'def g(a): return a\ndef f(a):\n    b = a\n    return g(**locals())\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'has another value',
      [
        'def f(a):\n    size = a\n    return locals()["size"]\n',
        'def f(a):\n    size = a + 1\n    return locals()["size"]\n',
      ],
      'proved',
    ),
    ofModule(
      'has another name where nothing reads it so',
      [
        'def g(): return locals()\ndef f(a):\n    size = a\n    return [g(), size]\n',
        'def g(): return locals()\ndef f(a):\n    wide = a\n    return [g(), wide]\n',
      ],
      'proved',
    ),
  ]));
