import { plainName } from './plain-name.ts';
import { either, inOrder, listOf, mapped, maybe, type Reader, words } from './readers.ts';
import { memberOf, parameterCode, thing } from './things.ts';

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

const DEFAULT = words('default|the default|default value|the default value');

/** A function: a thing, or what makes objects of a class. */
export const fn: Reader<string> = either(
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

export const anyName: Reader<string> = either(parameterCode, plainName);
/** With what it is called: `the parameter size`, `the size parameter`. */
const called: Reader<string> = either(
  inOrder([PNOUN, anyName] as const, ([, found]) => found),
  inOrder([anyName, PNOUN] as const, ([found]) => found),
);
const OF = words('of|in|on|to|from|for');
const INSIDE = words('in|for|on|in the signature of|for the signature of');
/** Where it stands, and that it was there before, must be said of it as well: nothing here does. */
const said = (name: string, of: string, given: readonly Given[] = []): SaidParameter | undefined =>
  given.some(how => how === 'last' || how === 'first' || how === 'old') ? undefined : { name, of, given };

/** `the timeout parameter of get`, `get's timeout parameter`. */
export const parameter: Reader<SaidParameter> = either(
  inOrder([article, given, called, OF, fn] as const, ([, how, found, , of]) => said(found, of, how)),
  inOrder([fn, words("'s"), given, called] as const, ([of, , how, found]) => said(found, of, how)),
  inOrder([article, given, fn, PNOUN, parameterCode] as const, ([, how, of, , found]) =>
    said(found, of, how),
  ),
  inOrder([INSIDE, fn, maybe(words(',')), article, given, called] as const, ([, of, , , how, found]) =>
    said(found, of, how),
  ),
  inOrder([fn, words(':'), article, given, either(called, parameterCode)] as const, ([of, , , how, found]) =>
    said(found, of, how),
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
const COUNTS: readonly string[] = ['', 'both', 'three', 'four', 'five', 'six'];
/** As many as are said; what is called old must be known from before, which nothing here says. */
const counted = (
  number: string | undefined,
  given: readonly Given[],
  names: readonly string[],
): readonly OwnParameter[] | undefined => {
  const count = number?.replace('the ', '').replace('two', 'both');
  const isMiscounted = count !== undefined && COUNTS[names.length - 1] !== count;
  return isMiscounted ? undefined : names.map(name => ({ name, given, isCalled: true }));
};
export const owns: Reader<readonly OwnParameter[]> = either(
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
    ([, number, how, , , found]) => counted(number, how, found),
  ),
  inOrder(
    [maybe(words('the')), NUMBER, given, listOf(parameterCode), PNOUNS] as const,
    ([, number, how, found]) => counted(number, how, found),
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
export const position = either<readonly Position[]>(
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
export const loose: Reader<SaidParameter> = either(
  inOrder([anyName, words('of|in|on'), fn] as const, ([found, , of]) => said(found, of)),
  inOrder([INSIDE, fn, maybe(words(',')), anyName] as const, ([, of, , found]) => said(found, of)),
  inOrder([fn, words(':'), anyName] as const, ([of, , found]) => said(found, of)),
  inOrder([fn, words("'s"), anyName] as const, ([of, , found]) => said(found, of)),
);

/** Two or more parameters of one function: `f's a and b`, `the parameters a and b of f`. */
export interface SaidParameters {
  readonly names: readonly string[];
  readonly of: string;
}
const some: Reader<readonly string[]> = mapped(listOf(anyName), found =>
  found.length > 1 ? found : undefined,
);
const THE = maybe(words('the|both|both the|the two|the three|the new|all of the'));
export const several: Reader<SaidParameters> = either(
  inOrder([fn, words("'s"), some, maybe(PNOUNS)] as const, ([of, , names]) => ({ names, of })),
  inOrder([THE, PNOUNS, some, words('of|in'), fn] as const, ([, , names, , of]) => ({ names, of })),
  inOrder([THE, some, PNOUNS, words('of|in'), fn] as const, ([, names, , , of]) => ({ names, of })),
);

/** `the default of size in f`, in any order. */
const THE_ONE = inOrder([maybe(words('the')), either(called, anyName)] as const, ([, found]) => found);
const defaultFor = inOrder([DEFAULT, words('of|for'), THE_ONE] as const, ([, , found]) => found);
const ownDefault = inOrder(
  [either(anyName, called), maybe(words("'s")), DEFAULT] as const,
  ([found]) => found,
);
export const defaultOf: Reader<SaidParameter> = either(
  inOrder([defaultFor, words('of|in|on'), fn] as const, ([found, , of]) => said(found, of)),
  inOrder([maybe(words('the')), ownDefault, words('of|in|on|for'), fn] as const, ([, found, , of]) =>
    said(found, of),
  ),
  inOrder([fn, words("'s"), ownDefault] as const, ([of, , found]) => said(found, of)),
  inOrder([words('in|for'), fn, maybe(words(',')), defaultFor] as const, ([, of, , found]) =>
    said(found, of),
  ),
  inOrder(
    [fn, words(':|,'), maybe(words('the')), either(defaultFor, ownDefault)] as const,
    ([of, , , found]) => said(found, of),
  ),
);
