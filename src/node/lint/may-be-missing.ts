import type { Files } from '../../core/ports/files.ts';
import { policyOf } from '../../core/verification/read-policy.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { LintSettings } from './settings.ts';

/** Where a workspace says which linters have to be installed. */
export interface LintToolsPlaces {
  readonly root: string;
  readonly files: Pick<Files, 'read'>;
}

/**
 * Whether a linter that is not installed may be missing: as the person chose, else as the policy of the workspace says,
 * else its settings file; none may where no one said so. One place for every host: before a model is paid, and when
 * the linters run.
 */
export async function mayBeMissing(
  { root, files }: LintToolsPlaces,
  { tools }: Pick<LintSettings, 'tools'>,
): Promise<boolean> {
  if (tools !== undefined) return tools === 'auto';
  const policy = await policyOf(files, 'work order');
  // What cannot be read blocks the change elsewhere, and loosens nothing here.
  if (!policy.ok) return false;
  const said = policy.value.lines.find(({ setting }) => setting === 'lint_tools');
  if (said !== undefined && said.from !== 'built in') return said.value === 'auto';
  const settings = await readSettings(root);
  return settings.ok && settings.value.values['lint-tools'] === 'auto';
}
