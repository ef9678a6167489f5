import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  ChangedCode,
  ComparedTest,
  TestComparison,
  TestOptions,
  TestsTried,
} from '../../core/ports/trials.ts';
import { type ReportedTest, runTests, type TestReport, type TestRun } from './run-tests.ts';

/** So many tests are run again, to see whether chance decided. */
const MOST_AGAIN = 50;

type Both = Omit<TestRun, 'side' | 'files' | 'measure' | 'seconds' | 'signal'>;

/** Runs the tests in both copies, and those that came to fail once more in both. Rejects only with `Cancelled`. */
export async function compareTests(
  processes: Parameters<typeof runTests>[0],
  both: Both,
  changed: ChangedCode,
  { which, seconds, signal }: TestOptions,
): Promise<TestsTried> {
  const files = which === 'all' ? [] : changed.tests;
  const run = (side: TestRun['side'], only: readonly string[], measure: readonly string[] = []) =>
    runTests(processes, { ...both, side, files: only, measure, seconds, signal });
  const there = (side: TestRun['side']) => filesIn(both.copies[side], files);
  if (which === 'importing' && files.length === 0) return notRun('no test file imports what is changed');
  const [filesBefore, filesAfter] = [await there('before'), await there('after')];
  const isEmpty = (list: readonly string[]) => which === 'importing' && list.length === 0;
  const before = isEmpty(filesBefore) ? { tests: {} } : await run('before', filesBefore);
  if (typeof before === 'string') return notRun(before);
  const measured = changed.lines.map(({ file }) => file);
  const after = isEmpty(filesAfter) ? { tests: {} } : await run('after', filesAfter, measured);
  if (typeof after === 'string') return notRun(after);
  const doubtful = Object.keys(after.tests).filter(
    id => isFailing(after.tests[id]) && isPassing(before.tests[id]),
  );
  const again = doubtful.slice(0, MOST_AGAIN);
  const repeated =
    again.length === 0 ? undefined : await Promise.all([run('before', again), run('after', again)]);
  const unstable = new Set(again.filter(id => !isRepeated(id, repeated)));
  return { ...compare(before, after, unstable), which, lines: linesOf(changed, after) };
}

/** A file of tests may be new, or gone. */
async function filesIn(folder: string, files: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    files.map(file =>
      stat(join(folder, file)).then(
        () => [file],
        () => [],
      ),
    ),
  );
  return found.flat();
}

const notRun = (reason: string): TestsTried => ({ kind: 'not run', reason });
const isFailing = (test: ReportedTest | undefined): boolean =>
  test?.outcome === 'failed' || test?.outcome === 'error';
const isPassing = (test: ReportedTest | undefined): boolean => test?.outcome === 'passed';

function isRepeated(id: string, repeated: readonly (TestReport | string)[] | undefined): boolean {
  const [before, after] = repeated ?? [];
  if (typeof before !== 'object' || typeof after !== 'object') return true;
  return isPassing(before.tests[id]) && isFailing(after.tests[id]);
}

function compare(
  { tests: old }: TestReport,
  { tests: now }: TestReport,
  unstable: ReadonlySet<string>,
): Omit<TestComparison, 'which' | 'lines'> {
  const told = (tests: TestReport['tests'], wants: (id: string) => boolean): readonly ComparedTest[] =>
    Object.entries(tests).flatMap(([id, { file, line, message }]) =>
      wants(id) ? [{ id, file, line, message }] : [],
    );
  const count = (tests: TestReport['tests']) =>
    Object.values(tests).filter(({ outcome }) => outcome !== 'skipped').length;
  return {
    kind: 'compared',
    before: count(old),
    after: count(now),
    // A test that is new and fails was not failing before either.
    newly_failing: told(now, id => isFailing(now[id]) && !isFailing(old[id]) && !unstable.has(id)),
    newly_passing: told(now, id => isPassing(now[id]) && isFailing(old[id])),
    gone: told(old, id => now[id] === undefined && id.includes('::')),
    still_failing: Object.keys(now).filter(id => isFailing(now[id]) && isFailing(old[id])).length,
    unstable: told(now, id => unstable.has(id)),
  };
}

/** Changed lines that hold code, against those that ran. */
function linesOf({ lines }: ChangedCode, { lines: measured }: TestReport): TestComparison['lines'] {
  if (lines.length === 0) return { kind: 'measured', changed: 0, not_executed: [] };
  if (measured === undefined) return { kind: 'not measured', reason: 'coverage.py is not installed' };
  let changed = 0;
  const open = lines.flatMap(({ file, lines: wanted }) => {
    const ran = measured[file];
    if (!ran) return [];
    const code = new Set(ran.code);
    const missing = new Set(ran.missing);
    changed += wanted.filter(line => code.has(line)).length;
    const left = wanted.filter(line => missing.has(line));
    return left.length === 0 ? [] : [{ file, lines: left }];
  });
  return { kind: 'measured', changed, not_executed: open };
}
