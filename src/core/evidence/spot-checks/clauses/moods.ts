import { either, inOrder, mapped, maybe, type Reader, words } from './readers.ts';

/** When something is said to be so, or that it is not. */
export type Mood = 'plain' | 'now' | 'still' | 'no longer' | 'not' | 'before';

/** A verb in the forms in which sentences have it. */
export interface Verb {
  readonly third: string;
  readonly base: string;
  readonly ing: string;
}

const ADVERBS = words('also|itself|itself also|directly|explicitly|in turn|additionally');
const NOW = words('now|newly|instead|now also|also now|now directly|now explicitly');
const STILL = words('still|still also|also still|already');
const NO_LONGER = words('no longer|now no longer|not anymore');

/** `{calls}`: `now calls`, `does not call`, `stopped calling` … */
export function verb(...verbs: readonly Verb[]): Reader<Mood> {
  const of = (form: keyof Verb) => words(...verbs.map(each => each[form]));
  const [third, base, ing] = [of('third'), of('base'), of('ing')];
  const finite = either(third, base);
  const as = (mood: Mood, ...readers: readonly Reader<unknown>[]): Reader<Mood> =>
    inOrder(readers as readonly Reader<unknown>[], () => mood);
  const not = words("does not|doesn't|do not|don't|never|will not|won't");
  return either(
    as('plain', finite),
    as('plain', ADVERBS, finite),
    as('now', NOW, finite),
    as('now', words('started|starts|begins|began'), ing),
    as('still', STILL, finite),
    as('still', words('continues to|continue to'), base),
    as('still', words('keeps|keep|kept|continues|continue'), ing),
    as('no longer', NO_LONGER, finite),
    as('no longer', words('stopped|stops|quit'), ing),
    as('not', not, base),
  );
}

/** `is now`, `are no longer`, `remains` … */
const BE = 'is|are';
export const be: Reader<Mood> = either(
  mapped(words(BE, 'is itself|is also|are also|are both|are all'), (): Mood => 'plain'),
  mapped(
    words(
      'is now|are now|is now also|is newly|are newly|becomes|became|has become|have become|are both now|are now both|are now all|was made|were made|has been made',
    ),
    (): Mood => 'now',
  ),
  mapped(
    words(
      'is still|are still|remains|remain|stays|stay|remained|stayed|continues to be|continue to be|are both still|are still both|is kept|is already',
    ),
    (): Mood => 'still',
  ),
  mapped(
    words('is no longer|are no longer|is now no longer|ceased to be|stopped being'),
    (): Mood => 'no longer',
  ),
  mapped(words("is not|isn't|are not|aren't|is never|are never"), (): Mood => 'not'),
);

/** `… any more`, `… as before`: what stands at the end of a clause, with what it says of the time. */
export type Ending = 'any more' | 'still' | 'now' | 'before' | 'nothing';
export const ending: Reader<Ending> = mapped(
  maybe(
    either(
      mapped(words('any more|anymore|any longer'), (): Ending => 'any more'),
      mapped(
        words(
          'as before|, as before|just as before|, just as before|like before|, like before|exactly as before|in both versions|in both releases|on both sides|before and after|both before and after|both before and after the change|before and after the change|, as it was|as it did before|, as it did before',
        ),
        (): Ending => 'still',
      ),
      mapped(words('now|after the change|, after the change|after this change|instead'), (): Ending => 'now'),
      mapped(words('before the change|before this change'), (): Ending => 'before'),
    ),
  ),
  (found): Ending => found ?? 'nothing',
);

/** With what stands at the end; nothing where both do not go together. */
export function withEnding(mood: Mood, end: Ending): Mood | undefined {
  if (end === 'nothing') return mood;
  if (end === 'any more') return mood === 'not' || mood === 'no longer' ? 'no longer' : undefined;
  if (end === 'still') return mood === 'plain' || mood === 'still' ? 'still' : undefined;
  if (end === 'now') return mood === 'plain' || mood === 'now' || mood === 'no longer' ? mood : undefined;
  return mood === 'plain' ? 'before' : undefined;
}

/** The sentence that the grammar reads, in the mood. */
export function say(
  subject: string,
  mood: Mood,
  { third, base }: { readonly third: string; readonly base: string },
): string {
  switch (mood) {
    case 'plain':
      return `${subject} ${third}`;
    case 'now':
    case 'still':
    case 'no longer':
      return `${subject} ${mood} ${third}`;
    case 'not':
      return `${subject} does not ${base}`;
    case 'before':
      return `${subject} ${third} before the change`;
  }
}

export function sayIs(subject: string, mood: Mood, what: string): string {
  switch (mood) {
    case 'plain':
      return `${subject} is ${what}`;
    case 'before':
      return `${subject} is ${what} before the change`;
    default:
      return `${subject} is ${mood} ${what}`;
  }
}
