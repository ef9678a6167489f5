// What is kept of several runs of the tests: read from their closing lines, written as a Markdown table.

/** The counts of the closing line; a run without one has failed. */
export function readRun(log) {
  const closing = log.trimEnd().split('\n').at(-1) ?? '';
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(closing) ?? [];
  return passed === undefined ? { passed: 0, failed: 1 } : { passed: Number(passed), failed: Number(failed) };
}

/** One row a run; `load` is the machine's average of five minutes at the end of the run. */
export function runsTable(runs, machine) {
  const rows = runs.map(
    ({ number, passed, failed, seconds, load }) =>
      `| ${number} | ${passed.toLocaleString('en')} | ${failed} | ${Math.round(seconds)} | ${load.toFixed(1)} |`,
  );
  const head = ['| run | passed | failed | seconds | load |', '|---|---|---|---|---|'];
  const green = runs.filter(({ passed, failed }) => failed === 0 && passed > 0).length;
  return `${[...head, ...rows].join('\n')}\n\n${green} of ${runs.length} runs green, on ${machine}.\n`;
}
