import type { NeedleSet, Occurrences } from './needle-set.ts';
import { NOWHERE } from './needle-set.ts';

/**
 * The trie of all needles with its failure links (Aho and Corasick). Most nodes have one child, which is kept
 * beside the node; further children are in a hash table. So memory is linear in the needles, and following a
 * needle is a walk through neighbouring memory.
 */
class Automaton {
  /** `child << 8 | byte` of each node's first child; 0: none. */
  readonly #firstChild: Int32Array;
  /** 1 for nodes with further children, which are in the hash table. */
  readonly #hasMore: Uint8Array;
  readonly #keys: Int32Array;
  readonly #children: Int32Array;
  readonly #shift: number;
  readonly #fromRoot = new Int32Array(256);
  readonly #parent: Int32Array;
  readonly #byte: Uint8Array;
  readonly #depth: Int32Array;
  readonly fail: Int32Array;
  /** Nodes sorted by depth, the root first. */
  readonly order: Int32Array;
  /** Node at which needle i ends. */
  readonly ends: Int32Array;
  size = 1;

  constructor(needles: NeedleSet) {
    const limit = needles.bytes.length + 1;
    // Every needle leaves the trie of those before it at one node at most.
    const bits = Math.max(4, 34 - Math.clz32(needles.count));
    this.#firstChild = new Int32Array(limit);
    this.#hasMore = new Uint8Array(limit);
    this.#keys = new Int32Array(1 << bits).fill(-1);
    this.#children = new Int32Array(1 << bits);
    this.#shift = 32 - bits;
    this.#parent = new Int32Array(limit);
    this.#byte = new Uint8Array(limit);
    this.#depth = new Int32Array(limit);
    this.fail = new Int32Array(limit);
    this.ends = new Int32Array(needles.count);
    for (let i = 0; i < needles.count; i++) {
      const start = needles.starts[i] ?? 0;
      this.ends[i] = this.#insert(needles.bytes, start, needles.starts[i + 1] ?? start);
    }
    this.order = this.#sortByDepth();
    this.#linkFailures();
  }

  /** Where the automaton is after one more byte of text. */
  step(node: number, byte: number): number {
    let from = node;
    for (;;) {
      const next = this.#child(from, byte);
      if (next !== 0 || from === 0) return next;
      from = this.fail[from] ?? 0;
    }
  }

  /** The child of `node` by `byte`, or 0: the root is no one’s child. */
  #child(node: number, byte: number): number {
    if (node === 0) return this.#fromRoot[byte] ?? 0;
    const first = this.#firstChild[node] ?? 0;
    if (first !== 0 && (first & 255) === byte) return first >>> 8;
    return this.#hasMore[node] === 1 ? (this.#children[this.#slot(node, byte)] ?? 0) : 0;
  }

  #slot(node: number, byte: number): number {
    const key = node * 256 + byte;
    const mask = this.#keys.length - 1;
    let slot = Math.imul(key, 0x9e3779b1) >>> this.#shift;
    while (this.#keys[slot] !== key && this.#keys[slot] !== -1) slot = (slot + 1) & mask;
    return slot;
  }

  #insert(bytes: Uint8Array, start: number, end: number): number {
    let node = 0;
    for (let i = start; i < end; i++) {
      const byte = bytes[i] ?? 0;
      node = this.#child(node, byte) || this.#append(node, byte);
    }
    return node;
  }

  #append(node: number, byte: number): number {
    const next = this.size++;
    this.#parent[next] = node;
    this.#byte[next] = byte;
    this.#depth[next] = (this.#depth[node] ?? 0) + 1;
    if (node === 0) this.#fromRoot[byte] = next;
    else if (this.#firstChild[node] === 0) this.#firstChild[node] = next * 256 + byte;
    else {
      const slot = this.#slot(node, byte);
      this.#keys[slot] = node * 256 + byte;
      this.#children[slot] = next;
      this.#hasMore[node] = 1;
    }
    return next;
  }

  #sortByDepth(): Int32Array {
    let deepest = 0;
    for (let node = 0; node < this.size; node++) deepest = Math.max(deepest, this.#depth[node] ?? 0);
    const places = new Int32Array(deepest + 2);
    for (let node = 0; node < this.size; node++) {
      const after = (this.#depth[node] ?? 0) + 1;
      places[after] = (places[after] ?? 0) + 1;
    }
    for (let d = 1; d < places.length; d++) places[d] = (places[d] ?? 0) + (places[d - 1] ?? 0);
    const order = new Int32Array(this.size);
    for (let node = 0; node < this.size; node++) {
      const depth = this.#depth[node] ?? 0;
      const place = places[depth] ?? 0;
      order[place] = node;
      places[depth] = place + 1;
    }
    return order;
  }

  #linkFailures(): void {
    for (let i = 1; i < this.size; i++) {
      const node = this.order[i] ?? 0;
      const parent = this.#parent[node] ?? 0;
      if (parent !== 0) this.fail[node] = this.step(this.fail[parent] ?? 0, this.#byte[node] ?? 0);
    }
  }
}

/**
 * All occurrences of all needles in one pass: time linear in text and needles whatever they are, because
 * visits of nodes are counted and handed down the failure links afterwards instead of listing occurrences.
 * Some 20 times slower per byte than the q-gram probe on ordinary input, so it is kept for input that defeats
 * that one. The needles together must be shorter than 8 MB (see MAX_AUTOMATON_BYTES).
 */
export function automatonSearch(haystack: Uint8Array, needles: NeedleSet): readonly Occurrences[] {
  const automaton = new Automaton(needles);
  const visits = new Int32Array(automaton.size);
  const firstEnd = new Int32Array(automaton.size).fill(-1);
  let node = 0;
  for (let i = 0; i < haystack.length; i++) {
    node = automaton.step(node, haystack[i] ?? 0);
    const seen = visits[node] ?? 0;
    if (seen === 0) firstEnd[node] = i + 1;
    visits[node] = seen + 1;
  }
  for (let i = automaton.size - 1; i > 0; i--) {
    const from = automaton.order[i] ?? 0;
    const count = visits[from] ?? 0;
    if (count === 0) continue;
    const to = automaton.fail[from] ?? 0;
    const [mine, theirs] = [firstEnd[from] ?? -1, firstEnd[to] ?? -1];
    visits[to] = (visits[to] ?? 0) + count;
    if (theirs < 0 || mine < theirs) firstEnd[to] = mine;
  }
  return Array.from(automaton.ends, (end, i) => {
    const count = visits[end] ?? 0;
    if (count === 0) return NOWHERE;
    const length = (needles.starts[i + 1] ?? 0) - (needles.starts[i] ?? 0);
    return { first: (firstEnd[end] ?? 0) - length, count };
  });
}

/** Keys of the automaton's table are `node * 256 + byte` in 31 bits. */
export const MAX_AUTOMATON_BYTES = 0x7f_ffff;
