import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Word = 'violated' | 'not_checkable';

const edit = (verdict: Word, name: string, before: string, after: string): VerdictCase => [
  name,
  { 'a.py': before },
  { 'a.py': after },
  { 'no new suppressions': verdict },
];

const move = (verdict: Word, name: string, before: string, after: string): VerdictCase => [
  name,
  { 'a.py': before, 'b.py': 'y = 1\n' },
  { 'a.py': 'x = 1\n', 'b.py': after },
  { 'no new suppressions': verdict },
];

describe('a suppression that says no more than one that is gone', () =>
  testVerdicts([
    edit('not_checkable', 'fewer codes', 'x = f(1)  # noqa: E501, F841\n', 'x = f(2)  # noqa: f841\n'),
    edit(
      'not_checkable',
      'some of all',
      'x = f(1)  # pylint: disable=all\n',
      'x = f(2)  # pylint: disable=a\n',
    ),
    edit('not_checkable', 'nosec with a reason', 'f(1)  # nosec: it is fine\n', 'f(2)  # nosec B101\n'),
    edit(
      'not_checkable',
      'one of mypy for the file',
      '# mypy: ignore-errors\nx = f()\n',
      'x = f()  # type: ignore[a]\n',
    ),
    edit(
      'not_checkable',
      'two lines instead of the file',
      '# ruff: noqa: F401, F403\nimport a\nfrom b import *\n',
      'import a  # noqa: F401\nfrom b import *  # noqa: F403\n',
    ),
    edit('violated', 'another code', 'x = f(1)  # noqa: E501\n', 'y = g(2)  # noqa: F841\n'),
    edit('violated', 'more codes', 'x = f(1)  # noqa: E501\n', 'y = g(2)  # noqa: E501, F841\n'),
    edit('violated', 'all of them', 'x = f(1)  # type: ignore[a]\n', 'y = g(2)  # type: ignore\n'),
    edit('violated', 'of a file and not of a line', 'x = f(1)  # fmt: skip\n', '# fmt: off\nx = f(1)\n'),
    edit('violated', 'of another tool', 'x = f(1)  # isort: skip\n', 'y = g(1)  # fmt: skip\n'),
    edit(
      'violated',
      'one more',
      'x = f(1)  # noqa: E501\n',
      'x = f(1)  # noqa: E501\ny = g()  # noqa: E501\n',
    ),
    edit(
      'violated',
      'two instead of one line',
      'x = f(1)  # noqa: E501\n',
      'y = g(2)  # noqa:E501\nz = h(3)  # noqa:E501\n',
    ),
    move('not_checkable', 'an edited line', 'old = f(p)  # noqa: S301\n', 'new = f(p)  # noqa: S301\n'),
    move('violated', 'another line', 'old = f(p)  # noqa: S301\n', 'new = g(q)  # noqa: S301\n'),
    move('violated', 'more', 'old = f(p)  # noqa: S301\n', 'new = f(p)  # noqa\n'),
  ]));

describe('a comment behind code that mentions a suppression', () => {
  const behind = (verdict: Word, comment: string) => edit(verdict, comment, 'x = 1\n', `x = 1  ${comment}\n`);
  testVerdicts([
    behind('not_checkable', '# was "f()  # noqa"'),
    behind('not_checkable', '# no longer a # type: ignore'),
    behind('violated', '# noqa: E501  # type: ignore[a]'),
    behind('violated', '# it is "a" and "b"  # noqa'),
    behind('violated', "# it's long  # noqa"),
  ]);
});
