import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Word = 'violated' | 'not_checkable';

const edit = (verdict: Word, path: string, before: string, after: string): VerdictCase => [
  `${path}: ${before}`,
  { 'a.py': 'x = 1\n', [path]: `${before}\n` },
  { 'a.py': 'x = 1  # c\n', [path]: `${after}\n` },
  { 'only comments and docstrings change': verdict, 'only comments and layout change': verdict },
];

describe('a comment of another language', () =>
  testVerdicts([
    edit('not_checkable', 'a.html', '{# a #}<p>', '{# b #}<p>'),
    edit('not_checkable', 'a.html', '{% comment %}a{% endcomment %}<p>', '<p>'),
    edit('not_checkable', 'a.md', '<!-- a -->\nx', '<!-- b -->\nx'),
    edit('not_checkable', 'a.tex', '% a\nx', '% b\nx'),
    edit('not_checkable', 'a.bat', 'REM a\nx', 'rem b\nx'),
    edit('not_checkable', 'a.f90', 'x = 1 ! a', 'x = 1 ! b'),
    edit('not_checkable', 'a.ml', '(* a *) x', '(* b *) x'),
    edit('violated', 'a.html', '<p>a</p>', '<p>b</p>'),
    edit('violated', 'a.md', '# a', '# b'),
    edit('violated', 'a.md', 'a  b', 'a b'),
    edit('violated', 'a.tex', '10\\% a', '10\\% b'),
    edit('violated', 'a.c', 'int (*f)(int *);', 'int (*g)(int *);'),
    edit('violated', 'a.sh', 'echo 1', 'echo 2'),
  ]));

const docstring = (verdict: 'proved' | 'violated', before: string, after: string): VerdictCase => [
  `${before} ${after}`,
  { 'a.py': `def f():\n    ${before}\n    return g()\n` },
  { 'a.py': `def f():\n    ${after}\n    return g()\n` },
  { 'only comments and docstrings change': verdict },
];

describe('a docstring in parentheses', () =>
  testVerdicts([
    docstring('proved', '("doc")', '"doc"'),
    docstring('proved', '"doc"', '("other"\n     " words")'),
    docstring('violated', '"doc"', 'h("doc")'),
    docstring('violated', '("doc")', '("doc" + x)'),
  ]));
