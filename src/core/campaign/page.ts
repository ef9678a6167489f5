import { describeSpent } from '../conversation/describe-spent.ts';
import { count, duration } from '../kernel/amounts.ts';
import { showControls } from '../kernel/inert-text.ts';
import { passedEveryCheck } from './review-groups.ts';
import { type CampaignState, STATUSES, type Status, type TargetState } from './state.ts';
import { summarise } from './summary.ts';

/** A campaign as one page that needs nothing else: no scripts, no requests; every text of others is text. */
export function campaignPage(state: CampaignState): string {
  const summary = summarise(state);
  const all = [...state.targets.values()];
  const parts = STATUSES.filter(status => summary.counts[status] > 0);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(summary.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${text(summary.title)}</h1>
<p>Campaign ${text(summary.run)}: <strong>${text(summary.state)}</strong>${summary.reason === undefined ? '' : `. ${text(summary.reason)}`}</p>
<section aria-labelledby="targets"><h2 id="targets">${summary.targets} targets</h2>
${bar(parts, summary.counts, summary.targets)}
<ul class="key">${parts.map(status => `<li><span class="dot ${cssOf(status)}"></span>${summary.counts[status]} ${status}</li>`).join('')}</ul>
</section>
<section aria-labelledby="verdicts"><h2 id="verdicts">Changes</h2>
<table><tr><th scope="row">every check passed</th><td>${summary.every_check_passed}</td></tr>
<tr><th scope="row">not every check passed</th><td>${summary.not_every_check_passed}</td></tr></table>
${openChecks(all)}</section>
<section aria-labelledby="time"><h2 id="time">Targets left, over time</h2>
${burnDown(state, all)}</section>
<section aria-labelledby="cost"><h2 id="cost">Cost</h2><p>${text(describeSpent(state.spent) ?? 'no model was asked')}</p></section>
${failures(summary.failures)}
<section aria-labelledby="each"><h2 id="each">Each target</h2>
<table class="wide"><thead><tr><th scope="col">target</th><th scope="col">state</th><th scope="col">change</th><th scope="col">checks</th><th scope="col">result</th></tr></thead>
<tbody>
${all.map(row).join('\n')}
</tbody></table></section>
</main>
</body>
</html>
`;
}

const STYLE = `
:root{color-scheme:light dark;--good:#2a7d46;--wait:#5a6b7b;--bad:#b3261e;--open:#9a6700;--line:#8884}
body{font:15px/1.5 system-ui,sans-serif;margin:0}main{max-width:72rem;margin:auto;padding:1.5rem}
h1{font-size:1.6rem}h2{font-size:1.1rem;margin-top:2rem}
table{border-collapse:collapse}th,td{text-align:left;padding:.25rem .75rem .25rem 0;vertical-align:top;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
.wide{width:100%}.key{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
.dot{display:inline-block;width:.8em;height:.8em;border-radius:2px;margin-right:.4em}
.good{background:var(--good);fill:var(--good)}.wait{background:var(--wait);fill:var(--wait)}.bad{background:var(--bad);fill:var(--bad)}.open{background:var(--open);fill:var(--open)}
svg{width:100%;height:auto;display:block}pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85rem}
.wide th:first-child{min-width:9rem}.wide td:nth-child(2){min-width:7.5rem}
@media (max-width:45rem){.wide thead{display:none}.wide tbody,.wide tr,.wide th,.wide td{display:block}.wide td{border:0}}
h1,p,summary,li{overflow-wrap:anywhere}
.axis{stroke:var(--line)}.curve{fill:none;stroke:var(--good);stroke-width:2}svg text{fill:currentColor;font-size:12px}
`;

const CLASSES: Readonly<Record<Status, 'good' | 'wait' | 'bad' | 'open'>> = {
  waiting: 'wait',
  sent: 'wait',
  proposed: 'open',
  approved: 'open',
  delivered: 'good',
  'not delivered': 'bad',
  unchanged: 'good',
  blocked: 'bad',
  failed: 'bad',
  declined: 'open',
};
const cssOf = (status: Status): string => CLASSES[status];

/** Text of anybody as text of the page. */
const text = (value: string): string =>
  showControls(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

function bar(parts: readonly Status[], counts: Readonly<Record<Status, number>>, total: number): string {
  let at = 0;
  const pieces = parts.map(status => {
    const width = (1000 * counts[status]) / Math.max(1, total);
    const piece = `<rect class="${cssOf(status)}" x="${at.toFixed(1)}" y="0" width="${Math.max(1, width - 2).toFixed(1)}" height="28"><title>${counts[status]} ${status}</title></rect>`;
    at += width;
    return piece;
  });
  const said = parts.map(status => `${counts[status]} ${status}`).join(', ');
  return `<svg viewBox="0 0 1000 28" role="img" aria-label="${said}">${pieces.join('')}</svg>`;
}

/** Which checks did not pass, and at how many targets. */
function openChecks(all: readonly TargetState[]): string {
  const found = new Map<string, number>();
  for (const { result } of all) {
    if (result?.kind !== 'changed') continue;
    for (const { check, verdict } of result.checks)
      if (verdict !== 'passed')
        found.set(`${check}: ${verdict}`, (found.get(`${check}: ${verdict}`) ?? 0) + 1);
  }
  if (found.size === 0) return '';
  const rows = [...found].sort((a, b) => b[1] - a[1]);
  return `<table>${rows.map(([what, count]) => `<tr><th scope="row">${text(what)}</th><td>${count}</td></tr>`).join('')}</table>`;
}

function burnDown({ startedAt }: CampaignState, all: readonly TargetState[]): string {
  const ends = all.flatMap(({ endedAt }) => (endedAt === undefined ? [] : [endedAt])).sort((a, b) => a - b);
  const last = ends.at(-1);
  if (last === undefined) return '<p>No target has ended.</p>';
  const span = Math.max(1, last - startedAt);
  const [width, height] = [1000, 180];
  const x = (at: number) => (40 + ((width - 40) * (at - startedAt)) / span).toFixed(1);
  const y = (left: number) =>
    (10 + ((height - 40) * (all.length - left)) / Math.max(1, all.length)).toFixed(1);
  const points = [`${x(startedAt)},${y(all.length)}`];
  ends.forEach((at, i) => {
    points.push(`${x(at)},${y(all.length - i)}`, `${x(at)},${y(all.length - i - 1)}`);
  });
  const left = all.length - ends.length;
  const said = `${all.length} targets at the beginning, ${left} left after ${duration(span)}`;
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${said}"><line class="axis" x1="40" y1="${y(0)}" x2="${width}" y2="${y(0)}"/><text x="0" y="20">${all.length}</text><text x="0" y="${y(0)}">0</text><text x="${width}" y="${height - 8}" text-anchor="end">${duration(span)}</text><polyline class="curve" points="${points.join(' ')}"/></svg><p>${said}.</p>`;
}

function failures(
  groups: readonly { readonly reason: string; readonly targets: readonly string[] }[],
): string {
  if (groups.length === 0) return '';
  const rows = groups.map(
    ({ reason, targets }) =>
      `<details><summary>${targets.length}: ${text(reason)}</summary><p>${targets.map(text).join(', ')}</p></details>`,
  );
  return `<section aria-labelledby="failures"><h2 id="failures">What did not work, by reason</h2>${rows.join('\n')}</section>`;
}

function row({ target, status, result, delivery, url }: TargetState): string {
  const changed = result?.kind === 'changed';
  const open = result?.checks.filter(({ verdict }) => verdict !== 'passed') ?? [];
  const checks = !changed
    ? ''
    : passedEveryCheck(result)
      ? 'every check passed'
      : [
          ...open.map(({ check, verdict }) => `${check}: ${verdict}`),
          ...result.findings
            .filter(({ severity }) => severity !== 'note')
            .slice(0, 3)
            .map(({ message }) => message),
        ].join('; ') || 'no check ran';
  const said = delivery ?? result?.reasons[0] ?? '';
  const diff =
    result?.sample === undefined
      ? ''
      : `<details><summary>${count(result.files, 'file')}, +${result.added} -${result.removed}</summary><pre>${text(result.sample)}</pre></details>`;
  return `<tr><th scope="row">${text(target.id)}</th><td><span class="dot ${cssOf(status)}"></span>${status}</td><td>${diff}</td><td>${text(checks)}</td><td>${text(said)}${url === undefined ? '' : ` ${text(url)}`}</td></tr>`;
}
