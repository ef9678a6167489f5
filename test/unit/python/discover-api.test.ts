import assert from 'node:assert/strict';
import { symbolsOf } from './symbols-of.ts';

async function apiOf(source: string, others: Readonly<Record<string, string>> = {}) {
  const answer = await symbolsOf({ 'pkg/m.py': source, ...others }).discoverApi('pkg.m');
  if ('error' in answer) throw new Error(answer.error);
  return answer;
}

describe('discover_api [001-058]', () => {
  it('answers for a whole module', async () =>
    assert.deepEqual(
      await apiOf(
        '"""Doc."""\nLIMIT: int = 3\nname = f(\n  1,\n)\n\ndef get(a, *, b: str = "x", **c) -> dict[str, int]:\n    """First line.\n\n    More.\n    """\n\nasync def fetch(): ...\n\nclass A(Base, metaclass=Meta):\n    "A class."\n    size: int = 0\n    other = 1\n    def __init__(self):\n        self.late: str = ""\n    @property\n    def p(self) -> int: ...\n    def m(self): ...\n',
      ),
      {
        module: 'pkg.m',
        file: 'pkg/m.py',
        functions: {
          get: {
            signature: 'def get(a, *, b: str = "x", **c) -> dict[str, int]',
            line: 7,
            doc: 'First line.',
          },
          fetch: { signature: 'async def fetch()', line: 13, doc: null },
        },
        classes: {
          A: {
            bases: ['Base', 'metaclass=Meta'],
            methods: {
              __init__: { signature: 'def __init__(self)', line: 19, doc: null },
              m: { signature: 'def m(self)', line: 23, doc: null },
            },
            properties: { p: 'int' },
            fields: { size: 'int', other: null, late: 'str' },
            line: 15,
            doc: 'A class.',
          },
        },
        constants: { LIMIT: 'int', name: 'f(1)' },
        exports: ['LIMIT', 'name', 'get', 'fetch', 'A'],
      },
    ));

  it('writes a signature on one line, without comments, as it is written otherwise', async () => {
    const { functions } = await apiOf(
      'def f(\n    a: int,  # the first\n    b=(1,),\n    *args: "x, #y",\n) -> Callable[\n    [int], str\n]: ...\ndef g(a,b = 1): ...\ndef h[T: int](x: T) \\\n    -> T: ...\n',
    );
    assert.deepEqual(
      Object.values(functions).map(f => f.signature),
      [
        'def f(a: int, b=(1,), *args: "x, #y") -> Callable[[int], str]',
        'def g(a,b = 1)',
        'def h[T: int](x: T) -> T',
      ],
    );
  });

  it('keeps overloads apart and names the other branches of a conditional definition', async () => {
    const { functions } = await apiOf(
      '@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: str) -> str: ...\ndef f(a): "Doc."\n\nif A:\n  def g(): ...\nelse:\n  def g(b): ...\n\ntry:\n  from x import h\nexcept ImportError:\n  def h(): ...\n',
    );
    assert.deepEqual(functions, {
      f: {
        signature: 'def f(a)',
        line: 5,
        doc: 'Doc.',
        overloads: ['def f(a: int) -> int', 'def f(a: str) -> str'],
      },
      g: { signature: 'def g()', line: 8, doc: null, alternatives: ['def g(b)'] },
      h: { signature: 'def h()', line: 15, doc: null },
    });
  });

  it('shows the last of several definitions that replace each other', async () => {
    const { functions } = await apiOf('def f(a): ...\ndef f(b): ...\n');
    assert.equal(functions['f']?.signature, 'def f(b)');
  });

  it('tells which base of the same file a member comes from', async () => {
    const { classes } = await apiOf(
      'class A:\n  x: int\n  def f(self): ...\n  def g(self): ...\nclass B(A[int]):\n  def g(self): ...\nclass C(B, Other):\n  @property\n  def y(self): ...\n  class D(A): ...\n',
    );
    assert.deepEqual(classes['B']?.inherited, { f: 'A', x: 'A' });
    assert.deepEqual(classes['C']?.inherited, { g: 'B', f: 'A', x: 'A' });
    assert.deepEqual(classes['C.D']?.inherited, { f: 'A', g: 'A', x: 'A' });
  });

  it('takes __all__ as the exports, and follows what is re-exported', async () => {
    const api = await apiOf(
      'from .a import one, two as zwei\nfrom .b import *\nimport os\nfrom json import loads\n__all__ = ["one", "zwei", "three", "loads", "os", "here"]\ndef here(): ...\n',
      {
        'pkg/__init__.py': '',
        'pkg/a.py': 'def one(): ...\ndef two(): ...\n',
        'pkg/b.py': 'three = 3\n_four = 4\n',
      },
    );
    assert.deepEqual(api.exports, ['one', 'zwei', 'three', 'loads', 'os', 'here']);
    assert.deepEqual(api.reexports, {
      one: 'pkg.a.one',
      zwei: 'pkg.a.two',
      three: 'pkg.b.three',
      loads: 'json.loads',
      os: 'os',
    });
  });

  it('without __all__ offers public names, and in a package what its __init__ imports', async () => {
    const files = {
      'pkg/__init__.py': 'from .a import one, _two\nfrom . import b\nfrom x import y\nimport os\n_z = 1\n',
      'pkg/a.py': 'from .b import q\nfrom .b import r as r\none = 1\n_two = 2\n',
      'pkg/b.py': 'q = r = 1\n',
    };
    const symbols = symbolsOf(files);
    const pkg = await symbols.discoverApi('pkg');
    const a = await symbols.discoverApi('pkg.a');
    assert.ok(!('error' in pkg) && !('error' in a));
    assert.deepEqual(pkg.exports, ['one', 'b', 'y']);
    assert.deepEqual(pkg.reexports, { one: 'pkg.a.one', b: 'pkg.b', y: 'x.y' });
    assert.deepEqual([a.exports, a.reexports], [['one', 'r'], { r: 'pkg.b.r' }]);
  });

  it('adds the __all__ of other modules, through circles too', async () => {
    const files = {
      'pkg/__init__.py': '',
      'pkg/m.py': 'from . import a\n__all__ = ["x"] + a.__all__\n',
      'pkg/a.py': 'from . import m\n__all__ = ["y"]\n__all__ += m.__all__\ny = 1\n',
    };
    const answer = await symbolsOf(files).discoverApi('m');
    assert.ok(!('error' in answer));
    assert.deepEqual(answer.exports, ['x', 'y']);
  });

  it('finds a module by its last segments and asks back when there are several', async () => {
    const files = { 'src/app/models.py': 'x = 1\n', 'lib/models.py': '', 'lib/views.py': '' };
    const symbols = symbolsOf(files);
    for (const name of ['app.models', 'src.app.models'])
      assert.equal(((await symbols.discoverApi(name)) as { file: string }).file, 'src/app/models.py');
    assert.deepEqual(await symbols.discoverApi('models'), {
      error: 'models is the name of several modules; ask for one of them by its full name',
      changed: false,
      nearest: ['lib.models', 'app.models'],
    });
    assert.deepEqual(await symbols.discoverApi('lib.view'), {
      error: 'No module named lib.view in the workspace',
      changed: false,
      nearest: ['lib.views'],
    });
  });

  it('says why a module cannot be read', async () =>
    assert.deepEqual(await symbolsOf({ 'pkg/bad.py': 'def f(:\n' }).discoverApi('pkg.bad'), {
      path: 'pkg/bad.py',
      error: 'pkg/bad.py cannot be read: invalid syntax (line 1)',
      changed: false,
      nearest: [],
    }));

  it('cuts an answer at 32 KB and tells the totals', async () => {
    const functions = Array.from(
      { length: 900 },
      (_, i) => `def function_${i}(a: int, b: str) -> None: ...\n`,
    );
    const api = await apiOf(`${functions.join('')}class A:\n  def f(self): ...\n`);
    assert.ok(new TextEncoder().encode(JSON.stringify(api)).length <= 32 * 1024);
    assert.match(api.truncated ?? '', /^shown: \d+ of 901 exports, \d+ of 900 functions; get_source/);
    assert.ok(api.classes['A'] !== undefined);
  });
});
