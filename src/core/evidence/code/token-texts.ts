import { byteAt } from '../../kernel/at.ts';
import { latin1Text } from '../../python/lexer/name-table.ts';
import { NAME, OP } from '../../python/lexer/token-kinds.ts';

const FIRST_SLOTS = 2 ** 12;
/** Bits of the kind of a token; above them is the word of a name or the operator, of which it has one at most. */
const KIND_BITS = 3;
const KIND = 2 ** KIND_BITS - 1;

/** What a token is, as one number: its kind, and the word of a name or the operator of an operator. */
export const codeOf = (kind: number, what: number): number => kind | (what << KIND_BITS);
export const kindOf = (code: number): number => code & KIND;
export const wordOf = (code: number): number => ((code & KIND) === NAME ? code >> KIND_BITS : 0);
export const opOf = (code: number): number => ((code & KIND) === OP ? code >> KIND_BITS : 0);

/**
 * Gives what a token is and says one number, so that tokens of several files are the same when their numbers are: most
 * of what files say, others have said before.
 */
export class TokenTexts {
  readonly #texts: string[] = [];
  readonly #codes: number[] = [];
  /** As of `hashOf`: the table is made anew again and again. */
  readonly #hashes: number[] = [];
  readonly #known = new Map<unknown, unknown[]>();
  /** Number of a text and 1, at the first free place from its hash on; 0 where there is none. */
  #slots = new Int32Array(FIRST_SLOTS);

  text(id: number): string {
    return this.#texts[id] ?? '';
  }

  code(id: number): number {
    return this.#codes[id] ?? 0;
  }

  /** What is asked of a text alone is computed once for all places where it stands. */
  asked<T>(id: number, compute: (kind: number, text: string) => T): T {
    return this.#answer(this.#answersOf(compute), id, compute);
  }

  /** The same, to be asked of many. */
  asking<T>(compute: (kind: number, text: string) => T): (id: number) => T {
    const answers = this.#answersOf(compute);
    return id => this.#answer(answers, id, compute);
  }

  #answersOf<T>(compute: (kind: number, text: string) => T): (T | undefined)[] {
    const known = this.#known.get(compute);
    if (known !== undefined) return known as (T | undefined)[];
    const answers: (T | undefined)[] = [];
    this.#known.set(compute, answers);
    return answers;
  }

  #answer<T>(answers: (T | undefined)[], id: number, compute: (kind: number, text: string) => T): T {
    const known = answers[id];
    if (known !== undefined) return known;
    const answer = compute(kindOf(this.code(id)), this.text(id));
    // One by one: a list with a large gap becomes a slow one.
    while (answers.length < id) answers.push(undefined);
    answers[id] = answer;
    return answer;
  }

  idOf(code: number, text: string): number {
    const mask = this.#slots.length - 1;
    const hash = hashOf(code, text);
    let slot = firstSlot(hash, mask);
    for (;;) {
      const id = (this.#slots[slot] ?? 0) - 1;
      if (id < 0) return this.#add(slot, hash, code, text);
      if (this.#codes[id] === code && this.#texts[id] === text) return id;
      slot = (slot + 1) & mask;
    }
  }

  /** Of ASCII bytes; the same number as that of their text, which is only made when it is new. */
  idOfBytes(code: number, bytes: Uint8Array, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let hash = code; // As in `hashOf`.
    for (let p = start; p < end; p++) hash = (Math.imul(hash, 31) + byteAt(bytes, p)) | 0;
    let slot = firstSlot(hash, mask);
    for (;;) {
      const id = (this.#slots[slot] ?? 0) - 1;
      if (id < 0) return this.#add(slot, hash, code, latin1Text(bytes, start, end));
      if (this.#hashes[id] === hash && this.#codes[id] === code && isText(this.text(id), bytes, start, end))
        return id;
      slot = (slot + 1) & mask;
    }
  }

  #add(slot: number, hash: number, code: number, text: string): number {
    const id = this.#texts.length;
    this.#texts.push(text);
    this.#codes.push(code);
    this.#hashes.push(hash);
    this.#slots[slot] = id + 1;
    if (this.#texts.length * 2 > this.#slots.length) this.#widen();
    return id;
  }

  #widen(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 0; id < this.#hashes.length; id++) {
      let slot = firstSlot(this.#hashes[id] ?? 0, mask);
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.#slots = slots;
  }
}

function hashOf(code: number, text: string): number {
  let hash = code;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

/** The lowest bits alone are those of the last letters. */
const firstSlot = (hash: number, mask: number): number => (hash ^ (hash >>> 15)) & mask;

function isText(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}
