import type { WorkOrder } from '../../generated/contracts.ts';
import { looksSecret } from '../changes/secret-looking.ts';
import { throwIfCancelled } from '../kernel/cancel.ts';
import type { Files } from '../ports/files.ts';

/** What a person decided about files of the scope that look like secrets. */
export interface SecretFileChoice {
  /** Shown to the models, each by its name. */
  readonly included: readonly string[];
  readonly leftOut: readonly string[];
}

/** Files of an order's scope that no model is shown unless a person lets them in by name, sorted. */
export async function findSecretFilesInScope(
  { scope_allowlist }: Pick<WorkOrder, 'scope_allowlist'>,
  files: Files,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const entry of scope_allowlist) {
    throwIfCancelled(signal);
    // A scope that is a link to one file is walked under its real name.
    for (const path of await files.walk(entry)) if (looksSecret(path)) found.add(path);
  }
  return [...found].sort();
}

/** The same files, of which models may see these as well. */
export const withSecretsAllowed = (files: Files, allowed: readonly string[]): Files => ({
  secretsAllowed: [...(files.secretsAllowed ?? []), ...allowed],
  read: files.read.bind(files),
  list: files.list.bind(files),
  walk: files.walk.bind(files),
  apply: files.apply.bind(files),
});
