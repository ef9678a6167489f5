// Kinds of files of which one thing is very large or very often there, beside those whose cost is measured
// (evidence-inputs.ts): what they cost must grow with their size alone.

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('');
const numbered = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
/** The text before and after, by about so many lines. */
export const LARGE_THINGS: Readonly<Record<string, (count: number) => readonly [string, string]>> = {
  'parameters of one function, one added': n => {
    const of = (count: number) =>
      `def f(\n${lines(count, i => `    a${i}=${i},\n`)}):\n    return a0\n\n\nf(1)\n`;
    return [of(n), of(n + 1)];
  },
  'arguments of one call, each another': n => [
    `f(\n${lines(n, i => `    a${i}=${i},\n`)})\n`,
    `f(\n${lines(n, i => `    a${i}=${i + 1},\n`)})\n`,
  ],
  'decorators of one function, one added': n => [
    `${lines(n, i => `@d${i}\n`)}def f(): ...\n`,
    `${lines(n, i => `@d${i}\n`)}@e\ndef f(): ...\n`,
  ],
  'one line of many statements, one added': n => [
    `${numbered(n)
      .map(i => `a${i} = ${i}`)
      .join('; ')}\n`,
    `${numbered(n + 1)
      .map(i => `a${i} = ${i}`)
      .join('; ')}\n`,
  ],
  'pieces of one string, one added': n => {
    const of = (count: number) => `x = (\n${lines(count, i => `    'piece ${i}'\n`)})\n`;
    return [of(n), of(n + 1)];
  },
  'fields of one f-string, one added': n => {
    const of = (count: number) => `x = f'''${lines(count, i => `{a${i}} is ${i}\n`)}'''\n`;
    return [of(n), of(n + 1)];
  },
  'items of one dict, each another': n => [
    `x = {\n${lines(n, i => `    'k${i}': ${i},\n`)}}\n`,
    `x = {\n${lines(n, i => `    'k${i}': ${i + 1},\n`)}}\n`,
  ],
  'names in __all__, one added': n => {
    const of = (count: number) =>
      `__all__ = [\n${lines(count, i => `    'a${i}',\n`)}]\n${lines(n + 1, i => `a${i} = ${i}\n`)}`;
    return [of(n / 2), of(n / 2 + 1)];
  },
  'callers of one function that gets a parameter': n => [
    `def f(a): ...\n${lines(n, i => `f(${i})\n`)}`,
    `def f(a, b): ...\n${lines(n, i => `f(${i})\n`)}`,
  ],
  'functions that call the one before, each with another parameter': n => [
    lines(n / 2, i => `def f${i}(a):\n    return f${i - 1}(a)\n`),
    lines(n / 2, i => `def f${i}(a, b=1):\n    return f${i - 1}(a)\n`),
  ],
  'classes, each with the one before as its base, each with another method': n => [
    lines(n / 3, i => `class C${i + 1}(C${i}):\n    def m${i}(self):\n        return ${i}\n`),
    lines(n / 3, i => `class C${i + 1}(C${i}):\n    def n${i}(self):\n        return ${i}\n`),
  ],
  'classes of one base that gets another method': n => [
    `class B:\n    def run(self): ...\n${lines(n / 2, i => `class C${i}(B):\n    x = ${i}\n`)}`,
    `class B:\n    def go(self): ...\n${lines(n / 2, i => `class C${i}(B):\n    x = ${i}\n`)}`,
  ],
  'bases of one class, one added': n => {
    const of = (count: number) => `class C(\n${lines(count, i => `    B${i},\n`)}): ...\n`;
    return [of(n), of(n + 1)];
  },
  'overloads of one function, one added': n => {
    const of = (count: number) => lines(count, i => `@overload\ndef f(a: T${i}): ...\n`);
    return [of(n / 2), of(n / 2 + 1)];
  },
  'branches of one if, each another': n => [
    `if a:\n    x = 0\n${lines(n / 2, i => `elif b${i}:\n    x = ${i}\n`)}`,
    `if a:\n    x = 0\n${lines(n / 2, i => `elif b${i}:\n    x = ${i + 1}\n`)}`,
  ],
  'branches of one if that define, one added': n => {
    const of = (count: number) =>
      `if a:\n    x = 0\n${lines(count, i => `elif b${i}:\n    def f${i}(): ...\n`)}`;
    return [of(n / 2), of(n / 2 + 1)];
  },
  'handlers of one try, one added': n => {
    const of = (count: number) =>
      `try:\n    import a\n${lines(count, i => `except E${i}:\n    a${i} = ${i}\n`)}`;
    return [of(n / 2), of(n / 2 + 1)];
  },
  'statements of one function, each another': n => [
    `def f(x):\n${lines(n, i => `    a${i} = g(x, ${i})\n`)}    return a0\n`,
    `def f(x):\n${lines(n, i => `    a${i} = g(x, ${i + 1})\n`)}    return a0\n`,
  ],
  'calls of what is not defined, all new': n => ['', lines(n, i => `f${i}(${i})\n`)],
  'attributes of modules, each another': n => [
    `import os\nimport m\n${lines(n, i => `m.a${i}(os.b${i})\n`)}`,
    `import os\nimport m\n${lines(n, i => `m.b${i}(os.a${i})\n`)}`,
  ],
  'names that are gone and used': n => [
    `${lines(n / 2, i => `def f${i}(): ...\n`)}${lines(n / 2, i => `f${i}()\n`)}`,
    lines(n / 2, i => `f${i}()\n`),
  ],
  'methods of one class, each gone and called': n => [
    `class A:\n    x = 1\n${lines(n / 2, i => `    def m${i}(self): ...\n`)}a = A()\n${lines(n / 2, i => `a.m${i}()\n`)}`,
    `class A:\n    x = 1\na = A()\n${lines(n / 2, i => `a.m${i}()\n`)}`,
  ],
  'skipped tests, all new': n => [
    lines(n / 3, i => `def test_${i}():\n    assert f(${i})\n`),
    lines(n / 3, i => `@pytest.mark.skip\ndef test_${i}():\n    assert f(${i})\n`),
  ],
  'assertions of one test, each gone': n => [
    `def test_a():\n${lines(n, i => `    assert f(${i})\n`)}`,
    `def test_a():\n${lines(n / 2, i => `    assert f(${2 * i})\n`)}`,
  ],
  'globals of one function, one added': n => {
    const of = (count: number) => `def f():\n${lines(count, i => `    global a${i}\n`)}`;
    return [of(n), of(n + 1)];
  },
  'dataclass fields, one added': n => {
    const of = (count: number) =>
      `from dataclasses import dataclass\n@dataclass\nclass A:\n${lines(count, i => `    a${i}: int = ${i}\n`)}`;
    return [of(n), of(n + 1)];
  },
  'cases of one match, each another': n => [
    `match x:\n${lines(n / 2, i => `    case ${i}:\n        y = ${i}\n`)}`,
    `match x:\n${lines(n / 2, i => `    case ${i}:\n        y = ${i + 1}\n`)}`,
  ],
  'lambdas, each with another parameter': n => [
    lines(n, i => `f${i} = lambda a: a\n`),
    lines(n, i => `f${i} = lambda b: b\n`),
  ],
  'comprehensions, each another': n => [
    lines(n, i => `a${i} = [x for x in y${i}]\n`),
    lines(n, i => `a${i} = [x for x in z${i}]\n`),
  ],
  'functions within one function, each another': n => [
    `def f():\n${lines(n / 2, i => `    def g${i}(a):\n        return a + ${i}\n`)}`,
    `def f():\n${lines(n / 2, i => `    def g${i}(a):\n        return a - ${i}\n`)}`,
  ],
  'functions that each use what nothing defines, all new': n => [
    lines(n / 2, i => `def f${i}(): ...\n`),
    lines(n / 2, i => `def f${i}():\n    g${i}()\n`),
  ],
  'calls of what the call before returns, one added': n => {
    const of = (count: number) =>
      `x = a${numbered(count)
        .map(i => `.b${i}(${i})`)
        .join('')}\n`;
    return [of(n), of(n + 1)];
  },
  'attributes of attributes, one added': n => {
    const of = (count: number) =>
      `x = a${numbered(count)
        .map(i => `.b${i}`)
        .join('')}\n`;
    return [of(n), of(n + 1)];
  },
  'targets of one assignment, one added': n => {
    const of = (count: number) =>
      `${numbered(count)
        .map(i => `a${i} = `)
        .join('')}0\n`;
    return [of(n), of(n + 1)];
  },
  'names of one import, one added': n => {
    const of = (count: number) => `from m import (\n${lines(count, i => `    a${i},\n`)})\n`;
    return [of(n), of(n + 1)];
  },
};
