import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox } from '../../core/ports/sandbox.ts';
import { makeFolder } from '../make-folder.ts';

/**
 * The sentence that there is no sandbox here, once for a workspace and a reason and not at every run: what was shown is
 * kept in `folder`.
 */
export async function sentenceToTell(sandbox: Sandbox, folder: string): Promise<string | undefined> {
  const state = await sandbox.state();
  if (state.kind === 'ready') return undefined;
  const file = join(folder, 'no-sandbox.txt');
  if ((await readFile(file, 'utf8').catch(() => '')) === state.reason) return undefined;
  makeFolder(folder);
  await writeFile(file, state.reason);
  return `Linters and tests run without a sandbox here: ${state.reason}.`;
}
