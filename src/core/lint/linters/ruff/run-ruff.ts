import type { OneLint, Work } from '../../linter-descriptor.ts';
import { asArgument, pathArguments } from '../../path-arguments.ts';
import { cacheOf, type LinterContext, startLinter, type ToolResult, toRun } from '../../run-linter.ts';
import type { Selection } from '../../select-files.ts';
import type { SimulatedChanges } from '../../simulated-workspace.ts';
import { answered } from '../../tool-answer.ts';
import type { CachePlace, FoundTool } from '../../tool-finder.ts';
import { readRuff } from './read-ruff.ts';

export const ruffWork = ({ selection }: OneLint): Work => ({
  kind: 'work',
  run: (tool, context) => runRuff(tool, ruffArguments(selection, cacheOf('ruff', context)), context),
  async simulate(tool, context, changes, places) {
    const isFew = changes.missing.length <= MANY_FILES;
    if (isFew && !changes.missing.some(change => STEERS_RUFF.test(change.path)))
      return simulateRuff(tool, selection, context, changes);
    // It takes its configuration from where the files lie.
    const inCopy = { ...context, roots: [await places.copy()] };
    return runRuff(tool, ruffArguments(selection, context.caches.none), inCopy);
  },
});

/** Its configuration; that extends other files, and runs none. */
const STEERS_RUFF = /\.toml$/i;
/** Above this one start over a copy takes less time than one for each file. */
const MANY_FILES = 60;
/** How many changed files are read at the same time. */
const AT_A_TIME = 4;

/**
 * Ruff only looks, whatever the project's configuration says of fixing, and what the project excludes stays
 * excluded when it is named.
 */
const LOOK = ['check', '--output-format=json', '--no-fix', '--no-fix-only', '--force-exclude'] as const;

export const ruffArguments = (selection: Selection, cache: CachePlace): readonly string[] => [
  ...LOOK,
  ...cacheArguments(cache),
  '--',
  ...pathArguments(selection, selection.files),
];

/** One file whose content is read from stdin; the path decides which configuration holds. */
const stdinArguments = (path: string): readonly string[] => [
  ...LOOK,
  '--no-cache',
  '--stdin-filename',
  asArgument(path),
  '-',
];

function cacheArguments(cache: CachePlace): readonly string[] {
  switch (cache.kind) {
    case 'own':
      return [];
    case 'folder':
      return ['--cache-dir', cache.path];
    case 'none':
      return ['--no-cache'];
  }
}

async function runRuff(
  tool: FoundTool,
  args: readonly string[],
  context: LinterContext,
  stdin?: Uint8Array,
): Promise<ToolResult> {
  const { result, ms } = await startLinter(tool, args, context, stdin);
  return { run: toRun(tool, ms), answer: readRuff(result, context.roots) };
}

/** Ruff on a text that need not be on disk. */
export const runRuffOnText = (tool: FoundTool, path: string, text: Uint8Array, context: LinterContext) =>
  runRuff(tool, stdinArguments(path), context, text);

/**
 * Changed files are read on stdin, all others where they lie. Of a changed file no cache is asked: it knows a file by
 * its time alone, which a copy or an archive may give to two contents.
 */
async function simulateRuff(
  tool: FoundTool,
  selection: Selection,
  context: LinterContext,
  changes: SimulatedChanges,
): Promise<ToolResult> {
  const byPath = new Map(changes.files.map(change => [change.path, change]));
  const missing = new Set(changes.missing);
  const changed = selection.files.flatMap(file => byPath.get(file) ?? []);
  const there = changed.filter(change => !missing.has(change)).map(({ path }) => path);
  const rest = selection.files.filter(file => !byPath.has(file));
  const runOn = (files: Selection, cache: CachePlace) => () =>
    runRuff(tool, ruffArguments(files, cache), context);
  const onStdin = changed
    .filter(change => missing.has(change))
    .map(
      ({ path, after }) =>
        () =>
          runRuffOnText(tool, path, after ?? new Uint8Array(), context),
    );
  const inPlace =
    there.length > 0 ? [runOn({ ...selection, kind: 'listed', files: there }, context.caches.none)] : [];
  const ofChanged = [...onStdin, ...inPlace];
  const ofRest = rest.length > 0 ? [runOn({ ...selection, files: rest }, cacheOf('ruff', context))] : [];
  const results = await fewAtATime([...ofChanged, ...ofRest]);
  // Run over a folder, ruff also reads what it is not asked about in this run.
  const isAsked = (file: string, run: number) =>
    run < onStdin.length || byPath.has(file) === run < ofChanged.length;
  return merge(tool, results, isAsked);
}

async function fewAtATime(runs: readonly (() => Promise<ToolResult>)[]): Promise<readonly ToolResult[]> {
  const results: ToolResult[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < runs.length; index = next++) {
      const result = await runs[index]?.();
      if (result) results[index] = result;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return results;
}

/** One result of several runs; failed as soon as one of them failed. */
function merge(
  tool: FoundTool,
  results: readonly ToolResult[],
  keep: (file: string, index: number) => boolean,
): ToolResult {
  const run = toRun(
    tool,
    results.reduce((sum, result) => sum + result.run.ms, 0),
  );
  const answers = results.map(result => result.answer);
  const bad = answers.find(answer => answer.kind === 'failed');
  if (bad) return { run, answer: bad };
  const diagnostics = answers.flatMap((answer, index) =>
    answer.kind === 'answered' ? answer.diagnostics.filter(one => keep(one.file, index)) : [],
  );
  const notes = answers.flatMap(answer => (answer.kind === 'answered' ? answer.notes : []));
  return { run, answer: answered(diagnostics, [...new Set(notes)]) };
}
