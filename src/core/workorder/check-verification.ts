import type { LintBackendArgs } from '../../generated/contracts.ts';
import { canonicalPath, checkReadPath } from '../changes/path-policy.ts';
import { isInScope } from '../changes/scope.ts';

/** What `lint_backend` is asked to do, with the default path filled in. */
export interface LintTarget {
  readonly path: string;
  readonly check_all: boolean;
}

/** `null` and `""` mean the workspace's default path. */
export function lintTarget(args: LintBackendArgs, defaultPath: string): LintTarget {
  return {
    path: args.path === null || args.path === '' ? defaultPath : args.path,
    check_all: args.check_all,
  };
}

const show = ({ path, check_all }: LintTarget) => `${path} with check_all ${check_all}`;

/** Whether `wider` lints at least what `floor` does: same path or an ancestor, and check_all not taken away. */
export function coversLint(wider: LintTarget, floor: LintTarget): boolean {
  const [path, inner] = [canonicalPath(wider.path), canonicalPath(floor.path)];
  const coversPath = path === '.' || isInScope(inner, [path]);
  return coversPath && (wider.check_all || !floor.check_all);
}

/**
 * `verification` may only widen: against `acceptance.lint` for the Designer, and against the
 * Designer's for QA. A sentence, or `undefined` when it is fine.
 */
export function findVerificationProblem(
  who: 'Designer' | 'QA',
  verification: LintTarget,
  floor: LintTarget,
  floorName: string,
): string | undefined {
  const verdict = checkReadPath(verification.path);
  if (verdict.kind === 'refused') return `${who}'s verification path is refused: ${verdict.reason}`;
  if (coversLint(verification, floor)) return undefined;
  return `${who}'s verification (${show(verification)}) is narrower than ${floorName} (${show(floor)}); it may only be widened`;
}
