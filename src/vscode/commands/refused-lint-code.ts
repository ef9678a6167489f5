import { ago } from '../../core/kernel/amounts.ts';
import { showInformationMessage, showQuickPick } from '../inert-window.ts';
import { folderFor } from '../orders/order-source.ts';
import type { Services } from '../services.ts';

/** Shows which plugins of linters a person refused to run, and takes back those that are ticked; answers these. */
export async function refusedLintCode(services: Services): Promise<readonly string[] | undefined> {
  const folder = await folderFor(undefined);
  if (folder === undefined) return undefined;
  const { refusals } = await services.folders.of(folder);
  const refused = await refusals.list();
  if (refused.length === 0) {
    void showInformationMessage('No linter plugin of this folder was refused, or its files changed since.');
    return [];
  }
  const now = Date.now();
  const items = refused.map(({ name, at }) => ({ label: name, description: `refused ${ago(now - at)}` }));
  const picked = await showQuickPick(items, {
    title: 'Refused linter plugins',
    placeHolder: 'Tick those that may be asked about and run again; Escape changes nothing',
    canPickMany: true,
  });
  return picked && refusals.takeBack(picked.map(({ label }) => label));
}
