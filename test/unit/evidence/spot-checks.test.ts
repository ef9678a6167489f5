import assert from 'node:assert/strict';
import { gradeSpotChecks } from '../../../src/core/evidence/spot-checks/spot-checks.ts';
import { computeFor, type Edit } from './evidence-of.ts';

const EDIT: Edit = {
  before: {
    'nomarr/__init__.py': '',
    'nomarr/helpers/__init__.py': 'from nomarr.helpers.files import get_file\n',
    'nomarr/helpers/files.py':
      'import os\n\n__all__ = ["get_file", "LIMIT"]\nLIMIT = 3\n\n\ndef get_file(path: str, mode="r") -> str:\n    return open(path, mode).name\n\n\nclass Box(Enum):\n    A = 1\n    B = 2\n\n    def turn(self, by: int) -> int:\n        return by\n',
    'nomarr/app.py':
      'from nomarr.helpers.files import get_file\n\n\ndef main():\n    size = 1\n    get_file("a")\n    return get_file("b")\n',
    'nomarr/broken.py': 'def (\n',
    'README.md': 'get_file\n',
  },
  after: {
    'nomarr/helpers/files.py':
      'import os\n\n__all__ = ["get_file", "LIMIT"]\nLIMIT = 3\n\n\ndef get_file(path: str, mode="r") -> tuple[str, str]:\n    return open(path, mode).name, mode\n\n\ndef fresh():\n    return 1\n\n\nclass Box(Enum):\n    A = 1\n    B = 2\n\n    def turn(self, by: int) -> int:\n        return by\n',
  },
};

const SCOPE = ['nomarr/helpers/'];

async function grade(text: string, edit = EDIT, scope: readonly string[] = SCOPE) {
  const { facts } = await computeFor(edit);
  const paths = new Set(Object.keys(edit.before));
  const [graded] = await gradeSpotChecks({
    spotChecks: [text],
    order: { scope_allowlist: [...scope] },
    facts,
    isFile: async path => paths.has(path),
  });
  assert.ok(graded);
  return graded;
}

const check = async (text: string, expected: RegExp) => {
  const { verdict, reason } = await grade(`verified: ${text}`);
  assert.match(`${verdict}: ${reason}`, expected, text);
};

const confirmed = async (...texts: readonly string[]) => {
  for (const text of texts) await check(text, /^confirmed/);
};
const refuted = async (...texts: readonly string[]) => {
  for (const text of texts) await check(text, /^refuted/);
};
const open = async (...texts: readonly string[]) => {
  for (const text of texts) await check(text, /^not_checkable/);
};

describe('a call of another thing of the same name', () => {
  const edit: Edit = {
    before: {
      'pkg/a.py': 'def f(x): return x\ndef h(k):\n    f = k\n    return f(1)\n',
      'pkg/b.py': 'from pkg.a import f as g\ng(1)\n',
    },
    after: { 'pkg/a.py': 'def f(x): return x\ndef h(k):\n    f = k\n    return f(1)\nX = 1\n' },
  };
  for (const text of ['`h` calls `f`', '`f` is called once in pkg/a.py', '`f` is called twice in pkg/b.py'])
    it(`is not counted for certain: ${text}`, async () =>
      assert.equal((await grade(`verified: ${text}`, edit, ['pkg/'])).verdict, 'not_checkable'));
});

describe('a name of one letter in backticks', () => {
  const edit: Edit = {
    before: { 'm.py': 'def f(a, b=1): return a\nclass A:\n    n = 1\n' },
    after: { 'm.py': 'def f(a, b=2): return a\nclass A:\n    n = 1\nX = 3\n' },
  };
  for (const [text, verdict] of [
    ['`f` exists', 'confirmed'],
    ['`f` is defined in m.py', 'confirmed'],
    ['`A` still exists', 'confirmed'],
    ['`X` does not exist before the change', 'confirmed'],
    ['`X` no longer exists', 'refuted'],
    ['`f` takes two arguments', 'confirmed'],
    ['`f` takes three arguments', 'refuted'],
    // A parameter is there, too, but no definition of the workspace.
    ['`a` exists', 'not_checkable'],
    // Words of the language.
    ['a exists', 'not_checkable'],
    ['A exists', 'not_checkable'],
  ] as const)
    it(`is a name: ${text} is ${verdict}`, async () =>
      assert.equal((await grade(`verified: ${text}`, edit, ['m.py'])).verdict, verdict));
});

describe('spot checks run again by code [001-047]', () => {
  it('keep "not checked" as QA’s own word', async () =>
    assert.deepEqual(await grade('not checked: semantic correctness of replacement'), {
      text: 'not checked: semantic correctness of replacement',
      verdict: 'not_checked',
      reason: 'QA says that it did not check this',
      places: [],
    }));

  it('lead to where the fact is', async () =>
    assert.deepEqual((await grade("verified: symbol 'get_file' exists in files.py")).places, [
      { file: 'nomarr/helpers/files.py', line: 7, side: 'before' },
    ]));

  describe('that a symbol exists [001-056]', () => {
    it('are confirmed by a definition or an import, before or after', () =>
      confirmed(
        "symbol 'get_file' exists in files.py",
        "symbol 'get_file' exists in nomarr/helpers/files.py",
        'get_file() exists in nomarr.helpers.files',
        'function `get_file` is defined in files.py.',
        'method Box.turn exists in files.py',
        'class Box is defined in nomarr/helpers/files.py',
        'LIMIT is defined in files.py',
        "symbol 'fresh' exists in files.py",
        "symbol 'get_file' exists in nomarr/app.py",
        "symbol 'get_file' is defined once, in nomarr/helpers/files.py",
      ));

    it('are refuted where the file holds nothing of that name', () =>
      refuted(
        "symbol 'get_folder' exists in files.py",
        "symbol 'get_file' exists in nomarr/gone.py",
        "symbol 'fresh' exists in files.py before the change",
        "symbol 'get_file' no longer exists in files.py",
        "symbol 'get_file' does not exist in files.py",
        "symbol 'get_file' is defined twice in files.py",
        'get_file and get_folder exist in files.py',
      ));

    it('are confirmed where it is absent, as worded', () =>
      confirmed(
        "symbol 'get_folder' does not exist in files.py",
        "symbol 'get_folder' is not defined in nomarr.helpers.files",
      ));

    it('are left open where the name is only used, or the file cannot be read', () =>
      open(
        "symbol 'fresh' does not exist in files.py",
        "symbol 'size' exists in nomarr/app.py",
        "symbol 'x' exists in nomarr/broken.py",
        "symbol 'x' exists in README.md",
        "symbol 'x' exists in somewhere.py",
        "symbol 'zzz' exists",
        'class get_file exists in files.py',
        'get_file is defined in nomarr/app.py',
        'get_file is not defined in nomarr/app.py',
        "symbol 'get_file' does not exist in nomarr/app.py",
      ));
  });

  it('are left open where a class may have a member from a base, or tests may not be meant', async () => {
    const edit: Edit = {
      before: {
        'pkg/__init__.py': '',
        'pkg/a.py': 'class Base:\n    def run(self): ...\n\ndef f(): ...\n',
        'pkg/b.py':
          'from pkg.a import Base\n\nclass Sub(Base):\n    pass\n\nclass Own:\n    def go(self): ...\n\nclass Open:\n    def __getattr__(self, name): return 1\n\nclass Table(dict): ...\n',
        'tests/test_a.py': 'from pkg.a import f\nf()\n',
      },
      after: { 'pkg/a.py': 'class Base:\n    def run(self): return 1\n\ndef f(): ...\n' },
    };
    const verdictOf = async (text: string) => (await grade(`verified: ${text}`, edit)).verdict;
    assert.equal(await verdictOf('method Sub.run exists in pkg/b.py'), 'not_checkable');
    assert.equal(await verdictOf('Sub has the methods run'), 'not_checkable');
    assert.equal(await verdictOf('method Base.stop exists in pkg/b.py'), 'not_checkable');
    assert.equal(await verdictOf('method Own.stop exists in pkg/b.py'), 'refuted');
    assert.equal(await verdictOf('Own has the methods go and stop'), 'refuted');
    assert.equal(await verdictOf('function f has no callers'), 'not_checkable');
    assert.equal(await verdictOf('`Open.anything` does not exist'), 'not_checkable');
    assert.equal(await verdictOf('`Table.update` does not exist'), 'not_checkable');
  });

  describe('of signatures [001-057]', () => {
    it('are confirmed when parameters and what else is said agree', () =>
      confirmed(
        "signature of get_file is (path: str, mode='r') -> str",
        'get_file has signature def get_file(path: str, mode="r") -> tuple[str, str]:',
        "Box.turn's signature is (self, by: int)",
        'get_file() returns tuple[str, str]',
      ));

    it('are refuted when the parameters are others', () =>
      refuted(
        'signature of fresh is (a)',
        'signature of get_file is (path)',
        'signature of get_file is get_file(name, mode)',
        'signature of get_file is `async def get_file(path: str, mode="r")`',
        'get_file has signature (path, mode, *rest)',
        // It is declared to return a tuple.
        'get_file() returns bytes',
      ));

    it('are left open when only types are spelled differently', () =>
      open(
        'signature of get_file is (path: Path, mode: str)',
        // A default that is not said may be meant to be none.
        'the signature of nomarr.helpers.files.get_file is get_file(path, mode)',
        'Box.turn has signature (by: int)',
        'signature of get_file is (path',
      ));

    it('are left open when they were so before the change only', () =>
      open('get_file() returns str', '`get_file` returns `str`'));
  });

  describe('of what a module holds [001-058]', () => {
    it('compare exports and members', async () => {
      await confirmed(
        'module nomarr.helpers.files exports get_file and LIMIT',
        'module nomarr.helpers.files exports only get_file, LIMIT',
        'module nomarr.helpers.files exports the same two names as before',
        'nomarr.helpers.files still exports the same names',
        'Box has the members A and B',
        'class Box has methods turn',
      );
      await refuted(
        'module nomarr.helpers.files exports get_file and put_file',
        'module nomarr.helpers.files exports only get_file',
        'module nomarr.helpers.files exports the same three names as before',
        'Box has the members A, B and C',
      );
      await open('module nomarr.elsewhere exports x', 'module nomarr.helpers.files exports Box');
    });

    it('compare imports', async () => {
      await confirmed(
        'nomarr/app.py imports get_file from nomarr.helpers.files',
        'nomarr/helpers/files.py imports os',
        'nomarr/app.py does not import os',
      );
      await refuted('nomarr/app.py imports os', 'nomarr/helpers/files.py does not import os');
    });
  });

  it('of the scope are compared with the work order [001-062]', async () => {
    await confirmed(
      'step scope is nomarr/helpers only',
      'scope is nomarr/helpers/',
      'all commands stay within the scope',
    );
    await refuted('step scope is tests only', 'the scope is nomarr/app.py');
    await open('scope is nomarr');
    const two = await grade('verified: step scope is nomarr/helpers only', EDIT, [
      'nomarr/helpers/',
      'tests/',
    ]);
    assert.equal(two.verdict, 'refuted');
  });

  it('of callers and occurrences are counted', async () => {
    await confirmed(
      "'get_file' occurs 3 times in nomarr/app.py",
      'get_file has two call sites',
      'fresh() is never called',
      'get_file has no callers outside nomarr/app.py',
    );
    await refuted("'get_file' occurs once in nomarr/app.py", 'get_file has no callers');
    await open('get_file has five callers');
  });

  describe('that are not clearly understood', () => {
    it('are not checkable, whatever they say', () =>
      open(
        'semantic correctness of replacement',
        'tests exist in tests/',
        'the diff is minimal',
        "no symbol 'get_folder' or 'put_folder' exists in files.py",
        'everything that exists in files.py is kept',
        "if symbol 'get_folder' exists in files.py, it is unused",
        "symbol 'get_folder' should exist in files.py",
        "symbol 'get_folder' exists in files.py or app.py",
        "symbol 'get_folder' exists in files.py only as a comment",
        "symbol 'get_folder' hardly exists in files.py",
      ));

    it('are not checkable where only the first part is understood and true', () =>
      check(
        "symbol 'get_file' exists in files.py and uses nothing else",
        /^not_checkable: true so far: get_file is defined; code does not understand "uses nothing else"/,
      ));

    it('are refuted where the first part is false already', () =>
      check("symbol 'get_folder' exists in files.py and is used", /^refuted: files\.py has no get_folder/));

    it('are not checkable without "verified:"', async () =>
      assert.equal((await grade("symbol 'get_folder' exists in files.py")).verdict, 'not_checkable'));
  });
});
