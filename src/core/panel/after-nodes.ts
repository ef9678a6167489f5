import { findingLine } from '../changes/finding.ts';
import { count, firstLine } from '../kernel/amounts.ts';
import type { AfterState } from '../runs/common-events.ts';
import { STATUS_ICONS } from './agents-list.ts';
import { COLOR, type NodeIcon, type ViewNode, viewNode } from './view-node.ts';

/** What the checks after the last apply came to, where the policy asks for any; the same in every view. */
export function afterNodes(id: string, after: AfterState | undefined): readonly ViewNode[] {
  if (after === undefined || after.results.length === 0) return [];
  const { open, results } = after;
  const checks = results.map(({ check, verdict, reason }) =>
    viewNode({
      id: `${id}/after/${check}`,
      label: check,
      description: `${verdict}: ${firstLine(reason)}`,
      icon: ICONS[verdict],
      tooltip: `${check} ${verdict}: ${reason}`,
      spoken: verdict,
    }),
  );
  const findings = open.map((finding, index) =>
    viewNode({
      id: `${id}/after/finding/${index}`,
      label: firstLine(findingLine(finding)),
      icon: STATUS_ICONS.failed,
      tooltip: findingLine(finding),
      spoken: 'does not pass',
    }),
  );
  return [
    viewNode({
      id: `${id}/after`,
      label: 'After the apply',
      description: open.length === 0 ? 'passed' : `${count(open.length, 'finding')} to correct`,
      icon: open.length === 0 ? STATUS_ICONS.done : STATUS_ICONS.failed,
      tooltip: 'What the policy requires of the files as they are now: its linters and tests.',
      children: [...checks, ...findings],
      open: open.length > 0,
    }),
  ];
}

const LOOK: NodeIcon = { codicon: 'question', color: COLOR.attention };
const ICONS: Readonly<Record<AfterState['results'][number]['verdict'], NodeIcon>> = {
  passed: STATUS_ICONS.done,
  failed: STATUS_ICONS.failed,
  undecided: LOOK,
  'not run': LOOK,
};
