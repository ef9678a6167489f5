import type { Rewrite } from './rewrites.ts';

const ITEMS = /^§\d+(?:(?:,? and |, )§\d+)+/;
const NOUNS =
  /^(?:(?:both|all of|all|the|two|three|four|five|six|new|old|public|private|module-level|its|every one of) )*(?:(?:functions|methods|classes|constants|helpers|modules|files|names|attributes|properties|exceptions|subclasses|aliases|variables|decorators|symbols|parameters)(?: named| called)? )?/;
const ALL = /^(?:both|all(?: of them)?(?: two| three| four| five| six)?|each) /;
const ADVERB = /^(?:still|now|also|already|currently|no longer) /;
/** What is said of several together is said of none of them. */
const TOGETHER =
  /\b(?:once|twice|times|together|total|respectively|each other|same|identical|equal|different|between|either|neither|nor|in turn|order|apart|or|other|another|one another|mutually)\b|\b(?:two|three|four|five|six|seven|eight|nine|ten|\d+)\b/;
/** Each of them with what it was, not with another. */
const AS_BEFORE = /^ (?:byte-for-byte |exactly |completely )?(?:identical to before|the same as before)$/;
/** Verbs of which the grammar has the form for one. */
const FOR_ONE: Readonly<Record<string, string>> = {
  are: 'is',
  were: 'was',
  have: 'has',
  do: 'does',
  "don't": 'does not',
  "aren't": 'is not',
  "weren't": 'was not',
  "haven't": 'has not',
  pass: 'passes',
  was: 'was',
  is: 'is',
};
const VERB =
  /^(?:accept|take|require|expect|return|keep|inherit|derive|extend|subclass|exist|remain|live|stay|survive|import|use|call|raise|catch|default|define|declare|belong|contain|appear|occur|sit|reside|come|get|gain|lose|mention|reference|need|provide|export|expose)$/;
const OF_ONE: readonly (readonly [RegExp, string])[] = [
  [/ subclasses of /, ' a subclass of '],
  [
    / (class|instance|module-level|module|static|abstract) (attribute|method|constant|variable|function)s\b/,
    ' a $1 $2',
  ],
  [/ (method|attribute|member|function|class|constant|staticmethod|classmethod|coroutine)s\b/, ' a $1'],
  [/^ properties$/, ' a property'],
  [/ (?:classes|properties)\b/, ''],
];

/** `a, b and c are still defined in d.py`: each of them is. */
export const distributeSubjects: Rewrite = words => {
  const head = NOUNS.exec(words)?.[0] ?? '';
  const list = ITEMS.exec(words.slice(head.length))?.[0];
  if (list === undefined) return undefined;
  let rest = words.slice(head.length + list.length);
  const place = /^ (?:in|on|of|from) (?:the )?§\d+/.exec(rest)?.[0] ?? '';
  rest = rest.slice(place.length).replace(/^,? /, '');
  const all = ALL.exec(rest)?.[0] ?? '';
  rest = rest.slice(all.length);
  const adverb = ADVERB.exec(rest)?.[0] ?? '';
  rest = rest.slice(adverb.length).replace(/^(?:both|all) /, '');
  const verb = rest.split(' ', 1)[0] ?? '';
  const one = FOR_ONE[verb] ?? (VERB.test(verb) ? `${verb}s` : undefined);
  if (one === undefined) return undefined;
  let tail = rest.slice(verb.length).replace(/^ (?:both|all) /, ' ');
  const isOnce = /^ defined (?:exactly )?once\b/.test(tail);
  if (
    (!isOnce && !AS_BEFORE.test(tail) && TOGETHER.test(tail.replace(/§\d+/g, '§'))) ||
    (/(?:\bnot|n't)\b/.test(rest) && /\b(?:both|all)\b/.test(rest))
  )
    return undefined;
  tail = tail.replace(/^ their /, ' its ').replace(/ signatures\b/, ' signature');
  // `a and b are defined in c.py and d.py`: each in one of them, or each in both.
  if (/§\d+(?:,? and |, )(?:in |by |from |on )?§/.test(tail) && !/\b(?:both|all|each) /.test(`${all}${rest}`))
    return undefined;
  for (const [several, single] of OF_ONE) tail = tail.replace(several, single);
  return list.match(/§\d+/g)?.map(item => `${item}${place} ${adverb}${one}${tail}`);
};

// Not from within a list of them: every place of a long one would be looked at to its end.
const PLACES =
  /(?<! and) (in|by|from|to|on|of|into) (?:both )?(§\d+(?:(?:,? and (?:in |by |from |on )?|, )§\d+)+)( (?:in|of) §\d+)?( any ?more| now)?$/;
/** Where it is said that it is in one and not elsewhere, or how often, the places belong together. */
const BELONG =
  /\b(?:only|exactly|just|solely|nowhere|once|twice|times|between|either|neither|moved|together|total|calls?|callers?|places?|no other|nothing|except|takes|accepts|same|or)\b|\b(?:two|three|four|five|six|\d+) /;

/** `x was removed from a.py and b.py`: from each of them. */
export const distributePlaces: Rewrite = words => {
  const found = PLACES.exec(words);
  if (found === null || BELONG.test(words.replace(/§\d+/g, '§'))) return undefined;
  const [whole, preposition = '', list = '', inside = '', time = ''] = found;
  const head = words.slice(0, -whole.length);
  // Of several things each may be in one of the places.
  if (/^(?:[a-z-]+ )*§\d+(?:, | and )/.test(head) && !/ (?:both|all|each) /.test(head)) return undefined;
  return list.match(/§\d+/g)?.map(item => `${head} ${preposition} ${item}${inside}${time}`);
};
