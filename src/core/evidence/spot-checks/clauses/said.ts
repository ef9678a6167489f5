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

export const unsure = (words: string): Said => ({ words, isUnsure: true });
export const perhapsParameter = (words: string): Said => ({ words, isPerhapsParameter: true });
