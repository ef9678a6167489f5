import { type Found, type Phrase, part, phrase } from './grammar.ts';
import { notMentioned } from './mention-claims.ts';
import { subjectOf } from './phrase-subject.ts';
import type { SpotCheckClaim, When } from './spot-check-claim.ts';
import { numberOf } from './spot-check-words.ts';

const { subject: S, file: P, adverb: A, time: T, list: LIST, number: N } = part;
type Claims = readonly SpotCheckClaim[] | undefined;

const USED = '(?:called|used|referenced|mentioned|invoked|referred to|needed)';
const USES =
  '(?:references|mentions|uses|usages|occurrences|calls|checks|instances|mention|use|reference|occurrence)';
const X = '§(?<x>\\d+)';
const ANYWHERE = '(?: anywhere| any ?more| any longer)*';

/** Sentences about where something is used, called and caught. */
export const USE_PHRASES: readonly Phrase[] = [
  phrase(`${X} is ${A}${USED}${ANYWHERE} (?:in|by|from|inside|within) ${P}${T}`, found =>
    used(found, 'there', [found.when()]),
  ),
  phrase(`${X} is (?:no longer) ${USED}${ANYWHERE} (?:in|by|from|inside|within) ${P}${T}`, found =>
    used(found, 'absent', ['after', 'before']),
  ),
  phrase(`${X} is (?:not|never) ${USED}${ANYWHERE} (?:in|by|from|inside|within) ${P}${T}`, found =>
    used(found, 'absent', [found.when('after')]),
  ),
  phrase(
    `${X} is (?:no longer|not|never) (?:referenced|mentioned|used)(?: anywhere| any ?more| any longer)*(?: (?:in|within) (?:the )?(?:package|workspace|project|code ?base|§\\d+))?(?: any ?more)?${T}`,
    found => {
      const name = found.name('x');
      if (name === undefined || /(?:in|within) §/.test(found.sentence) || !/anywhere/.test(found.sentence))
        return undefined;
      return [{ kind: 'mention', name, place: undefined, butIn: undefined, is: 'absent', when: 'after' }];
    },
  ),
  phrase(
    `(?:there are |there is )?(?:no|zero) (?:(?:remaining|more|other|further|left-over|leftover|longer any) )*${USES} (?:to|of|for) (?:python (?:\\d\\.\\d+ )?)?(?:the )?${X}(?: (?:left|remain|remaining|are left|anywhere|exist))*(?: (?:in|inside|within) (?:the (?:package|workspace|project|code ?base)|${P}))?(?: (?:any ?more|anywhere))?${T}`,
    found => {
      const text = found.code('x')?.text ?? '';
      const [name, place] = [found.name('x'), found.place()];
      if (place === null) return undefined;
      if (name === undefined)
        return place === undefined
          ? undefined
          : [{ kind: 'code_in', place, text, is: 'absent', when: 'after' }];
      return notMentioned(found, name, place);
    },
  ),
  phrase(
    `there (?:are|is) (?:still )?(?:(?:remaining|some|other) )*${USES} (?:to|of|for) (?:the )?${X}(?: left)? (?:in|inside|within) ${P}${T}`,
    found => used(found, 'there', ['after']),
  ),
  phrase(`${P} ${A}(?:calls|invokes|uses|references|mentions) ${X}${T}`, found =>
    found.isPath('p') ? used(found, 'there', [found.when()]) : undefined,
  ),
  phrase(
    `${P} (?:no longer|does not|doesn't|never) (?:calls?|invokes?|uses?|references?|mentions?) ${X}(?: any ?more)?${T}`,
    found =>
      found.isPath('p')
        ? used(found, 'absent', / no longer /.test(found.sentence) ? ['after', 'before'] : ['after'])
        : undefined,
  ),
  phrase(`${X} has no callers${T}`, found => {
    const symbol = found.name('x');
    return symbol === undefined
      ? undefined
      : [{ kind: 'callers', symbol, count: 0, outside: undefined, when: found.when('after') }];
  }),
  // Here and nowhere else.
  phrase(
    `${X} (?:is (?:still |now )?(?:only|solely|exclusively) ${USED}|(?:occurs|appears|is mentioned) (?:still |now )?only) (?:in|by|from) ${LIST}${T}`,
    onlyUsed,
  ),
  phrase(
    `${X} is (?:still |now )?${USED} (?:in|by|from) ${LIST} (?:only|alone|exclusively|and nowhere else|and in no other (?:file|module|place))${T}`,
    onlyUsed,
  ),
  phrase(`${X} is (?:still |now )?${USED} only (?:in|by|from) ${LIST}${T}`, onlyUsed),
  phrase(
    `${X} is ${USED} (?:in|by) ${LIST} and nowhere else (?:outside|except in|besides) (?:of )?§(?<b>\\d+)${T}`,
    found => onlyUsed(found),
  ),
  phrase(
    `all (?:the )?(?:callers|uses|usages|calls|references) (?:of|to) ${X} (?:are|live|stand) (?:in|inside|within) ${LIST}${T}`,
    onlyUsed,
  ),
  phrase(
    `${X} is (?:only |exactly )?called (?<n>once|twice|one time|two times|three times|four times|five times|six times|\\d+ times),? (?:all|both)?(?: of them)? ?(?:in|inside|within|by|from) (?:the )?(?:function |method )?§(?<f>\\d+)${T}`,
    found => calledIn(found),
  ),
  phrase(
    `${X} has (?:exactly |only )?(?<n>one|two|three|four|five|six|\\d+) (?:callers?|call sites?|calls?),? (?:all|both)?(?: of them)? ?(?:in|inside|within) (?:the )?(?:function |method )?§(?<f>\\d+)${T}`,
    found => calledIn(found),
  ),
  phrase(`${X} has (?:exactly |only )?${N} (?:call sites?|calls)${T}`, found => {
    const [symbol, count] = [found.name('x'), found.count()];
    if (symbol === undefined || count === undefined || count === 0) return undefined;
    return [
      { kind: 'callers', symbol, count, areCalls: true, outside: undefined, when: found.when('after') },
    ];
  }),
  phrase(
    `${X} is ${A}called (?:exactly |only )?(?<n>once|twice|one time|two times|three times|four times|five times|six times|\\d+ times)(?: (?:in (?:the )?(?:package|workspace|project)|overall|in total))?${T}`,
    found => {
      const [symbol, count] = [found.name('x'), numberOf(found.word('n')?.replace(/ times?$/, '') ?? '')];
      if (symbol === undefined || count === undefined || count === 0) return undefined;
      return [
        { kind: 'callers', symbol, count, areCalls: true, outside: undefined, when: found.when('after') },
      ];
    },
  ),
  phrase(`${X} has (?:exactly |only )?${N} (?:callers?|call sites?)(?::| -| namely|,) ${LIST}${T}`, found => {
    const [symbol, count, names] = [found.name('x'), found.count(), found.list(true)];
    if (symbol === undefined || count === undefined || names === undefined || names.length !== count)
      return undefined;
    const when = found.when('after');
    return [{ kind: 'only_called_in', symbol, callers: names, when }];
  }),
  phrase(
    `${S} ${A}(?:catches|handles|suppresses|swallows|guards against) (?:an? |any |the )?§(?<e>\\d+)${T}`,
    found => catches(found, 'there'),
  ),
  phrase(
    `${S} (?:no longer|does not|doesn't|never) (?:catch|catches|handles?|suppress|suppresses|swallows?) (?:an? |any |the )?§(?<e>\\d+)${T}`,
    found => catches(found, 'absent'),
  ),
];

function used(found: Found, is: 'there' | 'absent', [first, second]: readonly When[]): Claims {
  const text = found.code('x')?.text ?? '';
  const [name, place] = [found.name('x'), found.place()];
  if (!place || !found.isPath('p') || found.code('x')?.quote === '"' || first === undefined) return undefined;
  const plain = name === undefined ? undefined : name;
  const verb = / (?:called|invoked|calls?|invokes?)\b/.test(found.sentence)
    ? 'called'
    : / (?:used|uses?|needed)\b/.test(found.sentence)
      ? 'used'
      : undefined;
  const claim = (side: When, how: 'there' | 'absent'): SpotCheckClaim =>
    plain !== undefined && !plain.includes('.')
      ? { kind: 'mention', name: plain, place, butIn: undefined, is: how, how: verb, when: side }
      : { kind: 'code_in', place, text, is: how, how: verb, when: side };
  return [
    claim(first, is),
    ...(second === undefined ? [] : [claim(second, is === 'there' ? 'absent' : 'there')]),
  ];
}

function onlyUsed(found: Found): Claims {
  const [name, names] = [found.name('x'), found.list(true)];
  const besides = found.place('b');
  if (name === undefined || names === undefined || besides === null) return undefined;
  const arePaths = names.every(each => /\.pyi?$/.test(each));
  const areCallers = names.every(each => /^[A-Za-z_][\w.]*$/.test(each) && !/\.py$/.test(each));
  const when = found.when('after');
  const isMention = /\b(?:occurs|appears|mentioned|referenced)\b/.test(found.sentence);
  if (arePaths) return [{ kind: 'only_used', name, places: names, besides, isMention, when }];
  const isCalled = / called | callers | calls /.test(found.sentence);
  return areCallers && isCalled && besides === undefined
    ? [{ kind: 'only_called_in', symbol: name, callers: names, when }]
    : undefined;
}

function calledIn(found: Found): Claims {
  const [symbol, caller] = [found.name('x'), found.name('f')];
  const count = numberOf(found.word('n')?.replace(/ times?$/, '') ?? '');
  if (symbol === undefined || caller === undefined || found.isPath('f') || count === undefined)
    return undefined;
  const when = found.when('after');
  // It may be called elsewhere as well, unless the words say that these are all calls: `once, in g`.
  const isUnsure = !/ (?:all|both) |, (?:in|by|from|inside|within) /.test(found.sentence);
  return [
    {
      kind: 'callers',
      symbol,
      count,
      areCalls: !/ callers? /.test(found.sentence),
      outside: undefined,
      isUnsure,
      when,
    },
    { kind: 'only_called_in', symbol, callers: [caller], isUnsure, when },
  ];
}

function catches(found: Found, is: 'there' | 'absent'): Claims {
  const subject = subjectOf(found, is === 'absent' ? 'after' : 'present');
  const exception = found.name('e');
  if (subject === undefined || exception === undefined || subject.more.length > 0) return undefined;
  const { symbol, place, when } = subject;
  const isChange = is === 'absent' && / no longer /.test(found.sentence);
  const isSwallowed = /suppress|swallow/.test(found.sentence);
  const claim = { kind: 'catches', symbol, place, exception, isSwallowed } as const;
  return [{ ...claim, is, when }, ...(isChange ? [{ ...claim, is: 'there', when: 'before' } as const] : [])];
}
