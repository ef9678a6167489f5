// Workspaces of many modules that use one another, and what a change makes of some of them: what evidence costs must grow
// with the size of the workspace and of the change, not with their product.

type Files = Readonly<Record<string, string>>;

/** What changes in each of the changed modules. */
export const CHANGES = [
  'parameter',
  'body',
  'comment',
  'docstring',
  'constant',
  'renamed constant',
  'class attribute',
  'method body',
  'import',
  'new function',
  'lost function',
  'deleted file',
  'new file',
  'moved function',
] as const;

export type Change = (typeof CHANGES)[number];

interface Module {
  readonly path: string;
  readonly number: number;
  /** The statements by which it has what it calls. */
  readonly imports: string;
  readonly called: string;
}

function textOf({ number: i, imports, called }: Module, change?: Change): string {
  const limit = `${change === 'renamed constant' ? 'MOST' : 'LIMIT'}_${i}`;
  const head = [
    change === 'comment' ? '# Says more.\n' : '',
    change === 'import' ? 'import json\n' : '',
    imports,
  ].join('');
  const rest = lastFunction(i);
  return `${head}
${limit} = ${i}${change === 'constant' ? '0' : ''}
OTHERS_${i} = [1, 2, "x"]


class C${i}:
    size = ${change === 'class attribute' ? 2 : 1}

    def __init__(self, name: str) -> None:
        self.name = name

    def run(self, path: str) -> str:
        return ${called}(path)${change === 'method body' ? ' + ""' : ''}


def f${i}(path: str${change === 'parameter' ? ', mode: str = "r"' : ''}) -> str:
    """Says ${i}${change === 'docstring' ? ' well' : ''}."""
    if path:
        return C${i}(path).run(path)
    return str(${limit}${change === 'body' ? ' + 1' : ''})
${change === 'new function' ? `\n\ndef g${i}(x):\n    return x\n` : ''}${change === 'lost function' || change === 'moved function' ? '' : rest}`;
}

const lastFunction = (i: number): string => `\n\ndef h${i}(x):\n    return f${i}(x)\n`;

interface Shape {
  readonly modules: readonly Module[];
  /** Those that never change. */
  readonly others: Files;
}

const numbered = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

const folderOf = (i: number): string => `pkg${Math.floor(i / 100)}`;

/** Each module imports and calls the one before it. */
const chain = (count: number): Shape => ({
  modules: numbered(count).map(i => ({
    path: `${folderOf(i)}/m${i}.py`,
    number: i,
    imports: `from ${folderOf(i - 1)}.m${i - 1} import f${i - 1}\n`,
    called: `f${i - 1}`,
  })),
  others: {},
});

/** All import one package, and nine of ten the first of their ten. */
const hub = (count: number): Shape => ({
  modules: numbered(count).map(i => {
    const first = i - (i % 10);
    const isOwn = i % 10 === 0 || first === 0;
    return {
      path: `${folderOf(i)}/m${i}.py`,
      number: i,
      imports: `from common import helper\nfrom common import util\n${isOwn ? '' : `from ${folderOf(first)}.m${first} import f${first}\n`}`,
      called: isOwn ? 'util.helper' : `f${first}`,
    };
  }),
  others: {
    'common/__init__.py': 'from common.util import helper\n',
    'common/util.py': 'def helper(x):\n    return str(x)\n',
  },
});

const NAMES = ['models', 'views', 'utils', 'forms', 'admin', 'urls', 'tasks', 'api', 'signals'];

/** Packages whose modules have the same names; each package offers all of its own, and uses the one before it. */
function packages(count: number): Shape {
  const modules: Module[] = [];
  const others: Record<string, string> = {};
  for (let app = 0; app * (NAMES.length + 1) < count; app++) {
    const first = app * NAMES.length;
    const before = app === 0 ? undefined : `app${app - 1}`;
    for (const [k, name] of NAMES.entries()) {
      const beside = NAMES[k - 1];
      const imports =
        beside !== undefined
          ? `from .${beside} import f${first + k - 1}\nfrom . import ${beside}\n`
          : before === undefined
            ? ''
            : `from ${before} import models\n`;
      const called =
        beside !== undefined
          ? `f${first + k - 1}`
          : before === undefined
            ? 'str'
            : `models.f${first - NAMES.length}`;
      modules.push({ path: `app${app}/${name}.py`, number: first + k, imports, called });
    }
    others[`app${app}/__init__.py`] = NAMES.map((name, k) => `from .${name} import f${first + k}\n`).join('');
  }
  return { modules, others };
}

/** A package of modules that import one another as a tree, and a file of tests for each of them. */
function tested(count: number): Shape {
  const others: Record<string, string> = { 'src/pkg/__init__.py': '' };
  const modules = numbered(count / 2).map((i): Module => {
    others[`tests/test_m${i}.py`] =
      `import pytest\nfrom pkg.m${i} import f${i}, C${i}\n\n\n@pytest.fixture\ndef made():\n    return C${i}("a")\n\n\n` +
      `def test_f(made):\n    assert f${i}("") == "${i}"\n    assert made.name == "a"\n`;
    const above = Math.floor(i / 2);
    return {
      path: `src/pkg/m${i}.py`,
      number: i,
      imports: above === 0 ? '' : `from pkg import m${above}\n`,
      called: above === 0 ? 'str' : `m${above}.f${above}`,
    };
  });
  return { modules, others };
}

/** By name: what it looks like with about so many files. */
export const WORKSPACE_SHAPES: Readonly<Record<string, (count: number) => Shape>> = {
  'each module uses the one before': chain,
  'all modules use one': hub,
  'packages of modules with the same names': packages,
  'modules with tests': tested,
};

export const filesOf = ({ modules, others }: Shape): Files => ({
  ...others,
  ...Object.fromEntries(modules.map(module => [module.path, textOf(module)])),
});

/** What so many of its modules, all over the workspace, become. */
export function changedFiles(
  { modules }: Shape,
  count: number,
  change: Change,
): Record<string, string | null> {
  const after: Record<string, string | null> = {};
  for (let k = 0; k < count; k++) {
    const module = modules[Math.floor((k * modules.length) / count)];
    if (module === undefined) continue;
    const { path, number } = module;
    const beside = path.replace(/\.py$/, '_more.py');
    if (change === 'deleted file') after[path] = null;
    else if (change === 'new file') after[beside] = textOf(module);
    else {
      after[path] = textOf(module, change);
      const dotted = path
        .replace(/^src\//, '')
        .replace(/\.py$/, '')
        .replaceAll('/', '.');
      if (change === 'moved function')
        after[beside] = `from ${dotted} import f${number}\n${lastFunction(number)}`;
    }
  }
  return after;
}
