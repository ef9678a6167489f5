import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;
type Case = readonly [name: string, before: Files, after: Files];

function verdicts(verdict: string, cases: readonly Case[]): void {
  for (const [name, before, after] of cases)
    it(name, async () => {
      const [found] = (await evidenceOf({ before, after, invariants: ['no behavior changes'] })).invariants;
      assert.equal(found?.verdict, verdict, found?.reason);
    });
}

/** A definition goes from `a.py` to `b.py`; what both import, and other files. */
function moved(name: string, definition: string, others: Files, head = ''): Case {
  const [a, b] = ['def k(): return 1\n', 'def z(): return 1\n'];
  const [, bound = ''] = /(?:def|class) (\w+)/.exec(definition) ?? [];
  return [
    name,
    { 'a.py': `${head}${definition}${a}`, 'b.py': head + b, ...others },
    { 'a.py': `${head}from b import ${bound}\n${a}`, 'b.py': `${head}${b}${definition}` },
  ];
}

describe('a definition that moved', () => {
  const log = (asks: string, more: Files = {}): [string, Files, string] => [
    'def f(): return log("x")\n',
    { 'h.py': `import sys\nimport inspect\ndef log(m): print(${asks}, m)\n`, ...more },
    'from h import log\n',
  ];
  const reads = (what: string): Files => ({ 'r.py': `def reg(f): return ${what}\n` });
  const given = { 'c.py': 'from a import f\nfrom r import reg\nreg(f)\n' };
  describe('may be noticed to be elsewhere', () => {
    verdicts('not_checkable', [
      moved('by a frame of what it calls', ...log('sys._getframe(1).f_globals["__name__"]')),
      moved('by the stack that this asks for', ...log('inspect.stack()[1].filename')),
      moved(
        'by what that imports',
        'def f(): return log("x")\n',
        {
          'h.py': 'from g import where\ndef log(m): print(where(), m)\n',
          'g.py': 'import sys\ndef where(): return sys._getframe(2)\n',
        },
        'from h import log\n',
      ),
      moved('where a file that it is given to asks for its module', 'def f(): return 1\n', {
        ...reads('f.__module__ + f.__qualname__'),
        ...given,
      }),
      moved('where a file asks for the module of the class of an object', 'class F:\n    pass\n', {
        ...reads('type(f).__module__'),
        'c.py': 'from a import F\nfrom r import reg\nreg(F())\n',
      }),
      moved('where a text in parts replaces what it uses', 'def f(x): return open(x)\n', {
        'c.py':
          'from unittest import mock\nM = "a"\ndef test_x():\n    with mock.patch(f"{M}.open", create=True): pass\n',
      }),
      moved('where such a text is formatted', 'def f(x): return open(x)\n', {
        'c.py':
          'from unittest import mock\nM = "a"\ndef test_x():\n    with mock.patch("%s.open" % M, create=True): pass\n',
      }),
    ]);
  });
  describe('is not noticed', () => {
    verdicts('proved', [
      moved('by what it calls', ...log('1')),
      moved('where it is only called, whoever asks for the modules of others', 'def f(): return 1\n', {
        ...reads('f.__module__'),
        'c.py': 'from a import f\nf()\n',
      }),
      moved('where it is given to what does not ask', 'def f(): return 1\n', { ...reads('f'), ...given }),
      moved('where a class says its module itself', 'class F:\n    pass\n', {
        'c.py': 'class G:\n    pass\nG.__module__ = "x"\n',
      }),
      moved('where a text in parts replaces something else', 'def f(x): return open(x)\n', {
        'c.py':
          'from unittest import mock\nM = "d"\ndef test_x():\n    with mock.patch(f"{M}.close"): pass\n',
      }),
    ]);
  });
});

describe('tests in another order', () => {
  const tests = ['def test_a(): S.append(1)\n', 'def test_b(): assert S\n'];
  const file = (...all: readonly string[]): Files => ({ 'test_s.py': `S = []\n${all.join('')}` });
  verdicts('not_checkable', [['may share something', file(...tests), file(...[...tests].reverse())]]);
  const helper = 'def helper(): return 1\n';
  verdicts('proved', [['helpers may not', file(helper, ...tests), file(...tests, helper)]]);
});
