import type { LinterFacts } from '../../core/workorder/preflight.ts';
import { lookForLinters } from './look-for-linters.ts';
import { type LintToolsPlaces, mayBeMissing } from './may-be-missing.ts';
import type { LintSettings } from './settings.ts';

/** What is known of the linters that a run would need, before a model is paid. */
export async function findLinterFacts(
  places: LintToolsPlaces,
  settings: LintSettings,
  checkAll: boolean,
  signal: AbortSignal,
): Promise<LinterFacts> {
  const missing: { name: string; install: string }[] = [];
  const wrong: { name: string; chosen: string }[] = [];
  const failing: { name: string; crashed: string; install: string }[] = [];
  let isOneThere = false;
  for await (const [{ name, scope, install }, result] of lookForLinters(places.root, settings, signal)) {
    if (result.kind === 'found') isOneThere ||= scope === 'files';
    else if (!checkAll && scope !== 'files') continue;
    else if (result.chosen !== undefined) wrong.push({ name, chosen: result.chosen });
    else if (result.crashed !== undefined) failing.push({ name, crashed: result.crashed, install });
    else missing.push({ name, install });
  }
  const isAllowed = missing.length > 0 && isOneThere && (await mayBeMissing(places, settings));
  return { missing: isAllowed ? [] : missing, wrong, failing, canDoWithout: isOneThere };
}
