import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Word = 'proved' | 'not_checkable';

const BASE = { 'shop/__init__.py': '', 'shop/urls.py': '', 'shop/b.py': 'import rest_framework\n' };

const edit = (
  name: string,
  before: string,
  after: string,
  imports: Word,
  dependencies: Word,
): VerdictCase => [
  name,
  { ...BASE, 'shop/a.py': before },
  { 'shop/a.py': after },
  { 'no new imports': imports, 'no new dependencies': dependencies },
];

const urls = (...paths: string[]) =>
  `from django.urls import include, path\nfrom . import views\nurlpatterns = [\n${paths.map(each => `    ${each},\n`).join('')}]\n`;
const ADMIN = 'path("x", include("shop.urls"))';

describe('a package that Django is told to include', () =>
  testVerdicts([
    edit(
      'another one',
      urls(ADMIN),
      urls(ADMIN, 'path("y", include("allauth.urls"))'),
      'not_checkable',
      'not_checkable',
    ),
    edit(
      'with a name space',
      urls(ADMIN),
      urls('path("y", include(("allauth.urls", "y")))'),
      'not_checkable',
      'not_checkable',
    ),
    edit(
      'by a name',
      urls(ADMIN),
      `${urls('path("y", include(NAME))')}NAME = "allauth.urls"\n`,
      'not_checkable',
      'not_checkable',
    ),
    edit('one of the workspace', urls(), urls(ADMIN), 'not_checkable', 'proved'),
    edit(
      'one that is needed already',
      urls(),
      urls('path("r", include("rest_framework.urls"))'),
      'not_checkable',
      'proved',
    ),
    edit(
      'no other one',
      urls(ADMIN),
      urls(ADMIN, 'path("about", views.about, name="about")'),
      'proved',
      'proved',
    ),
    edit(
      'no other one beside a router',
      urls('path("r", include(router.urls))'),
      urls('path("r", include(router.urls))', 'path("about", views.about, name="about")'),
      'proved',
      'proved',
    ),
    edit(
      'what has another meaning',
      'def f(m): return m.dump()\n',
      'def f(m): return m.dump(include={"id"})\n',
      'proved',
      'proved',
    ),
  ]));

describe('a package of which files are asked for', () => {
  const files = (code: string, head = 'from importlib.resources import files') => `${head}\nx = 1\n${code}\n`;
  testVerdicts([
    edit('another one', files(''), files('r = files("certifi")'), 'not_checkable', 'not_checkable'),
    edit(
      'by the module',
      files('', 'import importlib.resources'),
      files('r = importlib.resources.read_text("certifi", "a")', 'import importlib.resources'),
      'not_checkable',
      'not_checkable',
    ),
    edit(
      'by another module',
      files('', 'import importlib_resources as ir'),
      files('r = ir.files(anchor="certifi")', 'import importlib_resources as ir'),
      'not_checkable',
      'not_checkable',
    ),
    edit(
      'by a name',
      files('r = files(P)'),
      files('P = "certifi"\nr = files(P)'),
      'not_checkable',
      'not_checkable',
    ),
    edit('its own one', files(''), files('r = files("shop")'), 'proved', 'proved'),
    edit(
      'another file',
      files('r = files("shop") / "a"'),
      files('r = files("shop") / "b"'),
      'proved',
      'proved',
    ),
    edit(
      'of its own',
      files('r = files(__package__)'),
      files('r = files(__package__) / "b"'),
      'proved',
      'proved',
    ),
  ]);
});
