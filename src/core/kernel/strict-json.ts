import type { Result } from './result.ts';
import { fail, ok } from './result.ts';

export interface JsonFault {
  /** UTF-16 offset into the text. */
  readonly offset: number;
  /** 1-indexed. */
  readonly line: number;
  readonly column: number;
  /** A sentence with the place in it. */
  readonly message: string;
}

const MAX_DEPTH = 64;
/** UTF-16 units: longer answers are no work order, and reading them would block. */
const MAX_LENGTH = 4 * 1024 * 1024;
/** Keys that would reach an object's prototype in careless code. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// A run of characters that need no care: no quote, backslash, control character or surrogate.
const PLAIN = /[^"\\\u0000-\u001f\ud800-\udfff]+/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class SyntaxFault {
  readonly offset: number;
  readonly what: string;
  constructor(offset: number, what: string) {
    this.offset = offset;
    this.what = what;
  }
}

/**
 * Reads one JSON value and nothing else (RFC 8259). Stricter than `JSON.parse`: duplicate keys, keys that
 * reach a prototype, lone surrogates, numbers too large for a double, nesting deeper than 64 and texts over
 * 4 MB are refused. Nothing is repaired.
 */
export function readStrictJson(text: string): Result<unknown, JsonFault> {
  if (text.length > MAX_LENGTH)
    return fail(describe(text, new SyntaxFault(MAX_LENGTH, 'the text is longer than 4 MB')));
  try {
    return ok(new Reader(text).document());
  } catch (fault) {
    if (fault instanceof SyntaxFault) return fail(describe(text, fault));
    throw fault;
  }
}

function describe(text: string, { offset, what }: SyntaxFault): JsonFault {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  return {
    offset,
    line,
    column,
    message: `parse error at offset ${offset} (line ${line}, column ${column}): ${what}`,
  };
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): unknown {
    this.#skipSpace();
    if (this.#at === this.#text.length) throw new SyntaxFault(this.#at, 'the text is empty');
    const value = this.#value(0);
    this.#skipSpace();
    if (this.#at < this.#text.length)
      throw this.#unexpected('the end of the text after the first JSON value');
    return value;
  }

  #value(depth: number): unknown {
    const c = this.#text[this.#at];
    if (c === '{') return this.#object(depth + 1);
    if (c === '[') return this.#array(depth + 1);
    if (c === '"') return this.#string();
    if (c === 't') return this.#word('true', true);
    if (c === 'f') return this.#word('false', false);
    if (c === 'n') return this.#word('null', null);
    return this.#number();
  }

  #object(depth: number): Record<string, unknown> {
    this.#checkDepth(depth);
    this.#at++;
    const object: Record<string, unknown> = {};
    this.#skipSpace();
    if (this.#take('}')) return object;
    for (;;) {
      const keyAt = this.#at;
      if (this.#text[keyAt] !== '"') throw this.#unexpected('a key in double quotes');
      const key = this.#string();
      if (FORBIDDEN_KEYS.has(key)) throw new SyntaxFault(keyAt, `the key "${key}" is not allowed`);
      if (Object.hasOwn(object, key)) throw new SyntaxFault(keyAt, `duplicate key ${JSON.stringify(key)}`);
      this.#skipSpace();
      if (!this.#take(':')) throw this.#unexpected('":"');
      this.#skipSpace();
      object[key] = this.#value(depth);
      this.#skipSpace();
      if (this.#take('}')) return object;
      if (!this.#take(',')) throw this.#unexpected('"," or "}"');
      this.#skipSpace();
    }
  }

  #array(depth: number): unknown[] {
    this.#checkDepth(depth);
    this.#at++;
    const array: unknown[] = [];
    this.#skipSpace();
    if (this.#take(']')) return array;
    for (;;) {
      array.push(this.#value(depth));
      this.#skipSpace();
      if (this.#take(']')) return array;
      if (!this.#take(',')) throw this.#unexpected('"," or "]"');
      this.#skipSpace();
    }
  }

  #string(): string {
    const start = this.#at++;
    let value = '';
    for (;;) {
      PLAIN.lastIndex = this.#at;
      const plain = PLAIN.exec(this.#text)?.[0] ?? '';
      value += plain;
      this.#at += plain.length;
      const c = this.#text[this.#at];
      if (c === '"') {
        this.#at++;
        // Surrogates may arrive raw or escaped, in halves; only the finished string tells.
        if (!value.isWellFormed()) throw new SyntaxFault(start, 'a string has half of a surrogate pair');
        return value;
      }
      if (c === undefined) throw new SyntaxFault(this.#at, 'the text ends inside a string');
      if (c === '\\') value += this.#escape();
      else if (c < ' ')
        throw new SyntaxFault(this.#at, 'a control character inside a string must be escaped');
      else {
        value += c;
        this.#at++;
      }
    }
  }

  #escape(): string {
    const c = this.#text[this.#at + 1] ?? '';
    if (c === 'u') {
      const hex = this.#text.slice(this.#at + 2, this.#at + 6);
      if (!/^[0-9a-fA-F]{4}$/.test(hex))
        throw new SyntaxFault(this.#at, '"\\u" must be followed by four hexadecimal digits');
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    const plain = Object.hasOwn(ESCAPES, c) ? ESCAPES[c] : undefined;
    if (plain === undefined) throw new SyntaxFault(this.#at, 'unknown escape in a string');
    this.#at += 2;
    return plain;
  }

  #number(): number {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text)?.[0];
    if (match === undefined) throw this.#unexpected('a JSON value');
    const value = Number(match);
    if (!Number.isFinite(value)) throw new SyntaxFault(this.#at, 'the number is too large');
    this.#at += match.length;
    return value;
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw this.#unexpected('a JSON value');
    this.#at += word.length;
    return value;
  }

  #take(c: string): boolean {
    if (this.#text[this.#at] !== c) return false;
    this.#at++;
    return true;
  }

  #skipSpace(): void {
    for (;;) {
      const c = this.#text.charCodeAt(this.#at);
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return;
      this.#at++;
    }
  }

  #checkDepth(depth: number): void {
    if (depth > MAX_DEPTH) throw new SyntaxFault(this.#at, `nested deeper than ${MAX_DEPTH} levels`);
  }

  #unexpected(expected: string): SyntaxFault {
    const c = this.#text.codePointAt(this.#at);
    const found = c === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(c));
    return new SyntaxFault(this.#at, `expected ${expected}, found ${found}`);
  }
}
