import { type LintCase, NOT_UTF8 } from './case.ts';

/** `app` with three modules that import each other in the wrong direction. */
const APP = {
  'app/__init__.py': '',
  'app/high.py': 'import os\n\nfrom . import mid\n',
  'app/mid.py': 'from app import low\n',
  'app/low.py': 'X = 1\nfrom app import high\n',
};
const contract = (...lines: readonly string[]) =>
  ['[importlinter]', 'root_package = app', '', '[importlinter:contract:one]', ...lines, ''].join('\n');
const LAYERS = [
  'name = Layers are kept',
  'type = layers',
  'layers =',
  '    app.high',
  '    app.mid',
  '    app.low',
];
const CUSTOM = (body: string) => ({
  '.importlinter':
    '[importlinter]\nroot_package = app\ncontract_types =\n    mine: app.contracts.Mine\n\n[importlinter:contract:one]\nname = Mine\ntype = mine\n',
  'app/__init__.py': '',
  'app/contracts.py': `from importlinter import Contract, ContractCheck\nfrom importlinter.application import output\n\n\nclass Mine(Contract):\n    def check(self, graph, verbose):\n${body}\n    def render_broken_contract(self, check):\n        output.print_error("Something of ours is wrong.")\n`,
});

export const IMPORT_LINTER_CASES: readonly LintCase[] = [
  { name: 'kept', files: { ...APP, 'app/low.py': '', '.importlinter': contract(...LAYERS) } },
  { name: 'layers', files: { ...APP, '.importlinter': contract(...LAYERS) } },
  {
    name: 'independence-through-another',
    files: {
      ...APP,
      '.importlinter': contract(
        'name = Independent',
        'type = independence',
        'modules =',
        '    app.low',
        '    app.high',
      ),
    },
  },
  {
    name: 'forbidden',
    files: {
      ...APP,
      '.importlinter': contract(
        'name = Low stays low',
        'type = forbidden',
        'source_modules = app.low',
        'forbidden_modules = app.high',
      ),
    },
  },
  {
    name: 'forbidden-external',
    files: {
      ...APP,
      'app/low.py': 'import json\nimport json.decoder\n',
      '.importlinter': `[importlinter]\nroot_package = app\ninclude_external_packages = True\n\n[importlinter:contract:one]\nname = No json\ntype = forbidden\nsource_modules = app\nforbidden_modules = json\n`,
    },
  },
  {
    name: 'protected',
    files: {
      ...APP,
      '.importlinter': contract(
        'name = Low is protected',
        'type = protected',
        'protected_modules = app.low',
        'allowed_importers = app.high',
      ),
    },
  },
  {
    name: 'cycles',
    files: {
      ...APP,
      '.importlinter': contract('name = No cycles', 'type = acyclic_siblings', 'ancestors = app'),
    },
  },
  {
    name: 'exhaustive',
    files: {
      ...APP,
      'app/low.py': '',
      'app/extra.py': '',
      '.importlinter': contract(
        'name = Everything is a layer',
        'type = layers',
        'containers = app',
        'exhaustive = true',
        'layers =',
        '    high',
        '    mid',
        '    low',
      ),
    },
  },
  {
    name: 'several-importers-and-imported',
    files: {
      'app/__init__.py': '',
      'app/high/__init__.py': '',
      'app/high/a.py': '',
      'app/high/b.py': '',
      'app/low/__init__.py': '',
      'app/low/x.py': 'from app import bridge\n',
      'app/low/y.py': '\nfrom app import bridge\nimport app.bridge\n',
      'app/bridge.py': 'from app.high import a\nfrom app.high import b\n',
      '.importlinter': contract(
        'name = Packages are layered',
        'type = layers',
        'layers =',
        '    app.high',
        '    app.low',
      ),
    },
  },
  {
    name: 'two-contracts-one-kept',
    files: {
      ...APP,
      '.importlinter': `${contract(...LAYERS)}[importlinter:contract:two]\nname = Mid stays\ntype = forbidden\nsource_modules = app.high\nforbidden_modules = app.nothing_else\n`,
      'app/nothing_else.py': '',
    },
  },
  {
    name: 'guidance',
    files: { ...APP, '.importlinter': contract(...LAYERS, 'broken_contract_guidance = Ask the architects.') },
  },
  {
    name: 'configured-in-pyproject',
    files: {
      ...APP,
      'pyproject.toml':
        '[tool.importlinter]\nroot_package = "app"\n\n[[tool.importlinter.contracts]]\nname = "Layers: \\"kept\\""\ntype = "layers"\nlayers = ["app.high", "app.mid", "app.low"]\n',
    },
  },
  { name: 'configured-in-setup-cfg', files: { ...APP, 'setup.cfg': contract(...LAYERS) } },
  {
    name: 'odd-contract-name',
    files: { ...APP, '.importlinter': contract('name = __proto__', ...LAYERS.slice(1)) },
  },
  {
    name: 'src-layout',
    files: {
      ...Object.fromEntries(Object.entries(APP).map(([path, text]) => [`src/${path}`, text])),
      '.importlinter': contract(...LAYERS),
    },
  },
  {
    name: 'ignored-import-unmatched',
    files: {
      ...APP,
      'app/low.py': '',
      '.importlinter': contract(
        ...LAYERS,
        'ignore_imports = app.low -> app.mid',
        'unmatched_ignore_imports_alerting = warn',
      ),
    },
  },
  {
    name: 'ignored-import-unmatched-is-an-error',
    files: { ...APP, '.importlinter': contract(...LAYERS, 'ignore_imports = app.low -> app.nope') },
  },
  {
    name: 'root-package-missing',
    files: { '.importlinter': contract(...LAYERS).replace('= app', '= nothing_here') },
  },
  { name: 'layer-missing', files: { 'app/__init__.py': '', '.importlinter': contract(...LAYERS) } },
  { name: 'unknown-contract-type', files: { ...APP, '.importlinter': contract('name = X', 'type = nope') } },
  {
    name: 'required-field-missing',
    files: { ...APP, '.importlinter': contract('name = X', 'type = forbidden') },
  },
  { name: 'misspelled-option', files: { ...APP, '.importlinter': contract(...LAYERS, 'exhaustiv = true') } },
  { name: 'without-contracts', files: { ...APP, '.importlinter': '[importlinter]\nroot_package = app\n' } },
  { name: 'configuration-not-ini', files: { ...APP, '.importlinter': '[importlinter\n' } },
  {
    name: 'syntax-error',
    files: { ...APP, 'app/low.py': 'def f(:\n', '.importlinter': contract(...LAYERS) },
  },
  { name: 'not-utf8', files: { ...APP, 'app/low.py': NOT_UTF8, '.importlinter': contract(...LAYERS) } },
  { name: 'own-contract-broken', files: CUSTOM('        return ContractCheck(kept=False)\n') },
  {
    name: 'own-contract-prints',
    files: CUSTOM('        print("{}")\n        return ContractCheck(kept=True)\n'),
  },
  { name: 'own-contract-fails', files: CUSTOM('        raise RuntimeError("boom")\n') },
  { name: 'own-contract-exits', files: CUSTOM('        import os\n        os._exit(0)\n') },
  {
    name: 'workspace-has-modules-of-the-tool',
    files: {
      ...APP,
      'importlinter/__init__.py': 'raise SystemExit("the wrong one")\n',
      'grimp.py': 'raise SystemExit("the wrong one")\n',
      'json.py': 'raise SystemExit("the wrong one")\n',
      '.importlinter': contract(...LAYERS),
    },
  },
];
