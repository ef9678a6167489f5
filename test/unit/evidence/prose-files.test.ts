import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

/** A text for people differs, while something else is in the workspace. */
const differs = (
  name: string,
  path: string,
  verdict: 'proved' | 'not_checkable',
  others: Record<string, string> = {},
): VerdictCase => [
  `${name}: ${path}`,
  { 'pkg/__init__.py': '', [path]: 'a\n', ...others },
  { [path]: 'b\n' },
  { 'no behavior changes': verdict },
];

describe('a text for people that differs', () =>
  testVerdicts([
    ...['README.md', 'CHANGES.rst', 'LICENSE', 'docs/guide/a.rst', 'doc/a.md'].map(path =>
      differs('that no code reads', path, 'proved'),
    ),
    ...['pkg/prompt.md', 'notes.txt', 'requirements.txt', 'docs/conf.json', '.github/a.yml'].map(path =>
      differs('may be more than that', path, 'not_checkable'),
    ),
    differs('that a module names', 'README.md', 'not_checkable', {
      'pkg/about.py': 'from pathlib import Path\nTEXT = Path("README.md").read_text()\n',
    }),
    differs('that a program shows which installs the project', 'README.md', 'proved', {
      'setup.py': 'from setuptools import setup\nsetup(long_description=open("README.md").read())\n',
    }),
    differs('that is a description', 'README.md', 'proved', {
      'pyproject.toml': '[project]\nname = "pkg"\nreadme = "README.md"\n',
    }),
    differs('that a module takes by its ending', 'docs/a.md', 'not_checkable', {
      'pkg/site.py': 'from pathlib import Path\nPAGES = list(Path("docs").glob("*.md"))\n',
    }),
    differs('of which the examples are run', 'README.md', 'not_checkable', {
      'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "--doctest-glob=*.md"\n',
    }),
    differs('that a template includes', 'README.md', 'not_checkable', {
      'pkg/about.html': '{% include "README.md" %}\n',
    }),
    [
      'beside a comment',
      { 'a.py': 'x = 1\n', 'README.md': 'a\n' },
      { 'a.py': 'x = 1  # one\n', 'README.md': 'b\n' },
      { 'no behavior changes': 'proved' },
    ],
    [
      'beside other code',
      { 'a.py': 'x = 1\n', 'README.md': 'a\n' },
      { 'a.py': 'x = 2\n', 'README.md': 'b\n' },
      { 'no behavior changes': 'not_checkable' },
    ],
    [
      'and goes',
      { 'a.py': 'x = 1\n', 'README.md': 'a\n' },
      { 'README.md': null },
      { 'no behavior changes': 'proved' },
    ],
  ]));
