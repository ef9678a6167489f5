import { count } from '../kernel/amounts.ts';
import type { ChangedPath } from './given-change.ts';
import type { Proof, Statement, StatementVerdict } from './prove.ts';

/** How many sentences came out how; what does not hold and nobody claimed is no part of it. */
export type Counts = Readonly<Record<Exclude<StatementVerdict, 'does not hold'>, number>>;

export function countStatements(statements: readonly Statement[]): Counts {
  const counts = { proved: 0, confirmed: 0, tested: 0, 'not checkable': 0, refuted: 0 };
  for (const { verdict } of statements) if (verdict !== 'does not hold') counts[verdict]++;
  return counts;
}

/** `proved 4 · tested 0 · not checkable 2 · refuted 0`. */
export function countsLine({ statements }: Pick<Proof, 'statements'>): string {
  const { proved, confirmed, tested, refuted, ...rest } = countStatements(statements);
  return [
    `proved ${proved}`,
    ...(confirmed > 0 ? [`confirmed ${confirmed}`] : []),
    `tested ${tested}`,
    `not checkable ${rest['not checkable']}`,
    `refuted ${refuted}`,
  ].join(' · ');
}

/** `12 files: 8 modified, 3 added, 1 renamed; 1 of them not looked into`. */
export function pathsLine(paths: readonly ChangedPath[]): string {
  if (paths.length === 0) return 'no file is changed';
  const words = (['modified', 'added', 'deleted', 'renamed'] as const).flatMap(change => {
    const n = paths.filter(one => one.change === change).length;
    return n === 0 ? [] : [`${n} ${change}`];
  });
  const closed = closedPaths(paths);
  return `${count(paths.length, 'file')}: ${words.join(', ')}${closed > 0 ? `; ${closed} not looked into` : ''}`;
}

const closedPaths = (paths: readonly ChangedPath[]): number =>
  paths.filter(({ notLookedAt }) => notLookedAt !== undefined).length;

/** One sentence: whether the policy lets the change pass. */
export function outcomeLine({
  outcome,
  verdict,
  paths,
}: Pick<Proof, 'outcome' | 'verdict' | 'paths'>): string {
  const [blocks, risks] = (['blocks', 'risk'] as const).map(
    severity => verdict.findings.filter(finding => finding.severity === severity).length,
  );
  const closed = closedPaths(paths);
  const found = risks === 0 ? 'nothing to look at' : `${risks} to look at`;
  const look =
    closed === 0 ? found : `${risks === 0 ? '' : `${found}; `}${count(closed, 'file')} not looked into`;
  switch (outcome) {
    case 'nothing changed':
      return 'Nothing is changed.';
    case 'passed':
      return `No check that the policy requires fails; ${look}.`;
    case 'blocked':
      return `Blocked: ${count(blocks ?? 0, 'finding')} that the policy does not let pass; ${look}.`;
  }
}
