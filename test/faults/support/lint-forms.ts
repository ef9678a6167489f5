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

type Write = (key: string, value: string) => string;
/** How a value can be written; each leads the tool to the same setting. */
type Writers = Readonly<Record<string, Write>>;

const INI_VALUES: Writers = {
  plain: (key, value) => `${key} = ${value}\n`,
  tight: (key, value) => `${key}=${value}\n`,
  colon: (key, value) => `${key}: ${value}\n`,
  'upper case': (key, value) => `${key.toUpperCase()} = ${value}\n`,
  'indented option': (key, value) => `  ${key} = ${value}\n`,
  continued: (key, value) => `${key} =\n    ${value}\n`,
  'continued with a tab': (key, value) => `${key} =\n\t${value}\n`,
  'blank line before': (key, value) => `${key} =\n\n    ${value}\n`,
  'blank lines with spaces': (key, value) => `${key} =\n  \n   \n  ${value}\n`,
  'comment before': (key, value) => `${key} =\n# it is here: ]\n    ${value}\n`,
  'indented comment before': (key, value) => `${key} =\n    ; none\n\n    ${value}\n`,
  'form feed': (key, value) => `${key} =\n \f ${value}\n`,
  'after another option': (key, value) => `strict = False\n${key} = ${value}\n`,
  'next-line character': (key, value) => `${key} = ${value}\u0085\n`,
};
/** Where the options of a section can stand. */
const INI_SECTIONS: Readonly<Record<string, (section: string, body: string) => string>> = {
  'own section': (section, body) => `[${section}]\n${body}`,
  'after a comment': (section, body) => `; [other]\n# x\n\n[${section}] ; it\n${body}`,
  'DEFAULT section': (section, body) => `[DEFAULT]\n${body}\n[${section}]\n`,
  'between sections': (section, body) => `[a]\nb = 1\n[${section}]\n${body}[c]\nd = 1\n`,
};
const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

const TOML_VALUES: Writers = {
  list: (key, value) => `${key} = ["${value}"]\n`,
  literal: (key, value) => `${key} = ['${value}']\n`,
  'several lines': (key, value) => `${key} = [\n  "${value}",\n]\n`,
  'comment with a bracket': (key, value) => `${key} = [  # the list ] of them\n  # ]\n  "${value}"\n]\n`,
  'quoted key': (key, value) => `"${key}" = ["${value}"]\n`,
  'escaped key': (key, value) => `"${escapeFirst(key)}" = ["${value}"]\n`,
  'escaped value': (key, value) => `${key} = ["${escapeFirst(value)}"]\n`,
  'string of several lines': (key, value) => `${key} = ["""\n${value}"""]\n`,
  'line continued in a string': (key, value) =>
    `${key} = ["""\\\n    ${value.slice(0, 3)}\\\n    ${value.slice(3)}"""]\n`,
  'literal of several lines': (key, value) => `${key} = ['''\n${value}''']\n`,
  'spaces around': (key, value) => `${key}\t =\t[ "${value}" , ]\n`,
};
const escapeFirst = (text: string): string =>
  `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}${text.slice(1)}`;

const TOML_TABLES: Readonly<
  Record<string, (tool: string, write: Write, key: string, value: string) => string>
> = {
  table: (tool, write, key, value) => `[tool.${tool}]\n${write(key, value)}`,
  'quoted table': (tool, write, key, value) => `["tool"."${tool}"]\n${write(key, value)}`,
  'spaced table': (tool, write, key, value) => `[ tool . '${tool}' ] # ]\n${write(key, value)}`,
  'dotted in tool': (tool, write, key, value) => `[tool]\n${write(key, value).replace(/^/, `${tool}.`)}`,
  'dotted at the top': (tool, write, key, value) =>
    `${write(key, value).replace(/^/, `tool.${tool}.`)}\n[project]\nname = "x"\n`,
  'inline table': (tool, _, key, value) => `tool = { ${tool} = { ${key} = ["${value}"] } }\n`,
  'inline in tool': (tool, _, key, value) => `[tool]\n${tool} = {${key} = ["${value}"]}\n`,
  'windows lines': (tool, write, key, value) => crlf(`[tool.${tool}]\n${write(key, value)}`),
};

interface Written {
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

/** Every file × place × writer for a list setting of a tool. */
function writeIni(files: readonly string[], section: string, key: string, value: string): readonly Written[] {
  return files.flatMap(file =>
    Object.entries(INI_SECTIONS).flatMap(([place, put]) =>
      Object.entries(INI_VALUES).flatMap(([how, write]): readonly Written[] => {
        const text = put(section, write(key, value));
        const name = `${file}, ${place}, ${how}`;
        return [
          { name, file, text },
          ...(how === 'continued' ? [{ name: `${name}, windows lines`, file, text: crlf(text) }] : []),
        ];
      }),
    ),
  );
}

const writeToml = (tool: string, key: string, value: string): readonly Written[] =>
  Object.entries(TOML_TABLES).flatMap(([place, put]) =>
    Object.entries(TOML_VALUES).map(([how, write]) => ({
      name: `pyproject.toml, ${place}, ${how}`,
      file: 'pyproject.toml',
      text: put(tool, write, key, value),
    })),
  );

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
