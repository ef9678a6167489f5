import { fail, ok, type Result } from '../kernel/result.ts';
import type { Entry, EntryValue } from './client.ts';

/** A header or a pair of a TOML text with its place; `end` is behind its last line's break. Offsets are UTF-16. */
type Statement =
  | { readonly kind: 'table'; readonly name: readonly string[]; readonly start: number; readonly end: number }
  | { readonly kind: 'pair'; readonly name: readonly string[]; readonly start: number; readonly end: number };

const BARE = /[A-Za-z0-9_-]+/y;
const BASIC = /"(?:[^"\\\n]|\\.)*"/y;
const LITERAL = /'[^'\n]*'/y;

class Fault extends Error {}

/**
 * The statements of a text that a TOML reader has accepted already: this one only finds where they begin and end.
 */
class Scanner {
  readonly #text: string;
  #at: number;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  statements(): readonly Statement[] {
    const found: Statement[] = [];
    for (this.#skipEmpty(); this.#at < this.#text.length; this.#skipEmpty()) {
      const start = this.#text.lastIndexOf('\n', this.#at) + 1;
      const isTable = this.#text[this.#at] === '[';
      if (isTable) this.#skip(/\[\[?[ \t]*/y);
      const name = this.#name();
      if (isTable) this.#skip(/[ \t]*\]\]?/y);
      else {
        this.#skip(/[ \t]*=[ \t]*/y);
        this.#value();
      }
      this.#skip(/[^\n]*\n?/y);
      found.push({ kind: isTable ? 'table' : 'pair', name, start, end: this.#at });
    }
    return found;
  }

  #name(): readonly string[] {
    const name = [this.#key()];
    for (this.#skip(/[ \t]*/y); this.#text[this.#at] === '.'; this.#skip(/[ \t]*/y)) {
      this.#skip(/\.[ \t]*/y);
      name.push(this.#key());
    }
    return name;
  }

  #key(): string {
    const bare = this.#take(BARE);
    if (bare !== undefined) return bare;
    const literal = this.#take(LITERAL);
    if (literal !== undefined) return literal.slice(1, -1);
    const basic = this.#take(BASIC);
    if (basic === undefined) throw new Fault();
    try {
      return JSON.parse(basic);
    } catch {
      return basic; // an escape that JSON does not have: no name of ours
    }
  }

  /** Brackets and texts; commas, numbers and dates are what is between. */
  #value(): void {
    let depth = 0;
    for (; this.#at < this.#text.length; ) {
      const c = this.#text[this.#at];
      if (c === '"' || c === "'") this.#string(c);
      else if (c === '#') this.#skip(/[^\n]*/y);
      else if (c === '\n' && depth === 0) return;
      else {
        if (c === '[' || c === '{') depth++;
        if (c === ']' || c === '}') depth--;
        this.#at++;
      }
      if (depth === 0 && /[\n#]/.test(this.#text[this.#at] ?? '\n')) return;
    }
  }

  #string(quote: string): void {
    const long = quote.repeat(3);
    if (!this.#text.startsWith(long, this.#at)) {
      if (this.#take(quote === '"' ? BASIC : LITERAL) === undefined) throw new Fault();
      return;
    }
    this.#at += 3;
    while (!this.#text.startsWith(long, this.#at)) {
      if (this.#at >= this.#text.length) throw new Fault();
      this.#at += quote === '"' && this.#text[this.#at] === '\\' ? 2 : 1;
    }
    // Up to two more quotes may belong to the text.
    this.#at += 3;
    while (this.#text[this.#at] === quote) this.#at++;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  /** Empty lines and comments. */
  #skipEmpty(): void {
    for (this.#skip(/\s*/y); this.#text[this.#at] === '#'; this.#skip(/\s*/y)) this.#skip(/[^\n]*/y);
  }

  #skip(pattern: RegExp): void {
    this.#take(pattern);
  }
}

function scan(text: string): Result<readonly Statement[]> {
  try {
    return ok(new Scanner(text).statements());
  } catch (fault) {
    if (fault instanceof Fault)
      return fail('a name or a text in it is written in a way that is not understood');
    throw fault;
  }
}

/** The lines of a table: its header, and everything up to the next one. */
function sectionOf(statements: readonly Statement[], table: readonly string[]) {
  const header = statements.findIndex(({ kind, name }) => kind === 'table' && isSame(name, table));
  if (header < 0) return undefined;
  const next = statements.findIndex(({ kind }, index) => kind === 'table' && index > header);
  return statements.slice(header, next < 0 ? undefined : next);
}

/** Sets keys of a table, which is added at the end when it is not there; all other lines stay byte for byte. */
export function setInToml(text: string, table: readonly string[], entry: Entry): Result<string> {
  const statements = scan(text);
  if (!statements.ok) return statements;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lineOf = ([key, value]: readonly [string, EntryValue]) => `${key} = ${shown(value)}${newline}`;
  const section = sectionOf(statements.value, table);
  if (!section) {
    const isEmpty = text.replace('\uFEFF', '').trim() === '';
    const gap = isEmpty ? '' : text.endsWith('\n') ? newline : newline + newline;
    return ok(`${text}${gap}[${table.join('.')}]${newline}${Object.entries(entry).map(lineOf).join('')}`);
  }
  let result = text;
  const end = section.at(-1)?.end ?? 0;
  const added = Object.entries(entry).filter(([key]) => !section.some(pair => isPair(pair, key)));
  const gap = text.slice(0, end).endsWith('\n') || added.length === 0 ? '' : newline;
  result = result.slice(0, end) + gap + added.map(lineOf).join('') + result.slice(end);
  for (const pair of section.toReversed()) {
    const given = Object.entries(entry).find(([key]) => isPair(pair, key));
    if (!given) continue;
    // A comment behind the value stays where the value is the same.
    const there = result.slice(pair.start, pair.end);
    if (there.startsWith(lineOf(given).trimEnd())) continue;
    result = result.slice(0, pair.start) + lineOf(given) + result.slice(pair.end);
  }
  return ok(result);
}

/** Takes a table and those below it out; all other lines stay byte for byte. */
export function removeFromToml(text: string, table: readonly string[]): Result<string> {
  const statements = scan(text);
  if (!statements.ok) return statements;
  let result = text;
  let isOurs = false;
  let from: Statement | undefined;
  let last: Statement | undefined;
  const cuts: (readonly [number, number])[] = [];
  const close = () => {
    if (from && last) cuts.push([from.start, last.end]);
    from = undefined;
  };
  for (const statement of statements.value) {
    if (statement.kind === 'table') {
      const isNow = isSame(statement.name.slice(0, table.length), table);
      if (isOurs && !isNow) close();
      if (isNow && !from) from = statement;
      isOurs = isNow;
    }
    if (isOurs) last = statement;
  }
  if (isOurs) close();
  for (const [start, end] of cuts.toReversed()) {
    // The empty line that was put in front of it.
    const before = result.slice(0, start).replace(/(^|\n)\r?\n$/, '$1');
    result = before + result.slice(end);
  }
  return ok(result);
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, index) => name === b[index]);
const isPair = ({ kind, name }: Statement, key: string): boolean => kind === 'pair' && isSame(name, [key]);

/** JSON's texts are TOML's basic strings but for one character. */
function shown(value: EntryValue): string {
  if (Array.isArray(value)) return `[${value.map(part => shown(part)).join(', ')}]`;
  if (typeof value === 'object') {
    const pairs = Object.entries(value).map(([key, part]) => `${key} = ${shown(part)}`);
    return `{ ${pairs.join(', ')} }`;
  }
  return JSON.stringify(value).replaceAll('\u007f', '\\u007F');
}
