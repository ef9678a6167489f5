// What is kept of several runs of the tests: read from their last lines, kept as a series, written as a Markdown table.

const BEGIN = '<!-- repeated runs: written by scripts/test/repeat.mjs -->';
const END = '<!-- end of repeated runs -->';
const HEAD = ['commit', 'date (UTC)', 'suites', 'passed', 'failed', 'seconds', 'processor s', 'cores, load'];

/** The counts of the closing line, the processor time of the table above it and the turn; a run without counts has failed. */
export function readRun(log) {
  const lines = log.trimEnd().split('\n');
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(lines.at(-1) ?? '') ?? [];
  const [, turn] = lines.map(line => /^Turn (\d+) of \d+:/.exec(line)).find(Boolean) ?? [];
  const ofTurn = turn !== undefined && { turn: Number(turn) };
  if (passed === undefined) return { passed: 0, failed: 1, cpu: 0, ...ofTurn };
  const total = lines.findLast(line => line.startsWith('total '))?.trim() ?? '';
  const cpu = Number(total.split(/\s+/).at(-1));
  return { passed: Number(passed), failed: Number(failed), cpu: Number.isFinite(cpu) ? cpu : 0, ...ofTurn };
}

/** The runs of a series, one JSON line each; one that was cut off in the middle ends them. */
export function readSeries(text) {
  const runs = [];
  for (const line of text.split('\n').filter(Boolean)) {
    try {
      runs.push(JSON.parse(line));
    } catch {
      break;
    }
  }
  return runs;
}

/** One row a run; `load` is the machine's average of five minutes at the end of the run. */
export function runsTable(runs) {
  const rows = runs.map(({ commit, date, passed, failed, seconds, cpu, cores, load, suites = [], turn }) =>
    [
      `\`${commit}\``,
      date.slice(0, 16).replace('T', ' '),
      turn !== undefined ? `turn ${turn}` : suites.length === 0 ? 'all' : suites.join(' '),
      passed.toLocaleString('en'),
      failed,
      Math.round(seconds),
      Math.round(cpu),
      `${cores}, ${load.toFixed(1)}`,
    ].join(' | '),
  );
  const lines = [HEAD.join(' | '), ...rows].map(row => `| ${row} |`);
  const green = runs.filter(isGreen).length;
  const atTheEnd = runs.length - 1 - runs.findLastIndex(run => !isGreen(run));
  const said = `${green} of ${runs.length} runs green, ${atTheEnd} of them one after the other at the end.`;
  return `${[lines[0], `|${'---|'.repeat(HEAD.length)}`, ...lines.slice(1)].join('\n')}\n\n${said}\n`;
}

/** The runs that the page's table names: what a machine goes on with that has not run any itself. */
export function runsOfPage(page) {
  const [from, to] = placeOf(page);
  const number = text => Number(text.replaceAll(',', ''));
  return page
    .slice(from, to)
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .map(line => line.split('|').map(cell => cell.trim()))
    .map(([, commit, date, suites, passed, failed, seconds, cpu, machine]) => {
      const [cores, load] = machine.split(',').map(Number);
      return {
        commit: commit.replaceAll('`', ''),
        date: `${date.replace(' ', 'T')}:00.000Z`,
        ...(suites.startsWith('turn ')
          ? { turn: Number(suites.slice('turn '.length)) }
          : { suites: suites === 'all' ? [] : suites.split(' ') }),
        passed: number(passed),
        failed: number(failed),
        seconds: number(seconds),
        cpu: number(cpu),
        cores,
        load,
      };
    });
}

const isGreen = ({ passed, failed }) => failed === 0 && passed > 0;

/** The page with this table in the place that is kept for it. */
export function withTable(page, table) {
  const [from, to] = placeOf(page);
  return `${page.slice(0, from)}${BEGIN}\n${table}${page.slice(to)}`;
}

function placeOf(page) {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error('docs/testing.md has no place for the table of repeated runs.');
  return [from, to];
}
