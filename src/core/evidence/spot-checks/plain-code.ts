import { lastOf } from '../code/dotted-names.ts';
import type { Code } from './sentence-form.ts';
import { numberOf } from './spot-check-words.ts';

type Text = (at: string | undefined) => string;
type Say = (found: RegExpExecArray, text: Text, add: (code: string) => string) => string | undefined;

const isImport = (code: string): boolean => /^(?:import|from) /.test(code);

const AT_TOP =
  / (?:module-level|top-level) (?=(?:type variable|constant|function|helper|variable|class|alias|value)\b)/;

const asDecorated: Say = ([, subject, adverb = '', decorator], text) =>
  text(decorator).startsWith('@') ? `${subject} is ${adverb}decorated with §${decorator}` : undefined;

/** What can be said in other words only where the code in it is of some form. */
const FORMS: readonly (readonly [RegExp, Say])[] = [
  // `f carries @cache`
  [/^(§\d+) (still |now |no longer )?(?:carries|bears|has|wears) (?:the )?§(\d+)$/, asDecorated],
  [/^(§\d+) is (still |now )?(?:declared|wrapped) with §(\d+)$/, asDecorated],
  // Of a file; what a name stands for may be another thing than before.
  [
    /^(§(\d+)) is (?:byte-for-byte )?(?:identical|the same) in (?:the two|both) versions$/,
    ([, file, at], text) => (text(at).endsWith('.py') ? `${file} is unchanged` : undefined),
  ],
  // `f defaults to size=3`
  [
    /^(§\d+) (?:still |now )?defaults to §(\d+)$/,
    ([, subject, at], text, add) => {
      const [, name, value] = /^(\w+)=([^=].*)$/s.exec(text(at)) ?? [];
      return name === undefined || value === undefined
        ? undefined
        : `the default of ${add(name)} in ${subject} is ${add(value)}`;
    },
  ],
  // `a.py dropped import re`
  [
    /^(§\d+) (?:dropped|drops|lost|loses|removed|removes|got rid of) (?:the )?§(\d+)$/,
    ([, file, statement], text) =>
      isImport(text(statement)) ? `§${statement} was removed from ${file}` : undefined,
  ],
  [
    /^(§\d+) (?:now )?(?:picked up|picks up|added|adds|gained|gains|got|gets) (?:the |a new )?§(\d+)$/,
    ([, file, statement], text) =>
      isImport(text(statement)) ? `§${statement} was added to ${file}` : undefined,
  ],
  // `nine helper functions with the prefix _get_`
  [
    / functions? (?:with the prefix|prefixed with|starting with|whose names? (?:starts?|begins?) with) §(\d+)(?!\d)/,
    ({ 0: whole, 1: prefix, index, input }, text, add) =>
      `${input.slice(0, index)} functions named ${add(`${text(prefix).replace(/\*$/, '')}*`)}${input.slice(index + whole.length)}`,
  ],
  [
    /^§(\d+) (?:is (still |now |not |no longer )?|stays |remains )(?:an )?abstract( method)?$/,
    ([, subject, adverb = '', noun], text, add) =>
      noun !== undefined || /\.[a-z_]\w*$/.test(text(subject))
        ? `§${subject} is ${adverb}decorated with ${add('abstractmethod')}`
        : undefined,
  ],
  // `f sets self.x`
  [
    /^(§\d+) (still |now )?(?:sets|assigns|initiali[sz]es) §(\d+)$/,
    ([, method, adverb = '', attribute], text) =>
      text(attribute).startsWith('self.') ? `${method} ${adverb}sets §${attribute} attribute` : undefined,
  ],
  // `f is now annotated -> int instead of -> str`
  [
    /^(§\d+) is now annotated (?:as |with )?§(\d+) (?:instead of|rather than) §(\d+)$/,
    ([, subject, now, old], text) =>
      text(now).startsWith('->') && text(old).startsWith('->')
        ? `${subject} returns §${now} now instead of §${old}`
        : undefined,
  ],
  [
    /^§(\d+) is a new import (?:in|of) (§\d+)$/,
    ([, name, file], text) =>
      isImport(text(name)) ? undefined : `the import of §${name} was added to ${file}`,
  ],
  [
    /^(?:all |both )?(?:(two|three|four|five|six) )?(?:of the )?(?:call sites|calls) (?:of|to) (§\d+) (?:are|live|sit) (?:in|inside|within) (§\d+)$/,
    // Of so many calls others may be elsewhere.
    ([whole, number, name, place]) =>
      number === undefined
        ? undefined
        : `${name} is called ${numberOf(number)} times${/^(?:all|both)/.test(whole) ? ', all' : ''} in ${place}`,
  ],
  // As many as are listed.
  [
    /^(?:all|each|both) (?:(two|three|four|five|six) )?of (§\d+(?:(?:,? and |, )§\d+)+) /,
    ({ 0: whole, 1: number = whole.startsWith('both') ? 'two' : undefined, 2: list = '', input }) =>
      number === undefined || numberOf(number) === list.match(/§/g)?.length
        ? `${list} ${input.slice(whole.length)}`
        : undefined,
  ],
  [
    /^(§\d+) is (still |now )?an? coroutine(?: function)? §(\d+)$/,
    ([, subject, adverb = '', code], text) =>
      text(code) === 'async def' ? `${subject} is ${adverb}a coroutine` : undefined,
  ],
  // A name that begins with an underscore is what `private` says, and no other is.
  [
    /^((?:(?:the|an?|new) )*)(private|internal|public) ((?:[a-z]+ ){0,3})§(\d+)(?!\d)/,
    ({ 0: whole, 1: article, 2: how, 3: nouns, 4: name, input }, text) =>
      lastOf(text(name)).startsWith('_') === (how !== 'public')
        ? `${article}${nouns}§${name}${input.slice(whole.length)}`
        : undefined,
  ],
  [
    / (an?|the|new|module-level|global) §(\d+)(?!\d)/,
    ({ 0: whole, 1: word, 2: noun, index, input }, text) =>
      text(noun) === 'TypeVar'
        ? `${input.slice(0, index)} ${word} type variable${input.slice(index + whole.length)}`
        : undefined,
  ],
  // Of a file what it defines stands at its top.
  [
    / (?:in|of|to) §(\d+)$/,
    ({ 1: file, input }, text) => (text(file).endsWith('.py') ? input.replace(AT_TOP, ' ') : undefined),
  ],
  // As many bases as are listed.
  [
    /^(§\d+) (?:now |still )?has (?:exactly )?(two|three|four) (?:bases|base classes|parent classes|superclasses)(?:,|:| namely) (§\d+(?:(?:,? and |, )§\d+)+)$/,
    ([, subject, number = '', list = '']) =>
      numberOf(number) === list.match(/§/g)?.length ? `${subject} only inherits from ${list}` : undefined,
  ],
  [
    /^there (?:is|are) (?:exactly |only )?(?:a )?(\w+) calls? (?:of|to) (§\d+) (?:left |remaining )?in (§\d+)$/,
    ([, number = '', name, file]) => {
      const count = number === 'single' ? 1 : numberOf(number);
      return count === undefined || count === 0
        ? undefined
        : `${name} is called ${count === 1 ? 'once' : `${count} times`} in ${file}`;
    },
  ],
];

/** All that sentences are compared with. */
export const CODE_PATTERNS: readonly RegExp[] = FORMS.map(([expression]) => expression);

export function inPlainCode(words: string, codes: Code[]): string {
  const text: Text = at => codes[Number(at)]?.text ?? '';
  const add = (code: string) => `§${codes.push({ text: code, quote: '`' }) - 1}`;
  return FORMS.reduce((sentence, [expression, say]) => {
    const found = expression.exec(sentence);
    return found === null ? sentence : (say(found, text, add) ?? sentence);
  }, words);
}
