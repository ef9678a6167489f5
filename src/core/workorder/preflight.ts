import type { WorkOrder } from '../../generated/contracts.ts';
import type { Files } from '../ports/files.ts';

/** What is known before a model is paid. */
export interface PreflightFacts {
  /** Files of the scope with unsaved text: models and linters read the disk. */
  readonly unsaved: readonly string[];
  /** Linters of files that are not installed, where all of them have to be. */
  readonly missingLinters: readonly string[];
  readonly hasFiles: boolean;
}

export type PreflightFix = 'Save and Run' | 'Install and Run' | 'Edit Step';

/** What would make the run worth less than it costs, with what helps. */
export interface PreflightProblem {
  readonly sentence: string;
  readonly fix: PreflightFix;
}

export function findPreflightProblems(
  { scope_allowlist: scope }: WorkOrder,
  { unsaved, missingLinters, hasFiles }: PreflightFacts,
): readonly PreflightProblem[] {
  const problems: PreflightProblem[] = [];
  if (!hasFiles)
    problems.push({ sentence: `no file is in the scope: ${scope.join(', ')}`, fix: 'Edit Step' });
  if (unsaved.length > 0)
    problems.push({
      sentence: `${unsaved.join(', ')} ${unsaved.length === 1 ? 'has' : 'have'} unsaved text, which the models do not see`,
      fix: 'Save and Run',
    });
  if (missingLinters.length > 0)
    problems.push({
      sentence: `${missingLinters.join(', ')} ${missingLinters.length === 1 ? 'is' : 'are'} not installed: the run would end FAILED in lint`,
      fix: 'Install and Run',
    });
  return problems;
}

/** Whether the scope has a file, or one that is to be made. */
export async function hasFilesInScope(
  { scope_allowlist: scope, new_files: made = [] }: WorkOrder,
  files: Pick<Files, 'walk'>,
): Promise<boolean> {
  if (made.length > 0) return true;
  for (const entry of scope) if ((await files.walk(entry)).length > 0) return true;
  return false;
}
