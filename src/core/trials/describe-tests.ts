import type { ChangedLines, TestComparison, TestsTried } from '../ports/trials.ts';

/** One sentence without a stop: what became of the tests. */
export function describeTests(tests: TestsTried): string {
  if (tests.kind === 'not run') return tests.reason;
  const { which, before, after, still_failing: still, unstable } = tests;
  const parts = [
    ...named(tests.newly_failing, 'newly failing'),
    ...named(tests.gone, 'no longer collected'),
    ...named(tests.newly_passing, 'newly passing'),
    ...(still > 0 ? [`${still} failing before and after`] : []),
    ...(unstable.length > 0 ? [`${unstable.length} that fail now and then`] : []),
  ];
  const ran = `${before} tests ran before the change and ${after} after it${which === 'importing' ? ', those that import what is changed' : ''}`;
  return `${ran}: ${parts.length === 0 ? 'the same pass' : parts.join(', ')}`;
}

const named = (list: readonly unknown[], words: string): readonly string[] =>
  list.length === 0 ? [] : [`${list.length} ${words}`];

/** `12 of 40 changed lines are executed by no test`; `undefined` when there is nothing to say. */
export function describeLines({ lines }: TestComparison): string | undefined {
  if (lines.kind === 'not measured')
    return `which changed lines the tests execute was not measured: ${lines.reason}`;
  const open = lines.not_executed.reduce((n, { lines: each }) => n + each.length, 0);
  if (lines.changed === 0) return undefined;
  const of = `of ${lines.changed} changed ${lines.changed === 1 ? 'line' : 'lines'}`;
  return open === 0
    ? `every one ${of} is executed by a test`
    : `${open} ${of} ${open === 1 ? 'is' : 'are'} executed by no test`;
}

/** `12-14, 20` */
export function lineRanges({ lines }: ChangedLines): string {
  const ranges: [number, number][] = [];
  for (const line of lines.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] + 1 === line) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
