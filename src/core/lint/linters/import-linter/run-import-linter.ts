import type { OneLint, Work } from '../../linter-descriptor.ts';
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

export async function importLinterWork({ checkAll, files }: OneLint): Promise<Work> {
  if (!checkAll) return { kind: 'nothing' };
  const contracts = await findImportContracts(files);
  if (contracts.kind === 'none')
    return {
      kind: 'nothing',
      note: 'No import-linter contracts are declared in .importlinter, setup.cfg or pyproject.toml.',
    };
  return { kind: 'work', run: (tool, context) => runImportLinter(tool, contracts, context) };
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
