import type { Sha256 } from '../kernel/sha256.ts';

const KEY_CHARACTERS = 12;

/**
 * Data for a prompt, each value between tags that nothing inside it can close: the tags hold a key made from
 * the SHA-256 of all values, so that text which ends them would have to hold its own hash. The same values
 * give the same key, so that a request can be repeated, previewed and replayed.
 *
 * `{ sources: 'x' }` becomes `{ sources: '<sources-3fa9c1e07b52>\nx\n</sources-3fa9c1e07b52>' }`.
 */
export function labelData<N extends string>(
  values: Readonly<Record<N, string>>,
  sha256: Sha256,
): Readonly<Record<N, string>> {
  const entries = Object.entries(values) as [N, string][];
  const key = keyFor(entries.flat(), sha256);
  const labelled = entries.map(([name, text]) => [name, `<${name}-${key}>\n${text}\n</${name}-${key}>`]);
  return Object.fromEntries(labelled) as Record<N, string>;
}

/** One value on its own, for example the answer of a tool. */
export const labelText = (name: string, text: string, sha256: Sha256): string =>
  labelData({ [name]: text }, sha256)[name] ?? '';

function keyFor(texts: readonly string[], sha256: Sha256): string {
  for (let salt = 0; ; salt++) {
    const bytes = new TextEncoder().encode(JSON.stringify([salt, ...texts]));
    const key = sha256(bytes).slice(0, KEY_CHARACTERS);
    // Never seen to happen, and certain all the same.
    if (!texts.some(text => text.includes(key))) return key;
  }
}
