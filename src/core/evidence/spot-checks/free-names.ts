import { isClassLike, lastOf } from '../code/dotted-names.ts';
import { type FoundWords, type FreeForm, freeForm, type Said, unsure } from './free-form.ts';
import {
  ADVERB,
  AND,
  assigned,
  code,
  FORMERLY,
  GONE,
  INSTEAD,
  isBuiltinType,
  itemsOf,
  list,
  type,
  value,
} from './free-parts.ts';
import { numberOf } from './spot-check-words.ts';

const NOUN =
  '(?:class|function|method|constant|helper|exception|variable|attribute|alias|name|symbol|decorator|property|module-level constant|module-level function|module-level variable|helper function|private helper|sentinel|pattern|regex)';
const X = `(?:the )?(?<kind>(?:(?:old|private|public|internal|helper|module-level) )*${NOUN} )?(?<x>§\\d+)(?: ${NOUN})?`;
const M = code('m');
const BECAME =
  '(?:->|(?:was|is) renamed (?:to|into|as)|became|becomes|become|is now (?:called|named|spelled|known as)|turned into|lives on as|survives as|lives on under the name)';
const MEMBERS =
  '(?<noun>classes|functions|methods|exceptions|constants|helpers|helper functions|helper classes|exception classes|attributes|properties|names|flags|variables)';

/** What is said of what comes, goes, stays and gets another name. */
export const SAID_OF_NAMES: readonly FreeForm[] = [
  // What goes.
  freeForm(
    `${X} (?:${GONE}) (?:from|in) ${M}(?<along>,? (?:along|together) with ${list('more')})?`,
    found => [
      `${nounOf(found)}${found.word('x')} was removed from ${found.word('m')}`,
      ...itemsOf(found.word('more')).flatMap(each => alongside(each, found)),
    ],
  ),
  freeForm(`(?:in )?${M}(?::|,) ${X} (?:${GONE})(?:,? (?:along|together) with ${list('more')})?`, found =>
    found.isPath('m') || !isClassLike(found.text('m'))
      ? [
          `${found.word('x')} was removed from ${found.word('m')}`,
          ...itemsOf(found.word('more')).flatMap(each => alongside(each, found)),
        ]
      : undefined,
  ),
  freeForm(
    `(?:in )?${M}(?::|,) ${list('more')} (?:(?:were|are) (?:both |all )?(?:gone|removed|dropped|deleted)|removed|dropped|deleted)`,
    found =>
      found.isPath('m')
        ? itemsOf(found.word('more')).map(each => `${each} was removed from ${found.word('m')}`)
        : undefined,
  ),
  freeForm(`${X} (?:${GONE}),? (?:along|together) with ${list('more')}`, found =>
    [found.word('x'), ...itemsOf(found.word('more'))].every(each => isName(found, each))
      ? [found.word('x'), ...itemsOf(found.word('more'))].map(each => `${each} was removed`)
      : undefined,
  ),
  freeForm(`${X} (?:${GONE})(?: anywhere)?`, found =>
    found.isPath('x') ? undefined : [`${nounOf(found)}${found.word('x')} was removed`],
  ),
  freeForm(
    `(?:there is|there are) no (?:longer (?:an? |any )?)?${X}(?: left)? (?:any more )?(?:in ${M}|anywhere)(?: any more)?`,
    found => [
      found.has('m')
        ? `${found.word('x')} does not exist in ${found.word('m')}`
        : `${found.word('x')} does not exist`,
    ],
  ),
  freeForm(
    `${X} (?:does not exist|no longer exists|is not defined|is no longer defined) anywhere(?: any more)?`,
    found => [`${found.word('x')} was removed`],
  ),
  // What stays.
  freeForm(
    `${X} (?:still (?:exists|lives|sits|remains|is there|is defined)|is still (?:there|around|present|defined|in place)|survives|lives on|is kept|was kept|stays|remains)(?: under (?:that|this|its|the same|its old|the old) name)?(?: (?:in|inside) ${M})?(?: as before)?`,
    found =>
      found.isPath('x')
        ? undefined
        : [`${found.word('x')} is still defined${found.has('m') ? ` in ${found.word('m')}` : ''}`],
  ),
  freeForm(
    `(?<m>§\\d+) (?:still|continues to) (?:has|have|defines?|contains?|keeps?) (?:the |an? |its )?(?:${NOUN} )?(?<x>§\\d+)(?: ${NOUN})?`,
    found => (found.isPath('m') ? [`${found.word('x')} is still defined in ${found.word('m')}`] : undefined),
  ),
  // What comes.
  freeForm(`${X} is (?:brand )?new(?: (?:in|to) ${M})?`, found => [
    found.has('m')
      ? `${found.word('x')} was added to ${found.word('m')}`
      : `${nounOf(found)}${found.word('x')} was added`,
  ]),
  freeForm(
    `(?:in )?${M}(?::|,) (?:new )?(?:${NOUN} )?${code('x')} (?:was |is )?(?:added|new|introduced)`,
    found => (found.isPath('m') ? [`${found.word('x')} was added to ${found.word('m')}`] : undefined),
  ),
  freeForm(`${M}: new (?<kind>class|function|constant|exception|helper|method) ${code('x')}`, found =>
    found.isPath('m')
      ? [
          `${found.word('x')} was added to ${found.word('m')}`,
          `${found.word('x')} is a new ${found.word('kind').replace('helper', 'function')} in ${found.word('m')}`,
        ]
      : undefined,
  ),
  freeForm(
    `${M} (?:now )?(?:(?<gains>gained|got|introduces|adds|received)|defines|has|contains|provides|includes|declares) (?<count>two|three|four|five|six) (?:(?<new>new|additional|more|extra) )?(?:(?:helper|private|public|module-level|exception) ){0,3}${MEMBERS}(?::|,| -| —)?(?: named| called| namely)? ?${list('items')}`,
    found => newOnes(found),
  ),
  freeForm(
    `${M} now (?:has|defines|contains|provides|includes) (?:the )?(?:(?:helper|private|public|module-level) ){0,2}(?:${MEMBERS} )?${list('items')}(?: ${MEMBERS.replace('<noun>', '<noun2>')})?(?:,? (?:that|which)? ?(?:were|was) not there before)`,
    found =>
      isClassLike(found.text('m'))
        ? undefined
        : itemsOf(found.word('items')).map(each => `${each} was added to ${found.word('m')}`),
  ),
  freeForm(
    `${M} (?<adverb>now |still )?(?:defines|has|declares|contains|gained|got|includes|adds) (?:an? |the )?(?:(?<new>new) )?(?:(?:module-level|top-level|private|public) )*(?:function |helper |helper function |hook )?${code('x')}(?:,? (?:returning|which returns|that returns|annotated to return|annotated as returning|with return type|with return annotation) ${type('t')})`,
    found => {
      const [name] = /^\w+/.exec(found.text('x')) ?? [];
      if (!found.isPath('m') || name === undefined) return undefined;
      return [
        `${found.word('m')} ${found.word('adverb')}defines ${found.word('x')}`,
        `${found.add(name)} in ${found.word('m')} is annotated to return ${found.word('t')}`,
        ...(found.has('new') ? [`${found.add(name)} was added to ${found.word('m')}`] : []),
      ];
    },
  ),
  freeForm(
    `(?:${M} (?:now )?(?:gained|got|received|introduces|introduced|added|adds|grew)(?: an?| the)?(?: new)?|${M.replace('<m>', '<n>')} now has an? new)(?<kind> (?:(?:private|public|internal|helper|module-level) )*${NOUN})? ${code('x')}(?<behind> ${NOUN})?`,
    found => {
      const group = found.has('m') ? 'm' : 'n';
      return found.isPath(group)
        ? [
            `${found.has('kind') || found.has('behind') ? `the${found.word('kind') || found.word('behind')} ` : ''}${found.word('x')} was added to ${found.word(group)}`,
          ]
        : undefined;
    },
  ),
  // Other names.
  freeForm(`${X} ${BECAME} ${code('y')}(?: (?:in|inside) ${M})?`, found => renamed(found, 'x', 'y')),
  freeForm(
    `${code('y')},? (?:\\()?(?:formerly|previously|née|once|earlier known as|formerly known as|formerly called|previously called|previously named) (?<x>§\\d+)\\)?`,
    found => renamed(found, 'x', 'y'),
  ),
  freeForm(
    `(?:in )?${M}(?::|,)(?: renamed| renames| the renames)?:? (?<pairs>§\\d+ (?:->|to|became|is now) §\\d+(?:(?:,? and |, |; )§\\d+ (?:->|to|became|is now) §\\d+){0,11})`,
    found =>
      found.isPath('m')
        ? pairsOf(found).map(([old, now]) => `${old} was renamed to ${now} in ${found.word('m')}`)
        : undefined,
  ),
  freeForm(
    `(?:renamed|renames):? (?<pairs>§\\d+ (?:->|to) §\\d+(?:(?:,? and |, |; )§\\d+ (?:->|to) §\\d+){0,11})(?: (?:in|inside) ${M})?`,
    found =>
      pairsOf(found).map(
        ([old, now]) => `${old} was renamed to ${now}${found.has('m') ? ` in ${found.word('m')}` : ''}`,
      ),
  ),
  freeForm(
    `(?<pairs>§\\d+ -> §\\d+(?:(?:,? and |, |; )§\\d+ -> §\\d+){1,11})(?: (?:in|inside) ${M})?`,
    found =>
      pairsOf(found).every(([old]) => isName(found, old))
        ? pairsOf(found).map(
            ([old, now]) => `${old} was renamed to ${now}${found.has('m') ? ` in ${found.word('m')}` : ''}`,
          )
        : undefined,
  ),
  freeForm(
    `${X} was replaced (?:by|with) (?:the )?(?:${NOUN} )?${code('y')}(?: (?:in|inside) ${M})?`,
    found => {
      const [whole, name] = /^([\w.]+)\(.*\)$/s.exec(found.text('y')) ?? [];
      if (whole === undefined || name === undefined) return undefined;
      const sign = found.add(name);
      const place = found.has('m') ? ` in ${found.word('m')}` : '';
      return [
        `${found.word('x')} was replaced by ${sign}${place}`,
        `the signature of ${sign}${place} is ${found.add(whole.slice(name.length))}`,
      ];
    },
  ),
  // Of half of it nothing is false.
  freeForm(
    `${X} (?:became|was renamed to|is now called) ${code('y')} and (?:was )?(?:moved|relocated) (?:in)?to ${M}`,
    found => [unsure(`${found.word('x')} was moved to ${found.word('m')} as ${found.word('y')}`)],
  ),
  freeForm(
    `${X} (?:was )?(?:moved|relocated) (?:in)?to ${M}(?:${AND})(?: was)? (?:renamed (?:to|as)|is now called|now called|became) ${code('y')}`,
    found => [unsure(`${found.word('x')} was moved to ${found.word('m')} as ${found.word('y')}`)],
  ),
  freeForm(
    `${code('s')}:? (?:there (?:is|are) )?no (?:more |remaining )?(?:references?|mentions?|uses?|traces?|usages?|occurrences?) (?:to|of) (?:the )?(?:it|its old name|old name|former name|previous name|lowercase name|lower-case name|original name)(?: (?:survives?|remains?|is left|are left|left|exists?|anywhere))*`,
    found => [`no references to ${found.word('s')} anywhere any more`],
  ),
  freeForm(
    `no (?:references?|mentions?|uses?|usages?|occurrences?|traces?) (?:to|of) ${code('s')} (?:survives?|remains?|is left|are left|exists?|left)?(?: anywhere)?(?: any more)?`,
    found => [`no references to ${found.word('s')}`],
  ),
  freeForm(
    `${code('s')} has no (?:more |remaining )?(?:references|mentions|uses|usages)(?: left| any more| anywhere){0,3}`,
    found => [`no references to ${found.word('s')}`],
  ),
  freeForm(
    `nothing (?:anywhere )?(?:anywhere )?(?:refers to|references|mentions|uses) ${code('s')}(?: anywhere)?(?<more> any more)?`,
    found => [`no references to ${found.word('s')}`],
  ),
  // Files.
  freeForm(
    `${list('items')} (?:is|are|was|were|stayed|remained) (?:byte-identical|byte-for-byte identical|completely identical|identical|exactly the same|the same|unchanged|untouched|unmodified) (?:in both (?:versions|releases)|in the two (?:versions|releases)|between (?:the )?(?:two )?(?:versions|releases)|across (?:the )?(?:two |both )?(?:versions|releases)|before and after(?: the change)?|on both sides(?: of the change)?)`,
    found => {
      const items = itemsOf(found.word('items'));
      return items.every(each => /\.py$/.test(found.textAt(Number(each.slice(1)))))
        ? items.map(each => `${each} was not modified`)
        : undefined;
    },
  ),
  // What is at home in another place.
  freeForm(
    `${X} is (?<not>no longer|not) defined in ${M}${AND} (?:it is |is )?(?:now )?imported from ${code('from')}(?: there)?(?: instead| now)?`,
    found => [
      `${found.word('x')} is ${found.word('not')} at home in ${found.word('m')}`,
      `${found.word('m')} imports ${found.word('x')} from ${found.word('from')}`,
    ],
  ),
  freeForm(
    `${X} is overloaded (?<times>twice|once|three times|four times|five times|\\d+ times)(?: in ${M})?(?:,? (?:plus|not counting|besides|in addition to) (?:the|an|its) implementation)?`,
    found => [
      `${found.word('x')} has ${TIMES[found.word('times')] ?? found.word('times').replace(/ times$/, '')} overloads`,
      ...(found.has('m') ? [`${found.word('x')} is defined in ${found.word('m')}`] : []),
    ],
  ),
  freeForm(
    `${X} (?:is|was) (?:declared|defined|placed|located|added) in ${M},? (?<near>right |directly |immediately |just )?(?<how>above|below|before|after|next to|beside) ${code('y')}`,
    found => [
      `${found.word('x')} is defined in ${found.word('m')}`,
      found.has('near') || /next|beside/.test(found.word('how'))
        ? `${found.word('x')} stands directly ${found.word('how')} ${found.word('y')} in ${found.word('m')}`
        : `${found.word('x')} is defined ${found.word('how')} ${found.word('y')} in ${found.word('m')}`,
    ],
  ),
  freeForm(
    `${M} no longer (?:has|defines|contains|provides|declares) (?:the |an? |its )?(?:(?:private|public|internal|helper) )*(?:${NOUN} ${code('x')}|${code('y')} ${NOUN})`,
    found =>
      found.isPath('m')
        ? [`${found.word('x') || found.word('y')} was removed from ${found.word('m')}`]
        : undefined,
  ),
  freeForm(`(?:the )?(?:§\\d+ )?(?:stub|stub file|type stub|typing stub) ${code('x')} (?:${GONE})`, found =>
    /\.pyi$/.test(found.text('x')) ? [`${found.word('x')} was removed`] : undefined,
  ),
  // Other places.
  freeForm(
    `${X} (?:now lives|now sits|now resides|is now defined|is now|was moved|moved|was relocated|lives|sits) (?:in|to|into) ${M}(?<now> now)?(?:,? (?:formerly|previously|before|originally|instead of|rather than|and no longer|no longer|not)(?: in| from)? ${code('a')}| \\((?:formerly|previously|was|before|it was|moved from)(?: in)? ${code('b')}\\))`,
    found => {
      const from = found.has('a') ? 'a' : 'b';
      // Where it lives and where not says nothing of a move.
      if (
        / (?:lives|sits) in /.test(found.all) &&
        !/ now |formerly|previously|before|no longer/.test(found.all)
      )
        return undefined;
      return found.isPath('m') && found.isPath(from)
        ? [`${found.word('x')} was moved from ${found.word(from)} to ${found.word('m')}`]
        : undefined;
    },
  ),
  freeForm(`${X}:? (?:moved:? )?(?:from )?${code('a')} (?:->|to) ${code('b')}`, found =>
    found.isPath('a') && found.isPath('b')
      ? [`${found.word('x')} was moved from ${found.word('a')} to ${found.word('b')}`]
      : undefined,
  ),
  freeForm(
    `${X}(?: (?:in|of) ${M})?:? (?:before|was|old|old value)(?: the change)?:? ${value('old')}(?:,|;) (?:now|after|is now|new|new value)(?: the change)?:? ${value('now')}`,
    found =>
      isValue(found, 'old') && isValue(found, 'now')
        ? [
            `${found.word('x')}${found.has('m') ? ` in ${found.word('m')}` : ''} changed from ${found.word('old')} to ${found.word('now')}`,
          ]
        : undefined,
  ),
  freeForm(
    `(?:the )?(?:default|default value|value) (?:of|for) ${code('x')} (?:(?<stays>remains|stays|is still)|is(?<now> now)?) ${value('v')}`,
    found =>
      /(?:^|\.)_*[A-Z]\w*\.[a-z_]\w*$/.test(found.text('x'))
        ? [
            `${found.word('x')} is ${found.has('stays') ? 'still ' : found.has('now') ? 'now ' : ''}${found.word('v')}`,
          ]
        : undefined,
  ),
  freeForm(
    `${X} is a new (?:class attribute|class variable|attribute|constant|class constant|module-level constant|module constant|variable)(?: (?:in|of) ${M})?,? (?:initiali[sz]ed to|set to|with (?:the |a )?(?:default |initial )?value(?: of)?|with (?:a )?default(?: of)?|defaulting to|equal to) ${value('v')}`,
    found => [
      found.has('m') ? `${found.word('x')} was added to ${found.word('m')}` : `${found.word('x')} was added`,
      `${found.word('x')}${found.has('m') ? ` in ${found.word('m')}` : ''} is ${found.word('v')}`,
    ],
  ),
  // Values.
  freeForm(
    `${X}(?: (?:in|of) ${M})? (?:became|becomes|was set to|was changed to|switched to) ${value('v')}`,
    found =>
      isValue(found, 'v')
        ? [
            `${found.word('x')}${found.has('m') ? ` in ${found.word('m')}` : ''} was changed to ${found.word('v')}`,
          ]
        : undefined,
  ),
  freeForm(
    `${X} (?:was renamed to|became|is now called) ${code('y')} and its value (?:was )?(?:changed|switched|went) to ${value('v')}`,
    found =>
      isValue(found, 'v')
        ? [`${found.word('x')} was renamed to ${found.word('y')}`, `${found.word('y')} is ${found.word('v')}`]
        : undefined,
  ),
  freeForm(
    `${X}(?: (?:in|of) ${M})? (?<adverb>now |still )?(?:=|:=|defaults to|equals|has (?:the |a )?(?:default )?value(?: of)?) ${value('v')}`,
    found =>
      found.isPath('x') || (/^§/.test(found.word('v')) && !isValue(found, 'v'))
        ? undefined
        : [
            `${found.word('x')}${found.has('m') ? ` in ${found.word('m')}` : ''} is ${found.word('adverb')}${found.word('v')}`,
          ],
  ),
  freeForm(
    `${X}(?: (?:in|of) ${M})?(?:'s? value)?(?::| changed:?| went:?| was changed:?| was bumped:?| value:)? (?:from )?${value('old')} (?:->|to) ${value('now')}`,
    found =>
      isValue(found, 'old') && isValue(found, 'now')
        ? [
            `${found.word('x')}${found.has('m') ? ` in ${found.word('m')}` : ''} changed from ${found.word('old')} to ${found.word('now')}`,
          ]
        : undefined,
  ),
  freeForm(
    `${X}(?: (?:in|of) ${M})? (?:(?:is (?:now )?(?:set to )?|= |:= )${value('now')}(?: \\(${FORMERLY}:?| ${FORMERLY}:?|, ${FORMERLY}:?)|is now (?:set to )?${value('then')} ${INSTEAD}) ${value('old')}\\)?`,
    found =>
      isValue(found, 'old') && isValue(found, found.has('now') ? 'now' : 'then')
        ? [
            `${found.word('x')}${found.has('m') ? ` in ${found.word('m')}` : ''} changed from ${found.word('old')} to ${found.word('now') || found.word('then')}`,
          ]
        : undefined,
  ),
  freeForm(
    `${M} (?<adverb>now |still )?(?:sets|assigns|defines) ${code('x')}(?:,| to|, now)? (?:now )?to ${value('v')}`,
    found =>
      found.isPath('m')
        ? [
            `${found.word('x')} is ${found.word('adverb') === 'still ' ? 'still ' : ''}defined in ${found.word('m')}`,
            `${found.word('x')} in ${found.word('m')} is ${found.word('adverb') === 'now ' ? 'now ' : ''}${found.word('v')}`,
          ]
        : undefined,
  ),
  freeForm(
    `(?:the )?(?<new>new |current )?(?:package )?version(?: string| number)?(?: (?:in|of) ${M})? is ${ADVERB}${code('v')}`,
    found =>
      !/^\d+\.\d/.test(found.text('v'))
        ? undefined
        : [
            `${found.add('__version__')}${found.has('m') ? ` in ${found.word('m')}` : ''} is ${/^new/.test(found.word('new')) ? 'now ' : found.word('adverb')}${found.word('v')}`,
          ],
  ),
  freeForm(
    `(?:the )?${code('x')} (?:assignment|definition|constant|line) (?:in|of|from) ${M} (?:${GONE})`,
    found => {
      const [, name, given] = assigned(found.text('x'));
      if (name === undefined || given === undefined) return undefined;
      const sign = found.add(name);
      return [
        `${sign} was removed from ${found.word('m')}`,
        `${sign} in ${found.word('m')} is ${found.add(given, undefined)} before the change`,
      ];
    },
  ),
];

const TIMES: Readonly<Record<string, string>> = { once: 'one', twice: 'two' };

/** What goes along with something else may go from another place. */
const alongside = (each: string, found: FoundWords): readonly Said[] => [
  { words: `${each} was removed` },
  unsure(`${each} was removed from ${found.word('m')}`),
];

const nounOf = (found: FoundWords): string => {
  const kind = found.word('kind').trim();
  return kind === '' ? '' : `the ${kind} `;
};

const isName = (found: FoundWords, sign: string): boolean =>
  /^(?!.*\.pyi?$)[A-Za-z_][\w.]*$/.test(found.textAt(Number(sign.slice(1))));

const isValue = (found: FoundWords, group: string): boolean => {
  const word = found.word(group);
  if (!word.startsWith('§')) return true;
  return (
    /^["']$/.test(found.quote(group) ?? '') ||
    /^(?:None|True|False|-?\d[\d_.]*|[rbuf]?["'].*["']|[[({].*[\])}])$/s.test(found.text(group))
  );
};

function renamed(found: FoundWords, from: string, to: string): readonly Said[] | undefined {
  const [old, now] = [found.word(from), found.word(to)];
  if (!isName(found, old) || !isName(found, now) || /^["']$/.test(found.quote(to) ?? '')) return undefined;
  if (/\.pyi?$/.test(found.text(from)) || /\.pyi?$/.test(found.text(to))) return undefined;
  if (/ -> /.test(found.all) && !areAlike(found.text(from), found.text(to))) return undefined;
  return [
    {
      words: `${nounOf(found)}${old} was renamed to ${now}${found.has('m') ? ` in ${found.word('m')}` : ''}`,
    },
  ];
}

/** `f -> Box` and `f -> int` say what comes back: what is renamed is written in the same way as before. */
function areAlike(old: string, now: string): boolean {
  const [a, b] = [lastOf(old), lastOf(now)];
  const styleOf = (name: string) =>
    /^_*[A-Z][A-Z\d_]*$/.test(name) ? 'A' : /^_*[A-Z]/.test(name) ? 'Aa' : 'a';
  const isSame =
    styleOf(a) === styleOf(b) || a.replaceAll('_', '').toLowerCase() === b.replaceAll('_', '').toLowerCase();
  return isSame && !isBuiltinType(b);
}

/** The old names with the new ones; none where one of them may be a type. */
function pairsOf(found: FoundWords): readonly (readonly [string, string])[] {
  const signs = itemsOf(found.word('pairs'));
  const pairs = signs.flatMap((each, i) => (i % 2 === 0 ? [[each, signs[i + 1] ?? ''] as const] : []));
  const text = (sign: string) => found.textAt(Number(sign.slice(1)));
  return pairs.every(([old, now]) => areAlike(text(old), text(now))) ? pairs : [];
}

/** As many as are said, each of them of the kind that is said. */
function newOnes(found: FoundWords): readonly string[] | undefined {
  const items = itemsOf(found.word('items'));
  if (numberOf(found.word('count')) !== new Set(items.map(each => found.textAt(Number(each.slice(1))))).size)
    return undefined;
  const noun = found.word('noun');
  const owner = found.text('m');
  const isClass = !found.isPath('m') && isClassLike(owner);
  if (!found.has('new') && !found.has('gains')) return undefined;
  const one = /class/.test(noun)
    ? 'class'
    : /exception/.test(noun)
      ? 'class'
      : /function|helper/.test(noun)
        ? 'function'
        : undefined;
  return items.flatMap(each => {
    if (isClass) {
      const sign = found.add(`${owner}.${found.textAt(Number(each.slice(1)))}`);
      return [`${sign} was added`, ...(/^methods$/.test(noun) ? [`${sign} is a method`] : [])];
    }
    return [
      `${each} was added to ${found.word('m')}`,
      ...(one === undefined ? [] : [`${each} in ${found.word('m')} is a ${one}`]),
    ];
  });
}
