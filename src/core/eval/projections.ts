import type { EvalResults, EvalRun } from '../../generated/contracts.ts';
import { asDocument, inHtml, inLine } from '../kernel/markdown.ts';
import { remarkable, settingsWords, type Table, tablesOf } from './tables.ts';

const TITLE = 'Which model can be trusted with what';
/** Runs that are listed one by one. */
const MOST_LISTED = 200;

/** The page of a result file; the same file gives the same bytes. */
export function resultsMarkdown(results: EvalResults, more: readonly Table[] = []): string {
  const listed = remarkable(results.runs);
  return asDocument([
    `# ${TITLE}`,
    settingsWords(results).map(inLine).join(' '),
    ...[...more, ...tablesOf(results)].flatMap(table => [
      `## ${inLine(table.title)}`,
      tableMarkdown(table),
      noteOf(table),
    ]),
    listed.length === 0 ? undefined : '## To be looked at',
    listed.length === 0 ? undefined : listed.slice(0, MOST_LISTED).map(runLine).join('\n'),
    leftOut(listed),
  ]);
}

const noteOf = ({ note }: Table) => (note === undefined ? undefined : inLine(note).replaceAll('\\`', '`'));

/** A table that a page may show anywhere. */
function tableMarkdown({ columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map(inLine).join(' | ')} |`;
  return [line(columns), `|${columns.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

const runLine = (run: EvalRun): string =>
  `- **${run.verdict}** ${inLine(nameOf(run))}: ${inLine([...run.failures, ...run.reasons].slice(0, 2).join('; '))}`;

const nameOf = ({ task, model, qa, variant, run }: EvalRun): string =>
  `${task}${variant === '' ? '' : ` with ${variant}`}, ${model}, QA ${qa}, run ${run}`;

const leftOut = (listed: readonly EvalRun[]) =>
  listed.length > MOST_LISTED ? `${listed.length - MOST_LISTED} more are in results.json.` : undefined;

/** The same as one file that a browser shows; nothing in it is loaded or run. */
export function resultsHtml(results: EvalResults, more: readonly Table[] = []): string {
  const tables = [...more, ...tablesOf(results)].map(tableHtml).join('\n');
  const listed = remarkable(results.runs);
  const items = listed
    .slice(0, MOST_LISTED)
    .map(run => {
      const why = [...run.failures, ...run.reasons].slice(0, 2).join('; ');
      return `<li><b>${run.verdict}</b> ${inHtml(nameOf(run))}<br><span>${inHtml(why)}</span></li>`;
    })
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${TITLE}</title>
<style>
:root { color-scheme: light dark }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 80rem; margin: 2rem auto; padding: 0 1rem }
h1, h2, p, li { overflow-wrap: anywhere }
h1 { font-size: 1.6rem; line-height: 1.25 }
li { margin-bottom: .4rem }
div {
  overflow-x: auto;
  background:
    linear-gradient(to left, Canvas 30%, transparent) right / 2rem 100% no-repeat local,
    linear-gradient(to left, #8888, transparent) right / .7rem 100% no-repeat scroll
}
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { border-bottom: 1px solid #8886; padding: .35rem .8rem .35rem 0; text-align: left; vertical-align: top }
th { vertical-align: bottom }
td { white-space: nowrap }
th:first-child, td:first-child, th:nth-child(2), td:nth-child(2) { max-width: 16rem }
td:first-child, td:nth-child(2) { white-space: normal; overflow-wrap: anywhere; min-width: 7rem }
table.words td { white-space: normal; overflow-wrap: break-word }
table.words td:last-child { min-width: 20rem }
p, li span { color: color-mix(in srgb, currentcolor 70%, transparent) }
</style>
</head>
<body>
<h1>${TITLE}</h1>
<p>${settingsWords(results).map(inHtml).join(' ')}</p>
${tables}
${items === '' ? '' : `<h2>To be looked at</h2>\n<ul>\n${items}\n</ul>\n<p>${leftOut(listed) ?? ''}</p>\n`}</body>
</html>
`;
}

function tableHtml({ title, note, columns, rows, endsInWords }: Table): string {
  const cells = (tag: string, line: readonly string[]) =>
    `<tr>${line.map(cell => `<${tag}>${inHtml(cell)}</${tag}>`).join('')}</tr>`;
  const body = rows.map(row => cells('td', row)).join('\n');
  const below =
    note === undefined ? '' : `\n<p>${inHtml(note).replaceAll(/`([^`]*)`/g, '<code>$1</code>')}</p>`;
  return `<h2>${inHtml(title)}</h2>\n<div role="region" tabindex="0" aria-label="${inHtml(title)}"><table${endsInWords ? ' class="words"' : ''}>\n<thead>${cells('th', columns)}</thead>\n<tbody>\n${body}\n</tbody>\n</table></div>${below}`;
}

/** Columns side by side for a terminal. */
export function tableText({ columns, rows }: Table): readonly string[] {
  const all = [columns, ...rows];
  const widths = columns.map((_, k) => Math.max(...all.map(row => row[k]?.length ?? 0)));
  return all.map(row =>
    row
      .map((cell, k) => cell.padEnd(widths[k] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Sorted, so that the same runs are the same bytes in whatever order they ended. */
export function resultsJson(results: EvalResults): string {
  const place = ({ model, qa, task, variant, run }: EvalRun) =>
    [model, qa, task, variant, String(run).padStart(6, '0')].join('\0');
  const runs = results.runs.toSorted((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0));
  return `${JSON.stringify({ ...results, runs }, undefined, 1)}\n`;
}
