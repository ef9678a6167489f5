import type { Severity } from '../changes/finding.ts';
import { type FindingGroup, groupFindings } from '../prove/group-findings.ts';
import type { Proof } from '../prove/prove.ts';
import { releaseLine } from '../prove/release.ts';
import { countsLine, outcomeLine } from '../prove/summary.ts';
import { placeWords } from './reported.ts';
import { ruleText } from './rules.ts';

const COMMANDS: Readonly<Record<Severity, string>> = { blocks: 'error', risk: 'warning', note: 'notice' };

/** Workflow commands of GitHub Actions, which become annotations of the changed lines; what matters first, as GitHub shows ten of each kind. */
export function githubAnnotations(proof: Proof): string {
  const groups = groupFindings(proof.verdict.findings.filter(({ severity }) => severity !== 'note'));
  const summary = `${outcomeLine(proof)} ${countsLine(proof)}. Release: ${releaseLine(proof.release)}`;
  const level = proof.outcome === 'blocked' ? 'error' : 'notice';
  return [...groups.map(annotation), `::${level} title=workorder prove::${data(summary)}`]
    .map(line => `${line}\n`)
    .join('');
}

function annotation({ severity, rule, message, place, more }: FindingGroup): string {
  const where =
    place === undefined
      ? []
      : [`file=${property(place.file)}`, `line=${place.side === 'after' ? place.line : 1}`];
  const properties = [...where, `title=${property(ruleText(rule).title)}`].join(',');
  const others =
    more.length === 0 ? '' : ` (and ${more.length} more ${more.length === 1 ? 'place' : 'places'})`;
  const words = place === undefined ? '' : placeWords(place);
  return `::${COMMANDS[severity]} ${properties}::${data(`${message}${words}${others} [${rule}]`)}`;
}

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
