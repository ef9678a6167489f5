import type { LinterDescriptor } from '../../linter-descriptor.ts';
import { type LoadedPart, namesIn, type Setting, unparsed } from '../../loaded-code.ts';
import {
  cacheOf,
  guardedFolders,
  type LinterContext,
  startLinter,
  type ToolResult,
  toRun,
} from '../../run-linter.ts';
import type { CachePlace, FoundTool } from '../../tool-finder.ts';
import { findImportContracts, type ImportContracts } from './import-contracts.ts';
import { IMPORT_LINTER_SCRIPT } from './import-linter-script.ts';
import { readImportLinter } from './read-import-linter.ts';

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
  async workIn({ checkAll, files }) {
    if (!checkAll) return { kind: 'nothing' };
    const contracts = await findImportContracts(files);
    if (contracts.kind === 'none')
      return {
        kind: 'nothing',
        note: 'No import-linter contracts are declared in .importlinter, setup.cfg or pyproject.toml.',
      };
    return { kind: 'work', run: (tool, context) => runImportLinter(tool, contracts, context) };
  },
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

async function runImportLinter(
  tool: FoundTool,
  contracts: Extract<ImportContracts, { kind: 'declared' }>,
  context: LinterContext,
): Promise<ToolResult> {
  const root = context.roots[0] ?? '';
  // Both layouts: packages in the top folder, and in `src`.
  const hasSrc = (await context.files.list('src')) !== undefined;
  const folders = hasSrc ? [root, `${root}/src`] : [root];
  const cache = cacheOf('import-linter', context);
  const args = importLinterArguments(folders, cache, guardedFolders('import-linter', context));
  const { result, ms } = await startLinter(tool, args, context);
  const { version, answer } = readImportLinter(result, context.roots, contracts.declaredAt);
  return { run: toRun(version === undefined ? tool : { ...tool, version }, ms), answer };
}

/** `folders`: absolute folders whose packages are the workspace's; `runNone`: nothing in these is run. */
export const importLinterArguments = (
  folders: readonly string[],
  cache: CachePlace,
  runNone: readonly string[],
): readonly string[] => [
  '-c',
  IMPORT_LINTER_SCRIPT,
  ...folders,
  '--cache',
  cache.kind === 'folder' ? cache.path : '',
  '--run-none',
  ...runNone,
];
