import { fail, ok, type Result } from '../kernel/result.ts';
import type { EntryValue } from './client.ts';

/** A value of a JSON text and where it stands in it; offsets are UTF-16. */
interface Value {
  readonly start: number;
  readonly end: number;
  /** Of an object only. */
  readonly members?: readonly Member[];
  readonly plain: unknown;
}
interface Member {
  readonly key: string;
  readonly start: number;
  readonly value: Value;
  /** Behind its comma; its own end where there is none. */
  readonly end: number;
}

class Fault extends Error {}

const MAX_DEPTH = 100;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class Reader {
  readonly #text: string;
  readonly #comments: boolean;
  #at = 0;

  constructor(text: string, comments: boolean) {
    this.#text = text;
    this.#comments = comments;
    if (text.startsWith('\uFEFF')) this.#at = 1;
  }

  document(): Value {
    this.#skip();
    const value = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) this.#stop('something follows the end of the settings');
    return value;
  }

  #value(depth: number): Value {
    if (depth > MAX_DEPTH) this.#stop(`nested deeper than ${MAX_DEPTH} levels`);
    const start = this.#at;
    const c = this.#text[start];
    if (c === '{') return this.#object(depth);
    if (c === '[') return this.#array(depth);
    const plain = c === '"' ? this.#string() : JSON.parse(this.#match(SCALAR, 'a value was expected'));
    return { start, end: this.#at, plain };
  }

  #object(depth: number): Value {
    const start = this.#at++;
    const members: Member[] = [];
    for (this.#skip(); this.#text[this.#at] !== '}'; this.#skip()) {
      const last = members.at(-1);
      if (last && last.end === last.value.end) this.#stop('a comma or } was expected');
      const keyAt = this.#at;
      if (this.#text[keyAt] !== '"') this.#stop('a key in double quotes was expected');
      const key = this.#string();
      if (members.some(member => member.key === key)) this.#stop(`the key "${key}" is there twice`, keyAt);
      this.#skip();
      if (this.#text[this.#at++] !== ':') this.#stop('a colon was expected', this.#at - 1);
      this.#skip();
      const value = this.#value(depth + 1);
      members.push({ key, start: keyAt, value, end: this.#comma('}') ? this.#at : value.end });
    }
    this.#at++;
    const plain = Object.fromEntries(members.map(({ key, value }) => [key, value.plain]));
    return { start, end: this.#at, members, plain };
  }

  #array(depth: number): Value {
    const start = this.#at++;
    const plain: unknown[] = [];
    let mayFollow = true;
    for (this.#skip(); this.#text[this.#at] !== ']'; this.#skip()) {
      if (!mayFollow) this.#stop('a comma or ] was expected');
      plain.push(this.#value(depth + 1).plain);
      mayFollow = this.#comma(']');
    }
    this.#at++;
    return { start, end: this.#at, plain };
  }

  /** Takes the comma that follows, if there is one; one before the end only where comments are understood, too. */
  #comma(end: string): boolean {
    const before = this.#at;
    this.#skip();
    if (this.#text[this.#at] !== ',') {
      this.#at = before;
      return false;
    }
    const after = ++this.#at;
    if (!this.#comments) {
      this.#skip();
      if (this.#text[this.#at] === end) this.#stop('a comma before the end', after - 1);
    }
    this.#at = after;
    return true;
  }

  #string(): string {
    return JSON.parse(this.#match(STRING, 'a text that does not end on its line, or has a wrong escape'));
  }

  #match(pattern: RegExp, what: string): string {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? this.#stop(what);
    this.#at += found.length;
    return found;
  }

  #skip(): void {
    for (;;) {
      const c = this.#text[this.#at];
      if (c === ' ' || c === '\t' || c === '\n' || c === '\r') this.#at++;
      else if (c === '/' && this.#comments) this.#skipComment();
      else return;
    }
  }

  #skipComment(): void {
    const isLine = this.#text.startsWith('//', this.#at);
    if (!isLine && !this.#text.startsWith('/*', this.#at)) this.#stop('a value was expected');
    const end = this.#text.indexOf(isLine ? '\n' : '*/', this.#at + 2);
    if (end < 0 && !isLine) this.#stop('a comment does not end');
    this.#at = end < 0 ? this.#text.length : end + (isLine ? 1 : 2);
  }

  #stop(what: string, at = this.#at): never {
    throw new Fault(`line ${this.#text.slice(0, at).split('\n').length}: ${what}`);
  }
}

function read(text: string, comments: boolean): Result<Value> {
  try {
    const value = new Reader(text, comments).document();
    if (value.members === undefined) return fail('line 1: it is not an object in braces');
    return ok(value);
  } catch (fault) {
    if (fault instanceof Fault) return fail(fault.message);
    throw fault;
  }
}

/** The settings that a text holds; `comments`: with comments and trailing commas. Errors are `line N: …`. */
export function readJsonText(text: string, comments: boolean): Result<unknown> {
  const value = read(text, comments);
  return value.ok ? ok(value.value.plain) : value;
}

/**
 * Sets the value at a path, making the objects on the way; everything else of the text stays byte for byte. Keys of an
 * object that is there already and that `value` does not have stay, too.
 */
export function setInJson(
  text: string,
  path: readonly string[],
  value: EntryValue,
  comments: boolean,
): Result<string> {
  const isObject = typeof value === 'object' && !Array.isArray(value);
  const found = read(text, comments);
  if (!found.ok) return found;
  const there = at(found.value, path);
  if (isObject && there?.members !== undefined) {
    let result: Result<string> = ok(text);
    for (const [key, part] of Object.entries(value))
      if (result.ok) result = setInJson(result.value, [...path, key], part, comments);
    return result;
  }
  if (there) {
    if (JSON.stringify(there.plain) === JSON.stringify(value)) return ok(text);
    const lines = styleOf(text, found.value);
    return ok(splice(text, there.start, there.end, lines.show(value, depthOf(path))));
  }
  // The deepest object on the way that is there gets the rest.
  const depth = path.findIndex((_, i) => at(found.value, path.slice(0, i + 1)) === undefined);
  const parent = at(found.value, path.slice(0, depth));
  if (parent?.members === undefined)
    return fail(`"${path.slice(0, depth).join('.')}" is not an object in braces`);
  const rest = path.slice(depth + 1).reduceRight<EntryValue>((inner, key) => ({ [key]: inner }), value);
  return ok(insert(text, found.value, parent, path[depth] ?? '', rest, depth + 1));
}

/** Takes the member at a path out, if it is there; everything else of the text stays byte for byte. */
export function removeFromJson(text: string, path: readonly string[], comments: boolean): Result<string> {
  const found = read(text, comments);
  if (!found.ok) return found;
  const parent = at(found.value, path.slice(0, -1));
  const index = parent?.members?.findIndex(({ key }) => key === path.at(-1)) ?? -1;
  const member = parent?.members?.[index];
  if (!parent?.members || !member) return ok(text);
  if (parent.members.length === 1 && /^\{\s*$/.test(text.slice(parent.start, member.start))) {
    if (/^\s*\}$/.test(text.slice(member.end, parent.end)))
      return ok(splice(text, parent.start, parent.end, '{}'));
  }
  const start = text.slice(0, member.start).trimEnd().length;
  const hasLineBreak = text.slice(start, member.start).includes('\n');
  // From the break before it: comments in lines above stay. In one line the space in front of it goes.
  const from = hasLineBreak ? text.slice(0, member.start).replace(/\r?\n[ \t]*$/, '').length : start;
  const before = parent.members[index - 1];
  const isLast = index === parent.members.length - 1;
  const cut = splice(text, from, member.end, '');
  // The comma of the one before, which would be the last now, unless the last one had one as well.
  return ok(
    isLast && before && member.end === member.value.end ? splice(cut, before.end - 1, before.end, '') : cut,
  );
}

/** The value at a path of parsed settings. */
export function valueAt(settings: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    const isThere = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key);
    return isThere ? (inner as Record<string, unknown>)[key] : undefined;
  }, settings);
}

const at = (value: Value, path: readonly string[]): Value | undefined =>
  path.reduce<Value | undefined>(
    (inner, key) => inner?.members?.find(member => member.key === key)?.value,
    value,
  );
const depthOf = (path: readonly string[]): number => path.length;
const splice = (text: string, start: number, end: number, put: string): string =>
  text.slice(0, start) + put + text.slice(end);

/** The indentation and line ends of a text, taken from its first member that has a line of its own. */
function styleOf(text: string, document: Value) {
  const first = document.members?.[0];
  const [, indent = '  '] = /\n([ \t]+)$/.exec(text.slice(document.start, first?.start ?? 0)) ?? [];
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return {
    newline,
    indentOf: (depth: number) => indent.repeat(depth),
    show: (value: EntryValue, depth: number) =>
      JSON.stringify(value, undefined, indent).replaceAll('\n', newline + indent.repeat(depth)),
  };
}

/** Behind the last member and all comments that follow it. */
function insert(
  text: string,
  document: Value,
  parent: Value,
  key: string,
  value: EntryValue,
  depth: number,
): string {
  const members = parent.members ?? [];
  const { newline, indentOf, show } = styleOf(text, document);
  const close = parent.end - 1;
  const last = members.at(-1);
  const inOneLine = last !== undefined && !text.slice(parent.start, close).includes('\n');
  const comma = last === undefined || last.end > last.value.end ? '' : ',';
  const name = JSON.stringify(key);
  const trailing = last && last.end > last.value.end ? ',' : '';
  if (inOneLine) {
    const spaced = `${comma} ${name}: ${JSON.stringify(value)}${trailing}`;
    return splice(text, last.end, last.end, spaced);
  }
  const withComma = comma === '' || !last ? text : splice(text, last.value.end, last.value.end, comma);
  const end = withComma.slice(0, close + comma.length).trimEnd().length;
  const line = `${newline}${indentOf(depth)}${name}: ${show(value, depth)}${trailing}`;
  const isLastLine = !withComma.slice(end, close + comma.length).includes('\n');
  return splice(withComma, end, end, isLastLine ? `${line}${newline}${indentOf(depth - 1)}` : line);
}
