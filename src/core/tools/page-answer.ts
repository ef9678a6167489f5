import { isObject } from '../kernel/is-object.ts';

/** An object with more fields than any of our answers has is a map by name, whose entries may be on several pages. */
const MOST_FIELDS = 32;

/**
 * A tool's answer as pages that are answers of the same shape: lists and maps are divided, everything else is on each
 * page. An answer that fits is one page, as it is. Sizes are characters of JSON, of a text its own characters.
 */
export function pageAnswer(answer: unknown, limit: number): readonly unknown[] {
  return typeof answer === 'string' ? pagesOfText(answer, limit) : divide(answer, limit);
}

/** Whole lines; of a line that is longer than a page, parts of it. */
function pagesOfText(text: string, limit: number): readonly string[] {
  const pages: string[] = [];
  for (let from = 0; from < text.length || pages.length === 0; ) {
    const to = from + limit >= text.length ? text.length : endOfPage(text, from, from + limit);
    pages.push(text.slice(from, to));
    from = to;
  }
  return pages;
}

function endOfPage(text: string, from: number, limit: number): number {
  const lineEnd = text.lastIndexOf('\n', limit - 1) + 1;
  if (lineEnd > from) return lineEnd;
  return isHighSurrogate(text, limit - 1) ? limit - 1 : limit;
}

const isHighSurrogate = (text: string, at: number): boolean =>
  text.charCodeAt(at) >= 0xd800 && text.charCodeAt(at) < 0xdc00;

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** Parts of a value, each of its shape and as small as the room, where it can be divided. */
function divide(value: unknown, room: number): readonly unknown[] {
  if (sizeOf(value) <= room) return [value];
  if (typeof value === 'string') return [shorten(value, room)];
  if (Array.isArray(value))
    return pack(
      value.map(item => ['', item] as const),
      room - 2,
    ).map(entries => entries.map(([, item]) => item));
  if (!isObject(value)) return [value];
  const entries = Object.entries(value);
  if (entries.length > MOST_FIELDS) return pack(entries, room - 2).map(part => Object.fromEntries(part));
  const base = emptied(value, room);
  const parts = entries.filter(([, field]) => isContainer(field));
  return pack(parts, room - sizeOf(base)).map(part => ({ ...base, ...Object.fromEntries(part) }));
}

type Entry = readonly [name: string, value: unknown];

/** The entries in their order, as many of them in each part as have room; one that is larger is divided itself. */
function pack(entries: readonly Entry[], room: number): readonly (readonly Entry[])[] {
  const parts: Entry[][] = [[]];
  let left = room;
  for (const [name, value] of entries) {
    const around = sizeOf(name) + 2;
    for (const [n, piece] of divide(value, Math.max(room - around, SMALLEST)).entries()) {
      const size = sizeOf(piece) + around;
      // Two pieces of one field cannot be in the same object.
      if (n > 0 || (size > left && parts.at(-1)?.length !== 0)) {
        parts.push([]);
        left = room;
      }
      parts.at(-1)?.push([name, piece]);
      left -= size;
    }
  }
  return parts;
}

/** Below that nothing is divided any more. */
const SMALLEST = 200;

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** What is on each page of an object: its fields, their lists and maps empty. */
function emptied(value: Readonly<Record<string, unknown>>, room: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, field]): [string, unknown] => {
      if (Array.isArray(field)) return [name, []];
      if (typeof field === 'string') return [name, shorten(field, Math.floor(room / 4))];
      if (!isObject(field)) return [name, field];
      return [name, Object.keys(field).length > MOST_FIELDS ? {} : emptied(field, Math.floor(room / 4))];
    }),
  );
}

function shorten(text: string, room: number): string {
  if (sizeOf(text) <= room) return text;
  const note = ` [cut: this text has ${text.length} characters]`;
  // A control character is six characters of JSON.
  let to = Math.max(0, room - note.length - 2);
  while (to > 0 && sizeOf(text.slice(0, to)) > room - note.length) to = Math.floor(to * 0.8);
  return `${text.slice(0, isHighSurrogate(text, to - 1) ? to - 1 : to)}${note}`;
}
