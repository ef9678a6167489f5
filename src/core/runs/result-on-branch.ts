import { count } from '../kernel/amounts.ts';
import type { OwnState } from './own-state.ts';

/** Where the result of a run is, when it is not in the folder. */
export interface ResultOnBranch {
  readonly name: string;
  /** The commit that it was made from; left out where that is no longer known. */
  readonly start?: string;
  readonly commits: number;
  /** A file of the folder that was written all the same. */
  readonly written?: string | undefined;
}

interface WithCommits {
  /** Of a ticket: its own file has its status. */
  readonly path?: string | undefined;
  readonly own: OwnState | undefined;
  readonly commits: readonly { readonly branch: string }[];
}

/** The branches of a run that works beside the folder, in the order in which they were made. */
export function resultsOnBranches({ own, commits, path }: WithCommits): readonly ResultOnBranch[] {
  if (own === undefined) return [];
  const names = new Set(commits.map(({ branch }) => branch));
  if (own.branch !== undefined) names.add(own.branch);
  return [...names].map(name => ({
    name,
    ...(name === own.branch ? { start: own.start } : {}),
    commits: commits.filter(({ branch }) => branch === name).length,
    written: path,
  }));
}

export const asItWas = ({ written }: ResultOnBranch, what: string): string =>
  `${written === undefined ? '' : `but for ${written}, `}your ${what} is as it was`;

export const mergeCommand = (name: string): string => `git merge ${name}`;

/** For the notification at the end of a run. */
export function branchSentence(results: readonly ResultOnBranch[]): string {
  const made = results.filter(({ commits }) => commits > 0);
  const [first] = made;
  if (first === undefined) return '';
  const where = made
    .map(({ name, commits }) => `${count(commits, 'commit')} on the branch ${name}`)
    .join(', ');
  return `${where}; ${asItWas(first, 'folder')}. Take it over with: ${made.map(({ name }) => mergeCommand(name)).join(', ')}`;
}
