import { count } from '../kernel/amounts.ts';
import { asItWas, mergeCommand, type ResultOnBranch } from './result-on-branch.ts';

/** What there is, and what a person can do with it. */
export function branchLines(result: ResultOnBranch): readonly string[] {
  const { name, start, commits } = result;
  if (commits === 0) return [`nothing is on the branch ${name} yet; ${asItWas(result, 'checkout')}`];
  return [
    `${count(commits, 'commit')} on the branch ${name}; ${asItWas(result, 'checkout')}`,
    ...(start === undefined ? [] : [`  look at it with: git log -p ${start.slice(0, 9)}..${name}`]),
    `  take it over with: ${mergeCommand(name)}`,
    `  throw it away with: git branch -D ${name}`,
  ];
}
