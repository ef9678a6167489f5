/** What several sets of forms have in their patterns. */
export const PARAMETER = '(?:parameter|argument|keyword argument|keyword|option|flag)';
export const NAMES = '(§\\d+(?:(?:,? and |, )§\\d+)*)';
export const VALUE = '(§\\d+|-?\\d+|none|true|false)';

/** Sentences of a form say what several others say. */
export type Several = readonly (readonly [RegExp, (found: RegExpExecArray) => readonly string[]])[];

/** The code that a list in a sentence names: `§0, §1 and §2`. */
export const itemsIn = (list: string): readonly string[] => list.match(/§\d+/g) ?? [];
