/** What one character of a text must be. */
export type CharacterTest = (codePoint: number) => boolean;

/** A place between two characters. */
export type Place = 'start' | 'end' | 'word' | 'no word';

/** A pattern as it was read. Groups are only about what belongs together: nothing is captured. */
export type PatternTree =
  | { readonly kind: 'empty' }
  | { readonly kind: 'character'; readonly test: CharacterTest }
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'either'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'repeat'; readonly of: PatternTree; readonly least: number; readonly most: number };

/** Why a text is no pattern that can be searched in linear time. */
export class PatternFault extends Error {
  override readonly name = 'PatternFault';
}
