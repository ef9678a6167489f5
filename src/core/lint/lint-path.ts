import { checkReadPath } from '../changes/path-policy.ts';
import { fail, ok, type Result } from '../kernel/result.ts';

/**
 * The path of `lint_backend` as segments joined by `/`; `''` is the whole workspace. Null and the empty
 * string mean the host's default path.
 */
export function lintPath(asked: string | null, defaultPath: string): Result<string> {
  const path = asked === null || asked === '' ? defaultPath : asked;
  const verdict = checkReadPath(path);
  if (verdict.kind === 'refused') return fail(`${path}: ${verdict.reason}`);
  return ok(verdict.path === '.' ? '' : verdict.path);
}
