// The end of a run: the slowest tests, the table of jobs, the closing line. Lines only, printed by the caller.

const SLOWEST = 10;
const HEAD_LINES = 20;
const TAIL_LINES = 40;
const COLUMNS = ['passed', 'failed', 'skipped'];

/** The longest tests of all jobs, the slowest first. */
export function slowestTests(counts) {
  const all = counts.flatMap(({ name, tests }) => tests.map(test => ({ name, ...test })));
  const slowest = all
    .filter(({ ms }) => ms > 0)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST);
  if (slowest.length === 0) return [];
  const lines = slowest.map(
    ({ name, title, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}: ${title}`,
  );
  return ['', `The ${slowest.length} slowest tests`, ...lines];
}

/** Every failed test with its message, where the output is read first: at its end. */
export function failedTests(counts) {
  const lines = counts.flatMap(({ name, tests, failed, remarks }) => {
    const named = tests.filter(({ state }) => state === 'failed');
    const messages = named.map(
      ({ title, error }) => `  ${name}: ${title}\n${indent(error ?? 'It gave no message.')}`,
    );
    const others = failed > named.length ? [`  ${name}: ${remarks.join(' ') || 'see its output above'}`] : [];
    return [...messages, ...others];
  });
  return lines.length === 0 ? [] : ['', 'What failed', ...lines];
}

/** A long message by its head, which says what was meant, and its tail, which says how it ended. */
function indent(text) {
  const lines = text.trimEnd().split('\n');
  const cut = lines.length - HEAD_LINES - TAIL_LINES;
  const shown =
    cut <= 0 ? lines : [...lines.slice(0, HEAD_LINES), `… ${cut} more lines …`, ...lines.slice(-TAIL_LINES)];
  return shown.map(line => `      ${line}`).join('\n');
}

/** The table and the closing line; CI reads the last one. */
export function summary(counts, seconds) {
  const width = Math.max(10, ...counts.map(({ name }) => name.length + 1));
  const cell = text => String(text).padStart(9);
  const row = (name, numbers, wall, cpu) =>
    `${name.padEnd(width)}${[...numbers, wall, cpu].map(cell).join('')}`.trimEnd();
  const total = column => counts.reduce((sum, count) => sum + count[column], 0);
  const rounded = number => number.toFixed(1);
  return [
    '',
    row('suite', COLUMNS, 'seconds', 'cpu s'),
    ...counts.map(count =>
      row(
        count.name,
        COLUMNS.map(column => count[column]),
        rounded(count.seconds),
        rounded(count.cpu),
      ),
    ),
    row('total', COLUMNS.map(total), rounded(seconds), rounded(total('cpu'))),
    '',
    closingLine(counts),
  ];
}

export function closingLine(counts) {
  const total = column => counts.reduce((sum, count) => sum + count[column], 0);
  return `${total('passed')} passed, ${total('failed')} failed`;
}
