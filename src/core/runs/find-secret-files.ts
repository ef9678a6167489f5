import type { FileChange } from '../changes/change-set.ts';
import { looksSecret } from '../changes/secret-looking.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import type { Files } from '../ports/files.ts';
import type { SecretFiles } from './without-secret-files.ts';

/**
 * What is to be taken out of whatever is passed on about a run, beside what is under such a name: the files that
 * look like secrets as they are now, as the run found and left them, and ordinary names that are links to one.
 */
export async function findSecretFiles(
  files: Files,
  named: ReadonlySet<string>,
  changed: readonly FileChange[],
): Promise<SecretFiles> {
  const aliases: string[] = [];
  const texts: string[] = [];
  const add = (bytes: Uint8Array | undefined) => {
    const text = bytes && decodeUtf8(bytes);
    if (text !== undefined) texts.push(text);
  };
  for (const path of named) {
    const found = await files.read(path);
    if (found.kind !== 'file') continue;
    const isLink = looksSecret(found.file.realPath ?? '');
    if (isLink) aliases.push(path);
    if (isLink || looksSecret(path)) add(found.file.bytes);
  }
  for (const { path, before, after } of changed) {
    if (!looksSecret(path)) continue;
    add(before);
    add(after);
  }
  return { aliases, texts };
}
