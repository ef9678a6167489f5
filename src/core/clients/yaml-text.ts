import { fail, ok, type Result } from '../kernel/result.ts';
import type { Entry, EntryValue } from './client.ts';
import { depthOf, type ItemKey, keysOfItem, scalarOf } from './yaml-item.ts';

/** A line that a mapping at the left edge may have: a key, a comment, an item, a document mark, nothing. */
const KNOWN =
  /^(?:#.*|[\w$.-]+[ \t]*:(?:[ \t].*)?|"[^"\\]*"[ \t]*:(?:[ \t].*)?|'[^']*'[ \t]*:(?:[ \t].*)?|-(?: .*)?|---[ \t]*)$/;

/** `key: []`, with what is in front of the brackets and behind them. */
const EMPTY_LIST = /^([\w$.-]+:) *\[ *\]([ \t]*(?:#.*)?\r?)$/;

interface Item {
  /** Line indices, `end` behind its last line that is not empty. */
  readonly start: number;
  readonly end: number;
  readonly name: string | undefined;
  readonly lines: readonly string[];
  /** Left out: it is not written with one key a line. */
  readonly keys: readonly ItemKey[] | undefined;
}

interface Listed {
  /** Line index of the key; none: there is no such list. */
  readonly key: number | undefined;
  readonly indent: string;
  readonly items: readonly Item[];
}

/**
 * Finds the items of a list at the left edge of a text. YAML has many spellings; only the common one, one key and one
 * item a line, is touched, and everything else is a fault for the person to solve.
 */
function find(text: string, list: string): Result<Listed> {
  const lines = text
    .replace('\uFEFF', '')
    .split('\n')
    .map(line => line.replace(/\r$/, ''));
  const atEdge = (line: string) => line !== '' && !/^[ \t]/.test(line);
  const strange = lines.findIndex(line => /^ *\t/.test(line) || (atEdge(line) && !KNOWN.test(line)));
  if (strange >= 0) return fail(`line ${strange + 1}: it is not a key with a colon`);
  if (lines.filter(line => line.startsWith('---')).length > 1) return fail('it holds more than one document');
  const keys = lines.flatMap((line, index) => (keyOf(line) === list ? [index] : []));
  const [key] = keys;
  if (key === undefined) return ok({ key, indent: '  ', items: [] });
  if (keys.length > 1) return fail(`line ${(keys[1] ?? 0) + 1}: the key "${list}" is there twice`);
  if (EMPTY_LIST.test(lines[key] ?? '')) return ok({ key, indent: '  ', items: [] });
  if (!/^[^#]*:[ \t]*(?:#.*)?$/.test(lines[key] ?? ''))
    return fail(`line ${key + 1}: the list ${list} is not written with one item a line`);
  const isInside = (line: string) => !atEdge(line) || line.startsWith('-') || line.startsWith('#');
  const after = lines.findIndex((line, index) => index > key && !isInside(line));
  const body = lines.slice(key + 1, after < 0 ? undefined : after);
  const first = body.find(line => line.trim() !== '' && !line.trim().startsWith('#'));
  const [, indent] = /^( *)-(?: |$)/.exec(first ?? '  - ') ?? [];
  if (indent === undefined) return fail(`line ${key + 1}: ${list} is not a list`);
  const starts = body.flatMap((line, index) => (isItem(line, indent) ? [index] : []));
  const items = starts.map((start, index) => {
    const part = body.slice(start, starts[index + 1]);
    // Comments and empty lines at its end belong to what follows.
    while (/^\s*(?:#.*)?$/.test(part.at(-1) ?? 'x')) part.pop();
    const own = keysOfItem(part);
    const named = own?.find(one => one.key === 'name');
    const name = named && scalarOf(named.value);
    return { start: key + 1 + start, end: key + 1 + start + part.length, name, lines: part, keys: own };
  });
  return ok({ key, indent, items });
}

const keyOf = (line: string): string | undefined => /^(["']?)([\w$.-]+)\1[ \t]*:(?:[ \t]|$)/.exec(line)?.[2];

/** What we write could be in it already, in a way that is not read here. */
function findOwn(items: readonly Item[], list: string, name: string): Result<Item | undefined> {
  const unread = items.find(item => item.name === undefined && item.lines.some(line => line.includes(name)));
  return unread === undefined
    ? ok(items.find(item => item.name === name))
    : fail(`line ${unread.start + 1}: an item of ${list} is not written with one key a line`);
}

/**
 * Sets the item of this name, which is added behind the others; all other lines, and what a person added to it, stay
 * byte for byte.
 */
export function setInYaml(text: string, list: string, name: string, entry: Entry): Result<string> {
  const found = find(text, list);
  if (!found.ok) return found;
  const { key, indent, items } = found.value;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const plain = itemLines(name, entry).map(line => indent + line);
  if (key === undefined) {
    const gap = text === '' || text.endsWith('\n') ? '' : newline;
    return ok(`${text}${gap}${[`${list}:`, ...plain].join(newline)}${newline}`);
  }
  const looked = findOwn(items, list, name);
  if (!looked.ok) return looked;
  const own = looked.value;
  const added = addedTo(own, entry);
  if (added.some(line => line.trim() !== '' && depthOf(line) < indent.length + 2))
    return fail(`line ${(own?.start ?? 0) + 1}: the entry is not indented by two`);
  const put = [...plain, ...added];
  if (own?.lines.join('\n') === put.join('\n')) return ok(text);
  const last = items.at(-1)?.end ?? key + 1;
  const lines = text.split('\n');
  lines[key] = (lines[key] ?? '').replace(EMPTY_LIST, '$1$2');
  return ok(replaceLines(lines.join('\n'), own?.start ?? last, own?.end ?? last, put));
}

/** Takes the item of this name out, if it is there; all other lines stay byte for byte. */
export function removeFromYaml(text: string, list: string, name: string): Result<string> {
  const found = find(text, list);
  if (!found.ok) return found;
  const looked = findOwn(found.value.items, list, name);
  if (!looked.ok) return looked;
  const own = looked.value;
  if (!own) return ok(text);
  const cut = replaceLines(text, own.start, own.end, []);
  if (found.value.items.length > 1 || found.value.key === undefined) return ok(cut);
  // A key without a value is nothing, which is no list.
  const line = cut.split('\n')[found.value.key] ?? '';
  const empty = line.replace(/^([^#]*):[ \t]*(#.*)?(\r?)$/, (_, before, comment = '', end = '') =>
    comment === '' ? `${before}: []${end}` : `${before}: [] ${comment}${end}`,
  );
  return ok(replaceLines(cut, found.value.key, found.value.key + 1, [empty.replace(/\r$/, '')]));
}

/** The item of this name as plain values: what this file writes, read back. */
export function itemOfYaml(text: string, list: string, name: string): Result<unknown> {
  const found = find(text, list);
  if (!found.ok) return found;
  const own = found.value.items.find(item => item.name === name);
  if (!own) return ok(undefined);
  const pairs = (own.keys ?? []).flatMap(({ key, value, lines }): [string, string | string[]][] => {
    if (key === 'name') return [];
    const parts = lines.slice(1).map(line => /^- (.*)$/.exec(line.trim())?.[1]);
    return [[key, value === '' ? parts.flatMap(part => part?.trim() ?? []).map(scalarOf) : scalarOf(value)]];
  });
  return ok(Object.fromEntries(pairs));
}

/**
 * All that is not ours, line by line: what stands around the item of this name, and what a person added to the entry;
 * without an entry, where it is taken out, that goes with it. The list itself counts where it has other items.
 */
export function othersInYaml(
  text: string,
  list: string,
  name: string,
  entry: Entry | undefined,
): Result<unknown> {
  const found = find(text, list);
  if (!found.ok) return found;
  const { key, items } = found.value;
  const own = items.find(item => item.name === name);
  const isAlone = items.every(item => item === own);
  const lines = text.split('\n').map(line => line.replace(/\r$/, ''));
  const around = lines.flatMap((line, index) => {
    if (own && index >= own.start && index < own.end) return [];
    if (index !== key || !isAlone) return [line];
    const comment = line.indexOf('#');
    return comment < 0 ? [] : [line.slice(comment)];
  });
  while (around.at(-1) === '') around.pop();
  return ok([around, ...(entry ? addedTo(own, entry) : [])]);
}

const isItem = (line: string, indent: string): boolean =>
  line.startsWith(`${indent}- `) || line === `${indent}-`;

/** What a person added to our item, as lines. */
const addedTo = (own: Item | undefined, entry: Entry): readonly string[] =>
  (own?.keys ?? []).flatMap(({ key, lines }) => (key === 'name' || key in entry ? [] : lines));

/** Texts in double quotes: JSON's are YAML's. */
function itemLines(name: string, entry: Entry): readonly string[] {
  const shown = (value: EntryValue) => JSON.stringify(value);
  const pairs = Object.entries(entry).flatMap(([key, value]) =>
    Array.isArray(value)
      ? [`${key}:`, ...value.map(part => `  - ${shown(part)}`)]
      : [`${key}: ${shown(value)}`],
  );
  return [`- name: ${name}`, ...pairs.map(line => `  ${line}`)];
}

function replaceLines(text: string, start: number, end: number, put: readonly string[]): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split('\n');
  const isAtEnd = start >= lines.length;
  const carriage = newline === '\r\n' ? '\r' : '';
  const kept = [...lines.slice(0, start), ...put.map(line => line + carriage), ...lines.slice(end)];
  // The last line had no break: what follows it needs one.
  if (isAtEnd && put.length > 0) {
    kept[start - 1] = `${kept[start - 1]}${carriage}`;
    kept.push((kept.pop() ?? '').replace(/\r$/, ''));
  }
  return kept.join('\n');
}
