import type { Change } from './change-parts.ts';
import { type Ending, type Mood, say, sayIs, type Verb, withEnding } from './moods.ts';
import type { Given, OwnParameter, Position, SaidParameter } from './parameter-parts.ts';
import { KINDS } from './parts.ts';
import { type Parts, pattern } from './patterns.ts';
import { type Clause, mapped, type Reader } from './readers.ts';
import type { Said } from './said.ts';

export type Sentences = readonly (string | Said)[];

/** What the parts of a form have found. */
export class Found {
  readonly #parts: Parts;
  readonly clause: Clause;

  constructor(parts: Parts, clause: Clause) {
    this.#parts = parts;
    this.clause = clause;
  }

  has(part: string): boolean {
    return this.#parts[part] !== undefined;
  }

  /** It ends with words of time. */
  get hasEnd(): boolean {
    return (this.#parts['end'] ?? 'nothing') !== 'nothing';
  }

  word(part: string): string {
    return (this.#parts[part] as string | undefined) ?? '';
  }

  /** The name alone, where it may stand with its place: `X in m.py`. */
  name(part: string): string {
    return this.word(part).split(' ', 1)[0] ?? '';
  }

  words(part: string): readonly string[] {
    return (this.#parts[part] as readonly string[] | undefined) ?? [];
  }

  parameter(part = 'p'): SaidParameter {
    return this.#parts[part] as SaidParameter;
  }

  owned(part = 'owns'): readonly OwnParameter[] {
    return (this.#parts[part] as readonly OwnParameter[] | undefined) ?? [];
  }

  /** What its verb and its end say of the time; nothing where they do not go together. */
  mood(part = 'm'): Mood | undefined {
    return withEnding(
      (this.#parts[part] as Mood | undefined) ?? 'plain',
      (this.#parts['end'] as Ending | undefined) ?? 'nothing',
    );
  }

  part<T>(part: string): T {
    return this.#parts[part] as T;
  }

  change(part: string): Change {
    return this.part<Change>(part);
  }

  positions(): readonly Position[] {
    return (this.#parts['position'] as readonly Position[] | undefined) ?? [];
  }

  /** The text of a piece of code. */
  text(word: string): string {
    return this.clause.code(word)?.text ?? word;
  }
}

/** A way in which clauses are worded, and what it says in the sentences of the grammar. */
export const form = (source: string, say: (found: Found) => Sentences | undefined): Reader<Sentences> =>
  mapped(pattern(source, KINDS), (parts, clause) => {
    const said = say(new Found(parts, clause));
    return said === undefined || said.length === 0 ? undefined : said;
  });

/** That a subject does something with each object, in the mood of the clause; nothing where it has none. */
export function sayOfEach(
  found: Found,
  subject: string,
  { third, base }: Pick<Verb, 'third' | 'base'>,
  objects: readonly string[],
): Sentences | undefined {
  const mood = found.mood();
  return (
    mood && objects.map(each => say(subject, mood, { third: `${third} ${each}`, base: `${base} ${each}` }))
  );
}

/** That a subject is something, in the mood of the clause; nothing where it has none. */
export function sayItIs(found: Found, subject: string, what: string): Sentences | undefined {
  const mood = found.mood();
  return mood && [sayIs(subject, mood, what)];
}

/** How parameters are given, beside that they are there. */
export const givenAs = (name: string, of: string, given: readonly Given[]): readonly string[] =>
  given.flatMap(how =>
    how === '' || how === 'new' || how === 'old'
      ? []
      : how === 'last' || how === 'first'
        ? [`${name} is the ${how} parameter of ${of}`]
        : [`the parameter ${name} of ${of} is ${how}`],
  );

/** What stands behind it is not so, and need not have been so before. */
export const RATHER_THAN = '(, not|and not|, and not|rather than|, rather than)';
