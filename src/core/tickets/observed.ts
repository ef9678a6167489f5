import type { ChangedFileRecord } from '../changes/file-records.ts';
import type { CallStatus } from '../conversation/execute-calls.ts';
import { type TestRun, testRunOf } from '../runs/test-run.ts';

/** The last test run of an assignment. */
export interface ObservedTests extends TestRun {
  /** Something was changed after it. */
  readonly outdated: boolean;
}

/** What the journal saw since a subtask was assigned. */
export interface Observed {
  readonly filesChanged: readonly Pick<ChangedFileRecord, 'path' | 'lines_added' | 'lines_removed'>[];
  /** Paths the developer asked to read. */
  readonly filesRead: readonly string[];
  readonly tests?: ObservedTests;
}

export const NOTHING_OBSERVED: Observed = { filesChanged: [], filesRead: [] };

/** A change came to the disk. */
export function observeApplied(observed: Observed, files: readonly ChangedFileRecord[]): Observed {
  const now = new Map(observed.filesChanged.map(f => [f.path, f]));
  for (const { path, lines_added, lines_removed } of files) {
    const before = now.get(path);
    now.set(path, {
      path,
      lines_added: lines_added + (before?.lines_added ?? 0),
      lines_removed: lines_removed + (before?.lines_removed ?? 0),
    });
  }
  const { tests } = observed;
  return {
    ...observed,
    filesChanged: [...now.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    ...(tests ? { tests: { ...tests, outdated: true } } : {}),
  };
}

/** A call ended: reading and test runs are kept. */
export function observeCall(
  observed: Observed,
  call: {
    readonly tool: string;
    readonly args: unknown;
    readonly status: CallStatus;
    readonly response: unknown;
  },
): Observed {
  if (call.status === 'refused' || call.status === 'not_run') return observed;
  const { path, paths } = call.args as { readonly path?: string; readonly paths?: readonly string[] };
  switch (call.tool) {
    case 'read_file':
      return path === undefined ? observed : noteRead(observed, [path]);
    case 'retrieve_context_files':
      return noteRead(observed, paths ?? []);
    case 'run_tests': {
      const run = testRunOf(call);
      return run ? { ...observed, tests: { ...run, outdated: false } } : observed;
    }
    default:
      return observed;
  }
}

function noteRead(observed: Observed, paths: readonly string[]): Observed {
  const read = new Set([...observed.filesRead, ...paths.map(withoutDot)]);
  return { ...observed, filesRead: [...read] };
}

/** `./a.py` is `a.py`. */
export const withoutDot = (path: string): string => path.replace(/^(\.\/)+/, '');
