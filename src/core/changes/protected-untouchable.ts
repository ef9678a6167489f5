import { entriesOf, type ProtectedEntry } from './protected-entry.ts';

/** Says which variables there are, without their values. */
const VARIABLE_TEMPLATES = [
  '.env.example',
  '.env.sample',
  '.env.template',
  '.env.dist',
  '.env.defaults',
  '.env.schema',
] as const;

/** What is never written, whoever approves; environments under other names are found by looking at the disk. */
export const UNTOUCHABLE_ENTRIES: readonly ProtectedEntry[] = [
  ...entriesOf(
    'version control',
    '.git/** .hg/** .jj/** .svn/** _svn/** .bzr/** CVS/** _darcs/** .fossil/** .fslckout/** _FOSSIL_ .pijul/** .sl/** .repo/**',
  ),
  ...entriesOf(
    'installed',
    `.venv*/** venv/** .virtualenv/** .virtualenvs/** .conda/** .mamba/** .micromamba/** .pixi/** .hatch/** .tox/** .nox/**
    .pdm-python .pdm-build/** __pypackages__/** .eggs/** .pyenv/** .rye/** .pipx/** .devenv/** .devbox/** .direnv/**
    node_modules/** bower_components/** jspm_packages/** .pnpm-store/** site-packages/** dist-packages/**
    pyvenv.cfg conda-meta/** bin/activate bin/activate.* bin/activate_this.py bin/python bin/python3 bin/python3.*
    Scripts/activate Scripts/activate.* Scripts/activate_this.py Scripts/python.exe Scripts/pythonw.exe
    env/bin/** env/Scripts/** env/lib/python*/** env/lib64/**`,
  ),
  {
    pattern: '.env*/**',
    area: 'environment variables',
    except: ['.envrc', ...VARIABLE_TEMPLATES],
  },
  ...entriesOf(
    'cache',
    '__pycache__/** .mypy_cache/** .dmypy.json .ruff_cache/** .pytest_cache/** .import_linter_cache/** .pytype/** .pyre/**',
  ),
  ...entriesOf('shell', VARIABLE_TEMPLATES.join(' ')),
];
