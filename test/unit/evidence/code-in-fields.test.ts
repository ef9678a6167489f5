import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

const A = `LIMIT = 3


def f(x):
    """Old."""
    return x


def gone():
    return 1


def other():
    return 2


class K:
    def stop(self):
        return 2
`;
const B = 'SEP = 1\n';
const F = A.slice(A.indexOf('def f'), A.indexOf('def gone'));

/** What a change does to `a.py` (and `b.py`), the invariant that is asked, and code of another module. */
const CASES: readonly (readonly [
  change: string,
  after: Record<string, string>,
  invariant: string,
  imports: string,
  code: readonly string[],
])[] = [
  [
    'another docstring',
    { 'app/a.py': A.replace('Old', 'New') },
    'no behavior changes',
    'import inspect\nfrom app.a import f\n',
    ['f.__doc__', 'show(f)', '[f]', 'inspect.getdoc(f)', '(lambda g: g.__doc__)(f)', 'f(1)'],
  ],
  [
    'another comment',
    { 'app/a.py': A.replace('LIMIT = 3', 'LIMIT = 3  # most') },
    'no behavior changes',
    'import inspect\nfrom app import a\n',
    ['inspect.getsource(a.f)', 'open(a.__file__).read()', 'a.f.__code__.co_firstlineno', 'a.f(1)'],
  ],
  [
    'a function that moved',
    { 'app/a.py': A.replace(F, 'from app.b import f\n\n\n'), 'app/b.py': `${B}\n\n${F.trimEnd()}\n` },
    'no behavior changes',
    'from app import a\n',
    ['a.f.__module__', 'show(a.f)', 'show(a)', 'setattr(a, "f", 1)', 'vars(a)', 'a.f(1)', 'a.LIMIT'],
  ],
  [
    'a function that is gone',
    { 'app/a.py': A.replace('def gone():\n    return 1\n\n\n', '') },
    'no broken callers',
    'from app import a\n',
    ['a.gone()', 'getattr(a, "go" + x)()', 'vars(a)[x]()', 'a.other()'],
  ],
  [
    'a method that is gone',
    { 'app/a.py': A.replace('    def stop(self):\n        return 2\n', '    size = 1\n') },
    'no broken callers',
    'from app.a import K\n',
    ['K().stop()', 'x.stop()', 'getattr(K(), x)()', 'K().size'],
  ],
  [
    'a value that is gone',
    { 'app/a.py': A.replace('LIMIT = 3\n', '') },
    'no broken imports',
    'from app import a\n',
    ['a.LIMIT', 'getattr(a, x)', 'a.f(1)'],
  ],
];

/** Fields that Python reads as the code itself. */
const WRITTEN: readonly ((code: string) => string)[] = [
  code => `f"""{${code}}"""`,
  code => `f"""{${code}!r:>9} {x}"""`,
  code => `f"""{x:{${code}}}"""`,
  code => `"a" f'''{x} {f"""{${code}}"""}''' "b"`,
];

describe('code in the fields of formatted strings', () => {
  for (const [change, after, invariant, imports, all] of CASES)
    for (const code of all)
      it(`is judged as it is elsewhere: ${change}, ${code}`, async () => {
        const verdictOf = async (written: string) => {
          const reader = `${imports}\n\ndef go(x=None):\n    return ${written}\n`;
          const before = { 'app/__init__.py': '', 'app/a.py': A, 'app/b.py': B, 'app/reader.py': reader };
          const { invariants } = await evidenceOf({ before, after, invariants: [invariant] });
          return invariants[0]?.verdict;
        };
        const plain = await verdictOf(`(${code})`);
        for (const write of WRITTEN) assert.equal(await verdictOf(write(code)), plain, write(code));
      });

  it('runs on import as it does elsewhere', async () => {
    const before = { 'a.py': 'def host():\n    return 1\n', 'b.py': 'from a import host\n' };
    for (const written of ['f"{host(1)}/x"', '"/x" + str(host(1))']) {
      const after = { 'b.py': `from a import host\n\nURL = ${written}\n` };
      const invariants = ['no broken imports', 'no broken callers'];
      const judged = await evidenceOf({ before, after, invariants });
      assert.ok(
        judged.invariants.every(({ verdict }) => verdict !== 'proved'),
        written,
      );
    }
  });

  it('of a test decides nothing where there is a text to look for in any case', async () => {
    for (const [written, verdict] of [
      ['f"App {__version__}"', 'proved'],
      ['f"{__version__}"', 'not_checkable'],
    ]) {
      const before = {
        'app.py': '__version__ = "1.0"\n\n\ndef show():\n    return "App 1.0"\n',
        'tests/test_app.py': `from app import __version__, show\n\n\ndef test_show():\n    out = show()\n    assert ${written} in out\n`,
      };
      const after = { 'app.py': before['app.py'].replaceAll('1.0', '1.1') };
      const judged = await evidenceOf({ before, after, invariants: ['no weaker tests'] });
      assert.equal(judged.invariants[0]?.verdict, verdict, written);
    }
  });
});
