import { be, ending, type Mood, verb } from './moods.ts';
import { either, inOrder, listOf, maybe, type Reader, words } from './readers.ts';
import {
  anyCode,
  codes,
  count,
  digits,
  file,
  fileOrThing,
  importCode,
  name,
  names,
  parameterCode,
  signature,
  thing,
  things,
  type,
  value,
} from './things.ts';

const regular = (
  base: string,
  third = `${base}s`,
  past = `${base.replace(/e$/, '')}ed`,
  ing = `${base.replace(/e$/, '')}ing`,
) => ({
  base,
  third,
  past,
  ing,
});

const HAVE = { base: 'have', third: 'has', past: 'had', ing: 'having' };
const KEEP = either(words('keeps|keep|retains|retain|preserves|preserve'));
const kept: Reader<Mood> = (clause, at) => clause.read(KEEP, at).map(({ end }) => ({ end, value: 'still' }));

/** What a parameter may be called. */
const PNOUN = words(
  'parameter|argument|param|arg|keyword|kwarg|option|flag|keyword argument|keyword parameter|parameter named|argument named|parameter called|argument called|keyword argument named|keyword named|keyword-only argument named|keyword-only parameter named',
);
const PNOUNS = words(
  'parameters|arguments|params|args|keywords|kwargs|options|flags|keyword arguments|keyword parameters',
);

/** How a parameter is given, in front of its name. */
export type Given =
  | 'new'
  | 'keyword-only'
  | 'positional-only'
  | 'optional'
  | 'required'
  | 'old'
  | 'last'
  | 'first'
  | '';
const GIVEN: Readonly<Record<string, Given>> = {
  new: 'new',
  additional: 'new',
  extra: 'new',
  further: 'new',
  another: 'new',
  'brand-new': 'new',
  'keyword-only': 'keyword-only',
  'positional-only': 'positional-only',
  optional: 'optional',
  required: 'required',
  mandatory: 'required',
  old: 'old',
  existing: 'old',
  explicit: '',
  named: '',
  own: '',
  trailing: 'last',
  last: 'last',
  final: 'last',
  leading: 'first',
};
const given: Reader<readonly Given[]> = (clause, at) => {
  const found: Given[] = [];
  const ways = [{ end: at, value: [] as readonly Given[] }];
  for (let i = at; Object.hasOwn(GIVEN, clause.words[i] ?? ''); i++) {
    const how = GIVEN[clause.words[i] ?? ''];
    if (how) found.push(how);
    ways.push({ end: i + 1, value: [...found] });
  }
  return ways;
};
const article = maybe(words('a|an|the|one|its|its own'));

/** A function: a thing, with its module. */
const fn = thing;

export interface SaidParameter {
  readonly name: string;
  readonly of: string;
  readonly given: readonly Given[];
}

/** `the timeout parameter of get`, `get's timeout parameter`. */
const parameter: Reader<SaidParameter> = either(
  inOrder(
    [article, given, PNOUN, parameterCode, words('of|in|on|to|from|for'), fn] as const,
    ([, how, , found, , of]) => ({
      name: found,
      of,
      given: how,
    }),
  ),
  inOrder(
    [article, given, parameterCode, PNOUN, words('of|in|on|to|from|for'), fn] as const,
    ([, how, found, , , of]) => ({
      name: found,
      of,
      given: how,
    }),
  ),
  inOrder([fn, words("'s"), given, parameterCode, PNOUN] as const, ([of, , how, found]) => ({
    name: found,
    of,
    given: how,
  })),
  inOrder([fn, words("'s"), given, PNOUN, parameterCode] as const, ([of, , how, , found]) => ({
    name: found,
    of,
    given: how,
  })),
  inOrder([article, given, fn, PNOUN, parameterCode] as const, ([, how, of, , found]) => ({
    name: found,
    of,
    given: how,
  })),
  inOrder(
    [words('in|for'), fn, maybe(words(',')), article, given, PNOUN, parameterCode] as const,
    ([, of, , , how, , found]) => ({
      name: found,
      of,
      given: how,
    }),
  ),
  inOrder(
    [words('in|for'), fn, maybe(words(',')), article, given, parameterCode, PNOUN] as const,
    ([, of, , , how, found]) => ({
      name: found,
      of,
      given: how,
    }),
  ),
  inOrder(
    [fn, words(':'), article, given, maybe(PNOUN), parameterCode, maybe(PNOUN)] as const,
    ([of, , , how, , found]) => ({
      name: found,
      of,
      given: how,
    }),
  ),
);

/** `a new keyword-only parameter strict`: what a function has. */
export interface OwnParameter {
  readonly name: string;
  readonly given: readonly Given[];
  /** It is called one. */
  readonly isCalled: boolean;
}
const own: Reader<OwnParameter> = either<OwnParameter>(
  inOrder([article, given, PNOUN, maybe(words(',|:')), parameterCode] as const, ([, how, , , found]) => ({
    name: found,
    given: how,
    isCalled: true,
  })),
  inOrder([article, given, parameterCode, PNOUN] as const, ([, how, found]) => ({
    name: found,
    given: how,
    isCalled: true,
  })),
  inOrder([article, given, parameterCode] as const, ([, how, found]) => ({
    name: found,
    given: how,
    isCalled: false,
  })),
);
const NUMBER = maybe(words('two|three|four|five|six|the two|the three|the four|both'));
const owns: Reader<readonly OwnParameter[]> = either(
  (clause, at) => clause.read(own, at).map(({ end, value: found }) => ({ end, value: [found] })),
  inOrder(
    [
      maybe(words('the')),
      NUMBER,
      given,
      PNOUNS,
      maybe(words(',|:|named|called')),
      listOf(parameterCode),
    ] as const,
    ([, , how, , , found]) => found.map(each => ({ name: each, given: how, isCalled: true })),
  ),
  inOrder([maybe(words('the')), NUMBER, given, listOf(parameterCode), PNOUNS] as const, ([, , how, found]) =>
    found.map(each => ({ name: each, given: how, isCalled: true })),
  ),
);

/** `(defaulting to 3)`, `with a default of 3`, `, which is None by default`. */
const WITH_DEFAULT = either(
  words(
    'defaulting to|, defaulting to|( defaulting to|( default|( default:|( defaults to|, default|, default:|with default|, with default|with a default of|, with a default of|with the default|, with the default|with default value|, with default value|with a default value of|, whose default is|whose default is|that defaults to|which defaults to|, which defaults to|and defaults to|, all defaulting to|, each defaulting to|, both defaulting to|, all default|, each default|all defaulting to|both defaulting to',
  ),
);
const withDefault: Reader<string> = either(
  inOrder([WITH_DEFAULT, value, maybe(words(')|by default'))] as const, ([, found]) => found),
  inOrder(
    [words(', each|, all|, both|, which is|,'), value, words('by default')] as const,
    ([, found]) => found,
  ),
);

const PARTICIPLES = {
  removed: 'removed|deleted|dropped|gone|taken out|eliminated|stripped|cut|stripped out|thrown out',
  added: 'added|introduced|created|newly added',
};
const BEEN = maybe(
  words(
    'was|were|is|are|has been|have been|got|is now|are now|was also|were also|were all|were both|was newly',
  ),
);
const OUTRIGHT = maybe(words('outright|entirely|completely|altogether|for good|from the code|too|as well'));
const passive = (which: keyof typeof PARTICIPLES): Reader<unknown> =>
  inOrder([BEEN, words(PARTICIPLES[which]), OUTRIGHT] as const, () => true);
const GONE = either(
  passive('removed'),
  words(
    'no longer exists|no longer exist|does not exist any more|is no longer there|disappeared|vanished|went away|no longer remains|has disappeared|has vanished|has gone',
  ),
);

const PLACE_NUMBERS = 'first|second|third|fourth|fifth|sixth|last|final';

export const KINDS: Readonly<Record<string, Reader<unknown>>> = {
  thing,
  things,
  fn,
  file,
  fileOrThing,
  importCode,
  name,
  names,
  value,
  type,
  signature,
  code: anyCode,
  codes,
  count,
  digits,
  parameter,
  owns,
  withDefault,
  parameterCode,
  be,
  end: ending,
  removed: GONE,
  added: passive('added'),
  nth: words(PLACE_NUMBERS),
  a: article,
  formerly: words(
    'instead of|rather than|, previously|, formerly|, before|( previously|( formerly|( before|( was|, it was|, was|; it was|; before it was|, before it was|( it was|, where it was|, where it used to be|in place of|, not|; previously|; formerly|, earlier',
  ),
  close: maybe(words(')')),
  call: verb(regular('call'), regular('invoke'), {
    base: 'make a call to',
    third: 'makes a call to',
    past: 'made a call to',
    ing: 'making a call to',
  }),
  import: verb(regular('import')),
  inherit: verb(
    ...[
      'inherit from',
      'derive from',
      'inherit directly from',
      'derive directly from',
      'directly inherit from',
    ].map(each => {
      const [head = '', ...more] = each.split(' ');
      const [stem, rest] = head === 'directly' ? [`directly ${more[0]}`, more.slice(1)] : [head, more];
      const end = rest.length > 0 ? ` ${rest.join(' ')}` : '';
      return {
        base: `${stem}${end}`,
        third: `${stem}s${end}`,
        past: `${stem.replace(/e$/, '')}ed${end}`,
        ing: `${stem.replace(/e$/, '')}ing${end}`,
      };
    }),
    regular('subclass', 'subclasses'),
    regular('extend'),
  ),
  define: verb(
    regular('define'),
    regular('declare'),
    HAVE,
    regular('provide'),
    regular('contain'),
    regular('implement'),
    regular('offer'),
    regular('include'),
    regular('expose'),
  ),
  have: either(verb(HAVE), kept),
  take: either(
    verb(
      regular('take', 'takes', 'took', 'taking'),
      regular('accept'),
      HAVE,
      regular('expect'),
      regular('receive'),
      regular('declare'),
    ),
    kept,
  ),
  surelyTake: verb(regular('take', 'takes', 'took', 'taking'), regular('accept'), regular('expect')),
  return: verb(regular('return')),
  raise: verb(regular('raise'), regular('throw', 'throws', 'threw')),
  catch: verb(regular('catch', 'catches', 'caught'), regular('handle')),
  mention: verb(
    regular('mention'),
    regular('say', 'says', 'said'),
    regular('refer to', 'refers to', 'referred to', 'referring to'),
    regular('contain'),
    regular('describe'),
    regular('document'),
    regular('include'),
  ),
  contain: either(verb(regular('contain'), regular('include'), regular('list'), HAVE), kept),
  export: verb(regular('export'), regular('re-export'), regular('expose'), regular('offer')),
  exist: verb(regular('exist')),
  live: verb(
    regular('live'),
    regular('reside'),
    regular('sit', 'sits', 'sat', 'sitting'),
    regular('stand', 'stands', 'stood'),
  ),
  default: verb(
    { base: 'default to', third: 'defaults to', past: 'defaulted to', ing: 'defaulting to' },
    ...[
      'a default of',
      'the default',
      'default',
      'a default value of',
      'the default value',
      'a default',
      'its default at',
    ].map(each => ({
      base: `have ${each}`,
      third: `has ${each}`,
      past: `had ${each}`,
      ing: `having ${each}`,
    })),
  ),
  use: verb(regular('use'), regular('reference'), regular('mention'), {
    base: 'refer to',
    third: 'refers to',
    past: 'referred to',
    ing: 'referring to',
  }),
};
