import { itemsIn } from './form-parts.ts';
import { type Code, readForm } from './sentence-form.ts';

/** The names among what stands in a sentence as code: no files. */
const namesIn = (words: string, codes: readonly Code[]): readonly string[] =>
  itemsIn(words).filter(each => !/\.pyi?$/.test(codes[Number(each.slice(1))]?.text ?? ''));

const TAKES =
  / (?:takes?|accepts?|requires?|expects?|returns|raises|catches|calls|has|gained|defines|imports) /;
/** In the file, not used there. */
const DEFINED =
  / (?:defined|added|exists|lives|found|introduced|present|class|function|method)(?: §\d+)? (?:in|to) §\d+$/;
const OF_NO_FILE =
  /^(?:which )?(?:still |now |also )?(?:takes|accepts|requires|expects|returns|raises|inherits|derives|extends|subclasses) /;

/**
 * `A extends B, which …` goes on about B, or about both. Behind a file it is not that one of which it takes, returns
 * or inherits something.
 */
export function isOfAnother(first: string, rest: string): boolean {
  const { words, codes } = readForm(first);
  if (TAKES.test(words) || namesIn(words, codes).length > 1) return true;
  return /§\d+$/.test(words) && codes.length > 1 && !(DEFINED.test(words) && OF_NO_FILE.test(rest));
}

const TAKES_IT = /^§\d+ (?:used to )?(?:take|accept)s? (?:only )?§\d+$/;
const GOES_ON_TAKING = /^(?:and |but )?it (?:(?:now|also|still) )*(?:takes|accepts) /;

/** The same of what stands behind a mark of a sentence; `g calls f, and it …` may go on about either. */
export function goesOnWithAnother(mark: string, first: string, rest: string): boolean {
  if (/(?:^| )which $/.test(`${mark}${/^(?:and |but )?which /.exec(rest)?.[0] ?? ''}`))
    return isOfAnother(first, rest);
  const { words, codes } = readForm(first);
  // What is taken takes nothing itself.
  if (TAKES_IT.test(words) && GOES_ON_TAKING.test(rest)) return false;
  return (
    /^(?:and |but |so |then )?its? | it(?: any ?more| now)?$/.test(rest) && namesIn(words, codes).length > 1
  );
}

/** The same of a word that goes on, where code is already taken out. */
export const isOfSeveral = (main: string, how: string, codes: readonly Code[]): boolean =>
  /(?:^| )(?:that|which|whose) /.test(`${how} `) && namesIn(main, codes).length > 1;
