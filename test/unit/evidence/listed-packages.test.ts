import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const PHRASES = ['no behavior changes', 'no broken imports', 'no public names removed'] as const;

const BEFORE = {
  'shop/__init__.py': '',
  'shop/a.py': 'def f():\n    return g()\n\n\ndef g():\n    return 1\n',
};
const AFTER = {
  'shop/a.py': 'from shop.core.b import g\n\n\ndef f():\n    return g()\n',
  'shop/core/__init__.py': '',
  'shop/core/b.py': 'def g():\n    return 1\n',
};

/** A function moves to a new package, while settings say what is installed. */
const moved = (
  name: string,
  path: string,
  text: string,
  verdict: 'proved' | 'not_checkable',
): VerdictCase => [
  name,
  { ...BEFORE, [path]: text },
  AFTER,
  Object.fromEntries(PHRASES.map(phrase => [phrase, verdict])),
];

describe('a new package of which settings list the packages that are installed', () =>
  testVerdicts([
    moved(
      'and not it: pyproject.toml',
      'pyproject.toml',
      '[project]\nname = "shop"\n\n[tool.setuptools]\npackages = ["shop"]\n',
      'not_checkable',
    ),
    moved(
      'and it: pyproject.toml',
      'pyproject.toml',
      '[tool.setuptools]\npackages = [\n  "shop",\n  "shop.core",\n]\n',
      'proved',
    ),
    moved(
      'or rather where they are found',
      'pyproject.toml',
      '[tool.setuptools.packages.find]\ninclude = ["shop*"]\n',
      'proved',
    ),
    moved(
      'with all that is in them: hatch',
      'pyproject.toml',
      '[tool.hatch.build.targets.wheel]\npackages = ["shop"]\n',
      'proved',
    ),
    moved('and not it: setup.cfg', 'setup.cfg', '[options]\npackages =\n    shop\n', 'not_checkable'),
    moved(
      'or rather where they are found: setup.cfg',
      'setup.cfg',
      '[options]\npackages = find:\n',
      'proved',
    ),
    moved(
      'and not it: setup.py',
      'setup.py',
      'from setuptools import setup\n\nsetup(name="shop", packages=["shop"])\n',
      'not_checkable',
    ),
    moved(
      'of which hatch takes some alone',
      'pyproject.toml',
      '[tool.hatch.build.targets.wheel]\nonly-include = ["shop/a.py", "shop/__init__.py"]\n',
      'not_checkable',
    ),
    moved(
      'of which hatch takes this one',
      'pyproject.toml',
      '[tool.hatch.build.targets.wheel]\nonly-include = ["shop"]\n',
      'proved',
    ),
    moved(
      'that is left out',
      'pyproject.toml',
      '[tool.hatch.build]\nexclude = [\n  "/shop/core",\n]\n',
      'not_checkable',
    ),
    moved(
      'beside one that is left out',
      'pyproject.toml',
      '[tool.hatch.build]\nexclude = ["/shop/data"]\n',
      'proved',
    ),
    moved(
      'that poetry takes with the package around it',
      'pyproject.toml',
      '[tool.poetry]\npackages = [{ include = "shop", from = "src" }]\n',
      'proved',
    ),
    moved(
      'and poetry takes files of another folder',
      'pyproject.toml',
      '[tool.poetry]\npackages = [{ include = "shop/*.py" }]\n',
      'not_checkable',
    ),
    moved('and git ignores it', '.gitignore', 'build/\ncore/\n', 'not_checkable'),
    moved('and git ignores it at its place', '.gitignore', '/shop/core\n', 'not_checkable'),
    moved('and git ignores others', '.gitignore', '# core\n/core/\n*.pyc\n', 'proved'),
  ]));
