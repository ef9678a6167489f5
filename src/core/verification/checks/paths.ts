import { checkWritePath, describeControlPlane } from '../../changes/path-policy.ts';
import { isInScope } from '../../changes/scope.ts';
import { answerOf, type Check, type Found } from '../check.ts';

/** Path policy and scope, for every file that is changed, created or deleted. */
export const pathsCheck: Check = {
  id: 'paths',
  title: 'Paths and scope',
  needs: 'nothing',
  phase: 'before',
  // What someone did already is shown; it is no proposal that could be refused.
  level: { others: 'required', prove: 'advisory' },
  run: async ({ files }, { scope, policy: { mostFiles } }) =>
    answerOf(
      [
        ...files.flatMap(({ path }) => checkPath(path, scope)),
        ...(files.length > mostFiles ? [tooMany(files.length, mostFiles)] : []),
      ],
      'every file may be changed',
    ),
};

const tooMany = (count: number, most: number): Found => ({
  rule: 'too-many-files',
  weight: 'problem',
  message: `the change touches ${count} files; the policy allows ${most} (most_files)`,
});

function checkPath(path: string, scope: readonly string[] | undefined): readonly Found[] {
  const verdict = checkWritePath(path);
  if (verdict.kind === 'refused')
    return [
      { rule: 'refused', weight: 'problem', message: `${path} must not be changed: ${verdict.reason}` },
    ];
  const found: Found[] = [];
  if (scope !== undefined && !isInScope(verdict.path, scope))
    found.push({
      rule: 'out-of-scope',
      weight: 'problem',
      message: `${path} is outside the scope (${scope.join(', ')})`,
    });
  if (verdict.kind === 'control_plane')
    found.push({
      rule: 'control-plane',
      weight: 'doubt',
      message: `${describeControlPlane(verdict.path)}: it needs an approval by name`,
    });
  return found;
}
