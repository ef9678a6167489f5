// Files of any size for each kind of thing that evidence looks at: what they were, and what a change makes of them.

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

const numbered = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** The text before and after, by about so many lines. */
export const EVIDENCE_INPUTS: Readonly<Record<string, (count: number) => readonly [string, string]>> = {
  'assignments, each with another value': n => [
    lines(n, i => `a${i} = ${i}\n`),
    lines(n, i => `a${i} = ${i + 1}\n`),
  ],
  'assignments, one added': n => [
    lines(n, i => `a${i} = ${i}\n`),
    `${lines(n, i => `a${i} = ${i}\n`)}b = 1\n`,
  ],
  'assignments, each renamed': n => [lines(n, i => `a${i} = ${i}\n`), lines(n, i => `b${i} = ${i}\n`)],
  'class attributes, one added': n => {
    const text = `class A:\n${lines(n, i => `    a${i} = ${i}\n`)}`;
    return [text, `${text}    b = 1\n`];
  },
  'class attributes, each with another value': n => [
    `class A:\n${lines(n, i => `    a${i} = ${i}\n`)}`,
    `class A:\n${lines(n, i => `    a${i} = ${i + 1}\n`)}`,
  ],
  'attributes that objects get when they are made, one added': n => {
    const text = `class A:\n    def __init__(self):\n${lines(n, i => `        self.a${i} = ${i}\n`)}`;
    return [text, `${text}        self.b = 1\n`];
  },
  'one attribute of many others, one added': n => {
    const of = (count: number) => lines(count, i => `            self.a${i},\n`);
    const text = (count: number) =>
      `class A:\n    def __init__(self):\n        self.all = (\n${of(count)}        )\n`;
    return [text(n), text(n + 1)];
  },
  'functions, each with another body': n => [
    lines(n / 3, i => `def f${i}(a):\n    return a + ${i}\n\n`),
    lines(n / 3, i => `def f${i}(a):\n    return a - ${i}\n\n`),
  ],
  'functions, each with another parameter and a caller': n => [
    lines(n / 2, i => `def f${i}(a): ...\nf${i}(1)\n`),
    lines(n / 2, i => `def f${i}(a, b=1): ...\nf${i}(1)\n`),
  ],
  'functions in the opposite order': n => [
    numbered(n / 2)
      .map(i => `def f${i}(a):\n    return a + ${i}\n`)
      .join(''),
    numbered(n / 2)
      .reverse()
      .map(i => `def f${i}(a):\n    return a + ${i}\n`)
      .join(''),
  ],
  'functions, each gone and another in its place': n => [
    lines(n / 2, i => `def f${i}(a):\n    return a + ${i}\n`),
    lines(n / 2, i => `def g${i}(a):\n    return a * ${i}\n`),
  ],
  'methods, each with another body': n => [
    `class A:\n${lines(n / 2, i => `    def m${i}(self):\n        return self.x + ${i}\n`)}`,
    `class A:\n${lines(n / 2, i => `    def m${i}(self):\n        return self.x - ${i}\n`)}`,
  ],
  'suppressions, all new': n => [lines(n, i => `f(${i})\n`), lines(n, i => `f(${i})  # noqa\n`)],
  'suppressions that only move': n => [
    lines(n, i => `f(${i})  # noqa\n`),
    `g()\n${lines(n, i => `f(${i})  # noqa\n`)}`,
  ],
  'annotations, each another': n => [
    lines(n / 2, i => `def f${i}(a: int) -> int: ...\nx${i}: int = 1\n`),
    lines(n / 2, i => `def f${i}(a: str) -> str: ...\nx${i}: str = 1\n`),
  ],
  'forward annotations in another order': n => {
    const rest = lines(n / 2, i => `def f${i}(x: T${i}): ...\nclass T${i}: ...\n`);
    return [`class U: ...\n${rest}`, `${rest}class U: ...\n`];
  },
  'imports, each of another module': n => [
    lines(n, i => `import os${i}\n`),
    lines(n, i => `import sys${i}\n`),
  ],
  'imports of names, one added': n => [
    lines(n, i => `from m${i} import a${i}\n`),
    `${lines(n, i => `from m${i} import a${i}\n`)}from n import b\n`,
  ],
  'keys, each renamed': n => [
    lines(n, i => `f(order_${i}_id=${i})\n`),
    lines(n, i => `f(item_${i}_id=${i})\n`),
  ],
  'test functions, each with one assertion less': n => [
    lines(n / 3, i => `def test_${i}():\n    assert f(${i}) == ${i}\n    assert g(${i})\n`),
    lines(n / 3, i => `def test_${i}():\n    assert g(${i})\n`),
  ],
  'one long expression, each term another': n => [
    `x = (\n${lines(n, i => `    a${i} +\n`)}    0\n)\n`,
    `x = (\n${lines(n, i => `    b${i} +\n`)}    0\n)\n`,
  ],
  'decorators, all new': n => [
    lines(n / 2, i => `def f${i}(): ...\n`),
    lines(n / 2, i => `@d\ndef f${i}(): ...\n`),
  ],
  'assignments under conditions, each with another value': n => [
    lines(n / 2, i => `if c:\n    a${i} = ${i}\n`),
    lines(n / 2, i => `if c:\n    a${i} = ${i + 1}\n`),
  ],
  'classes of one attribute each, each with another value': n => [
    lines(n / 2, i => `class A${i}:\n    x = ${i}\n`),
    lines(n / 2, i => `class A${i}:\n    x = ${i + 1}\n`),
  ],
  'cases of one match, each with another result': n => [
    `def f(x):\n    match x:\n${lines(n / 2, i => `        case ${i}:\n            return ${i}\n`)}`,
    `def f(x):\n    match x:\n${lines(n / 2, i => `        case ${i}:\n            return ${i + 1}\n`)}`,
  ],
  'generators, each with another value': n => [
    lines(n / 2, i => `def f${i}():\n    yield ${i}\n`),
    lines(n / 2, i => `def f${i}():\n    yield ${i + 1}\n`),
  ],
  'imports that may fail, each of another module': n => [
    lines(n / 4, i => `try:\n    import m${i}\nexcept ImportError:\n    m${i} = None\n`),
    lines(n / 4, i => `try:\n    import k${i}\nexcept ImportError:\n    k${i} = None\n`),
  ],
  'names of one assignment, each renamed': n => [
    `${lines(n, i => `a${i}, `)} = r\n`,
    `${lines(n, i => `b${i}, `)} = r\n`,
  ],
  'comprehensions, each another': n => [
    lines(n, i => `x${i} = [y for y in range(${i}) if y]\n`),
    lines(n, i => `x${i} = [y for y in range(${i + 1}) if y]\n`),
  ],
  'tests of one class, each with another expectation': n => {
    const of = (by: number) =>
      lines(n / 2, i => `    def test_${i}(self):\n        self.assertEqual(f(${i}), ${i + by})\n`);
    return [0, 1].map(by => `import unittest\nclass T(unittest.TestCase):\n${of(by)}`) as [string, string];
  },
  'classes below one, each with another method': n => {
    const of = (by: number) =>
      lines(n / 3, i => `class A${i}(B):\n    def __init__(self):\n        self.x = ${i + by}\n`);
    return [0, 1].map(by => `class B:\n    x = 0\n${of(by)}`) as [string, string];
  },
  'docstrings, each another': n => [
    lines(n / 3, i => `def f${i}():\n    """Says ${i}."""\n    return ${i}\n`),
    lines(n / 3, i => `def f${i}():\n    """Tells ${i}."""\n    return ${i}\n`),
  ],
};

/** A file that is looked at for every kind at once: tests are only looked for in files of tests. */
export const EVIDENCE_FILE = 'test_m.py';

type Files = Readonly<Record<string, string>>;

const filesOf = (count: number, text: (i: number) => string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`pkg/m${i}.py`, text(i)]));

const body = (i: number, by: number) =>
  `from pkg.m${i + 1} import f${i + 1}\n\n\ndef f${i}(a):\n    return f${i + 1}(a) + ${by}\n`;

const methodRun = (i: number) => `class C${i}:\n    def run(self, a):\n        return a\n\n\ndef f${i}(a):\n`;

/** Before and after, by so many changed files that use one another. */
export const EVIDENCE_FILES: Readonly<Record<string, (count: number) => readonly [Files, Files]>> = {
  'each with another body': n => [filesOf(n, i => body(i, 1)), filesOf(n, i => body(i, 2))],
  'each with another parameter that its caller gives': n => [
    filesOf(n, i => body(i, 1)),
    filesOf(n, i => body(i, 1).replace('(a):', '(a, b=1):').replace('(a) +', '(a, 2) +')),
  ],
  'each with another comment': n => [filesOf(n, i => body(i, 1)), filesOf(n, i => `# new\n${body(i, 1)}`)],
  'each with a function of the one before': n => [
    filesOf(n, i => `import os\n\n\ndef f${i}(a):\n    return os.sep + a\n`),
    filesOf(n, i => `import os\n\n\ndef f${(i + 1) % n}(a):\n    return os.sep + a\n`),
  ],
  'each with a function of another name': n => [
    filesOf(n, i => `def f${i}(a):\n    return a + ${i}\n`),
    filesOf(n, i => `def g${i}(a):\n    return a + ${i}\n`),
  ],
  'each with a new call of a method that classes of all have': n => [
    filesOf(n, i => `${methodRun(i)}    return a\n`),
    filesOf(n, i => `${methodRun(i)}    return C${i}().run(a)\n`),
  ],
  'each with a key of another name': n => [
    filesOf(n, i => `def f${i}(order_${i}_id):\n    return order_${i}_id\n`),
    filesOf(n, i => `def f${i}(item_${i}_id):\n    return item_${i}_id\n`),
  ],
};
