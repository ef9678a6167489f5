import { count } from '../kernel/amounts.ts';
import { mergeCommand, type ResultOnBranch } from '../runs/result-on-branch.ts';
import { type ViewNode, viewNode } from './view-node.ts';

/** Where the result of a run is, when it is not in the folder. */
export function branchNode(
  runId: string,
  { name, start, commits }: ResultOnBranch,
  pullRequest?: string,
): ViewNode {
  return viewNode({
    id: `${runId}/branch/${name}`,
    label: name,
    description: count(commits, 'commit'),
    icon: { codicon: 'git-branch' },
    tooltip: [
      'The result is on this branch; the folder and its branch stay as they are.',
      ...(start === undefined ? [] : [`Look at it with: git log -p ${start.slice(0, 9)}..${name}`]),
      `Take it over with: ${mergeCommand(name)}`,
      ...(pullRequest === undefined ? [] : [`Pull request: ${pullRequest}`]),
    ].join('\n'),
  });
}
