import type { Code } from '../sentence-form.ts';

/** One way to read some words: what they say, and where they end. */
export interface Way<T> {
  readonly end: number;
  readonly value: T;
}

/** All ways to read the words from one place on. */
export type Reader<T> = (clause: Clause, at: number) => readonly Way<T>[];

const TOKEN = /§\d+|->|'s\b|[^\s§,;:()]+|[,;:()]/g;
/** `make's` are two. */
const tokens = (text: string): readonly string[] =>
  (text.match(TOKEN) ?? []).flatMap(word =>
    word.length > 2 && word.endsWith("'s") ? [word.slice(0, -2), "'s"] : [word],
  );

/** The words of one clause, with what was already read of them. */
export class Clause {
  readonly words: readonly string[];
  readonly codes: Code[];
  #all: ReadonlySet<string> | undefined;
  readonly #known = new Map<Reader<unknown>, Map<number, readonly Way<unknown>[]>>();

  constructor(words: string, codes: Code[]) {
    this.words = tokens(words);
    this.codes = codes;
  }

  has(word: string): boolean {
    this.#all ??= new Set(this.words);
    return this.#all.has(word);
  }

  /** The code that a word stands for. */
  code(word: string | undefined): Code | undefined {
    return word?.startsWith('§') === true ? this.codes[Number(word.slice(1))] : undefined;
  }

  add(text: string, quote: Code['quote'] = '`'): string {
    return `§${this.codes.push({ text, quote }) - 1}`;
  }

  /** Each part is read once at each place, however many forms ask for it. */
  read<T>(reader: Reader<T>, at: number): readonly Way<T>[] {
    const known = this.#known.get(reader) ?? new Map<number, readonly Way<unknown>[]>();
    this.#known.set(reader, known);
    const ways = known.get(at) ?? reader(this, at);
    known.set(at, ways);
    return ways as readonly Way<T>[];
  }
}

/** One of these, each of one word or several. */
export function words(...forms: readonly string[]): Reader<string> {
  const all = forms.flatMap(form => form.split('|')).map(form => form.split(' '));
  return (clause, at) =>
    all.flatMap(form =>
      form.every((word, i) => clause.words[at + i] === word)
        ? [{ end: at + form.length, value: form.join(' ') }]
        : [],
    );
}

type Values<T extends readonly unknown[]> = { readonly [K in keyof T]: Reader<T[K]> };

/** One behind the other; `make` gives nothing where they say nothing together. */
export function inOrder<T extends readonly unknown[], R>(
  readers: Values<T>,
  make: (values: T, clause: Clause) => R | undefined,
): Reader<R> {
  return (clause, start) => {
    let ways: readonly { readonly end: number; readonly values: readonly unknown[] }[] = [
      { end: start, values: [] },
    ];
    for (const reader of readers)
      ways = ways.flatMap(({ end, values }) =>
        clause.read(reader, end).map(way => ({ end: way.end, values: [...values, way.value] })),
      );
    return ways.flatMap(({ end, values }) => {
      const value = make(values as unknown as T, clause);
      return value === undefined ? [] : [{ end, value }];
    });
  };
}

export const either =
  <T>(...readers: readonly Reader<T>[]): Reader<T> =>
  (clause, at) =>
    readers.flatMap(reader => clause.read(reader, at));

export const maybe =
  <T>(reader: Reader<T>): Reader<T | undefined> =>
  (clause, at) => [{ end: at, value: undefined }, ...clause.read(reader, at)];

export const mapped =
  <T, R>(reader: Reader<T>, make: (value: T, clause: Clause) => R | undefined): Reader<R> =>
  (clause, at) =>
    clause.read(reader, at).flatMap(({ end, value }) => {
      const made = make(value, clause);
      return made === undefined ? [] : [{ end, value: made }];
    });

/** `a`, `a and b`, `a, b and c`: at most a dozen. */
export function listOf<T>(item: Reader<T>, last = words('and', ', and')): Reader<readonly T[]> {
  const comma = words(',');
  return (clause, at) => {
    const whole: Way<readonly T[]>[] = [];
    let open: readonly Way<readonly T[]>[] = clause
      .read(item, at)
      .map(({ end, value }) => ({ end, value: [value] }));
    whole.push(...open);
    for (let length = 1; length < MOST_ITEMS && open.length > 0; length++) {
      const go = (mark: Reader<string>) =>
        open.flatMap(({ end, value }) =>
          clause
            .read(mark, end)
            .flatMap(way => clause.read(item, way.end))
            .map(way => ({ end: way.end, value: [...value, way.value] })),
        );
      whole.push(...go(last));
      open = go(comma);
    }
    return whole;
  };
}

const MOST_ITEMS = 12;

/** All different things that the whole clause may say. */
export function wholeWays<T>(reader: Reader<T>, clause: Clause): readonly T[] {
  return clause
    .read(reader, 0)
    .filter(({ end }) => end === clause.words.length)
    .map(({ value }) => value);
}
