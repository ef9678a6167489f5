import { itemsIn, PARAMETER, type Several } from './form-parts.ts';
import { LONGER_FORMS, TWO_SENTENCES } from './longer-forms.ts';
import { REVIEWERS_FORMS, REVIEWERS_SEVERAL } from './reviewers-forms.ts';
import type { Rewrite } from './rewrites.ts';

type Forms = readonly (readonly [RegExp, string])[];

const USES = '(?:references?|mentions?|uses?|usages?|occurrences?|calls?)';
const NOUN = '(class|function|method|constant|exception|helper|variable|attribute|property)';

/** These tell nothing apart. */
const MERE =
  '(?:new|old|public|private|internal|existing|original|main|whole|entire|actual|current|underlying|corresponding|relevant|helper|utility|factory|convenience|legacy|class|static|instance|base|central|parser|decorator|exception|test|source|api|core)';

/** Whose it is. */
const OWNERS: Forms = [
  [/^(?:the )?(§\d+)'s (?:base|base class|parent class|superclass) /, 'the base of $1 '],
  [/^the parameters of (§\d+) are (§\d+(?:(?:,? and |, )§\d+)*)$/, '$1 takes only $2'],
  [
    /^the (?:type|annotation|type annotation) of (§\d+) (?:in|of) (§\d+) is /,
    'the parameter $1 of $2 is annotated as ',
  ],
  [
    /^(§\d+) is (?:still |now )?annotated (?:as |with )?(§\d+|str|int|bool|bytes|float) in (§\d+)$/,
    'the parameter $1 of $3 is annotated as $2',
  ],
  [/^(?:the )?(§\d+) (?:still )?has no default(?: value)? in (§\d+)$/, '$2 has no default for $1'],
  [/^the (?:name|symbol|value of) (§\d+) /, '$1 '],
  [
    /^(?:the )?(§\d+)'s (signature|return type|return annotation|docstring|bases|parameters|default|constructor) /,
    'the $2 of $1 ',
  ],
  [/^(?:the )?(§\d+)'s (first|second|third|last) (?:parameter|argument) /, 'the $2 parameter of $1 '],
  [/^(?:the )?(§\d+)'s (§\d+)(?: (?:parameter|argument))? /, 'the parameter $2 of $1 '],
  [/^(?:the )?(§\d+)'s (?:parameter|argument) (§\d+) /, 'the parameter $2 of $1 '],
  [/^the default for (?:the )?(?:parameter )?(§\d+) (?:of|in) (§\d+) /, 'the default of $1 in $2 '],
  [/^the default of (§\d+) for (§\d+) /, 'the default of $2 in $1 '],
  // Of a class only what its calls take is said of its constructor.
  [
    /^(?:the )?constructor of (?:class )?(§\d+) (?=(?:(?:still|now|also|only|no longer|does not) )?(?:takes?|accepts?|requires?|expects?) )/,
    '$1 ',
  ],
  [
    /^(?:the )?constructor of (?:class )?(§\d+) (?=(?:(?:still|now|also|only|no longer) )?(?:has|gained|gains|got|gets|lost|received) (?:[a-z-]+ )*(?:§\d+ )?(?:parameters?|arguments?)\b)/,
    '$1 ',
  ],
  [
    /^the (first|second|third|last) (?:parameter|argument) of (§\d+) is (?:now |still )?(?:called |named )?(§\d+)$/,
    '$2 takes $3 as its $1 parameter',
  ],
  [
    /^the signature of (§\d+) (?:now )?(?:includes|contains|has) (?:a |the )?(?:new )?(§\d+)$/,
    '$1 now takes $2',
  ],
  [/^(§\d+) is what (§\d+) returns$/, '$2 returns $1'],
  [/^§(\d+) is applied to (§\d+)$/, '$2 is decorated with §$1'],
  // What it is called for. `the duplicate function f` is not the function of that name, or not all of it.
  [new RegExp(`^the (?:${MERE} )?(?:module|file|class|function|method|attribute|constant|helper) §`), '§'],
  [/^in (§\d+),? (?=the |§)(.+)$/, '$2 in $1'],
];

/** Where it is, and that it is there. */
const PLACES: Forms = [
  [/ (still|now) (?:lives|sits|resides) (?:in|inside|on) /, ' is $1 at home in '],
  [/ (?:lives|sits|resides) (?:in|inside|on) /, ' is at home in '],
  [/^(§\d+) is (still |now )?imported from (§\d+|[a-z_]\w*) in (§\d+)$/, '$4 $2imports $1 from $3'],
  [/ (?:has|have) stopped importing /, ' no longer imports '],
  [
    /^(§\d+) (?:now )?(?:lives|is defined|resides) in (§\d+) (?:instead of|rather than|and no longer) (?:in )?(§\d+)$/,
    '$1 was moved from $3 to $2',
  ],
  [/ was moved out of (§\d+)$/, ' was removed from $1'],
  [/^(§\d+) (?:now )?has an import of (.+)$/, '$1 imports $2'],
  [/^(§\d+ is (?:still |now )?imported in §\d+), from /, '$1 from '],
  [/ (has|defines|contains|gained|imports|takes|accepts|exports) both (?=§)/, ' $1 '],
  [/ only (takes|accepts) (?=§)/, ' $1 only '],
  [/ requires both (?=§)/, ' requires '],
  [/^(§\d+) imports nothing from (§\d+)$/, '$1 does not import anything from $2'],
  [
    / (?:stays|is located|is found|is kept|can be found|is placed|is housed) (?:in|inside|on) /,
    ' is defined in ',
  ],
  [/ (?:is|are) still (?:in|inside) (?=§\d+$)/, ' is still defined in '],
  [/ (?:remains|survives|stays|is retained|is kept) (?:in|inside) /, ' is still defined in '],
  [/ (?:remains|survives)$/, ' is still defined'],
  [/ is still (?:in place|around)(?=$| in )/, ' is still defined'],
  [/ is defined at (?:the )?(?:module level|top level|module top level) (?:in|of) /, ' is defined in '],
  [
    new RegExp(
      `^there is (?:still |now )?an? ${NOUN} (?:called |named )?(§\\d+)(?: defined)?(?: in| inside) (§\\d+)$`,
    ),
    '$1 $2 is defined in $3',
  ],
  [
    new RegExp(
      `^there is (?:no|no longer an?|no longer any) (?:${NOUN} )?(?:called |named )?(§\\d+)(?: defined| left)? in (§\\d+)(?: any ?more)?$`,
    ),
    '$2 does not exist in $3',
  ],
  [
    new RegExp(`^(§\\d+) (still |now )?(?:has|contains|defines) an? ${NOUN} (?:called|named) (§\\d+)$`),
    '$3 $4 is $2defined in $1',
  ],
  [
    new RegExp(`^(§\\d+) (?:has|contains|defines) no ${NOUN} (?:called|named) (§\\d+)$`),
    '$3 is not defined in $1',
  ],
  [/ (defines|has|contains) an? (?:module-level|top-level) (§\d+)$/, ' $1 $2'],
  [/^(§\d+) has the import (§\d+)$/, '$1 has $2'],
  [/^there is (?:exactly |only )?one definition of (§\d+)/, '$1 is defined once'],
  [/^(§\d+) has (?:exactly |only )?one definition(?:, | )?(?=in |$)/, '$1 is defined once '],
  [/^only (§\d+) defines (§\d+)$/, '$2 is defined once in $1'],
  [
    /^(§\d+) is (?:only defined|defined only|defined nowhere else than|defined nowhere but) in (§\d+)$/,
    '$1 is defined once in $2',
  ],
  [/ continues to work$/, ' still works'],
];

/** What it is. */
const KINDS: Forms = [
  [/ is (?:marked|declared|defined) as an? /, ' is a '],
  [/ is (?:still |now )?static$/, ' is a staticmethod'],
  [/ has (?:exactly |only )?one base(?: class)?(?:,|:) /, ' only inherits from '],
  [/ has (?:exactly )?(?:two|three|four) bases(?: classes)?(?:,|:) /, ' only inherits from '],
  [/ is annotated with the return type /, ' is annotated to return '],
  [/ (?:reads|evaluates to) (?=§|\d)/, ' is '],
  [
    / (?:remains|stays|continues to be) (?=(?:an?|the|async|unchanged|keyword-only|required|optional) )/,
    ' is still ',
  ],
  [/ (?:became|becomes|has become|turned into|was turned into|is turned into) (?=an? )/, ' is now '],
  // Several of them are all that there are; one may be one of several.
  [/ (?:still |now )?(?:has|keeps|retains) the (?:bases|base classes) (?=§)/, ' only inherits from '],
  [
    / (?:still |now )?(?:has|keeps|retains) the (?:base|base class|parent class|superclass) (?=§)/,
    ' inherits from ',
  ],
  [
    / has (§\d+) as (?:its|the) only (?:direct )?(?:base|base class|parent class|superclass)$/,
    ' only inherits from $1',
  ],
  [
    / has (§\d+) as (?:its|a|the) (?:direct )?(?:base|base class|parent class|superclass)$/,
    ' inherits from $1',
  ],
  [/^the (?:only )?(?:base|base class)(?:es|s)? of (§\d+) (?:are|is) (?=§)/, '$1 only inherits from '],
  [/ has only the base(?: class)? /, ' only inherits from '],
  [/ (?:now )?derives from /, ' inherits from '],
  [/ directly (?:subclasses|extends|derives from|inherits from) (.+)$/, ' inherits from $1 directly'],
  [/ (inherits from §\d+) now directly$/, ' now $1 directly'],
  [/ (?:defines its own|has its own) (?=§)/, ' defines '],
  [/ is (?:no longer|not) overloaded$/, ' has no overloads'],
  [/ has the return type /, ' is annotated to return '],
  [/ keeps the signature /, ' keeps its signature '],
  [/ is (none|true|false|§\d+) by default$/, ' is $1'],
];

/** What it was, and what happened to it. */
const CHANGES: Forms = [
  [/ is (?:now )?called (§\d+) now$/, ' is now called $1'],
  [/^nothing (?:in|inside) (§\d+) (?:was )?(?:changed|modified|touched)$/, '$1 is unchanged'],
  [/^(§\d+) is (?:among|one of) the (?:changed|modified|touched) (?:files|modules)$/, '$1 was changed'],
  [/ (?:was|has been|is now) renamed (?=§)/, ' was renamed to '],
  [/ (?:was|were|has been|have been) (?:kept|left) (?:in|inside) /, ' is still defined in '],
  [/ (?:was|has been) (?:dropped|stripped|cut|taken out|eliminated)(?=$| from | in )/, ' was removed'],
  [/ (?:was|has been) (?:defined|put|placed|implemented) (?:new )?(?=in )/, ' was added '],
  [/ (?:did not move|has not moved|was not moved)$/, ' was not moved'],
  [/ (?:is|was) (?:left as is|left as it was|left as it is|left intact)(?= in §\d+$|$)/, ' is unchanged'],
  [
    /^(§\d+) (?:is|was|has been) (?:left as is|left as it was|left as it is|left intact|unchanged|untouched) in (§\d+)$/,
    '$1 in $2 is unchanged',
  ],
  [/ (?:has not changed|(?:did not|does not|doesn't|didn't) change)$/, ' is unchanged'],
  [
    / is (?:byte-for-byte |exactly |completely )?(?:identical to before|the same as before|as it was before|as before|like before)$/,
    ' is unchanged',
  ],
  [/ (?:differs from before|is different from before|is not the same as before)$/, ' was changed'],
  [/ (?:did not|does not|doesn't|didn't) change its (signature|parameters)$/, ' keeps its $1'],
  [/^the signature of (§\d+) (?:did not|does not|didn't) change$/, '$1 keeps its signature'],
  [/ lost (?:its|the) (?:parameter|argument|option|flag) (§\d+)$/, ' lost its $1 parameter'],
  [
    new RegExp(
      `^the ${PARAMETER} (§\\d+) (?:no longer exists|is gone|does not exist any more) (?:on|in|for|from) (§\\d+)$`,
    ),
    'the parameter $1 was removed from $2',
  ],
  [
    new RegExp(
      `^the (§\\d+) ${PARAMETER} (?:no longer exists|is gone|does not exist any more) (?:on|in|for|from) (§\\d+)$`,
    ),
    'the parameter $1 was removed from $2',
  ],
];

/** What is not used any more, and what else was not changed. */
const NEGATIONS: Forms = [
  [/^nothing (?:still )?calls (§\d+)(?: any ?more| any longer)?$/, '$1 has no callers'],
  [/^(§\d+) (?:no longer has any|has no more|has no) callers(?: left| any ?more)?$/, '$1 has no callers'],
  [/^(§\d+) is the (?:only|sole) caller of (§\d+)$/, '$2 is called only in $1'],
  [
    /^(§\d+) (?:no longer appears|no longer occurs|does not appear|does not occur|appears nowhere|occurs nowhere)(?: anywhere)?(?: any ?more)?$/,
    'no mentions of $1',
  ],
  [/^(§\d+) is not imported (?:in|by|into) (§\d+)(?= any ?more$| now$|$)/, '$2 does not import $1'],
  [/^(§\d+) (?:appears|occurs|is mentioned) nowhere in (§\d+)$/, 'no mentions of $1 in $2'],
  [/^(§\d+) is used nowhere in (§\d+)$/, 'no uses of $1 in $2'],
  [
    new RegExp(
      `^all (?:the )?(?:remaining )?(${USES}) (?:to|of) (§\\d+)( in §\\d+)? (?:were|have been|are) (?:removed|gone|dropped|replaced)$`,
    ),
    'no $1 of $2$3',
  ],
  [
    new RegExp(`^(§\\d+) (?:contains|has) no (?:more |remaining |other )?(${USES}) (?:to|of) (§\\d+)$`),
    'no $2 of $3 in $1',
  ],
  [
    /^(§\d+) (?:does not|doesn't|no longer) (?:occurs?|appears?) (?:anywhere )?in (§\d+)$/,
    'no mentions of $1 in $2',
  ],
  [
    /^(§\d+) is (?:not|no longer) (?:mentioned|referenced) (?:anywhere )?in (§\d+)$/,
    'no mentions of $1 in $2',
  ],
  [
    /^(?:the (?:change|commit|patch)|it) (?:only (?:touches|changes|modifies|edits)|(?:touches|changes|modifies|edits) only) /,
    'only was changed: ',
  ],
  [
    /^(?:apart from|besides|except for|other than|outside of) (.+?),? no (?:other )?files? (?:was|were|is|are|has been) (?:changed|modified|touched)$/,
    'only was changed: $1',
  ],
  [
    /^no (?:other )?files? (?:other than|besides|except|apart from|outside of) (.+) (?:was|were|is|are|has been|have been) (?:changed|modified|touched)$/,
    'only was changed: $1',
  ],
  [/^only was changed: (.+)$/, 'only $1 were changed'],
];

const FORMS: Forms = [
  ...OWNERS,
  ...PLACES,
  ...KINDS,
  ...CHANGES,
  ...NEGATIONS,
  ...LONGER_FORMS,
  ...REVIEWERS_FORMS,
];

/** What is two sentences, or one for each thing that is listed. */
const SEVERAL: Several = [
  [
    /^(§\d+) re-exports (.+) from (§\d+)$/,
    ([, module, names, from]) => [`${module} imports ${names} from ${from}`, `${module} exports ${names}`],
  ],
  [
    /^(§\d+) (?:keeps its value(?: of)?|is unchanged at|still has its value of) (§\d+|-?\d+|none|true|false)$/,
    ([, name, value]) => [`${name} is ${value} after the change`, `${name} is ${value} before the change`],
  ],
  [
    /^(§\d+) (?:is|was) imported from (§\d+|[a-z_]\w*) at (?:the )?(?:module|top) level (?:in|of) (§\d+)$/,
    ([, name, from, file]) => [
      `${file} imports ${name} from ${from}`,
      `${name} is imported at the module level in ${file}`,
    ],
  ],
  [
    /^(§\d+) had its (first|second|third|last) (?:parameter|argument) renamed from (§\d+) to (§\d+)$/,
    ([, owner, position, from, to]) => [
      `the parameter ${from} of ${owner} was renamed to ${to}`,
      `${to} is the ${position} parameter of ${owner}`,
    ],
  ],
  [
    /^(§\d+) (in|of) (§\d+) (still |now )?defaults to (§\d+|-?\d+|none|true|false)(?:,| and|, and) (§\d+) to (§\d+|-?\d+|none|true|false)$/,
    ([, one, of, owner, adverb = '', value, other, more]) => [
      `${one} ${of} ${owner} ${adverb}defaults to ${value}`,
      `${other} ${of} ${owner} ${adverb}defaults to ${more}`,
    ],
  ],
  // `f is a method, not a property`
  [
    /^(§\d+(?: in §\d+)?)( is (?:still |now )?)(an? [a-z -]+),? (?:and |but )?not (an? [a-z -]+)$/,
    // A static method is a method as well, and no ordinary one.
    ([, name, verb, one = '', other]) =>
      other === 'a method' && /(?:static|class) ?method/.test(one)
        ? []
        : [`${name}${verb}${one}`, `${name} is not ${other}`],
  ],
  [
    /^(§\d+) (?:has been|was) (?:converted|turned|changed) from an? (property|method|function|class|staticmethod|classmethod|constant) (?:in)?to an? (?:ordinary |plain |regular )?(property|method|function|class|staticmethod|classmethod|constant)$/,
    ([, name, from, to]) => [`${name} is a ${from} before the change`, `${name} is now a ${to}`],
  ],
  [
    /^(§\d+) (?:was|has been) (?:removed|dropped) in favou?r of (§\d+)$/,
    ([, old, other]) => [`${old} was removed`, `${other} is defined`],
  ],
  [
    /^(§\d+) ((?:directly )?(?:inherits from|derives from|extends|subclasses)) (§\d+),? which (?:in turn |itself )?((?:directly )?(?:inherits from|derives from|extends|subclasses) .+)$/,
    ([, subject, inherits, base, more]) => [`${subject} ${inherits} ${base}`, `${base} ${more}`],
  ],
  [
    /^(§\d+) (still |now )?calls (?:both )?(§\d+) and (§\d+)$/,
    ([, caller, adverb = '', one, other]) => [
      `${caller} ${adverb}calls ${one}`,
      `${caller} ${adverb}calls ${other}`,
    ],
  ],
  [
    /^neither (§\d+) nor (§\d+) (is|was|has been|can) ([^§].*)$/,
    ([, one, other, verb, rest]) => [one, other].map(name => `${name} ${verb} not ${rest}`),
  ],
  [
    /^(§\d+) (now )?(?:comes|is imported|is taken) from (§\d+|[a-z_]\w*) (instead of|rather than) (§\d+|[a-z_]\w*) in (§\d+)$/,
    ([, name, now, from, how, old, file]) =>
      now === undefined && how === 'instead of'
        ? []
        : [
            `${file} imports ${name} from ${from}`,
            now === undefined
              ? `${file} does not import ${name} from ${old}`
              : `${file} no longer imports ${name} from ${old}`,
          ],
  ],
  [
    /^no (class|function|method)(?: definition)? (?:was|has been) added to or removed from (§\d+)$/,
    ([, sort, file]) => [`no ${sort} was added to ${file}`, `no ${sort} was removed from ${file}`],
  ],
  [
    /^(§\d+) (?:is gone|was removed|has been removed|disappeared) from (§\d+),? (?:and )?replaced (?:by|with) (§\d+(?:(?:,? and |, )§\d+)*)$/,
    ([, name, file, names]) => [`${name} was replaced by ${names} in ${file}`],
  ],
  [
    /^(§\d+) (gained|got|received|lost) (?:(?:the|two|three|four|five|new|more) )*(method|function|attribute|classe?|propertie)s(?: named|:|,)? (§\d+(?:(?:,? and |, )§\d+)+)$/,
    ([, owner, verb, noun, list = '']) =>
      itemsIn(list).map(
        item =>
          `${owner} ${verb === 'lost' ? 'lost' : 'gained'} the ${noun?.replace('classe', 'class').replace('propertie', 'property')} ${item}`,
      ),
  ],
  [
    /^the (methods|functions|attributes|classes) (§\d+(?:(?:,? and |, )§\d+)+) (were|have been) (added|removed) (to|from|in) (§\d+)$/,
    ([, noun, list = '', , deed, to, owner]) =>
      itemsIn(list).map(
        item => `the ${noun?.replace(/(class)es|s$/, '$1')} ${item} was ${deed} ${to} ${owner}`,
      ),
  ],
  ...TWO_SENTENCES,
  ...REVIEWERS_SEVERAL,
];

/** All that sentences are compared with. */
export const FORM_PATTERNS: readonly RegExp[] = [...FORMS, ...SEVERAL].map(([expression]) => expression);

/** The same sentence with the words that the grammar has for it. */
export const inUsualForm: Rewrite = words => {
  for (const [expression, say] of SEVERAL) {
    const found = expression.exec(words);
    const said = found === null ? [] : say(found);
    if (said.length > 0) return said;
  }
  for (const [expression, usual] of FORMS) {
    const other = words.replace(expression, usual).replace(/ {2,}/g, ' ').trim();
    if (other !== words) return [other];
  }
  return undefined;
};
