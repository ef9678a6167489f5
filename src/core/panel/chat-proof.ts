import type { Severity } from '../changes/finding.ts';
import { inLine } from '../kernel/markdown.ts';
import { type FindingGroup, groupFindings } from '../prove/group-findings.ts';
import type { Proof } from '../prove/prove.ts';
import { releaseLine } from '../prove/release.ts';
import { countsLine, outcomeLine, pathsLine } from '../prove/summary.ts';
import { type ChatPart, place, text } from './chat-parts.ts';

const MOST_FINDINGS = 12;
const MOST_OPEN = 6;

const MARKS: Readonly<Record<Severity, string>> = { blocks: '❌', risk: '⚠️', note: 'ℹ️' };

/** What code says of a change, as an answer in the chat: the verdict, what may be wrong with its places, what is open. */
export function proofAnswer(proof: Proof): readonly ChatPart[] {
  const groups = openFindings(proof);
  const left = groups.length - MOST_FINDINGS;
  return [
    text(`**${inLine(outcomeLine(proof))}**\n\n`),
    text(`Looked at: ${inLine(proof.title)}; ${inLine(pathsLine(proof.paths))}.\n\n`),
    ...groups.slice(0, MOST_FINDINGS).flatMap(findingParts),
    ...(left > 0 ? [text(`- and ${left} more, all of them in the Review view\n`)] : []),
    ...(groups.length > 0 ? [text('\n')] : []),
    ...(proof.outcome === 'nothing changed' ? [] : restOf(proof)),
    ...proof.notes.map(note => text(`${inLine(note)}\n\n`)),
  ];
}

/** What somebody should look at, each sentence once. */
export const openFindings = ({ verdict }: Pick<Proof, 'verdict'>): readonly FindingGroup[] =>
  groupFindings(verdict.findings.filter(({ severity }) => severity !== 'note'));

function findingParts({ severity, message, place: where, more, rule }: FindingGroup): readonly ChatPart[] {
  const others =
    more.length === 0 ? '' : `, and ${more.length} more ${more.length === 1 ? 'place' : 'places'}`;
  // A line of the file before the change is nowhere to go to.
  const isHere = where !== undefined && where.side !== 'before';
  return [
    text(`- ${MARKS[severity]} ${inLine(message)} `),
    ...(isHere ? [place(where.file, where.line)] : []),
    text(where?.side === 'before' ? `(${inLine(`${where.file}:${where.line} before the change`)})` : ''),
    text(`${others} (${inLine(rule)})\n`),
  ];
}

function restOf(proof: Proof): readonly ChatPart[] {
  const open = proof.statements.filter(({ verdict }) => verdict === 'refuted' || verdict === 'not checkable');
  const left = open.length - MOST_OPEN;
  return [
    text(`Statements by code: ${inLine(countsLine(proof))}.\n\n`),
    ...open
      .slice(0, MOST_OPEN)
      .map(({ text: said, verdict, reason }) =>
        text(`- **${verdict}**: ${inLine(said)}: ${inLine(reason.slice(0, 200))}\n`),
      ),
    ...(left > 0 ? [text(`- and ${left} more\n`)] : []),
    ...(open.length > 0 ? [text('\n')] : []),
    text(`Release: ${inLine(releaseLine(proof.release))}\n\n`),
  ];
}

/** The words of a work order that corrects what was found; `undefined` where nothing was. */
export function fixStep(proof: Proof): string | undefined {
  const found = openFindings(proof).filter(
    ({ place: where }) => where !== undefined && where.side !== 'before',
  );
  if (found.length === 0) return undefined;
  const lines = found.slice(0, 5).map(({ message, place: where }) => {
    const at = `${where?.file}:${where?.line}`;
    return message.includes(at) ? message : `${at} ${message}`;
  });
  return `Correct what was found: ${lines.join('; ')}`.slice(0, 1000);
}
