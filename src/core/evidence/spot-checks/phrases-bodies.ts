import { callFact, codeValue, givenIn, inside, insideChange, scopeOf } from './body-claims.ts';
import { type Found, type Phrase, part, phrase } from './grammar.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';
import { numberOf } from './spot-check-words.ts';

const { time: T } = part;
/** The function, class or file whose code is meant. */
const IN =
  '(?: (?:in|inside|inside of|within|from|of|by|on|at) (?:the )?(?:body of |code of |implementation of )?(?:the )?(?:file |module |class |function |method |constructor )?§(?<sc>\\d+)(?: (?:in|of|from) (?:the )?(?:file |module |class )?§(?<p>\\d+))?)';
const S =
  '(?:the )?(?:body of |code of |implementation of )?(?:the )?(?:new )?(?:file |module |class |function |method |constructor |helper |property |decorator |generator )?§(?<sc>\\d+)(?: (?:function|method|class|property|helper|constructor|setter|getter))?(?: (?:in|of|from) (?:the )?(?:file |module |class )?§(?<p>\\d+))?';
const AT = IN.replace('|by|', '|');
const NOT =
  '(?:(?<no>no longer)|(?<not>does not|never)|(?<adverb>still|now|already|also|instead|newly|currently))? ?';
const X =
  '(?:the |a |an |its )?(?:new |private |existing |original )?(?:function |method |helper |class |constructor |attribute |variable |local |property |parameter |argument |name |constant |flag )?§(?<x>\\d+)(?: (?:function|method|helper|class|constructor|decorator|validator|signal|attribute|property|flag|constant|variable|call|exception|error))?';
const ITEM = '(?:§\\d+|true|false|none)';
const GIVEN = (name: string) =>
  `(?:the )?(?:arguments? |keyword argument |keyword |parameters? |value |option |flag )?(?<${name}>${ITEM}(?:(?:, and |, | and )${ITEM})*)`;
const WITH = `(?: (?:with|passing|using|giving it) (?:only )?${GIVEN('given')}(?: as (?:its |the |an )?(?:only )?(?:keyword )?arguments?)?)?`;
const VALUE = `(?<v>§\\d+|true|false|none|zero|-?\\d+(?:\\.\\d+)?|an empty (?:dict|dictionary|list|tuple|string))`;
const COUNT =
  '(?: (?:exactly |only )?(?<n>once|twice|(?:one|two|three|four|five|six|seven|eight|nine|ten|\\d+) (?:times?|places)))?';
const ON = '(?: (?:on|along|through|down|over|unchanged|explicitly|directly))*';

const countOf = (found: Found): number | undefined => {
  const words = found.word('n')?.replace(/ (?:times?|places)$/, '');
  return words === undefined ? undefined : numberOf(words);
};

type Claims = readonly SpotCheckClaim[] | undefined;

function call(found: Found, group = 'x'): Claims {
  const given = givenIn(found, 'given');
  const fact = given && callFact(found, group, given);
  if (fact?.kind !== 'call') return undefined;
  const count = countOf(found);
  if (found.word('n') !== undefined && count === undefined) return undefined;
  // Of how often it is called with something, nothing is known for certain.
  if (count !== undefined && fact.arguments.length > 0) return undefined;
  return inside(found, { ...fact, count });
}

/** `f passes a to g`: each of the functions is called with it. */
function passes(found: Found, every = false): Claims {
  const given = givenIn(found, 'given');
  if (given === undefined || given.length === 0) return undefined;
  const claims = ['x', 'y'].flatMap((group): readonly Claims[] => {
    if (found.word(group) === undefined) return [];
    const fact = callFact(found, group, given);
    return [fact?.kind === 'call' ? inside(found, { ...fact, every }) : undefined];
  });
  return claims.every(each => each !== undefined) ? claims.flatMap(each => each ?? []) : undefined;
}

function assign(found: Found, valueGroup = 'v', is: 'state' | 'new' = 'state'): Claims {
  const [target, value] = [found.code('x'), codeValue(found, valueGroup)];
  if (target === undefined || found.isPath('x') || target.quote === '"') return undefined;
  if (value === undefined && found.word(valueGroup) !== undefined) return undefined;
  const fact = { kind: 'assign', name: target.text, value } as const;
  return is === 'new' ? insideChange(found, fact, 'there') : inside(found, fact);
}

const nameOfCode = (found: Found, group = 'x'): string | undefined =>
  found.code(group)?.quote === '"' ? undefined : found.code(group)?.text;

function code(found: Found): Claims {
  const text = nameOfCode(found);
  return text === undefined || found.isPath('x') ? undefined : inside(found, { kind: 'code', text });
}

function text(found: Found, kind: 'text' | 'comment' = 'text'): Claims {
  const said = found.code('x')?.text;
  return said === undefined ? undefined : inside(found, { kind, text: said });
}

function order(found: Found, isBefore: boolean): Claims {
  const [x, y] = [nameOfCode(found), nameOfCode(found, 'y')];
  if (x === undefined || y === undefined || found.isPath('x') || found.isPath('y')) return undefined;
  const [first, second] = isBefore ? [x, y] : [y, x];
  return inside(found, { kind: 'order', first, second });
}

function returned(found: Found): Claims {
  const value = codeValue(found);
  if (value === undefined || found.word('sc') === undefined) return undefined;
  return inside(found, { kind: 'return', value });
}

function raised(found: Found): Claims {
  const name = found.name('x');
  if (name === undefined) return undefined;
  return inside(found, {
    kind: 'raise',
    name,
    text: found.code('t')?.text,
    isStatement: found.word('statement') !== undefined,
  });
}

function entry(found: Found, is: 'there' | 'absent' | 'state'): Claims {
  const [owner, key] = [found.name('o'), found.code('x')?.text];
  const place = found.word('p') === undefined ? undefined : found.place();
  if (owner === undefined || key === undefined || place === null) return undefined;
  const value = found.word('v') === undefined ? undefined : codeValue(found);
  if (found.word('v') !== undefined && value === undefined) return undefined;
  const fact = { kind: 'entry', owner, key, value } as const;
  const scope = { symbol: undefined, place };
  return is === 'state' ? inside(found, fact, scope) : insideChange(found, fact, is, scope);
}

const D =
  '(?:the )?(?:dict |dictionary |list |set |tuple |mapping |constant )?§(?<o>\\d+)(?: (?:dict|dictionary|list|set|tuple|mapping))?(?: (?:in|of) (?:the )?(?:file |module )?§(?<p>\\d+))?';
const KEY =
  '(?:the |a |an )?(?:new )?(?:key |entry |element |item |string |value |name )?§(?<x>\\d+)(?: (?:key|entry|element|item))?';
const MESSAGE = '(?: with (?:the |a )?(?:text|message|error message) §(?<t>\\d+))';

/** Sentences about what is written inside of functions, classes and files. */
export const BODY_PHRASES: readonly Phrase[] = [
  // Calls.
  phrase(
    `${S} ${NOT}(?:calls?|invokes?|delegates? to|instantiates?|creates?)(?: a| an| the)? ${X}${COUNT}${WITH}${T}`,
    found => call(found),
  ),
  phrase(`${X} is ${NOT}(?:called|invoked|instantiated)${COUNT}${WITH}${IN}?${T}`, found => call(found)),
  phrase(`${X} is ${NOT}(?:called|invoked|instantiated)${IN}${COUNT}${WITH}${T}`, found => call(found)),
  phrase(`${S} has (?<not>no)(?: remaining)? calls? (?:of|to) ${X}${T}`, found => call(found)),
  phrase(
    `${S} (?:has|contains|makes) ${COUNT.replace('(?: (?:exactly', '(?:(?:exactly')
      .replace('(?:times?|places)', '')
      .replace(/\)\)\?$/, '))?')}(?:a )?calls? (?:of|to) ${X}${T}`,
    found => call(found),
  ),
  phrase(
    `${S} ${NOT}(?:passes|hands|gives|forwards|sends|supplies) ${GIVEN('given')}${ON} to (?:both |the )?(?:call (?:of|to) )?${X}(?: and (?:to )?§(?<y>\\d+))?(?: too| as well)?${T}`,
    found => passes(found),
  ),
  phrase(
    `${GIVEN('given')} (?:is|are) ${NOT}(?:passed|handed|given|forwarded|supplied)${ON} to (?:both |the )?(?:call (?:of|to) )?${X}(?: and (?:to )?§(?<y>\\d+))?${IN}?${T}`,
    found => passes(found),
  ),
  phrase(
    `(?:the |all |every |each |both |all (?:two|three|four|five|\\d+) )(?:calls? (?:of|to) ${X}|§(?<y>\\d+) calls?)${IN}? ${NOT}(?:passe?s?|uses?|gives?|has|have) ${GIVEN('given')}(?: explicitly)?${T}`,
    found => passes(found, true),
  ),
  phrase(
    `${S} ${NOT}(?:emits|issues|triggers|raises|gives) (?:a |an )?${X.replace('(?:the |a |an |its )?', '')}${WITH}${T}`,
    found => {
      const name = found.name('x');
      const given = givenIn(found, 'given');
      if (name === undefined || given === undefined || !/Warning$/.test(name)) return undefined;
      return inside(found, { kind: 'call', name: 'warn', arguments: [name, ...given] });
    },
  ),
  // Statements.
  phrase(`${S} ${NOT}raises (?:a |an )?${X}${MESSAGE}${T}`, raised),
  phrase(`${S} contains a (?<statement>raise) of ${X}${MESSAGE}?${T}`, raised),
  phrase(`(?:a |an )?§(?<x>\\d+)${MESSAGE} is (?:(?<adverb>now|still) )?raised${IN}${T}`, raised),
  phrase(`(?:a |the )?§(?<x>\\d+) is (?:(?<adverb>now|still) )?raised${IN}${T}`, raised),
  phrase(
    `${S} ${NOT}(?:returns|answers with|ends with|evaluates to) (?:the (?:expression|value|result of) )?${VALUE}(?: directly)?${T}`,
    returned,
  ),
  phrase(
    `${S} ${NOT}(?:catch(?:es)?|handles?|swallows?|suppresse?s?) (?:a |an |any )?${X}(?: exceptions| errors|s)?${T}`,
    found => {
      const name = found.name('x');
      return name === undefined || found.word('no') !== undefined
        ? undefined
        : inside(found, { kind: 'catch', name });
    },
  ),
  phrase(`${X} is ${NOT}(?:caught|handled|swallowed)${IN}${T}`, found => {
    const name = found.name('x');
    return name === undefined || found.word('no') !== undefined
      ? undefined
      : inside(found, { kind: 'catch', name });
  }),
  phrase(`${S} ${NOT}(?:sets|initiali[sz]es|resets) ${X} to ${VALUE}${T}`, found => assign(found)),
  phrase(`${S} ${NOT}assigns ${VALUE} to ${X}${T}`, found => assign(found)),
  phrase(`${S} ${NOT}assigns (?:to )?${X}${T}`, found => assign(found)),
  phrase(`${X} is ${NOT}(?:set|initiali[sz]ed|reset|assigned) to ${VALUE}${AT}${T}`, found => assign(found)),
  phrase(`${X} is ${NOT}(?:set|assigned|initiali[sz]ed)${AT}${T}`, found => assign(found)),
  phrase(`${X} is ${NOT}(?:set|initiali[sz]ed|reset|assigned)${AT} to ${VALUE}${T}`, found => assign(found)),
  phrase(`${X} ${NOT}(?:starts(?: out)?|begins|starts off) (?:as|at|with|from) ${VALUE}${AT}?${T}`, found =>
    assign(found),
  ),
  phrase(
    `${S} (?:now )?(?:has|gets|got|gains|gained) an? (?:new )?(?:instance |class |private )?attribute §(?<x>\\d+),? (?:initiali[sz]ed to|set to|starting (?:as|at)|with the value|that is|which is) ${VALUE}${T}`,
    found => assign(found),
  ),
  phrase(
    `${S} (?:now )?(?:has|gets|got|gains|gained) (?:a |an )new (?:local )(?:variable|name|flag) §(?<x>\\d+)${T}`,
    found => assign(found, 'v', 'new'),
  ),
  // Names and expressions.
  phrase(
    `${S} ${NOT}(?:reads?|consults?|looks? at|mentions?|references?|refers? to|contains?|checks?|evaluates?|tests?|accesses|contains? the expression|contains? the line) ${X}${T}`,
    code,
  ),
  phrase(
    `${X} is ${NOT}(?:used|read|consulted|mentioned|referenced|checked|evaluated|tested|accessed|looked at|looked up|part|contained)${IN}${T}`,
    code,
  ),
  phrase(
    `(?:the )?(?:line|statement|expression|condition|check|test|code|comparison|assertion) §(?<x>\\d+) (?:is|was|has been) (?<no>removed|dropped|deleted)${IN}${T}`,
    code,
  ),
  phrase(
    `(?:the )?(?:line|statement|expression|condition|check|test|code|comparison|assertion) §(?<x>\\d+) (?:is|was|has been) (?:added|introduced)${IN.replace('in|inside', 'to|in|inside')}${T}`,
    found => {
      const said = nameOfCode(found);
      return said === undefined ? undefined : insideChange(found, { kind: 'code', text: said }, 'there');
    },
  ),
  phrase(
    `(?:the )?(?:line|statement|expression|condition|check|test|code|comparison|assertion) §(?<x>\\d+) is ${NOT}(?:there|present|in place|contained|found)?${IN}${T}`,
    code,
  ),
  // Texts.
  phrase(
    `(?:the )?(?:error |warning )?(?:message|text|string|literal|string literal) §(?<x>\\d+) (?:is|appears|occurs|stands|exists) ?${NOT}(?:used|contained|there|present)?${IN}${T}`,
    found => text(found),
  ),
  phrase(
    `(?:a|the|one) comment${IN} ${NOT}(?:says|mentions|contains|reads|refers to) §(?<x>\\d+)${T}`,
    found => text(found, 'comment'),
  ),
  phrase(`${S} ${NOT}(?:has|contains) (?:a |the )?comment §(?<x>\\d+)${T}`, found => text(found, 'comment')),
  phrase(
    `(?:a |the )?(?:comment )?§(?<x>\\d+)(?: comment)? (?:is|was|has been) (?:added|introduced) ${IN.replace('in|inside', 'to|in|inside').slice(0)}${T}`,
    found => {
      const said = found.code('x')?.text;
      return said?.startsWith('#') === true
        ? insideChange(found, { kind: 'comment', text: said }, 'there')
        : undefined;
    },
  ),
  // Order.
  phrase(
    `${S} ${NOT}(?:calls|evaluates|runs|checks|assigns|sets|does) ${X} (?<o>before|after) (?:it (?:calls|checks|evaluates|assigns|sets) |calling |checking |assigning )?§(?<y>\\d+)${T}`,
    found => order(found, found.word('o') === 'before'),
  ),
  phrase(
    `${X} (?:is ${NOT}(?:called|evaluated|checked|assigned|set|run)|comes|runs|happens|stands) (?:directly |immediately )?(?<o>before|after) §(?<y>\\d+)(?: is (?:called|checked|evaluated|assigned|set))?${IN}${T}`,
    found => order(found, found.word('o') === 'before'),
  ),
  // Entries of literals.
  phrase(
    `${KEY} (?:is|was|has been) (?:added|introduced)(?: to| in)? ${D}(?: (?:as|with|with the value|mapped to) ${VALUE})?${T}`,
    found => entry(found, 'there'),
  ),
  phrase(`${KEY} (?:is|was|has been) (?:removed|dropped|deleted) from ${D}${T}`, found =>
    entry(found, 'absent'),
  ),
  phrase(
    `${D} ${NOT}(?:contains?|has|have|lists?|includes?) (?:the |a |an )?(?:new )?(?:key|entry|element|item|string) §(?<x>\\d+)(?:,? (?:with (?:the )?value|whose value is|mapped to|set to) ${VALUE})?${T}`,
    found => entry(found, 'state'),
  ),
  phrase(`${D} ${NOT}maps ${KEY} to ${VALUE}${T}`, found => entry(found, 'state')),
  phrase(`${KEY} is ${NOT}(?:listed|contained|included|registered) in ${D}${T}`, found =>
    entry(found, 'state'),
  ),
  // Imports inside of functions.
  phrase(
    `${X} is ${NOT}imported (?:locally |lazily )?(?:in|inside|inside of|within) (?:the )?(?:body of )?(?:function |method )?§(?<sc>\\d+)(?: (?:in|of) §(?<p>\\d+))?${T}`,
    found => localImport(found),
  ),
  phrase(`${S} ${NOT}imports ${X} (?:locally|lazily|inside (?:of )?its body)${T}`, found =>
    localImport(found),
  ),
];

function localImport(found: Found): Claims {
  const name = found.name('x');
  const scope = scopeOf(found);
  if (name === undefined || scope?.symbol === undefined) return undefined;
  return inside(found, { kind: 'import', name });
}
