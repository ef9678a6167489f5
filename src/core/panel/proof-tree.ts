import type { Finding, Severity } from '../changes/finding.ts';
import { count } from '../kernel/amounts.ts';
import { type FindingGroup, groupFindings } from '../prove/group-findings.ts';
import type { Proof, Statement, StatementVerdict } from '../prove/prove.ts';
import { releaseLine } from '../prove/release.ts';
import { countsLine, outcomeLine, pathsLine } from '../prove/summary.ts';
import { COLOR, type NodeIcon, type Target, type ViewNode, viewNode } from './view-node.ts';

const OF_SEVERITY: Readonly<Record<Severity, NodeIcon>> = {
  blocks: { codicon: 'error', color: COLOR.bad },
  risk: { codicon: 'warning', color: COLOR.attention },
  note: { codicon: 'info' },
};

const OF_VERDICT: Readonly<Record<StatementVerdict, NodeIcon>> = {
  proved: { codicon: 'pass', color: COLOR.good },
  confirmed: { codicon: 'pass', color: COLOR.good },
  tested: { codicon: 'beaker' },
  'not checkable': { codicon: 'question', color: COLOR.quiet },
  refuted: { codicon: 'error', color: COLOR.bad },
  'does not hold': { codicon: 'circle-slash' },
};

/** What code says of a change that somebody made, in the Review view: what may be wrong first. */
export function proofTree(proof: Proof, folder: string): readonly ViewNode[] {
  const { findings } = proof.verdict;
  const [notes, rest] = [findings.filter(isNote), findings.filter(finding => !isNote(finding))];
  return [
    viewNode({
      id: 'proof',
      label: proof.title,
      description: countsLine(proof),
      icon: { codicon: 'git-compare' },
      tooltip: `${proof.title}\n${outcomeLine(proof)}\n${pathsLine(proof.paths)}`,
      spoken: proof.outcome,
    }),
    ...groupFindings(rest).map((finding, i) => groupNode(`proof finding ${i}`, finding, folder)),
    statementsNode(proof.statements, folder),
    ...(notes.length === 0
      ? []
      : [
          viewNode({
            id: 'proof notes',
            label: 'Good to know',
            description: String(notes.length),
            icon: { codicon: 'info' },
            children: groupFindings(notes).map((finding, i) => groupNode(`proof note ${i}`, finding, folder)),
          }),
        ]),
    viewNode({
      id: 'proof release',
      label: 'Release',
      description: releaseLine(proof.release),
      icon: { codicon: 'tag' },
    }),
    viewNode({
      id: 'proof files',
      label: 'Files',
      description: count(proof.paths.length, 'file'),
      icon: { codicon: 'files' },
      children: proof.paths.map(({ path, change, notes: about, notLookedAt }) =>
        viewNode({
          id: `proof file ${path}`,
          label: path,
          description: [change, ...about, ...(notLookedAt === undefined ? [] : ['not looked into'])].join(
            ', ',
          ),
          icon: { codicon: 'file' },
          ...(change === 'deleted' ? {} : { target: { kind: 'file', path, folder } as const }),
        }),
      ),
    }),
  ];
}

const isNote = ({ severity }: Finding): boolean => severity === 'note';

/** The same sentence of several places is one row: beside each other they would look like one said thrice. */
function groupNode(id: string, { more, ...finding }: FindingGroup, folder: string): ViewNode {
  if (more.length === 0) return findingNode(id, finding, folder);
  const places = [...(finding.place ? [finding.place] : []), ...more];
  const { rule, severity, message } = finding;
  return viewNode({
    id,
    label: message,
    description: `${count(places.length, 'place')} · ${rule}`,
    icon: OF_SEVERITY[severity],
    spoken: SPOKEN[severity],
    open: true,
    children: places.map((place, i) => {
      const target = targetOf(place, folder);
      return viewNode({
        id: `${id} ${i}`,
        label: `${place.file}:${place.line}`,
        icon: { codicon: 'file' },
        tooltip: `${place.file}:${place.line}\n${message}`,
        ...(target ? { target } : {}),
      });
    }),
  });
}

const SPOKEN = { blocks: 'blocks', risk: 'to look at', note: 'note' } as const;

function findingNode(id: string, { rule, severity, message, place }: Finding, folder: string): ViewNode {
  const target = targetOf(place, folder);
  return viewNode({
    id,
    label: message,
    description: place === undefined ? rule : `${place.file}:${place.line} · ${rule}`,
    icon: OF_SEVERITY[severity],
    spoken: SPOKEN[severity],
    ...(target ? { target } : {}),
  });
}

function statementsNode(statements: readonly Statement[], folder: string): ViewNode {
  return viewNode({
    id: 'proof statements',
    label: 'What code says',
    description: countsLine({ statements }),
    icon: { codicon: 'checklist' },
    open: true,
    children: statements.map(({ text, from, verdict, reason, places }, i) => {
      const target = targetOf(places[0], folder);
      return viewNode({
        id: `proof statement ${i}`,
        label: text,
        description: `${verdict}: ${reason}`,
        icon: OF_VERDICT[verdict],
        tooltip: `${text}\n${verdict}: ${reason}${from === 'tried' ? '' : `\nsaid by ${from}`}`,
        spoken: verdict,
        ...(target ? { target } : {}),
      });
    }),
  });
}

/** What is gone has no place in the files as they are. */
const targetOf = (place: Finding['place'], folder: string): Target | undefined =>
  place === undefined || place.side === 'before'
    ? undefined
    : { kind: 'file', path: place.file, line: place.line, folder };
