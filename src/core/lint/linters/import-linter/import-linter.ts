import type { LinterDescriptor } from '../../linter-descriptor.ts';
import { type LoadedPart, namesIn, type Setting, unparsed } from '../../loaded-code.ts';

export const importLinter: LinterDescriptor = {
  name: 'import-linter',
  install: 'pip install import-linter',
  setting: 'importLinterPath',
  scope: 'workspace',
  find: {
    program: 'lint-imports',
    startedBy: 'python',
    package: 'import_linter',
    version: {
      args: [
        '-c',
        'import sys; sys.path[:] = [p for p in sys.path if p not in ("", ".")]; import importlib.metadata as m; print("import-linter", m.version("import-linter"))',
      ],
      pattern: /^import-linter (\d[\w.+-]*)/m,
    },
  },
  configuration: {
    around: ['pyproject.toml', 'setup.cfg'],
    atTop: ['.importlinter'],
    toml: { table: 'importlinter' },
  },
  // Its cache does not bear two runs at a time.
  cache: { folders: ['.import_linter_cache', '.grimp_cache'] },
  modules: ['importlinter', 'grimp'],
  loads: loadedBy,
  workIn: async lint => (await import('./run-import-linter.ts')).importLinterWork(lint),
};

/** Contract types that come with import-linter, when a project names them itself. */
const PURE_CONTRACT_TYPE = /^[\w-]+: importlinter\.contracts\.\w+\.\w+$/;

function loadedBy({ file, name, value }: Setting): readonly LoadedPart[] {
  if (name === undefined) return [unparsed(file)];
  if (name !== 'contract_types') return [];
  return namesIn(value, '\n')
    .filter(type => !PURE_CONTRACT_TYPE.test(type))
    .map(type => ({
      name: type,
      reason: `its contract type ${type} is code of the workspace, or may load some`,
    }));
}
