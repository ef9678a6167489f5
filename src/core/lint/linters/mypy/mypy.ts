import type { LinterDescriptor } from '../../linter-descriptor.ts';
import { type LoadedPart, namesIn, type Setting, unparsed } from '../../loaded-code.ts';

export const mypy: LinterDescriptor = {
  name: 'mypy',
  install: 'pip install mypy',
  setting: 'mypyPath',
  scope: 'files',
  find: {
    program: 'mypy',
    startedBy: 'program',
    package: 'mypy',
    version: { args: ['--version'], pattern: /^mypy (\d[\w.+-]*)/m },
  },
  configuration: {
    around: ['mypy.ini', '.mypy.ini', 'pyproject.toml', 'setup.cfg'],
    inHome: ['.mypy.ini'],
    inUserFolder: ['mypy/config'],
    toml: { table: 'mypy', lists: ['overrides'] },
  },
  cache: { folders: ['.mypy_cache'], own: '.mypy_cache' },
  modules: ['mypy', 'mypyc', 'mypy_extensions', 'dmypy'],
  loads: loadedBy,
  workIn: async lint => (await import('./run-mypy.ts')).mypyWork(lint),
};

/**
 * Plugins of mypy that look at types only: they import nothing of the project that is checked. Everything else may, as
 * django-stubs imports the settings and models. That the name is the package of the environment, and not a module of the
 * workspace, is kept by the guard mypy runs under.
 */
const PURE_PLUGINS = new Set([
  'pydantic.mypy',
  'pydantic.v1.mypy',
  'numpy.typing.mypy_plugin',
  'sqlalchemy.ext.mypy.plugin',
  'returns.contrib.mypy.returns_plugin',
  'strawberry.ext.mypy_plugin',
]);

/** Other settings of mypy that start programs. The debugger runs what a `.pdbrc` in the workspace says. */
const STARTERS = ['python_executable', 'num_workers', 'pdb', 'no_pdb'];
/** Those that write files, which may lie anywhere: text of the checked code in a file that a shell reads, for one. */
const writesFiles = (name: string): boolean => name === 'junit_xml' || name.endsWith('_report');

function loadedBy({ file, name, value }: Setting): readonly LoadedPart[] {
  if (name === undefined) return [unparsed(file)];
  if (STARTERS.includes(name))
    return [{ name: file, reason: `${file} sets ${name}, which makes it start further programs` }];
  if (writesFiles(name)) return [{ name: file, reason: `${file} sets ${name}, which makes it write files` }];
  if (name !== 'plugins') return [];
  return namesIn(value, ',')
    .filter(plugin => !PURE_PLUGINS.has(plugin))
    .map(plugin => ({
      name: plugin,
      reason: `its plugin ${plugin} is code of the workspace, or may load some`,
    }));
}
