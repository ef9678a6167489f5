import type { App } from '../../core/app.ts';
import type { SecretFileChoice } from '../../core/workorder/secret-files.ts';
import type { WorkOrder } from '../../generated/contracts.ts';
import { showQuickPick } from '../inert-window.ts';

const NONE: SecretFileChoice = { included: [], leftOut: [] };

/**
 * Asks which files of the scope that look like secrets the models may see; none, unless they are ticked. Nothing is asked
 * where there are none. `undefined`: the person stepped back, and no model is to be asked.
 */
export async function askAboutSecrets(
  app: Pick<App, 'secretFiles'>,
  order: WorkOrder,
): Promise<SecretFileChoice | undefined> {
  const found = await app.secretFiles(order, new AbortController().signal);
  if (found.length === 0) return NONE;
  const items = found.map(path => ({ label: path, picked: false }));
  const picked = await showQuickPick(items, {
    title: 'Files of the scope that look like secrets',
    placeHolder: 'Tick only what the models may see. Enter continues without what is not ticked',
    canPickMany: true,
    ignoreFocusOut: true,
  });
  if (picked === undefined) return undefined;
  const included = picked.map(({ label }) => label);
  return { included, leftOut: found.filter(path => !included.includes(path)) };
}
