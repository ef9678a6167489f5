import { branchLines } from '../../core/runs/branch-lines.ts';
import type { ResultOnBranch } from '../../core/runs/result-on-branch.ts';

/** Among the last lines of a run: where its result is, and what can be done with it. */
export const branchText = (results: readonly ResultOnBranch[]): readonly string[] =>
  results.flatMap(branchLines).map(text => `  ${text.trimStart()}`);
