import { byteAt } from '../../kernel/at.ts';
import type { ModuleIndex } from '../grammar/module-index.ts';
import type { WorkspaceModule } from '../index/workspace-module.ts';

/** Bits for each different name: about one question in twenty is answered `true` for nothing. */
const BITS_PER_NAME = 8;
const FEWEST_BITS = 256;

/** One filter for each version of a module that was read; it goes with the index it belongs to. */
const filters = new WeakMap<ModuleIndex, Uint32Array>();

/**
 * Whether the module's text may hold one of the names. `false` is certain (a Bloom filter over all runs of name
 * bytes); `undefined`: its text was not read yet. Names beyond ASCII have several spellings: never `false`.
 */
export function mayMention(module: WorkspaceModule, names: ReadonlySet<string>): boolean | undefined {
  const filter = filters.get(module.index);
  if (filter === undefined) return undefined;
  for (const name of names) {
    const hash = hashOfName(name);
    if (hash === undefined || hasHash(filter, hash)) return true;
  }
  return false;
}

/** Remembers which names the module's text holds. */
export function learnNames(module: WorkspaceModule, bytes: Uint8Array): void {
  if (filters.has(module.index)) return;
  const hashes = new Set<number>();
  for (let i = 0; i < bytes.length; i++) {
    let hash = FNV_OFFSET;
    const start = i;
    for (; isNameByte(byteAt(bytes, i)); i++) hash = Math.imul(hash ^ byteAt(bytes, i), FNV_PRIME);
    if (i > start) hashes.add(hash);
  }
  let bits = FEWEST_BITS;
  while (bits < hashes.size * BITS_PER_NAME) bits *= 2;
  const filter = new Uint32Array(bits / 32);
  for (const hash of hashes)
    for (const bit of bitsOf(hash, filter)) filter[bit >>> 5] = wordAt(filter, bit) | maskOf(bit);
  filters.set(module.index, filter);
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** Spreads a hash anew for the second bit. */
const MIX = 0x9e3779b1;

function hashOfName(name: string): number | undefined {
  let hash = FNV_OFFSET;
  for (let i = 0; i < name.length; i++) {
    const c = name.charCodeAt(i);
    if (c >= 128) return undefined;
    hash = Math.imul(hash ^ c, FNV_PRIME);
  }
  return hash;
}

const hasHash = (filter: Uint32Array, hash: number): boolean =>
  bitsOf(hash, filter).every(bit => (wordAt(filter, bit) & maskOf(bit)) !== 0);

/** The number of bits is a power of two. */
const bitsOf = (hash: number, filter: Uint32Array): readonly number[] => {
  const last = filter.length * 32 - 1;
  return [hash & last, (Math.imul(hash, MIX) >>> 11) & last];
};
const wordAt = (filter: Uint32Array, bit: number): number => filter[bit >>> 5] ?? 0;
const maskOf = (bit: number): number => 1 << (bit & 31);

export const isNameByte = (c: number): boolean =>
  c >= 128 || c === 95 || (c >= 48 && c <= 57) || ((c | 32) >= 97 && (c | 32) <= 122);
