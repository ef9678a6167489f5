import type { ChangeSet, FileChange } from '../changes/change-set.ts';
import { mypyFormat } from './mypy.ts';
import {
  type RunContext,
  runImportLinter,
  runMypy,
  runRuff,
  type ToolResult,
  type Tools,
} from './run-tools.ts';
import type { Selection } from './select-files.ts';
import { isDeleted, type SimulatedPlaces } from './simulated-workspace.ts';
import { answered } from './tool-answer.ts';
import { mypyArguments, ruffArguments, ruffStdinArguments } from './tool-arguments.ts';
import type { FoundTool } from './tool-finder.ts';
import { isTypeChecked } from './workspace-path.ts';

/** Ruff's configuration; it extends other files, and runs none. */
const STEERS_RUFF = /\.toml$/i;
/** How many changed files ruff reads at the same time. */
const RUFF_AT_A_TIME = 4;

/**
 * The tools over the files as the change set would leave them: ruff reads changed files on stdin, mypy reads their
 * content from shadow files, import-linter looks at a copy. Mypy looks at the copy too when files come or go, because
 * a shadow needs a file to stand for.
 */
export function createSimulatedTools(
  context: RunContext,
  changes: ChangeSet,
  places: SimulatedPlaces,
): Tools {
  const inCopy = async (): Promise<RunContext> => ({ ...context, roots: [await places.copy()] });
  return {
    async ruff(tool, selection) {
      if (!changes.files.some(change => STEERS_RUFF.test(change.path)))
        return ruffSimulated(tool, selection, context, changes);
      // It takes its configuration from where the files lie.
      return runRuff(tool, ruffArguments(selection, context.caches.none), await inCopy());
    },
    async mypy(tool, selection) {
      const { mypy: cache } = context.caches;
      const format = mypyFormat(tool.version);
      const typed = changes.files.filter(change => isTypeChecked(change.path));
      if (typed.some(change => change.before === undefined || isDeleted(change))) {
        // A cache of the workspace's own is not in the copy, and the copy's is not worth keeping.
        return runMypy(tool, place => mypyArguments(selection, format, place), cache, await inCopy());
      }
      const shadows = await Promise.all(
        typed.map(async ({ path }) => [path, await places.contentOf(path)] as const),
      );
      return runMypy(tool, place => mypyArguments(selection, format, place, shadows), cache, context);
    },
    importLinter: async (tool, contracts) =>
      runImportLinter(tool, contracts, context.caches.importLinter, await inCopy()),
  };
}

async function ruffSimulated(
  tool: FoundTool,
  selection: Selection,
  context: RunContext,
  changes: ChangeSet,
): Promise<ToolResult> {
  const byPath = new Map(changes.files.map(change => [change.path, change]));
  const changed = selection.files.flatMap(file => byPath.get(file) ?? []);
  const rest = selection.files.filter(file => !byPath.has(file));
  const runs: (() => Promise<ToolResult>)[] = changed.map(change => () => onStdin(tool, change, context));
  if (rest.length > 0)
    runs.push(() =>
      runRuff(tool, ruffArguments({ ...selection, files: rest }, context.caches.ruff), context),
    );
  const results = await fewAtATime(runs);
  // Run over a folder, ruff also reads the changed files as they still are.
  return merge(tool, results, (file, index) => index < changed.length || !byPath.has(file));
}

const onStdin = (tool: FoundTool, change: FileChange, context: RunContext): Promise<ToolResult> =>
  runRuff(tool, ruffStdinArguments(change.path), context, change.after ?? new Uint8Array());

async function fewAtATime(runs: readonly (() => Promise<ToolResult>)[]): Promise<readonly ToolResult[]> {
  const results: ToolResult[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < runs.length; index = next++) {
      const result = await runs[index]?.();
      if (result) results[index] = result;
    }
  };
  await Promise.all(Array.from({ length: RUFF_AT_A_TIME }, work));
  return results;
}

/** One result of several runs of the same tool; failed as soon as one of them failed. */
function merge(
  { tool, program, version }: FoundTool,
  results: readonly ToolResult[],
  keep: (file: string, index: number) => boolean,
): ToolResult {
  const run = { tool, program, version, ms: results.reduce((sum, result) => sum + result.run.ms, 0) };
  const answers = results.map(result => result.answer);
  const bad = answers.find(answer => answer.kind === 'failed');
  if (bad) return { run, answer: bad };
  const diagnostics = answers.flatMap((answer, index) =>
    answer.kind === 'answered' ? answer.diagnostics.filter(one => keep(one.file, index)) : [],
  );
  const notes = answers.flatMap(answer => (answer.kind === 'answered' ? answer.notes : []));
  return { run, answer: answered(diagnostics, [...new Set(notes)]) };
}
