import { type LintCase, NOT_UTF8 } from './case.ts';

const notebook = (...cells: readonly (readonly string[])[]) =>
  JSON.stringify({
    cells: cells.map(source => ({
      cell_type: 'code',
      execution_count: null,
      metadata: {},
      outputs: [],
      source,
    })),
    metadata: { language_info: { name: 'python' } },
    nbformat: 4,
    nbformat_minor: 5,
  });

const select = (...rules: readonly string[]) => `[lint]\nselect = ${JSON.stringify(rules)}\n`;

export const RUFF_CASES: readonly LintCase[] = [
  { name: 'clean', files: { 'pkg/a.py': 'X = 1\n' } },
  { name: 'empty-file', files: { 'a.py': '' } },
  { name: 'unused-import-safe-fix', files: { 'ruff.toml': select('F'), 'a.py': 'import os\n' } },
  {
    name: 'unused-variable-unsafe-fix',
    files: { 'ruff.toml': select('F'), 'a.py': 'def f():\n    x = 1\n' },
  },
  {
    name: 'line-too-long',
    files: { 'ruff.toml': `line-length = 20\n${select('E501')}`, 'a.py': 'X = "a very long line indeed"\n' },
  },
  {
    name: 'several-places-of-one-code',
    files: { 'ruff.toml': select('F821'), 'b.py': 'x\ny\n', 'a.py': 'print(z)\n' },
  },
  {
    name: 'several-codes',
    files: { 'ruff.toml': select('F', 'E', 'I'), 'a.py': 'import sys\nimport os\nif x == None: pass\n' },
  },
  {
    name: 'fix-of-several-edits',
    files: {
      'ruff.toml': select('UP007', 'UP045', 'F401'),
      'a.py':
        'from typing import Optional, Union\n\n\ndef f(a: Union[int, str], b: Optional[int]) -> None: ...\n',
    },
  },
  { name: 'syntax-error', files: { 'a.py': 'def f(:\n    pass\n' } },
  {
    name: 'syntax-error-beside-findings',
    files: { 'ruff.toml': select('F'), 'a.py': 'x = (\n', 'b.py': 'import os\n' },
  },
  { name: 'indentation-error', files: { 'a.py': 'def f():\nreturn 1\n  x\n' } },
  { name: 'merge-conflict', files: { 'a.py': '<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> other\n' } },
  {
    name: 'later-syntax-than-target',
    files: { 'ruff.toml': 'target-version = "py38"\n', 'a.py': 'match 1:\n    case _:\n        pass\n' },
  },
  {
    name: 'notebook',
    files: { 'ruff.toml': select('F'), 'n.ipynb': notebook(['import os\n', 'x = 1'], ['y\n', 'import sys']) },
  },
  { name: 'notebook-syntax-error', files: { 'n.ipynb': notebook(['x = 1'], ['def f(:\n', '  pass']) } },
  {
    name: 'notebook-magics',
    files: { 'ruff.toml': select('F'), 'n.ipynb': notebook(['%time x = 1\n', '!ls']) },
  },
  { name: 'notebook-not-json', files: { 'n.ipynb': '{"cells": [' } },
  { name: 'not-utf8', files: { 'a.py': NOT_UTF8 } },
  {
    name: 'columns-count-characters',
    files: { 'ruff.toml': select('F821'), 'a.py': 'é = "🙂𝒳"; print(undefined)\n' },
  },
  { name: 'crlf-and-bom', files: { 'ruff.toml': select('F'), 'a.py': '\ufeffx = 1\r\nimport os\r\n' } },
  {
    name: 'odd-file-names',
    files: {
      'ruff.toml': select('F'),
      'a b/naïve 日本.py': 'import os\n',
      "it's [x].py": 'import os\n',
      'q"uote.py': 'import os\n',
    },
  },
  {
    name: 'name-like-an-option',
    files: { 'ruff.toml': select('F'), '-x.py': 'import os\n' },
    select: ['-x.py'],
  },
  {
    name: 'selected-files-only',
    files: { 'ruff.toml': select('F'), 'a.py': 'import os\n', 'b.py': 'import os\n' },
    select: ['b.py'],
  },
  {
    name: 'folder-only',
    files: { 'ruff.toml': select('F'), 'in/a.py': 'import os\n', 'out/b.py': 'import os\n' },
    path: 'in',
  },
  {
    name: 'excluded-file-is-named',
    files: { 'ruff.toml': `extend-exclude = ["gen"]\n${select('F')}`, 'gen/a.py': 'import os\n' },
    select: ['gen/a.py'],
  },
  { name: 'file-is-gone', files: { 'b.py': '' }, select: ['a.py'] },
  { name: 'suppressed', files: { 'ruff.toml': select('F'), 'a.py': 'import os  # noqa: F401\n' } },
  {
    name: 'stub-file',
    files: {
      'ruff.toml': select('F', 'PYI'),
      'a.pyi': 'import os\nX: int = 100000000000000000000000000000000000000000000000000000\n',
    },
  },
  { name: 'invalid-pyproject', files: { 'pyproject.toml': '[project]\nname = 1\n', 'a.py': '' } },
  { name: 'configuration-not-toml', files: { 'ruff.toml': '[lint', 'a.py': '' } },
  { name: 'configuration-unknown-field', files: { 'ruff.toml': 'foo = 1\n', 'a.py': '' } },
  { name: 'configuration-unknown-rule', files: { 'ruff.toml': select('NOPE'), 'a.py': '' } },
  { name: 'configuration-other-version', files: { 'ruff.toml': 'required-version = ">=99"\n', 'a.py': '' } },
  { name: 'configuration-extends-nothing', files: { 'ruff.toml': 'extend = "missing.toml"\n', 'a.py': '' } },
  {
    name: 'configuration-of-subfolder-broken',
    files: { 'sub/ruff.toml': 'x =', 'sub/a.py': '', 'b.py': '' },
  },
  {
    name: 'configuration-in-pyproject-broken',
    files: { 'pyproject.toml': '[tool.ruff]\nline-length = "x"\n', 'a.py': '' },
  },
  {
    name: 'configuration-deprecated-warning',
    files: { 'ruff.toml': 'select = ["F"]\n', 'a.py': 'import os\n' },
  },
  { name: 'invalid-noqa-warning', files: { 'ruff.toml': select('F'), 'a.py': 'import os  # noqa: F40x\n' } },
  {
    name: 'configuration-asks-to-fix',
    files: {
      'ruff.toml': `fix = true\nfix-only = true\nunsafe-fixes = true\nshow-fixes = true\noutput-format = "full"\n${select('F')}`,
      'a.py': 'import os\n',
    },
  },
];
