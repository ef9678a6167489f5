import { wholeSentence } from './grammar.ts';
import type { RequiredTexts } from './required-texts.ts';
import type { Code } from './sentence-form.ts';

/** What a sentence says, in the words that the grammar has for it. */
export interface Said {
  readonly words: string;
  /** The sentence may not say it: then it is not false where this is. */
  readonly isUnsure?: boolean;
  /** The name may be something else than a parameter: it is not false where there is no such parameter. */
  readonly isPerhapsParameter?: boolean;
  /** The file that it is said of. */
  readonly file?: string;
}

/** A way in which people say one thing, or several, that the grammar reads in other words. */
export interface FreeForm {
  readonly expression: RegExp;
  readonly required: RequiredTexts;
  readonly say: (found: FoundWords) => readonly (Said | string)[] | undefined;
}

/** `say`: all that is claimed; nothing where the sentence is none of the form after all. */
export function freeForm(source: string, say: FreeForm['say']): FreeForm {
  const whole = wholeSentence(source);
  return {
    get expression() {
      return whole.expression;
    },
    get required() {
      return whole.required;
    },
    say,
  };
}

export const unsure = (words: string): Said => ({ words, isUnsure: true });
export const perhapsParameter = (words: string): Said => ({ words, isPerhapsParameter: true });

/** The words that a form has found, and the code in them. Code may be added. */
export class FoundWords {
  readonly #groups: Readonly<Record<string, string | undefined>>;
  readonly #codes: Code[];
  /** The whole sentence. */
  readonly all: string;

  constructor(match: RegExpExecArray, codes: Code[]) {
    this.all = match[0];
    this.#groups = match.groups ?? {};
    this.#codes = codes;
  }

  has(group: string): boolean {
    return this.#groups[group] !== undefined;
  }

  /** The words of a part; nothing where it is left out. */
  word(group: string): string {
    return this.#groups[group] ?? '';
  }

  /** The code that a part is, without the place behind it. */
  text(group: string): string {
    const at = /^§(\d+)/.exec(this.word(group))?.[1];
    return at === undefined ? this.word(group) : this.textAt(Number(at));
  }

  textAt(at: number): string {
    return this.#codes[at]?.text ?? '';
  }

  quote(group: string): Code['quote'] {
    return this.#codes[Number(this.word(group).slice(1))]?.quote;
  }

  /** A name as code, where it is written as a plain word too. */
  name(group: string): string {
    const word = this.word(group);
    return word.startsWith('§') || word === '' ? word : this.add(word);
  }

  add(text: string, quote: Code['quote'] = '`'): string {
    return `§${this.#codes.push({ text, quote }) - 1}`;
  }

  isPath(group: string): boolean {
    return /\.pyi?$|\/$/.test(this.text(group));
  }
}
