import type { EvidencePlace } from '../../generated/contracts.ts';
import { asCode, inLine } from '../kernel/markdown.ts';
import { type FindingGroup, groupFindings } from '../prove/group-findings.ts';
import type { Proof, Statement } from '../prove/prove.ts';
import { type RankedChange, releaseLine } from '../prove/release.ts';
import { countStatements, outcomeLine, pathsLine } from '../prove/summary.ts';
import { placeWords } from './reported.ts';

/** By which a later comment finds the one it replaces. */
export const COMMENT_MARK = '<!-- workorder prove -->';

/** Places that a reader of the comment sees without a click. */
const MOST_PLACES = 3;
const MOST_MORE = 30;
const MOST_NAMES = 25;
/** A comment may have 65,536 characters. */
const LONGEST = 60_000;

/** A comment for a pull request: the verdict, the three most important places, the public names that differ. */
export function proofMarkdown(proof: Proof): string {
  const groups = groupFindings(proof.verdict.findings.filter(({ severity }) => severity !== 'note'));
  const more = groups.slice(MOST_PLACES);
  const sections = [
    `${COMMENT_MARK}\n### ${heading(proof)}`,
    `${inLine(proof.title)}: ${inLine(pathsLine(proof.paths))}`,
    countsTable(proof),
    `**Release:** ${inLine(releaseLine(proof.release))}`,
    ...groups.slice(0, MOST_PLACES).map(group => placeSection(group, proof)),
    ...(more.length === 0
      ? []
      : [details(`${more.length} more to look at`, more.slice(0, MOST_MORE).map(listItem))]),
    ...apiSection(proof.release.changes),
    details('What was looked at', [...proof.statements.map(statementItem), ...openItems(proof)]),
  ];
  const text = `${sections.join('\n\n')}\n`;
  return text.length <= LONGEST
    ? text
    : `${text.slice(0, text.lastIndexOf('\n\n', LONGEST))}\n\nThe rest is left out.\n`;
}

function heading(proof: Proof): string {
  const isOpen = proof.verdict.findings.some(({ severity }) => severity === 'risk');
  const mark = { passed: isOpen ? '⚠️' : '✅', blocked: '❌', 'nothing changed': '➖' }[proof.outcome];
  return `${mark} ${inLine(outcomeLine(proof))}`;
}

function countsTable({ statements }: Proof): string {
  const { proved, confirmed, tested, refuted, ...rest } = countStatements(statements);
  return [
    '| proved | confirmed | tested | not checkable | refuted |',
    '|---|---|---|---|---|',
    `| ${proved} | ${confirmed} | ${tested} | ${rest['not checkable']} | ${refuted} |`,
  ].join('\n');
}

function placeSection(group: FindingGroup, { sourceLines }: Proof): string {
  const { severity, rule, message, place, more } = group;
  const mark = severity === 'blocks' ? '❌' : '⚠️';
  const head = `${mark} **${inLine(message)}** ${where(place)}${others(more)} (${inLine(rule)})`;
  const source = place && sourceLines.at(place);
  return source === undefined ? head : `${head}\n${asCode(source, 'python')}`;
}

const listItem = ({ message, place, more, rule }: FindingGroup): string =>
  `- ${inLine(message)} ${where(place)}${others(more)} (${inLine(rule)})`;

const where = (place: EvidencePlace | undefined): string => {
  if (place === undefined) return '';
  const words = placeWords(place);
  return words === '' ? inLine(`${place.file}:${place.line}`) : inLine(words.trim());
};
const others = (more: readonly EvidencePlace[]): string =>
  more.length === 0 ? '' : `, and ${more.length} more`;

function apiSection(changes: readonly RankedChange[]): readonly string[] {
  if (changes.length === 0) return [];
  const rows = changes.slice(0, MOST_NAMES).map(({ name, level, reason, before, after }) => {
    const diff = [before, after].map(text => inLine(text ?? '')).join(' | ');
    return `| ${level} | ${inLine(name)} | ${diff} | ${inLine(reason)} |`;
  });
  const left = changes.length - rows.length;
  const table = ['| | name | before | after | why |', '|---|---|---|---|---|', ...rows];
  return [
    details(changes.length === 1 ? '1 public name differs' : `${changes.length} public names differ`, [
      ...table,
      ...(left > 0 ? ['', `and ${left} more`] : []),
    ]),
  ];
}

const statementItem = ({ text, from, verdict, reason }: Statement): string =>
  `- **${verdict}**: ${inLine(text)}${from === 'tried' ? '' : ` (${inLine(from)})`}: ${inLine(cut(reason))}`;

const openItems = ({ verdict }: Proof): readonly string[] =>
  verdict.results
    .filter(one => one.verdict === 'not run' && one.reason !== 'the policy turns it off')
    .map(({ check, reason }) => `- **not run**: ${inLine(check)}: ${inLine(reason)}`);

const details = (title: string, lines: readonly string[]): string =>
  `<details><summary>${title}</summary>\n\n${lines.join('\n')}\n\n</details>`;

const LONGEST_REASON = 200;
const cut = (text: string): string =>
  text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON)} …` : text;
