// docs/figures.md: what the benchmarks measured, written by them. One section for each, with the machine and the date.

const HEAD = `# Figures

Written by \`npm run bench -- --write\`, never by hand; with names (\`npm run bench -- evidence --write\`) only these sections. Every figure is the median of its runs, with the least and the most of them in brackets. Times are processor time unless they say "by the clock"; ratios are of things measured in the same run, so that they mean the same on another machine. \`unclear\`: the middle half of the runs lies on both sides of the target, which is noise.
`;

const VERDICTS = { met: 'met', missed: '**missed**', unclear: 'unclear', 'no target': '' };

/**
 * The page with these results in place of older ones of the same benchmarks; the other sections stay as they are.
 * @param {string} page as it is; empty for none
 * @param {readonly {bench: string, figures: readonly object[], notes: readonly string[]}[]} results
 * @param {string} measured where and when, in one line
 */
export function figuresPage(page, results, measured) {
  const sections = new Map(
    page
      .split(/^(?=## )/m)
      .filter(text => text.startsWith('## '))
      .map(text => [text.slice(3, text.indexOf('\n')), `${text.trim()}\n`]),
  );
  for (const result of results) sections.set(result.bench, section(result, measured));
  const names = [...sections.keys()].sort();
  return [HEAD, ...names.map(name => sections.get(name))].join('\n');
}

function section({ bench, figures, notes }, measured) {
  const rows = figures.map(
    ({ what, unit, median, least, most, runs, target = '', verdict }) =>
      `| ${what.replaceAll('|', '\\|')} | ${shown(median)}${unit ? ` ${unit}` : ''} | ${runs > 1 ? `${shown(least)} – ${shown(most)} (${runs})` : ''} | ${target} | ${VERDICTS[verdict]} |`,
  );
  const head = ['| what | median | range (runs) | target | |', '|---|---|---|---|---|'];
  const said = notes.length > 0 ? ['', ...notes.map(note => `- ${note}`)] : [];
  return [`## ${bench}`, `\n${measured}\n`, ...head, ...rows, ...said, ''].join('\n');
}

function shown(value) {
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3;
  return Number(value.toFixed(digits)).toLocaleString('en');
}
