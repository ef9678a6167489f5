import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Word = 'proved' | 'violated' | 'not_checkable';

const change = (verdict: Word, name: string, path: string, before: string, after: string): VerdictCase => [
  name,
  { 'pkg/m.py': 'x = 1\n', [path]: before },
  { [path]: after },
  { 'no new suppressions': verdict },
];

const runs =
  (path: string, before: string, verdict: Word = 'not_checkable') =>
  (after: string): VerdictCase =>
    change(
      verdict,
      `${path}: ${after}`,
      path,
      `import subprocess\n${before}\n`,
      `import subprocess\n${after}\n`,
    );

describe('a program that starts linters, wherever it is', () => {
  const RUN = 'subprocess.check_call(["flake8", "pkg"])';
  testVerdicts([
    ...[
      'subprocess.check_call(["flake8", "pkg", "--ignore", "E501"])',
      'subprocess.check_call(["flake8", "pkg", "--exclude=pkg"])',
      'subprocess.check_call(["flake8", "pkg", "-qq"])',
      'subprocess.check_call(["flake8", "src"])',
      'subprocess.run(["flake8", "pkg"])',
      'try:\n    subprocess.check_call(["flake8", "pkg"])\nexcept OSError:\n    pass',
    ].flatMap(after => [runs('tools/lint.py', RUN)(after), runs('pkg/checks.py', RUN)(after)]),
    runs('pkg/checks.py', RUN, 'proved')('subprocess.check_call(["flake8", "pkg", "--strict"])'),
    runs('pkg/checks.py', 'from mypy import api\napi.run([])')('from mypy import api\napi.run(["-x"])'),
    runs('pkg/checks.py', 'os.system("python -m mypy pkg")')('os.system("python -m mypy pkg || true")'),
    runs('scripts/options.py', 'ARGS = []')('ARGS = ["--disable=all"]'),
    runs('noxfile.py', 'def lint(s): s.run("flake8")')('def lint(s): s.run("flake8", success_codes=[0, 1])'),
    runs('tasks.py', 'def lint(c): c.run(CHECK)')('def lint(c): c.run(CHECK, warn=True)'),
    runs('pkg/m.py', 'print("Is mypy happy?")', 'proved')('print("Is mypy happy now?")'),
    runs('pkg/cli.py', 'add("--color")', 'proved')('add("--no-color")'),
  ]);
});

describe('a comment of a text that tools read', () => {
  const says =
    (verdict: Word) =>
    ([path = '', text = '']: readonly string[]): VerdictCase =>
      change(verdict, `${path}: ${text}`, path, 'x\n', `${text}\nx\n`);
  testVerdicts(
    [
      ['web/a.html', '<!-- htmlhint attr:false -->'],
      ['web/a.html', '<!--\n  htmlhint attr:false\n-->'],
      ['web/a.html', '<script>\n/* eslint-disable */'],
      ['web/a.html', '{# djlint:off #}'],
      ['a.rst', '.. rstcheck: ignore-next-code-block'],
      ['a.rst', '..\n   rstcheck: ignore-next-code-block'],
      ['a.md', '<!-- alex disable -->'],
      ['a.md', '[//]: # (markdownlint-disable)'],
      ['a.md', '```python\nimport a  # noqa\n```'],
    ].map(says('not_checkable')),
  );
  testVerdicts(
    [
      ['a.md', '<!-- Thanks to all! -->'],
      ['a.md', 'We check and ignore nothing.'],
      ['a.rst', '.. note:: See below.'],
      ['a.html', '<p>Is it off?</p>'],
    ].map(says('proved')),
  );
});

describe('a comment is a suppression for certain where it stands as tools read it', () => {
  const above =
    (verdict: Word) =>
    (comment: string): VerdictCase =>
      change(verdict, comment, 'a.py', 'y = f()\n', `${comment}\ny = f()\n`);
  const behind =
    (verdict: Word) =>
    (comment: string): VerdictCase =>
      change(verdict, `f() ${comment}`, 'a.py', 'y = f()\n', `y = f()  ${comment}\n`);
  testVerdicts([
    ...[
      '# type: ignored values are dropped',
      '# strips `# noqa` comments',
      '# we remove # noqa here',
      '# noqa comments are stripped',
      '# pylint: disabled for now',
      '# fmt: offset of the text',
      '# fmt: off makes it ugly',
      '# nosec is of bandit',
      '# mypy: ignores this one',
      '# pragma: no coverage here',
    ].map(above('not_checkable')),
    ...['# type: ignored by all', '# as "# noqa" says'].map(behind('not_checkable')),
    ...[
      '# fmt: off',
      '# ruff: noqa',
      '# flake8: noqa: E501',
      '# pylint: disable=x because of y',
      '# mypy: ignore-errors',
      '# mypy: disable-error-code="x"',
      '# type: ignore',
    ].map(above('violated')),
    ...[
      '# noqa',
      '# noqa it has to be first',
      '# type: ignore  # of mypy',
      '# why # noqa',
      '# nosec B101',
    ].map(behind('violated')),
  ]);
});

describe('a comment of a page that goes on over lines', () =>
  testVerdicts(
    ['<!--\nA word to readers.\nvale off\n-->\n', '<!--\n  vale off\n-->\n'].map(text => [
      text,
      { 'docs/a.md': 'One.\n' },
      { 'docs/a.md': `One.\n${text}` },
      { 'no new suppressions': 'not_checkable' },
    ]),
  ));

describe('a comment in the form of an order to a tool', () => {
  const beside = (verdict: Word, comment: string): VerdictCase =>
    change(verdict, comment, 'pkg/m.py', 'x = load()\n', `x = load()  ${comment}\n`);
  testVerdicts([
    ...['# no-dd-sa', '# xdoctest: +SKIP', '# sometool: rule-name', '# no-audit: S101'].map(each =>
      beside('not_checkable', each),
    ),
    ...['# no cache here', '# default: none', '# see: the other one', '# TODO: re-use'].map(each =>
      beside('proved', each),
    ),
    change(
      'not_checkable',
      'of an example: # xdoctest: +SKIP',
      'pkg/m.py',
      '"""\n>>> f(2)\n4\n"""\n',
      '"""\n>>> f(2)  # xdoctest: +SKIP\n4\n"""\n',
    ),
  ]);
});
