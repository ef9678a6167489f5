import { be, ending, type Mood, type Verb, verb } from './moods.ts';
import { either, inOrder, listOf, maybe, type Reader, words } from './readers.ts';
import {
  anyCode,
  codes,
  count,
  digits,
  file,
  importCode,
  memberOf,
  name,
  names,
  parameterCode,
  signature,
  thing,
  things,
  type,
  value,
} from './things.ts';

const regular = (base: string, third = `${base}s`, ing = `${base.replace(/e$/, '')}ing`): Verb => ({
  base,
  third,
  ing,
});
/** `refer to`: a verb with what stands behind it. */
const joined = (base: string, behind: string): Verb => {
  const { third, ing } = regular(base);
  return { base: `${base} ${behind}`, third: `${third} ${behind}`, ing: `${ing} ${behind}` };
};

const HAVE = { base: 'have', third: 'has', ing: 'having' };
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

/** A function: a thing, or what makes objects of a class. */
const fn: Reader<string> = either(
  thing,
  inOrder(
    [maybe(words('the')), words('constructor|initializer|initialiser'), words('of'), thing] as const,
    ([, , , of], clause) => memberOf(clause, of.split(' ')[0] ?? '', clause.add('__init__')),
  ),
  inOrder([thing, words("'s"), words('constructor|initializer')] as const, ([of], clause) =>
    memberOf(clause, of.split(' ')[0] ?? '', clause.add('__init__')),
  ),
);

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

/** Where it stands among the others: before, behind or between them. */
export interface Position {
  readonly side: 'before' | 'after';
  readonly isNext: boolean;
  readonly other: string;
}
const NEXT = maybe(words('right|directly|immediately|just'));
const LEAD = maybe(
  words(
    ',|, placed|, sitting|, coming|, which comes|, which stands|, inserted|, added|placed|sitting|inserted|, standing|( placed|(',
  ),
);
const position = either<readonly Position[]>(
  inOrder(
    [LEAD, NEXT, words('before|in front of|ahead of'), parameterCode, maybe(words(')'))] as const,
    ([, next, , other]) => [{ side: 'before', isNext: next !== undefined, other } as const],
  ),
  inOrder(
    [LEAD, NEXT, words('after|behind'), parameterCode, maybe(words(')'))] as const,
    ([, next, , other]) => [{ side: 'after', isNext: next !== undefined, other } as const],
  ),
  inOrder(
    [LEAD, words('between'), parameterCode, words('and'), parameterCode, maybe(words(')'))] as const,
    ([, , a, , b]) => [
      { side: 'after', isNext: false, other: a } as const,
      { side: 'before', isNext: false, other: b } as const,
    ],
  ),
);

/** Called no parameter, where what is said of it makes it one. */
const loose: Reader<SaidParameter> = either(
  inOrder([parameterCode, words('of|in|on'), fn] as const, ([found, , of]) => ({
    name: found,
    of,
    given: [],
  })),
  inOrder([words('in|on|for|of'), fn, maybe(words(',')), parameterCode] as const, ([, of, , found]) => ({
    name: found,
    of,
    given: [],
  })),
  inOrder([fn, words(':'), parameterCode] as const, ([of, , found]) => ({ name: found, of, given: [] })),
  inOrder([fn, words("'s"), parameterCode] as const, ([of, , found]) => ({ name: found, of, given: [] })),
);
/** `-> str` */
const arrow: Reader<string> = (clause, at) => {
  const text = clause.code(clause.words[at])?.text ?? '';
  const found = /^->\s*(.+)$/s.exec(text)?.[1];
  return found === undefined ? [] : [{ end: at + 1, value: clause.add(found) }];
};

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

export const KINDS: Readonly<Record<string, Reader<unknown>>> = {
  thing,
  things,
  fn,
  file,
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
  position,
  loose,
  arrow,
  orNames: listOf(name, words('or|nor|, or|, nor')),
  formerly: words(
    'instead of|rather than|, previously|, formerly|, before|( previously|( formerly|( before|( was|, it was|, was|; it was|; before it was|, before it was|( it was|, where it was|, where it used to be|in place of|, not|; previously|; formerly|, earlier',
  ),
  close: maybe(words(')')),
  call: verb(regular('call'), regular('invoke'), joined('make', 'a call to')),
  import: verb(regular('import')),
  inherit: verb(
    joined('inherit', 'from'),
    joined('derive', 'from'),
    regular('subclass', 'subclasses'),
    regular('extend'),
  ),
  inheritDirectly: verb(joined('inherit', 'directly from'), joined('derive', 'directly from')),
  define: verb(
    ...['define', 'declare', 'provide', 'contain', 'implement', 'offer', 'include', 'expose'].map(each =>
      regular(each),
    ),
    HAVE,
  ),
  surelyDefine: verb(regular('define'), regular('declare'), regular('implement')),
  have: either(verb(HAVE), kept),
  take: either(
    verb(...['take', 'accept', 'expect', 'receive', 'declare'].map(each => regular(each)), HAVE),
    kept,
  ),
  surelyTake: verb(regular('take'), regular('accept'), regular('expect')),
  raise: verb(regular('raise'), regular('throw')),
  catch: verb(regular('catch', 'catches'), regular('handle')),
  mention: verb(
    ...['mention', 'say', 'contain', 'describe', 'document', 'include'].map(each => regular(each)),
    joined('refer', 'to'),
  ),
  contain: either(verb(...['contain', 'include', 'list'].map(each => regular(each)), HAVE), kept),
  exist: verb(regular('exist')),
  live: verb(regular('live'), regular('reside'), regular('sit', 'sits', 'sitting'), regular('stand')),
  default: verb(
    joined('default', 'to'),
    ...[
      'a default of',
      'the default',
      'default',
      'a default value of',
      'the default value',
      'a default',
      'its default at',
    ].map(each => ({ base: `have ${each}`, third: `has ${each}`, ing: `having ${each}` })),
  ),
};
