import { isClassLike, lastOf } from '../../code/dotted-names.ts';
import { type Found, form, type Sentences, sayOfEach } from './form.ts';
import { say } from './moods.ts';
import { isBuiltinType } from './things.ts';

const PARAMETER = '(parameter|argument|param|arg|keyword argument|option|flag)';
const PARAMETERS = '(parameters|arguments|params|args|keyword arguments)';
const RENAMED =
  '(was renamed|was renamed to|was renamed into|was renamed as|renamed to|is renamed to|has been renamed to|got renamed to|became|becomes|become|is now called|is now named|is now spelled|turned into)';

const isType = (found: Found, part: string): boolean => isBuiltinType(found.text(found.word(part)));
/** `became int`: of a type, or of a value, it is no name. */
const isName = (found: Found, part: string): boolean =>
  !isType(found, part) && !/^(?:True|False)$/.test(found.text(found.word(part)));

/** `Box: a -> b` may be said of what the class has. */
const isFunction = (found: Found): boolean => {
  const text = found.text(found.name('fn'));
  return (
    !/\.pyi?$|\/$/.test(text) && !isClassLike(text) && /^_*[a-z]/.test(lastOf(text.replace(/\(\)$/, '')))
  );
};

const renamed = (found: Found, of: string, from: string, to: string): string =>
  `the parameter ${found.word(from)} of ${of} was renamed to ${found.word(to)}`;

/** `its first parameter was renamed from a to b` */
function oneRenamed(found: Found): Sentences | undefined {
  const [of, which] = [found.word('fn'), found.word('which')];
  if (!isName(found, 'x') || !isName(found, 'y')) return undefined;
  return [
    renamed(found, of, 'x', 'y'),
    ...(/^(?:only|sole)$/.test(which)
      ? [`${of} takes only ${found.word('y')}`]
      : which === ''
        ? []
        : [`the parameter ${found.word('x')} of ${of} is the ${which} one before the change`]),
  ];
}
const WHICH = '<which>(first|second|third|fourth|fifth|last|only|sole)?';
const FROM =
  '(was renamed from|is renamed from|changed its name from|went from) {x:anyName} (to|into) {y:anyName}';

/** Of the names of parameters: which there are, and what they were. */
export const SAID_OF_PARAMETER_NAMES = [
  form(
    `{p:parameter} ${RENAMED} (the|a)? <given>(keyword-only|positional-only)? ${PARAMETER}? {y:anyName} ${PARAMETER}?`,
    found => {
      const { name, of } = found.parameter();
      return isName(found, 'y')
        ? [
            `the parameter ${name} of ${of} was renamed to ${found.word('y')}`,
            ...(found.has('given')
              ? [`the parameter ${found.word('y')} of ${of} is ${found.word('given')}`]
              : []),
          ]
        : undefined;
    },
  ),
  form(`{fn} 's ${WHICH} ${PARAMETER} ${FROM}`, oneRenamed),
  form(`the ${WHICH} ${PARAMETER} of {fn} ${FROM}`, oneRenamed),
  form(
    `{fn} : (the)? ${PARAMETER}? {x:anyName} (->|renamed to|was renamed to|is now called) {y:anyName}`,
    found =>
      isFunction(found) && isName(found, 'x') && isName(found, 'y')
        ? [renamed(found, found.word('fn'), 'x', 'y')]
        : undefined,
  ),
  form(
    `(several|some|a few|multiple|two) ${PARAMETERS} (of|in) {fn} (were|are) renamed (,|:)? (for example|for instance|such as|namely|among them|including)? {x:anyName} (to|->) {y:anyName} (and|,) {z:anyName} (to|->) {w:anyName}`,
    found => [renamed(found, found.word('fn'), 'x', 'y'), renamed(found, found.word('fn'), 'z', 'w')],
  ),
  form(
    `{fn} 's (new|extra|additional|added) ${PARAMETER} is (called|named)? {x:anyName} {withDefault}? {end}`,
    found => newOne(found),
  ),
  form(
    `{fn} 's (new|extra|additional|added) ${PARAMETER} is (called|named)? {x:anyName} (and|, and) (it)? {rest:more}`,
    found => newOne(found),
  ),
  form(`{x:anyName} {m:be} (a|an|the)? ${PARAMETER} of {fn} {withDefault}? {end}`, found =>
    ofFunctions(found, [found.word('fn')]),
  ),
  form(`{x:anyName} {m:be} (a|an|the)? ${PARAMETER} of {fn} and (of)? {g:fn} {withDefault}? {end}`, found =>
    ofFunctions(found, [found.word('fn'), found.word('g')]),
  ),
  form(`{fn} (now)? has neither (a|an) {x:anyName} nor (a|an) {y:anyName} ${PARAMETER} {end}`, found =>
    ['x', 'y'].map(part =>
      found.hasEnd
        ? `the parameter ${found.word(part)} was removed from ${found.word('fn')}`
        : `${found.word('fn')} does not take the parameter ${found.word(part)}`,
    ),
  ),
  ...[`{x:anyName} ${PARAMETER}`, `${PARAMETER} (named|called)? {x:anyName}`].flatMap(named => [
    form(`{fn} has no ${named}`, found => [
      `${found.word('fn')} does not take the parameter ${found.word('x')}`,
    ]),
    form(
      `{fn} (got|gained|has gained|received|grew|acquired) (a|an|the)? (new|extra|additional)? ${named}`,
      found => gained(found),
    ),
    form(`(a|an) (new|extra|additional)? ${named} was (added|introduced) (to|in|on) {fn}`, found =>
      gained(found),
    ),
    form(
      `(the|a|an)? (new)? ${named} was added to (the)? (signature|parameter list|argument list) of {fn}`,
      found => gained(found),
    ),
  ]),
  form(
    `(the|a|an)? ${PARAMETER}? {x:anyName} ${PARAMETER}? was (removed|dropped|deleted) from (the)? (signature|parameter list|argument list|parameters) of {fn}`,
    found => [`the parameter ${found.word('x')} was removed from ${found.word('fn')}`],
  ),
  form('{p:parameter} {removed} from (the|its) (signature|parameter list|argument list)', found => [
    `the parameter ${found.parameter().name} was removed from ${found.parameter().of}`,
  ]),
  form(
    '{p:parameter} (still exists|is still there|is still present|was kept|is kept|survives|remains|stays)',
    found => [`${found.parameter().of} still takes ${found.parameter().name}`],
  ),
  form(
    `{fn} {m:take} {x:parameterCode} for (any|the|all) (remaining|other|extra|additional|further) (keyword)? ${PARAMETERS}`,
    found =>
      found.text(found.word('x')).startsWith('*')
        ? sayOfEach(found, found.word('fn'), { third: 'takes', base: 'take' }, [found.word('x')])
        : undefined,
  ),
  form(
    `{fn} (gained|got|has|received|takes) a new (keyword|optional|positional|keyword-only|positional-only) ${PARAMETER}`,
    found => [`${found.word('fn')} gained a new parameter`],
  ),
  form(
    '{fn} keeps its (old|previous|former|original|existing) signature (,)? without (a|an)? {x:anyName}',
    found => [
      `${found.word('fn')} keeps its signature`,
      `${found.word('fn')} does not take the parameter ${found.word('x')}`,
    ],
  ),
  form(
    '{fn} (takes|accepts|has|expects|requires|now takes|now accepts|now has|now expects|now requires) {x:parameterCode} (,)? where it (used to take|took|had|used to have|accepted|used to accept|expected) {y:parameterCode}',
    found => [`${found.word('fn')} now takes ${found.word('x')} instead of ${found.word('y')}`],
  ),
];

const gained = (found: Found): Sentences => [`${found.word('fn')} gained a new parameter ${found.word('x')}`];

function newOne(found: Found): Sentences {
  const [of, name] = [found.word('fn'), found.word('x')];
  return [
    ...gained(found),
    ...(found.has('withDefault')
      ? [`the parameter ${name} of ${of} defaults to ${found.word('withDefault')}`]
      : []),
    ...(found.has('rest') ? [`the parameter ${name} of ${of} ${found.word('rest')}`] : []),
  ];
}

function ofFunctions(found: Found, owners: readonly string[]): Sentences | undefined {
  const [mood, name] = [found.mood(), found.word('x')];
  if (mood === undefined) return undefined;
  const isGone = mood === 'no longer' || mood === 'not';
  if (isGone && (owners.length > 1 || found.has('withDefault'))) return undefined;
  return owners.flatMap(of => [
    mood === 'no longer'
      ? `the parameter ${name} was removed from ${of}`
      : say(of, mood, { third: `takes the parameter ${name}`, base: `take the parameter ${name}` }),
    ...(found.has('withDefault') ? [`the default of ${name} in ${of} is ${found.word('withDefault')}`] : []),
  ]);
}
