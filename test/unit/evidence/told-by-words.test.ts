import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;
const isProved = async (phrase: string, before: Files, after: Files) =>
  (await wrongVerdicts(before, after, [phrase], [])).length === 1;

describe('"no _id/_key renames" is left open where names are made', () => {
  const phrase = 'no _id/_key renames';
  const add = (word: string) => `from reg import add\nadd("${word}")\n`;
  for (const [what, before, after] of [
    [
      'by who reads what a third module keeps',
      {
        'a.py': add('user'),
        'reg.py': 'ALL = []\ndef add(n): ALL.append(n)\n',
        'use.py': 'import reg\ndef go(): return [f"{n}_id" for n in reg.ALL]\n',
      },
      { 'a.py': add('member') },
    ],
    [
      'of the name of a class, by its base',
      {
        'b.py': 'class B:\n    def __init_subclass__(cls): cls.key = cls.__name__ + "_key"\n',
        'a.py': 'from b import B\nclass User(B): pass\n',
      },
      { 'a.py': 'from b import B\nclass Member(B): pass\n' },
    ],
    [
      'of the name of a function, by its decorator',
      {
        'b.py': 'def task(f):\n    f.k = f.__name__ + "_key"\n    return f\n',
        'a.py': 'from b import task\n@task\ndef user(): pass\n',
      },
      { 'a.py': 'from b import task\n@task\ndef member(): pass\n' },
    ],
    [
      'of three parts',
      { 'a.py': 'P = "user"\nk = P + "_" + "id"\n' },
      { 'a.py': 'P = "member"\nk = P + "_" + "id"\n' },
    ],
    [
      'of words that are joined',
      { 'a.py': 'P = "user"\n', 'b.py': 'from a import P\nk = "_".join([P, "id"])\n' },
      { 'a.py': 'P = "member"\n' },
    ],
  ] as const)
    it(what, async () => assert.ok(!(await isProved(phrase, before, after))));

  it('but not of the name of a function where nothing asks for it', async () =>
    assert.ok(
      await isProved(
        phrase,
        { 'b.py': 'def k(n): return n + "_key"\n', 'a.py': 'from b import k\ndef user(): return k\n' },
        { 'a.py': 'from b import k\ndef member(): return k\n' },
      ),
    ));
});

describe('"no new dependencies" and "no new imports" are left open for a text that', () => {
  for (const [what, path, before, after] of [
    [
      'is run elsewhere',
      'a.py',
      'import timeit\ntimeit.timeit("pass", setup="import json")\n',
      'import timeit\ntimeit.timeit("pass", setup="import requests")\n',
    ],
    [
      'holds an example',
      'a.py',
      'def f():\n    """\n    >>> 1\n    1\n    """\n',
      'def f():\n    """\n    >>> import requests\n    """\n',
    ],
    [
      'names a driver of a database',
      'a.py',
      'from x import engine_of\ne = engine_of("sqlite://")\n',
      'from x import engine_of\ne = engine_of("postgresql+psycopg2://")\n',
    ],
    [
      'chooses an engine',
      'a.py',
      'import pandas\ndef f(): pandas.read_excel("a")\n',
      'import pandas\ndef f(): pandas.read_excel("a", engine="openpyxl")\n',
    ],
    [
      'names an extension of Sphinx',
      'docs/conf.py',
      'extensions = []\n',
      'extensions = ["sphinx_rtd_theme"]\n',
    ],
  ] as const)
    it(what, async () => {
      for (const phrase of ['no new dependencies', 'no new imports'])
        assert.ok(!(await isProved(phrase, { [path]: before }, { [path]: after })), phrase);
    });

  it('but not for a docstring with the same example, or one that speaks of imports', async () => {
    const text = (words: string) => `def f():\n    """${words}\n\n    >>> import requests\n    """\n`;
    for (const phrase of ['no new dependencies', 'no new imports'])
      assert.ok(
        await isProved(
          phrase,
          { 'a.py': text('Old.') },
          { 'a.py': text('What is imported\n    from there is important.') },
        ),
      );
  });
});

it('"no new suppressions" is left open for "no cov", which projects have coverage look for', async () =>
  assert.ok(
    !(await isProved('no new suppressions', { 'a.py': 'x = 1\n' }, { 'a.py': 'x = 1  # no cov\n' })),
  ));

describe('"no new dependencies" takes for no dynamic import', () => {
  for (const [what, before, after] of [
    [
      'a compiled pattern that has a name',
      "import re, sys\nP = re.compile('a')\n",
      "import re, sys\nP = re.compile('a|b')\nMAC = sys.platform == 'darwin'\n",
    ],
    [
      'what tells of packages',
      'import importlib.metadata\ndef f(): return importlib.metadata.version("a")\n',
      'import importlib.metadata\ndef f(): return importlib.metadata.packages_distributions()\n',
    ],
    [
      'what tells of files of packages',
      'from importlib import resources\ndef f(): return 1\n',
      'from importlib import resources\ndef f(): return resources.files("a")\n',
    ],
  ] as const)
    it(what, async () =>
      assert.ok(await isProved('no new dependencies', { 'a.py': before }, { 'a.py': after })),
    );

  for (const [what, before, after] of [
    [
      'but an entry point, which is loaded by its name, is one',
      'from importlib import metadata\ndef f(): return 1\n',
      'from importlib import metadata\ndef f(): return metadata.EntryPoint("x", "requests:get", "g").load()\n',
    ],
    [
      'but compile under another name is one',
      'make = compile\n',
      'make = compile\ndef f(): exec_ = make("import requests", "a", "exec")\n',
    ],
  ] as const)
    it(what, async () =>
      assert.ok(!(await isProved('no new dependencies', { 'a.py': before }, { 'a.py': after }))),
    );
});
