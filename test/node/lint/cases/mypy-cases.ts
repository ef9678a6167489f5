import { type LintCase, NOT_UTF8 } from './case.ts';

const WRONG = 'x: int = "a"\n';
const OVERLOADS = `from typing import overload
@overload
def h(a: int) -> int: ...
@overload
def h(a: str) -> str: ...
def h(a: int | str) -> int | str: return a
h(1.5)
`;
const settings = (text: string) => `[tool.mypy]\n${text}\n`;

const BASIC: readonly LintCase[] = [
  { name: 'clean', files: { 'pkg/__init__.py': '', 'pkg/a.py': 'x: int = 1\n' } },
  { name: 'assignment', files: { 'a.py': WRONG } },
  {
    name: 'several-files-and-codes',
    files: {
      'a.py': 'def f(a: int) -> str:\n    return a\n\n\nf("x")\nf()\n',
      'b.py': 'import a\na.nothing\n"x" + 1\n',
    },
  },
  { name: 'hint-of-an-error', files: { 'a.py': OVERLOADS } },
  { name: 'note-alone', files: { 'a.py': 'x = 1\nreveal_type(x)\n' } },
  { name: 'syntax-error', files: { 'a.py': 'def f(:\n    pass\n' } },
  { name: 'syntax-error-beside-type-error', files: { 'a.py': 'x = (\n', 'b.py': WRONG } },
  {
    name: 'syntax-error-in-imported-file',
    files: { 'a.py': 'import b\n', 'b.py': 'x = (\n' },
    select: ['a.py'],
  },
  { name: 'error-in-imported-file', files: { 'a.py': 'import b\n', 'b.py': WRONG }, select: ['a.py'] },
  { name: 'import-not-found', files: { 'a.py': 'import nothing_of_the_kind\n' } },
  { name: 'import-without-types', files: { 'a.py': 'import yaml\n' } },
  {
    name: 'strict',
    files: {
      'pyproject.toml': settings('strict = true'),
      'a.py': 'def f(a):\n    return a\n\n\nx: list = []\ny = 1  # type: ignore\n',
    },
  },
  {
    name: 'unreachable-and-deprecated',
    files: {
      'pyproject.toml': settings('warn_unreachable = true\nenable_error_code = ["deprecated"]'),
      'a.py':
        'from typing_extensions import deprecated\n@deprecated("use g")\ndef f() -> None: ...\nf()\nx = 1\nif isinstance(x, str):\n    print(x)\n',
    },
  },
  {
    name: 'place-over-several-lines',
    files: { 'a.py': 'def f(a: int) -> None: ...\nf(\n  [\n    1,\n  ]\n)\n' },
  },
  { name: 'line-with-other-scripts', files: { 'a.py': 'é = 1; y: int = "é"\n' } },
  { name: 'crlf-and-bom', files: { 'a.py': '\ufeffy = 1\r\nx: int = "a"\r\n' } },
  { name: 'odd-file-names', files: { 'a b.py': WRONG, 'naïve.py': WRONG, "it's.py": WRONG } },
  { name: 'name-like-an-option', files: { '-x.py': WRONG }, select: ['-x.py'] },
  { name: 'stub-file', files: { 'a.pyi': 'def f() -> Nope: ...\n' } },
  {
    name: 'folder-only',
    files: { 'in/__init__.py': '', 'in/a.py': WRONG, 'out/__init__.py': '', 'out/b.py': WRONG },
    path: 'in',
  },
];

const STOPPED: readonly LintCase[] = [
  { name: 'duplicate-module', files: { 'p/m.py': '', 'q/m.py': '' } },
  { name: 'shadows-standard-library', files: { 'types.py': 'x = 1\n' } },
  { name: 'found-twice', files: { 'p/q/m.py': 'x = 1\n', 'p/n.py': 'import q.m\n' } },
  {
    name: 'invalid-package-name',
    files: { 'bad-name/__init__.py': '', 'bad-name/x.py': '' },
    path: 'bad-name',
  },
  { name: 'not-utf8', files: { 'a.py': NOT_UTF8 } },
  { name: 'file-is-gone', files: { 'b.py': '' }, select: ['a.py'] },
  {
    name: 'everything-excluded',
    files: { 'pyproject.toml': settings('exclude = ["pkg/"]'), 'pkg/a.py': WRONG },
    path: 'pkg',
  },
];

const CONFIGURATION: readonly LintCase[] = [
  {
    name: 'configuration-not-toml',
    files: { 'pyproject.toml': '[tool.mypy]\nstrict = maybe\n', 'a.py': '' },
  },
  { name: 'configuration-not-ini', files: { 'mypy.ini': '[mypy\nstrict = True\n', 'a.py': '' } },
  {
    name: 'configuration-unknown-option',
    files: { 'pyproject.toml': settings('strcit = true'), 'a.py': '' },
  },
  {
    name: 'configuration-unknown-option-in-setup-cfg',
    files: { 'setup.cfg': '[mypy]\nfoo = 1\n', 'a.py': WRONG },
  },
  { name: 'configuration-invalid-value', files: { 'mypy.ini': '[mypy]\nstrict = maybe\n', 'a.py': '' } },
  {
    name: 'configuration-global-option-in-section',
    files: { 'mypy.ini': '[mypy]\n[mypy-a]\npython_version = 3.12\n', 'a.py': '' },
  },
  {
    name: 'configuration-old-python',
    files: { 'pyproject.toml': settings('python_version = "3.8"'), 'a.py': WRONG },
  },
  {
    name: 'configuration-unused-section',
    files: {
      'mypy.ini': '[mypy]\nwarn_unused_configs = True\n[mypy-nope]\nignore_errors = True\n',
      'a.py': '',
    },
  },
  {
    name: 'configuration-changes-the-printing',
    files: {
      'mypy.ini':
        '[mypy]\npretty = True\nshow_absolute_path = True\nshow_error_context = True\nshow_error_code_links = True\ncolor_output = True\n',
      'a.py': 'class A:\n    def f(self) -> int:\n        return ""\n',
    },
  },
  { name: 'configuration-inside-the-file-unknown', files: { 'a.py': '# mypy: foo=bar\n' } },
];

const PLUGINS: readonly LintCase[] = [
  { name: 'plugin-missing', files: { 'mypy.ini': '[mypy]\nplugins = plug.py\n', 'a.py': '' } },
  {
    name: 'plugin-without-entry',
    files: { 'mypy.ini': '[mypy]\nplugins = plug.py\n', 'plug.py': 'x = 1\n', 'a.py': '' },
    select: ['a.py'],
  },
  {
    name: 'plugin-fails-at-entry',
    files: {
      'mypy.ini': '[mypy]\nplugins = plug.py\n',
      'plug.py': 'def plugin(version):\n    raise RuntimeError("boom")\n',
      'a.py': '',
    },
    select: ['a.py'],
  },
  {
    name: 'plugin-fails-in-hook',
    files: {
      'mypy.ini': '[mypy]\nplugins = plug.py\n',
      'plug.py':
        'from mypy.plugin import Plugin\nclass P(Plugin):\n    def get_function_hook(self, fullname):\n        raise RuntimeError("boom")\ndef plugin(version):\n    return P\n',
      'a.py': 'print(len("a"))\n',
    },
    select: ['a.py'],
  },
  {
    name: 'plugin-exits',
    files: { 'mypy.ini': '[mypy]\nplugins = plug.py\n', 'plug.py': 'raise SystemExit(7)\n', 'a.py': '' },
    select: ['a.py'],
  },
  {
    name: 'plugin-exits-with-success',
    files: {
      'mypy.ini': '[mypy]\nplugins = plug.py\n',
      'plug.py': 'import os\nos._exit(0)\n',
      'a.py': WRONG,
    },
    select: ['a.py'],
  },
  {
    name: 'plugin-prints',
    files: {
      'mypy.ini': '[mypy]\nplugins = plug.py\n',
      'plug.py':
        'print("hello from the plugin")\nfrom mypy.plugin import Plugin\ndef plugin(version):\n    return Plugin\n',
      'a.py': WRONG,
    },
    select: ['a.py'],
  },
];

const AS_TEXT = [
  'clean',
  'assignment',
  'several-files-and-codes',
  'hint-of-an-error',
  'note-alone',
  'syntax-error',
  'place-over-several-lines',
  'duplicate-module',
  'odd-file-names',
  'plugin-fails-in-hook',
  'configuration-unknown-option',
  'configuration-changes-the-printing',
];

const ALL = [...BASIC, ...STOPPED, ...CONFIGURATION, ...PLUGINS];

export const MYPY_CASES: readonly LintCase[] = [
  ...ALL,
  ...ALL.filter(one => AS_TEXT.includes(one.name)).map(
    (one): LintCase => ({ ...one, name: `text-${one.name}`, format: 'text' }),
  ),
];
