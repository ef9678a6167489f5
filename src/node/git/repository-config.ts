import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isInside } from '../find-on-path.ts';

/** One line of the configuration that git would use. */
export interface ConfigEntry {
  /** Section and name in lower case; the name between them as it is written. */
  readonly key: string;
  readonly value: string;
  /** Said by the repository and not by the user or the machine. */
  readonly untrusted: boolean;
}

/** The call that lists them; reading a configuration starts no program. */
export const LIST_CONFIG: readonly string[] = ['config', '--list', '-z', '--show-scope', '--show-origin'];

const USERS_OWN = new Set(['system', 'global']);

/** The files that `LIST_CONFIG` names, as git writes them: from where it is asked, or from the top of the work tree. */
export function originsOf(printed: string): readonly string[] {
  const origins = printed.split('\0').filter((text, i) => i % 3 === 1 && text.startsWith(FILE));
  return [...new Set(origins)].map(pathOf);
}

const FILE = 'file:';
const pathOf = (origin: string): string => (origin.startsWith(FILE) ? origin.slice(FILE.length) : origin);

/** Entries of `LIST_CONFIG`, which prints scope, origin, and key with value. */
export async function readConfig(printed: string, root: string): Promise<readonly ConfigEntry[]> {
  const fields = printed.split('\0');
  const entries: ConfigEntry[] = [];
  const folder = await realpath(root).catch(() => root);
  const inside = new Map<string, boolean>();
  for (let i = 0; i + 2 < fields.length; i += 3) {
    const [scope = '', origin = '', text = ''] = fields.slice(i, i + 3);
    // Our own settings.
    if (scope === 'command') continue;
    const cut = text.indexOf('\n');
    const [key, value] = cut === -1 ? [text, 'true'] : [text.slice(0, cut), text.slice(cut + 1)];
    let isOurs = inside.get(origin);
    if (isOurs === undefined) {
      // The user's configuration can include a file that lies in the workspace.
      const file = resolve(root, pathOf(origin));
      isOurs = isInside(folder, await realpath(file).catch(() => file));
      inside.set(origin, isOurs);
    }
    entries.push({ key, value, untrusted: !USERS_OWN.has(scope) || isOurs });
  }
  return entries;
}
