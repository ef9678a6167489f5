import { PARAMETER } from './form-parts.ts';
import { inPlainCode } from './plain-code.ts';
import type { Code } from './sentence-form.ts';

const V = '(§\\d+|none|true|false|-?\\d+(?:\\.\\d+)?)';
const WHOLE = '(?:package|code ?base|project|repository|repo|workspace|library)';
const MENTIONS = '(?:mentions|references|uses|refers to|relies on|needs)';

/** What means the same and is one word longer, or another one. They are all tried, one after another. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/ (?:touched|changed|modified|affected) by the (?:diff|change|commit|patch|edit)(?=$|[ ,])/, ' changed'],
  [/ (?:is|was) (?:newly )?introduced (?=in §)/, ' was added '],
  [/^(?:the |a |an )?new (class|function|method|constant), (§\d+), /, 'the new $1 $2 '],
  [/^the only callers? of (§\d+) (?:is|remains) (?:now )?(§\d+)$/, '$1 is called only in $2'],
  [
    / (?:is|are) (still |now )?(?:one of the names|a name|among the names|listed|part of|named|exported) (?:in|through|by|via) (?:the )?(§\d+) (?:list )?(?:of|in) (?=§\d+$)/,
    ' is $1listed in the $2 of ',
  ],
  [
    / (?:is not|isn't) (?:listed in|part of|in|exported through|exported by|a part of) (?:the )?(§\d+) (?:list )?of (?=§\d+$)/,
    ' is not listed in the $1 of ',
  ],
  [
    /^(?:the )?(?:historical |backwards?-compatibility |old |legacy )?alias (§\d+ (?:was|is|has been) )/,
    '$1',
  ],
  [/^(?:the )?(?:historical |backwards?-compatibility |legacy )?(§\d+) alias (?=was|is|has been)/, '$1 '],
  [/ (?:brand-new|brand new) /g, ' new '],
  [/ gets (?=(?:imported|called|exported|raised|used|defined)\b)/, ' is '],
  [/ any longer(?=$|,)/, ' any more'],
  [/ exclusively /, ' only '],
  [/ (?:byte-for-byte|bit-for-bit|entirely|exactly) (?=(?:unchanged|untouched)\b)/, ' '],
  [/ as well as (?=§\d+$)/, ' and '],
  [/^the (§\d+) (?:module|package) (?=is )/, '$1 '],
  [/ (an?|the|its|new) (static|class) method (?=(?:named |called )?§)/, ' $1 $2method '],
  [
    / is (still |now )?(?:exposed|implemented|provided|written|realized|realised|modelled) as an? /,
    ' is $1a ',
  ],
  [/ (is|are) (still |now )?available from (?=§)/, ' $1 $2importable from '],
  [/ at all$/, ''],
  [/ multiply (?=inherits )/, ' '],
  [/ (calls|raises|catches|mentions|lists|includes) both (?=§)/, ' $1 '],
  [/ (?:contains|has) (?:a|any) definition (?:for|of) (?=§)/, ' defines '],
  [/ (?:can|may|might|could) raise /, ' raises '],
  [
    /^the only (files|modules) (?:that (?:are|were) )?(touched|changed|modified) (?:are|were) /,
    'the only $2 $1 are ',
  ],
  [/ used to (?:live|sit|reside|be|be defined|exist) in (§\d+)$/, ' is defined in $1 before the change'],
  [/^(.*§\d+) is new in (?=§\d+$)/, '$1 was added to '],
  // Decorators.
  [/ is (still |now )?marked with (?=§)/, ' is $1decorated with '],
  [/ (?:carries|bears|wears|uses) the decorator (?=§)/, ' is decorated with '],
  [/ (?:carries|bears|wears|has) the (§\d+) decorator(?=$|[ ,])/, ' is decorated with $1'],
  [/ carries no decorators?(?=$|[ ,])/, ' has no decorator'],
  // Bases.
  [
    / is (still |now )?declared with (§\d+(?:(?:,? and |, )§\d+)*) as (?:its|the) (?:only )?(?:bases?|base class(?:es)?)$/,
    ' $1only inherits from $2',
  ],
  [/ has no (?:explicit )?(?:base class|bases|base classes|superclass|parent class)$/, ' has no bases'],
  // Results.
  [
    / (?:has|carries|got) (?:the|a) return (?:annotation|type annotation|type)(?: of)? (?=§|none|str|int|bool|bytes|float|dict|list)/,
    ' is annotated to return ',
  ],
  [
    / has an? (§\d+|none|str|int|bool|bytes|float|dict|list) return (?:annotation|type)(?=$|[ ,])/,
    ' is annotated to return $1',
  ],
  [/ is (still |now )?(?:typed|declared) as returning /, ' is $1annotated to return '],
  [
    / where it (?:used to be|used to return|previously was|was previously|previously returned|had been) /,
    ' where it was ',
  ],
  [/ is annotated to return (§\d+|none) (?=where it was |instead of |rather than )/, ' returns $1 '],
  [
    new RegExp(
      `^(§\\d+) is (?:now )?${V}(?: \\(|, )(?:it )?(?:previously|formerly|was|up from|down from):? ${V}\\)?$`,
    ),
    '$1 changed from $3 to $2',
  ],
  // What was before, in brackets or behind a comma.
  [
    new RegExp(
      `(?: \\(|, )(?:it )?(?:previously|formerly|before|earlier|was|used to be|up from|down from|instead of):? (?:it was |was )?${V}\\)?$`,
    ),
    ' instead of $1',
  ],
  [new RegExp(`^(§\\d+) is now ${V} (?:instead of|rather than) ${V}$`), '$1 changed from $3 to $2'],
  [
    new RegExp(
      `^the (?:${PARAMETER} )?(§\\d+)(?: ${PARAMETER})? (?:of|in) (§\\d+) now defaults to ${V} (?:instead of|rather than) ${V}$`,
    ),
    'the default of $1 in $2 changed from $4 to $3',
  ],
  // Parameters.
  [
    /^(?:the )?(§\d+) default(?: value)? (?:on|of|in|for) (§\d+) (is|remains|stays) /,
    'the default of $1 in $2 $3 ',
  ],
  [new RegExp(`^(?:the )?(§\\d+)'s (§\\d+) ${PARAMETER} `), 'the parameter $2 of $1 '],
  [
    new RegExp(
      `^(the (?:${PARAMETER} )?§\\d+(?: ${PARAMETER})? of §\\d+) is (?:now )?(?:typed|annotated)(?: as| with)? (§\\d+)(?: now)? (?:instead of|rather than) (§\\d+)$`,
    ),
    'the type of $1 changed from $3 to $2',
  ],
  [
    new RegExp(
      `^in (§\\d+),? the default(?: value)? (?:for|of) (?:the )?(?:${PARAMETER} )?(§\\d+)(?: ${PARAMETER})? `,
    ),
    'the default of $2 in $1 ',
  ],
  [
    new RegExp(
      `^(two|three|four|five|six) new (?:(?:constructor|keyword-only|optional) )*${PARAMETER}s (?:were|have been) added to (?:the (?:constructor|signature) of )?(§\\d+)(?::|,| namely)? (?=§)`,
    ),
    '$2 gained $1 new parameters ',
  ],
  [
    / (?:acquired|acquires|obtained|obtains|grew|grows|was extended (?:with|by)|has been extended (?:with|by)|has gained|has received|has got) (?=(?:an?|the|one|two|three|four|its|new)\b|§)/,
    ' gained ',
  ],
  [new RegExp(`(?: with|, with|,) ${V} as (?:its|the) default(?: value)?(?=$|,)`), ' with default $1'],
  [
    new RegExp(` (?:now )?ends with an? (?:new|additional) ${PARAMETER} (?=§)`),
    ' gained the last parameter ',
  ],
  [new RegExp(` ends with (?:an?|the) ${PARAMETER} (?=§)`), ' has the last parameter '],
  [
    new RegExp(
      `^(the (?:${PARAMETER} )?§\\d+(?: ${PARAMETER})? of §\\d+) (still |now )?(?:has|gets|carries) (?:a |the )?default(?: value)?(?: of)? ${V}$`,
    ),
    '$1 $2defaults to $3',
  ],
  [
    new RegExp(
      `^(§\\d+) (?:now )?uses ${V} as (?:the|its) default(?: value)? (?:for|of) (?:the )?(?:${PARAMETER} )?(§\\d+)(?: ${PARAMETER})? (?:instead of|rather than) ${V}$`,
    ),
    'the default of $3 in $1 changed from $4 to $2',
  ],
  [
    new RegExp(
      `^(§\\d+) (?:now )?uses ${V} as (?:the|its) default(?: value)? (?:for|of) (?:the |its )?(?:${PARAMETER} (§\\d+)|(§\\d+) ${PARAMETER})$`,
    ),
    'the default of $3$4 in $1 is $2',
  ],
  [/ is (still |now )?parameterless(?=$|[ ,])/, ' $1has no parameters'],
  [/ has parameters \(only self\)$/, ' has parameters'],
  [/ \(only self\)(?=$| and )/, ''],
  [
    new RegExp(`^(?:the )?(§\\d+)'s (?:${PARAMETER} )?(§\\d+)(?: ${PARAMETER})? default is `),
    'the default of $2 in $1 is ',
  ],
  [
    new RegExp(`^(§\\d+)'s default(?: value)? for (?:the )?(?:${PARAMETER} )?(§\\d+)(?: ${PARAMETER})? is `),
    'the default of $2 in $1 is ',
  ],
  [
    new RegExp(`^the default (§\\d+|[a-z_]+) (?:for|of|in) (?:an? |the )?(§\\d+) is (?=${V}$)`),
    'the default of $1 in $2 is ',
  ],
  [
    new RegExp(
      `^(§\\d+) (?:still |now )?defaults (?:its|the) (?:${PARAMETER} )?(§\\d+)(?: ${PARAMETER})? to (?:the )?${V}(?: constant)?$`,
    ),
    'the default of $2 in $1 is $3',
  ],
  [/ (has|takes|accepts) an explicit (?=§)/, ' $1 a '],
  // Uses.
  [
    /^there (?:is|are) no (?:remaining )?callers? of (§\d+)(?: left)?(?: anywhere)?(?: in the (?:whole |entire )?(?:code ?base|project|repository|workspace))?$/,
    '$1 has no callers',
  ],
  [
    / (?:takes|accepts) nothing (?:but|besides|except|other than|apart from) self$/,
    ' has no parameters besides self',
  ],
  [/ is (still |now )?(?:an? )?(keyword-only|positional-only|required|optional) on (?=§\d+)/, ' is $1$2 in '],
  [
    / loses (?=(?:the|its) (?:§\d+ )?(?:parameter|argument|option|flag|keyword|method|attribute)\b)/,
    ' lost ',
  ],
  [/ gains (?=(?:an?|the|one|two|three|§))/, ' gained '],
  // Other names.
  [
    / (?:remains available as|is (?:still |now )?(?:just |simply |only |merely )?) ?an alias (?:of|for) (?=§\d+$)/,
    ' is assigned ',
  ],
  // Calls and other uses.
  [/ is (still |now |no longer |not |never )?invoked /, ' is $1called '],
  [/ invokes (?=§)/, ' calls '],
  [
    / called (?:exactly|only|just) (once|twice|\d+ times)(,?) (?=(?:by|in|from|inside|within) )/,
    ' called $1$2 ',
  ],
  [
    /^every (use|usage|reference|mention|occurrence) (?:of|to) (§\d+) (?:is gone|was removed|has been removed|disappeared|vanished) (?:from|in) (§\d+)$/,
    'no $1 of $2 in $3',
  ],
  [
    new RegExp(
      `^nothing (?:in|inside|within|across) the (?:whole |entire )?${WHOLE} (?:still )?${MENTIONS} (§\\d+)(?: any ?more| now)?$`,
    ),
    'no references to $1',
  ],
  [
    new RegExp(`^nothing (?:in|inside|within) (§\\d+) (?:still )?${MENTIONS} (§\\d+)(?: any ?more| now)?$`),
    'no references to $2 in $1',
  ],
  [
    new RegExp(
      `^no (?:file|module|code) (?:in|of) the ${WHOLE} (?:still )?${MENTIONS} (§\\d+)(?: any ?more| now)?$`,
    ),
    'no references to $1',
  ],
  // Values and names.
  [new RegExp(` (?:remains|stays|is kept at|continues to be|is left at) (?:at )?${V}$`), ' is still $1'],
  [
    new RegExp(
      ` (?:was|has been|got|gets) (?:updated|bumped|raised|lowered|increased|decreased|switched|changed) to ${V}(?= in |$)`,
    ),
    ' became $1',
  ],
  [
    /^(?:the )?(?:(?:module-level|top-level|global|class-level) )?(§\d+) (?:assignment|definition|declaration) (?=(?:was|is|has|in|now|still)\b)/,
    '$1 ',
  ],
  [/^the (?:regular expression|regex|pattern|sentinel|marker) (?=§)/, ''],
  [/^(.* (?:no longer|not|never) .*§\d+),? or (?=§\d+$)/, '$1 and '],
  [/ (?:pulls|brings) in (?=§)/, ' imports '],
  [/ (?:pulled|brought) in (?=§)/, ' now imports '],
];

/** All that sentences are compared with. */
export const PLAIN_PATTERNS: readonly RegExp[] = SAME.map(([expression]) => expression);

/** The same sentence with plainer words, for those who have more of them than the grammar. Code may be added. */
export function inPlainWords(words: string, codes: Code[]): string {
  let text = words;
  for (const [expression, plain] of SAME) text = text.replace(expression, plain);
  return inPlainCode(text, codes).replace(/ {2,}/g, ' ').trim();
}
