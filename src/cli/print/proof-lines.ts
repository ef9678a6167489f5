import type { Severity } from '../../core/changes/finding.ts';
import { type FindingGroup, groupFindings } from '../../core/prove/group-findings.ts';
import { namedInLine } from '../../core/prove/named-in-line.ts';
import type { Proof, Statement } from '../../core/prove/prove.ts';
import { releaseLine } from '../../core/prove/release.ts';
import { countsLine, outcomeLine, pathsLine } from '../../core/prove/summary.ts';
import type { EvidencePlace } from '../../generated/contracts.ts';
import type { Colours } from './colours.ts';

/** Findings that are printed; more are counted. */
const MOST_FINDINGS = 20;
const MOST_PATHS = 20;
const MOST_MORE = 3;
/** Reasons may list a hundred names. */
const LONGEST_REASON = 160;

/** A proof as a person reads it: what may be wrong first, what was shown at the end. */
export function proofText(proof: Proof, c: Colours): string {
  const groups = groupFindings(proof.verdict.findings.filter(({ severity }) => severity !== 'note'));
  const shown = groups.slice(0, MOST_FINDINGS);
  const left = groups.slice(MOST_FINDINGS).reduce((sum, { more }) => sum + 1 + more.length, 0);
  return [
    `${c.bold(proof.title)}`,
    c.dim(pathsLine(proof.paths)),
    ...pathLines(proof, c),
    '',
    ...shown.flatMap(finding => [...findingLines(finding, proof, c), '']),
    ...(left > 0
      ? [c.dim(`and ${left} more ${left === 1 ? 'finding' : 'findings'} (--format json has all)`), '']
      : []),
    ...proof.statements.map(statement => statementLine(statement, c)),
    '',
    ...openChecks(proof, c),
    ...proof.notes.map(note => c.dim(note)),
    `release: ${releaseLine(proof.release)}`,
    c.bold(countsLine(proof)),
    outcomePaint(proof, c)(outcomeLine(proof)),
    '',
  ].join('\n');
}

/** Only what is not an ordinary file: everybody has seen the others. */
function pathLines({ paths }: Proof, c: Colours): readonly string[] {
  const special = paths.filter(({ notes, notLookedAt, from }) => notes.length > 0 || notLookedAt || from);
  const lines = special.slice(0, MOST_PATHS).map(({ path, change, from, notes, notLookedAt }) => {
    const words = [from === undefined ? change : `renamed from ${from}`, ...notes];
    const why = notLookedAt === undefined ? '' : c.yellow(`, not looked into: ${notLookedAt}`);
    return `  ${path}  ${c.dim(words.join(', '))}${why}`;
  });
  const left = special.length - lines.length;
  return left > 0 ? [...lines, c.dim(`  and ${left} more`)] : lines;
}

function findingLines(finding: FindingGroup, proof: Proof, c: Colours): readonly string[] {
  const { severity, message, rule, place, since } = finding;
  const mark: Readonly<Record<Severity, string>> = {
    blocks: c.red('✗'),
    risk: c.yellow('!'),
    note: c.dim('·'),
  };
  const old = since === 'before' ? c.dim(' (from before)') : '';
  const head = `${mark[severity]} ${cut(message)}${old}  ${c.dim(`[${rule}]`)}`;
  return place === undefined
    ? [head]
    : [head, ...sourceLines(finding, place, proof, c), ...morePlaces(finding, c)];
}

function morePlaces({ more }: FindingGroup, c: Colours): readonly string[] {
  if (more.length === 0) return [];
  const shown = more.slice(0, MOST_MORE).map(({ file, line }) => `${file}:${line}`);
  const left = more.length - shown.length;
  return [c.dim(`  also ${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`)];
}

/** The place, its line, and marks under what the finding names. */
function sourceLines(
  { message }: FindingGroup,
  place: EvidencePlace,
  proof: Proof,
  c: Colours,
): readonly string[] {
  const side = place.side === 'before' ? ' (before the change)' : '';
  const where = `  ${c.cyan(`${place.file}:${place.line}`)}${c.dim(side)}`;
  const source = proof.sourceLines.at(place)?.replaceAll('\t', '    ').trimEnd();
  if (source === undefined || source.trim() === '') return [where];
  const [start, length] = namedInLine(source, message);
  const gutter = String(place.line);
  const blank = ' '.repeat(gutter.length);
  return [
    where,
    `  ${c.dim(`${gutter} │`)} ${source}`,
    `  ${c.dim(`${blank} │`)} ${' '.repeat(start)}${c.red('^'.repeat(length))}`,
  ];
}

function statementLine({ text, from, verdict, reason, places }: Statement, c: Colours): string {
  const mark = {
    proved: c.green('✓'),
    confirmed: c.green('✓'),
    tested: c.green('✓'),
    'not checkable': c.dim('?'),
    refuted: c.red('✗'),
    'does not hold': c.dim('–'),
  }[verdict];
  const [place] = places;
  const where = place === undefined || reason.includes(place.file) ? '' : ` (${place.file}:${place.line})`;
  const who = from === 'tried' ? '' : c.dim(` says ${from}`);
  return `${mark} ${verdict}: ${text}${who}  ${c.dim(`${cut(reason)}${where}`)}`;
}

const cut = (text: string): string =>
  text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON).trimEnd()} …` : text;

/** What was not looked at, so that no one takes it for good. */
function openChecks({ verdict }: Proof, c: Colours): readonly string[] {
  return verdict.results
    .filter(one => one.verdict === 'not run' && one.reason !== 'the policy turns it off')
    .map(({ check, reason }) => c.dim(`${check} was not run: ${reason}`));
}

const outcomePaint = ({ outcome }: Proof, c: Colours) =>
  outcome === 'blocked' ? c.red : outcome === 'passed' ? c.green : c.dim;
