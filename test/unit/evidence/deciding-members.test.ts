import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;

const NAMES = ['no public names removed', 'no public API changes', 'no broken imports', 'no broken callers'];
const LOOK = 'def __getattr__(n):\n    try: return _T[n]\n    except KeyError: raise AttributeError(n)\n';

describe('what decides when it runs which names there are', () => {
  const cases: readonly (readonly [name: string, before: Files, after: Files])[] = [
    [
      'a table of __getattr__',
      { 'a.py': `_T = {'x': 1, 'y': 2}\n${LOOK}` },
      { 'a.py': `_T = {'x': 1}\n${LOOK}` },
    ],
    [
      'a table that __getattr__ has from another module',
      { 'b.py': "T = {'x': 1, 'y': 2}\n", 'a.py': `from b import T as _T\n${LOOK}` },
      { 'b.py': "T = {'x': 1}\n" },
    ],
    [
      'a function that __getattr__ calls',
      { 'a.py': "def _h(n):\n    return {'x': 1, 'y': 2}[n]\ndef __getattr__(n):\n    return _h(n)\n" },
      { 'a.py': "def _h(n):\n    return {'x': 1}[n]\ndef __getattr__(n):\n    return _h(n)\n" },
    ],
    [
      'a value of a function that __getattr__ calls',
      {
        'a.py':
          "_T = ('x', 'y')\ndef _h(n):\n    return _T.index(n)\ndef __getattr__(n):\n    return _h(n)\n",
      },
      { 'a.py': "_T = ('x',)\ndef _h(n):\n    return _T.index(n)\ndef __getattr__(n):\n    return _h(n)\n" },
    ],
    [
      'a method that __getattr__ of the class calls',
      {
        'a.py':
          "class A:\n    def _h(self, n):\n        return {'x': 1, 'y': 2}[n]\n    def __getattr__(self, n):\n        return self._h(n)\n",
      },
      {
        'a.py':
          "class A:\n    def _h(self, n):\n        return {'x': 1}[n]\n    def __getattr__(self, n):\n        return self._h(n)\n",
      },
    ],
    [
      'a list of another module in __all__',
      {
        'b.py': "X = ['g', 'h']\n",
        'a.py': "from b import X\n__all__ = ['f']\n__all__ += X\nf = g = h = 1\n",
      },
      { 'b.py': "X = ['g']\n" },
    ],
    [
      'what a loop sets by setattr',
      { 'a.py': "class A:\n    def __init__(self):\n        for n in 'xy': setattr(self, n, 1)\n" },
      { 'a.py': "class A:\n    def __init__(self):\n        for n in 'x': setattr(self, n, 1)\n" },
    ],
    [
      'a value by which a loop sets attributes',
      { 'a.py': "_N = 'xy'\nclass A:\n    def __init__(self):\n        for n in _N: setattr(self, n, 1)\n" },
      { 'a.py': "_N = 'x'\nclass A:\n    def __init__(self):\n        for n in _N: setattr(self, n, 1)\n" },
    ],
    [
      'a value of another module by which a loop sets attributes',
      {
        'b.py': "N = 'xy'\n",
        'a.py':
          'from b import N\nclass A:\n    def __init__(self):\n        for n in N: setattr(self, n, 1)\n',
      },
      { 'b.py': "N = 'x'\n" },
    ],
  ];
  for (const [name, before, after] of cases)
    it(`is compared: ${name}`, async () =>
      assert.deepEqual(await wrongVerdicts(before, after, NAMES, NAMES), []));

  it('leaves alone what has nothing to do with it', async () => {
    const before = `${LOOK}_T = {}\ndef f():\n    return 1\n`;
    const after = `${LOOK}_T = {}\ndef f():\n    return 2\n`;
    assert.equal(
      (await wrongVerdicts({ 'a.py': before }, { 'a.py': after }, NAMES, [])).length,
      NAMES.length,
    );
  });
});

describe('a value that is the default of a parameter in another module', () => {
  const before = { 'b.py': 'D = 1\n', 'a.py': 'from b import D\ndef f(x=D): return x\n' };
  const after = { 'b.py': 'D = 2\n' };

  it('is a part of the signature', async () =>
    assert.deepEqual(await wrongVerdicts(before, after, ['no signature changes'], []), []));

  it('takes no name away', async () =>
    assert.equal((await wrongVerdicts(before, after, ['no public names removed'], [])).length, 1));
});
