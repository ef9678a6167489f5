import type { OneLint, Work } from '../../linter-descriptor.ts';
import { asArgument, pathArguments } from '../../path-arguments.ts';
import {
  cacheOf,
  guarded,
  type LinterContext,
  startLinter,
  type ToolResult,
  toRun,
} from '../../run-linter.ts';
import type { Selection } from '../../select-files.ts';
import { isDeleted } from '../../simulated-workspace.ts';
import type { CachePlace, FoundTool } from '../../tool-finder.ts';
import { isTypeChecked } from '../../workspace-path.ts';
import { type MypyFormat, mypyFormat, readMypy } from './read-mypy.ts';

export function mypyWork({ selection }: OneLint): Work {
  if (!selection.files.some(isTypeChecked)) return { kind: 'nothing' };
  return {
    kind: 'work',
    run: (tool, context) => runInWorkspace(tool, selection, context),
    async simulate(tool, context, changes, places) {
      const format = mypyFormat(tool.version);
      // A shadow needs a file to stand for.
      const needsCopy = changes.missing.some(
        change => isTypeChecked(change.path) && (change.before === undefined || isDeleted(change)),
      );
      if (needsCopy) {
        // A cache of the workspace's own is not in the copy, and the copy's is not worth keeping.
        const inCopy = { ...context, roots: [await places.copy()] };
        return runMypy(tool, place => mypyArguments(selection, format, place), inCopy);
      }
      // Also for a file that is there: mypy's cache knows it by its size and the second it was written.
      const typed = changes.files.filter(change => isTypeChecked(change.path) && !isDeleted(change));
      const shadows = await Promise.all(
        typed.map(async ({ path }) => [path, await places.contentOf(path)] as const),
      );
      return runMypy(tool, place => mypyArguments(selection, format, place, shadows), context);
    },
  };
}

/** Asks the daemon where it can be trusted to say the same, else runs mypy. */
async function runInWorkspace(
  tool: FoundTool,
  selection: Selection,
  context: LinterContext,
): Promise<ToolResult> {
  const format = mypyFormat(tool.version);
  const daemonArgs = mypyArguments(selection, format, context.caches.none);
  // What a daemon has loaded stays loaded: only a mypy that loads nothing of the workspace is kept.
  const daemon = context.runsNoneOf('mypy').length > 0 ? context.daemon : undefined;
  const warm = await daemon?.check(tool, daemonArgs, context.signal);
  if (warm?.kind === 'exited') {
    const answer = readMypy(warm, format, context.roots, 'exit code');
    if (answer.kind === 'answered' && !answer.stoppedEarly)
      return { run: toRun(tool, Math.round(warm.ms)), answer };
  }
  const result = await runMypy(tool, place => mypyArguments(selection, format, place), context);
  if (result.answer.kind === 'answered' && !result.answer.stoppedEarly)
    daemon?.follow(tool, daemonArgs, result.run.ms);
  return result;
}

/**
 * One run of mypy. Its cache does not bear two runs at a time and makes mypy crash when it is damaged: runs of this
 * process take turns, and a crash is only believed when it happens without a cache too.
 */
async function runMypy(
  tool: FoundTool,
  argsFor: (cache: CachePlace) => readonly string[],
  context: LinterContext,
): Promise<ToolResult> {
  const cache = cacheOf('mypy', context);
  const once = async (place: CachePlace): Promise<ToolResult> => {
    const { result, ms } = await startLinter(guarded(tool, context), argsFor(place), context);
    return { run: toRun(tool, ms), answer: readMypy(result, mypyFormat(tool.version), context.roots) };
  };
  return context.mypyTurn.run(async () => {
    const result = await once(cache);
    const isCrash = result.answer.kind === 'failed' && result.answer.isCrash === true;
    if (!isCrash || cache.kind === 'none') return result;
    const again = await once(context.caches.none);
    return again.answer.kind === 'answered' ? again : result;
  }, context.signal);
}

export const mypyArguments = (
  selection: Selection,
  format: MypyFormat,
  cache: CachePlace,
  shadows: readonly (readonly [path: string, contentFile: string])[] = [],
): readonly string[] => [
  ...flags(format),
  ...cacheArguments(cache),
  ...shadows.flatMap(([path, contentFile]) => ['--shadow-file', asArgument(path), contentFile]),
  '--',
  ...pathArguments(selection, selection.files.filter(isTypeChecked)),
];

/** How mypy prints; what it checks is the project's configuration. */
const flags = (format: MypyFormat): readonly string[] => [
  ...(format === 'json'
    ? ['--output=json']
    : ['--show-error-end', '--show-error-codes', '--no-pretty', '--hide-error-code-links']),
  '--hide-error-context',
  '--no-color-output',
  // Its last line proves that mypy came to its end; in JSON that is an empty one.
  '--error-summary',
  // Nothing is installed by looking, whatever the project's configuration says.
  '--no-install-types',
];

function cacheArguments(cache: CachePlace): readonly string[] {
  switch (cache.kind) {
    case 'own':
      return [];
    case 'folder':
      return [`--cache-dir=${cache.path}`];
    case 'none':
      return [`--cache-dir=${cache.nullDevice}`];
  }
}
