import { type Written, writeIni, writeToml } from './lint-spellings.ts';

/** The code a linter would run, as a proposal brings it: it leaves a file behind. */
const canaryCode = (canary: string): string => `open(${JSON.stringify(canary)}, "w").close()\n`;

const PLUGIN = 'from mypy.plugin import Plugin\n\n\ndef plugin(version):\n    return Plugin\n';
const CONTRACT =
  'from importlinter import Contract, ContractCheck\n\n\nclass Own(Contract):\n    def check(self, graph, verbose):\n        return ContractCheck(kept=True)\n\n    def render_broken_contract(self, check):\n        pass\n';

export type Texts = Readonly<Record<string, string>>;

/** A project and a change to it that makes a linter run the change. */
export interface LintForm {
  readonly name: string;
  readonly before: Texts;
  readonly change: Texts;
  /** Whether the change really runs in a lint of the applied files; false for what no linter runs even then. */
  readonly runs: boolean;
}

const APP: Texts = { 'app/__init__.py': '', 'app/a.py': 'x: int = 1\n' };

interface Attack {
  readonly name: string;
  readonly before: (code: string) => Texts;
  readonly change: (code: string) => Texts;
}

/** What of a plugin a proposal can bring, while the configuration stays as it is. */
/** `beside`: a module in the same folder, as it is imported from there. */
const attacksOn = (file: string, body: string, beside: string): readonly Attack[] => {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  const after =
    (text: string): Attack['before'] =>
    () => ({ [file]: text });
  return [
    { name: 'the file itself', before: after(body), change: code => ({ [file]: code + body }) },
    {
      name: 'a module beside it',
      before: () => ({ [file]: `import ${beside}\n${body}`, [`${folder}helper_of_it.py`]: '' }),
      change: code => ({ [`${folder}helper_of_it.py`]: code }),
    },
    {
      name: 'a module by importlib, and a new file',
      before: () => ({
        [file]: `import importlib, sys\nsys.path.insert(0, ".")\nimportlib.import_module("app" + ".late")\n${body}`,
        'app/late.py': '',
      }),
      change: code => ({ 'app/late.py': code, 'app/fresh.py': 'y = 1\n' }),
    },
    {
      name: 'a data file',
      before: () => ({
        [file]: `import os\nif os.path.exists("rules.txt"):\n    exec(open("rules.txt").read())\n${body}`,
        'rules.txt': '\n',
      }),
      change: code => ({ 'rules.txt': code, 'app/a.py': 'x: int = 2\n' }),
    },
  ];
};

/** All forms; `canaryOf` gives each the file it leaves. */
export function lintForms(canaryOf: (index: number) => string): readonly LintForm[] {
  const makers: ((code: string) => LintForm)[] = [];
  const add = (name: string, written: Written, attacks: readonly Attack[], index: number, more: Texts) => {
    // Each way of writing meets one of the attacks in turn; each attack then meets many ways.
    const attack = attacks[index % attacks.length];
    if (attack)
      makers.push(code => ({
        name: `${name}: ${written.name}; ${attack.name}`,
        before: { ...APP, ...more, ...attack.before(code), [written.file]: written.text },
        change: attack.change(code),
        runs: true,
      }));
  };
  const plugin = attacksOn('tools/plugin.py', PLUGIN, 'helper_of_it');
  const plugins = [
    ...writeIni(['mypy.ini', '.mypy.ini', 'setup.cfg'], 'mypy', 'plugins', 'tools/plugin.py'),
    ...writeIni(['mypy.ini'], 'mypy', 'plugins', './tools/plugin.py:plugin,'),
    ...writeToml('mypy', 'plugins', 'tools/plugin.py'),
  ];
  plugins.forEach((written, index) => {
    add('mypy', written, plugin, index, {});
  });
  const contractsIni = '\n[importlinter:contract:one]\nname = One\ntype = own\n';
  const contract = attacksOn('app/contracts.py', CONTRACT, 'app.helper_of_it');
  const own = 'own: app.contracts.Own';
  const contractTypes = [
    ...writeIni(['.importlinter', 'setup.cfg'], 'importlinter', 'contract_types', own)
      // One line is read letter by letter, which is no contract type.
      .filter(({ name }) => /continued|before|lines|form feed/.test(name))
      .map(({ text, ...rest }) => ({
        ...rest,
        text: text.replace(/\[importlinter\](.*)/, '[importlinter]$1\nroot_package = app') + contractsIni,
      })),
    ...writeToml('importlinter', 'contract_types', own)
      .filter(({ name }) => !/inline|top|dotted/.test(name))
      .map(({ text, ...rest }) => ({
        ...rest,
        text: `${text}root_package = "app"\n[[tool.importlinter.contracts]]\nname = "One"\ntype = "own"\n`,
      })),
  ];
  contractTypes.forEach((written, index) => {
    add('import-linter', written, contract, index, {});
  });
  makers.push(...brought(), ...others());
  return makers.map((make, index) => make(canaryCode(canaryOf(index))));
}

/** The proposal brings the configuration, too. */
function brought(): readonly ((code: string) => LintForm)[] {
  const files: Texts = {
    'mypy.ini': '[mypy]\nplugins = tools/plugin.py\n',
    '.mypy.ini': '[mypy]\nplugins = tools/plugin.py\n',
    'setup.cfg': '[mypy]\nplugins = tools/plugin.py\n',
    'pyproject.toml': '[tool.mypy]\nplugins = ["tools/plugin.py"]\n',
  };
  return Object.entries(files).flatMap(([file, text]) => [
    (code: string): LintForm => ({
      name: `mypy: ${file} and its plugin are created`,
      before: APP,
      change: { [file]: text, 'tools/plugin.py': code + PLUGIN },
      runs: true,
    }),
    (code: string): LintForm => ({
      name: `mypy: the plugin that ${file} names is created`,
      before: { ...APP, [file]: text },
      change: { 'tools/plugin.py': code + PLUGIN },
      runs: true,
    }),
  ]);
}

/** Names that tools or their libraries load, and settings that start programs. */
function others(): readonly ((code: string) => LintForm)[] {
  const contracts = (root: string): Texts => ({
    '.importlinter': `[importlinter]\nroot_package = ${root}\n[importlinter:contract:one]\nname = One\ntype = forbidden\nsource_modules = ${root}.a\nforbidden_modules = ${root}.b\n`,
    [`${root.replaceAll('.', '/')}/__init__.py`]: '',
    [`${root.replaceAll('.', '/')}/a.py`]: '',
    [`${root.replaceAll('.', '/')}/b.py`]: '',
  });
  const names = [
    'mypy',
    'mypyc',
    'ruff',
    'importlinter',
    'grimp',
    'sitecustomize',
    'usercustomize',
    'multiprocessing',
    'concurrent',
    'tomllib',
    'sqlite3',
    'json',
    'click',
    'rich',
    'typing_extensions',
    'encodings',
    'conftest',
    'setup',
    'pydantic',
    'numpy',
  ];
  const shadow =
    (name: string, package_: boolean) =>
    (code: string): LintForm => ({
      name: `the workspace has a ${package_ ? 'package' : 'module'} ${name}`,
      before: { ...APP, ...contracts('app') },
      change: { [package_ ? `${name}/__init__.py` : `${name}.py`]: code, [`${name}/__main__.py`]: code },
      runs: false,
    });
  const settled =
    (name: string, before: Texts, change: (code: string) => Texts, runs: boolean) =>
    (code: string): LintForm => ({
      name,
      before: { ...APP, ...before },
      change: change(code),
      runs,
    });
  return [
    ...names.flatMap(name => [shadow(name, false), shadow(name, true)]),
    settled(
      'import-linter imports the parent of a dotted root package',
      contracts('app.inner'),
      code => ({ 'app/__init__.py': code }),
      false,
    ),
    settled(
      'import-linter looks at the root package',
      contracts('app'),
      code => ({ 'app/__init__.py': code, 'app/b.py': code }),
      false,
    ),
    settled(
      'a root package named like a library',
      contracts('multiprocessing'),
      code => ({ 'multiprocessing/__init__.py': code }),
      false,
    ),
    settled(
      'a pure plugin that only the workspace has',
      { 'mypy.ini': '[mypy]\nplugins = pydantic.mypy\n', 'pydantic/__init__.py': '' },
      code => ({ 'pydantic/mypy.py': code + PLUGIN }),
      false,
    ),
    settled(
      'configuration in a byte order mark',
      { 'mypy.ini': '\ufeff[mypy]\nplugins = tools/plugin.py\n', 'tools/plugin.py': PLUGIN },
      code => ({ 'tools/plugin.py': code + PLUGIN }),
      false,
    ),
    settled(
      'configuration with a section twice',
      { 'mypy.ini': '[mypy]\n[mypy]\nplugins = tools/plugin.py\n', 'tools/plugin.py': PLUGIN },
      code => ({ 'tools/plugin.py': code + PLUGIN }),
      false,
    ),
    settled(
      'TOML that is none',
      { 'pyproject.toml': '[tool.mypy]\nplugins = ["tools/plugin.py"\n', 'tools/plugin.py': PLUGIN },
      code => ({ 'tools/plugin.py': code + PLUGIN }),
      false,
    ),
    settled(
      'workers of mypy',
      { 'mypy.ini': '[mypy]\nnum_workers = 2\n' },
      code => ({ 'mypy/__init__.py': code, 'mypy/build_worker.py': code }),
      false,
    ),
  ];
}
