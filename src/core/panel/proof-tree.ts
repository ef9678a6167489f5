import type { Finding, Severity } from '../changes/finding.ts';
import type { Proof, Statement, StatementVerdict } from '../prove/prove.ts';
import { countsLine, outcomeLine, pathsLine } from '../prove/summary.ts';
import { count } from './amounts.ts';
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
      icon: iconOf(proof),
      tooltip: `${proof.title}\n${outcomeLine(proof)}\n${pathsLine(proof.paths)}`,
      spoken: proof.outcome,
    }),
    ...rest.map((finding, i) => findingNode(`proof finding ${i}`, finding, folder)),
    statementsNode(proof.statements, folder),
    ...(notes.length === 0
      ? []
      : [
          viewNode({
            id: 'proof notes',
            label: 'Good to know',
            description: String(notes.length),
            icon: { codicon: 'info' },
            children: notes.map((finding, i) => findingNode(`proof note ${i}`, finding, folder)),
          }),
        ]),
    viewNode({
      id: 'proof release',
      label: 'Release',
      description: `at least ${proof.release.level}: ${proof.release.reason}`,
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

const iconOf = ({ outcome, verdict }: Proof): NodeIcon =>
  outcome === 'blocked'
    ? OF_SEVERITY.blocks
    : verdict.findings.some(({ severity }) => severity === 'risk')
      ? OF_SEVERITY.risk
      : { codicon: 'verified', color: COLOR.good };

function findingNode(id: string, { rule, severity, message, place }: Finding, folder: string): ViewNode {
  const target = targetOf(place, folder);
  return viewNode({
    id,
    label: message,
    description: place === undefined ? rule : `${place.file}:${place.line} · ${rule}`,
    icon: OF_SEVERITY[severity],
    spoken: severity === 'blocks' ? 'blocks' : severity === 'risk' ? 'to look at' : 'note',
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
