import { parseLimit } from '../../core/conversation/budget.ts';
import { describeSchemaProblem } from '../../core/kernel/json-path.ts';
import { nearestNames } from '../../core/kernel/nearest-names.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { validateSettings } from '../../generated/validators.cjs';
import { findTomlLine } from './find-toml-line.ts';
import { SETTING_NAMES, type SettingName, type Settings, type SettingsPlace } from './settings.ts';

/** A table of settings against its schema; the error names file, line and key. */
export function checkSettings(
  found: unknown,
  text: string,
  { file, table }: SettingsPlace,
): Result<Settings> {
  const at = (key?: string) => `${file}, line ${findTomlLine(text, table, key)}`;
  if (!validateSettings(found)) {
    const [problem] = validateSettings.errors ?? [];
    if (!problem) return fail(`${file} does not match its schema`);
    const unknown = problem.params['additionalProperty'];
    if (typeof unknown === 'string') return fail(`${at(unknown)}: ${unknownKey(unknown)}`);
    const [, key] = problem.instancePath.split('/');
    return fail(`${at(key)}: ${describeSchemaProblem(problem)}`);
  }
  const budget = found.budget === undefined ? ok(undefined) : parseLimit(String(found.budget));
  if (!budget.ok) return fail(`${at('budget')}: ${budget.error}`);
  const outside = [found['lint-path'], ...(found.scope ?? [])].find(isOutside);
  if (outside !== undefined) {
    const key = outside === found['lint-path'] ? 'lint-path' : 'scope';
    return fail(`${at(key)}: "${outside}" lies outside of the workspace`);
  }
  const names = Object.keys(found) as SettingName[];
  return ok({ values: found, from: Object.fromEntries(names.map(name => [name, at(name)])) });
}

const isOutside = (path: string | undefined): boolean =>
  path !== undefined && (/^(?:[/\\]|[A-Za-z]:)/.test(path) || path.split(/[/\\]/).includes('..'));

/** A key and why a file that comes with a repository must not set it. */
const NEVER: readonly (readonly [RegExp, string])[] = [
  [/key|token|password|secret-file/, 'a key or a secret does not belong into a file of the workspace'],
  [/sandbox/, 'the sandbox is switched off for a machine, with WORKORDER_SANDBOX=off, not by a workspace'],
  [/^(yes|approve|allow)/, 'an approval is given by a person for one command, as an option'],
  [/^(ruff|mypy|import-linter|test-command)$/, 'it names a program to start; give it as an option'],
  [/^(checks|workflows|most[-_]files|policy)$/, 'what must hold is in .workorder/policy.json'],
];

function unknownKey(key: string): string {
  const [, why] = NEVER.find(([pattern]) => pattern.test(key)) ?? [];
  if (why !== undefined) return `"${key}" cannot be set here: ${why}`;
  const [near] = nearestNames(key, SETTING_NAMES, 1);
  return `there is no setting "${key}"${near === undefined ? `; there are ${SETTING_NAMES.join(', ')}` : `; did you mean "${near}"?`}`;
}
