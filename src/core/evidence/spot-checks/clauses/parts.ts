import { before, changeOf, insteadOf } from './change-parts.ts';
import { be, ending, type Mood, type Verb, verb } from './moods.ts';
import { anyName, defaultOf, fn, loose, owns, parameter, position, several } from './parameter-parts.ts';
import { anyWords, beginningWith, plainName } from './plain-name.ts';
import { either, inOrder, listOf, maybe, type Reader, words } from './readers.ts';
import {
  anyCode,
  call,
  file,
  importCode,
  literal,
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
const KEEP = words('keeps|keep|retains|retain|preserves|preserve');
const kept: Reader<Mood> = (clause, at) => clause.read(KEEP, at).map(({ end }) => ({ end, value: 'still' }));

/** `-> str` */
const arrow: Reader<string> = (clause, at) => {
  const text = clause.code(clause.words[at])?.text ?? '';
  const found = text.startsWith('->') ? text.slice(2).trim() : '';
  return found === '' ? [] : [{ end: at + 1, value: clause.add(found) }];
};

/** `(defaulting to 3)`, `with a default of 3`, `, which is None by default`. */
const WITH_DEFAULT = words(
  'defaulting to|, defaulting to|( defaulting to|( default|( default :|( defaults to|, default|, default :|with default|, with default|with a default of|, with a default of|with the default|, with the default|with default value|, with default value|with a default value of|, whose default is|whose default is|that defaults to|which defaults to|, which defaults to|and defaults to|, all defaulting to|, each defaulting to|, both defaulting to|, all default|, each default|all defaulting to|both defaulting to',
);
const withDefault: Reader<string> = either(
  inOrder([WITH_DEFAULT, value, maybe(words(')|by default'))] as const, ([, found]) => found),
  inOrder(
    [words(', each|, all|, both|, which is|,'), value, words('by default')] as const,
    ([, found]) => found,
  ),
);

const PARTICIPLES = {
  removed:
    'removed|deleted|dropped|gone|taken out|all gone|both gone|all removed|both removed|eliminated|stripped|cut|stripped out|thrown out',
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

const GIVEN_VALUE = words(
  'set to|with value|with the value|with a value of|with its value|with the default value|with a default value of|with a default of|with the default|with default|defaulting to|which defaults to|mapped to|mapping to|=|whose value is|whose default value is|which is|:|and set to',
);
const defaults = verb(
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
);
const inherits = verb(
  joined('inherit', 'from'),
  joined('derive', 'from'),
  joined('descend', 'from'),
  regular('subclass', 'subclasses'),
  regular('extend'),
);
const surelyTakes = verb(regular('take'), regular('accept'), regular('expect'));
const AS = maybe(words('as|with|to be|of|:'));
const annotated: Reader<Mood> = inOrder(
  [be, words('annotated|typed|declared|type-hinted|hinted|of type'), AS] as const,
  ([mood]) => mood,
);
const annotatedToReturn: Reader<Mood> = inOrder(
  [be, words('annotated|declared|typed'), words('to return|as returning')] as const,
  ([mood]) => mood,
);

const decorator: Reader<string> = inOrder([maybe(words('with')), anyCode] as const, ([, found]) => found);
const decorated: Reader<Mood> = inOrder([be, words('decorated')] as const, ([mood]) => mood);
const pairsBy = (...marks: readonly string[]) =>
  listOf(
    inOrder([name, words(...marks), name] as const, ([from, , to]) => ({ from, to })),
    words('and', ', and', ';'),
  );

/** What may be said of a parameter, a default or a member. */
const VERBS =
  'is|was|has|had|comes|sits|stands|appears|precedes|follows|goes|defaults|default|became|becomes|become|exists|disappeared|vanished|lost|went|changed|flipped|switched|keeps|kept|remains|stays|carries|directly|immediately|gone|survives|takes|accepts|returns|raises|calls|equals|can|must';

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
  formerly: before,
  close: maybe(words(')')),
  literalChange: changeOf(
    literal,
    either(
      be,
      inOrder([be, words('set to')] as const, ([mood]) => mood),
    ),
  ),
  defaultChange: changeOf(value, be),
  defaultOther: insteadOf(defaults, value),
  typeChange: changeOf(type, be),
  typedOther: insteadOf(annotated, type),
  resultChange: changeOf(type, be),
  annotatedOther: insteadOf(annotatedToReturn, type),
  baseChange: changeOf(name, be),
  inheritsOther: insteadOf(inherits, name),
  // `from X`, with or without its verb.
  fromName: inOrder([either<unknown>(words('from'), inherits), name] as const, ([, found]) => found),
  pairs: pairsBy('->|to|became|is now'),
  arrowPairs: pairsBy('->'),
  fileChange: changeOf(file),
  signatureChange: changeOf(signature, either(be, surelyTakes)),
  anyWords,
  several,
  defaultOf,
  anyName,
  self: inOrder(
    [
      maybe(words(',')),
      words(
        'besides|apart from|other than|aside from|except|except for|excluding|but|after|not counting|beyond',
      ),
      words('self|cls'),
    ] as const,
    () => true,
  ),
  more: beginningWith('is|has|takes'),
  verbs: beginningWith(
    VERBS,
    ...['now', 'still', 'no longer', 'already'].map(when => VERBS.replaceAll(/[^|]+/g, `${when} $&`)),
  ),
  memberNoun: words(
    'class attribute|attribute|variable|constant|property|method|field|static method|class method|staticmethod|classmethod',
  ),
  anyModule: either(file, plainName),
  callOrUse: verb(regular('call'), regular('invoke'), regular('use')),
  pass: verb(regular('pass', 'passes')),
  appear: verb(regular('appear'), regular('stand'), regular('occur')),
  list: verb(...['list', 'contain', 'include', 'name', 'mention', 'export'].map(each => regular(each)), HAVE),
  anyNames: listOf(anyName),
  literal,
  annotate: verb(regular('annotate'), regular('type'), regular('declare')),
  give: verb(regular('default')),
  equal: verb(regular('equal'), joined('default', 'to'), joined('have', 'the value')),
  assign: verb(regular('set', 'sets', 'setting'), regular('assign'), regular('define')),
  decorators: changeOf(decorator),
  decoratedOther: insteadOf(decorated, decorator),
  maps: verb(regular('map'), regular('set', 'sets', 'setting'), regular('default')),
  given: inOrder([maybe(words(',')), GIVEN_VALUE, literal] as const, ([, , found]) => found),
  callCode: call,
  call: verb(regular('call'), regular('invoke'), joined('make', 'a call to')),
  import: verb(regular('import')),
  inherit: inherits,
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
  surelyTake: surelyTakes,
  raise: verb(regular('raise'), regular('throw')),
  catch: verb(regular('catch', 'catches'), regular('handle')),
  mention: verb(
    ...['mention', 'say', 'contain', 'describe', 'document', 'include'].map(each => regular(each)),
    joined('refer', 'to'),
  ),
  contain: either(verb(...['contain', 'include', 'list'].map(each => regular(each)), HAVE), kept),
  exist: verb(regular('exist')),
  live: verb(regular('live'), regular('reside'), regular('sit', 'sits', 'sitting'), regular('stand')),
  default: defaults,
};
