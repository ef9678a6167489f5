import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

/** How a program asks for its own text or lines; each gives another value after one comment more. */
const READERS: Readonly<Record<string, string>> = {
  'the source of a function': 'import inspect\ndef f():\n    return 1\nS = inspect.getsource(f)\n',
  'lines of a function':
    'from inspect import getsourcelines\ndef f():\n    return 1\nS = getsourcelines(f)\n',
  'the comments above a function':
    'import inspect\n# a\ndef f():\n    return 1\nS = inspect.getcomments(f)\n',
  'its own file, opened': 'SIZE = len(open(__file__).read())\n',
  'its own file, opened as bytes': 'def size():\n    return len(open(__file__, "rb").read())\n',
  'its own file by its path': 'from pathlib import Path\nTEXT = Path(__file__).read_text()\n',
  'the line of a frame': 'import sys\ndef f():\n    return sys._getframe().f_lineno\n',
  'the line of an entry of the stack': 'import inspect\ndef f():\n    return inspect.stack()[0].lineno\n',
  'the line of a traceback':
    'def f():\n    try:\n        1 / 0\n    except Exception as e:\n        return e.__traceback__.tb_lineno\n',
  'the first line of a code object': 'def f():\n    pass\nX = f.__code__.co_firstlineno\n',
  'a line by its number': 'import linecache\nX = linecache.getline(__file__, 2)\n',
  'the source by its loader': 'def f():\n    return __loader__.get_source(__name__)\n',
};

describe('a comment more', () => {
  const verdictOf = async (before: Readonly<Record<string, string>>) => {
    const after = { 'pkg/m.py': `# One comment more.\n${before['pkg/m.py']}` };
    const evidence = await evidenceOf({ before, after, invariants: ['no behavior changes'] });
    return evidence.invariants[0];
  };

  it('changes no behavior where nothing reads source text or line numbers', async () => {
    const told = await verdictOf({ 'pkg/m.py': 'class Node:\n    lineno = 1\nHERE = __file__\n' });
    assert.equal(told?.verdict, 'proved');
  });

  for (const [what, code] of Object.entries(READERS)) {
    it(`may change what a module does that reads ${what}`, async () => {
      const told = await verdictOf({ 'pkg/m.py': code });
      assert.equal(told?.verdict, 'not_checkable');
      assert.match(told.reason, /pkg\/m\.py reads source text or line numbers/);
    });
  }

  for (const [what, code] of Object.entries({
    'looks at the beginning of a name': 'def f(h):\n    return h.startswith("*."), open(h)\n',
  }))
    it(`changes nothing in a module that ${what}`, async () =>
      assert.equal((await verdictOf({ 'pkg/m.py': code }))?.verdict, 'proved'));

  for (const [what, code] of Object.entries({
    'lines that it may have filled': 'import linecache\nX = linecache.cache.setdefault(__file__, None)\n',
    'lines by another name': 'import linecache as lc\nX = lc.getline("m.py", 1)\n',
    'the line of an entry of a traceback':
      'import traceback\ndef f(e):\n    return traceback.TracebackException.from_exception(e).stack[0].lineno\n',
    'the file that another module is': 'from pkg.b import __file__\nX = open(__file__).read()\n',
    'the line of an allocation': 'import tracemalloc\nX = tracemalloc.get_object_traceback(1)[0].lineno\n',
    'the line of a warning':
      'import warnings\ndef f(g):\n    with warnings.catch_warnings(record=True) as w:\n        g()\n    return w[0].lineno\n',
  }))
    it(`may change what a module does that reads ${what}`, async () =>
      assert.equal((await verdictOf({ 'pkg/m.py': code }))?.verdict, 'not_checkable'));

  it('may change what a module does that reads its own file, and nothing where another one does', async () => {
    const own = { 'tests/test_m.py': 'import pkg.m\nX = open(__file__).read()\n' };
    assert.equal((await verdictOf({ 'pkg/m.py': 'X = 1\n', ...own }))?.verdict, 'proved');
    const other = { 'tests/test_m.py': 'import pkg.m\nX = open(pkg.m.__file__).read()\n' };
    assert.equal((await verdictOf({ 'pkg/m.py': 'X = 1\n', ...other }))?.verdict, 'not_checkable');
    const beside = { 'tests/test_m.py': 'import pkg.m\nX = open(__file__[:-14] + "pkg/m.py").read()\n' };
    assert.equal((await verdictOf({ 'pkg/m.py': 'X = 1\n', ...beside }))?.verdict, 'not_checkable');
  });

  it('changes nothing for who reads lines alone where all code stands where it stood', async () => {
    const code = 'import sys\n# a\ndef f():\n    return sys._getframe().f_lineno\n';
    const verdict = async (after: string) =>
      (
        await evidenceOf({
          before: { 'm.py': code },
          after: { 'm.py': after },
          invariants: ['no behavior changes'],
        })
      ).invariants[0]?.verdict;
    assert.equal(await verdict(code.replace('# a', '# another one')), 'proved');
    assert.equal(await verdict(code.replace('def f():', 'def f():  # noqa')), 'proved');
    assert.equal(await verdict(code.replace('# a\n', '')), 'not_checkable');
    const text = code.replace('sys._getframe().f_lineno', 'open(__file__).read()');
    const [before, after] = [{ 'm.py': text }, { 'm.py': text.replace('# a', '# b') }];
    const { invariants } = await evidenceOf({ before, after, invariants: ['no behavior changes'] });
    assert.equal(invariants[0]?.verdict, 'not_checkable');
  });

  it('may change what another module does that reads the source of what it imports', async () => {
    const code = 'import inspect\nimport pkg.m\nprint(inspect.getsource(pkg.m))\n';
    const told = await verdictOf({ 'pkg/m.py': 'X = 1\n', 'show.py': code });
    assert.equal(told?.verdict, 'not_checkable');
    assert.match(told.reason, /show\.py reads source text or line numbers/);
  });

  const through = async (code: string) =>
    verdictOf({ 'src/pkg/m.py': 'X = 1\n', 'pkg/m.py': 'X = 1\n', 'tools/scan.py': code });
  for (const [what, code] of Object.entries({
    'lists with glob': 'import glob\nN = sum(len(open(p).read()) for p in glob.glob("pkg/*"))\n',
    'walks through':
      'import os\nfor d, _, n in os.walk("./pkg/"):\n    for f in n: open(os.path.join(d, f)).read()\n',
    'has as a path': 'from pathlib import Path\nfor p in Path("pkg").iterdir(): p.read_text()\n',
    'goes on to':
      'from pathlib import Path\nfor p in (Path(__file__).parent.parent / "pkg").rglob("*"): p.read_bytes()\n',
    'names by a part of its ending': 'import glob\nfor p in glob.glob("a/*.p?"): open(p).read()\n',
    measures: 'import os\nN = sum(e.stat().st_size for e in os.scandir("pkg"))\n',
    'names by an ending in a text': 'import glob\nE = "py"\nfor p in glob.glob(f"a/*.{E}"): open(p).read()\n',
    'names by an ending that is put together':
      'import glob\nE = "py"\nfor p in glob.glob("a/*." + E): open(p).read()\n',
  }))
    it(`may change what a program does that reads the files of a folder that it ${what}`, async () => {
      const told = await through(code);
      assert.equal(told?.verdict, 'not_checkable');
      assert.match(told.reason, /tools\/scan\.py reads source text/);
    });

  for (const [what, code] of Object.entries({
    'other files of the folder': 'import glob\nfor p in glob.glob("pkg/*.json"): open(p).read()\n',
    'another folder': 'from pathlib import Path\nfor p in Path("docs").iterdir(): p.read_text()\n',
    'the names alone': 'import os\nN = os.listdir("pkg")\n',
  }))
    it(`changes nothing for a program that reads ${what}`, async () =>
      assert.equal((await through(code))?.verdict, 'proved'));
});
