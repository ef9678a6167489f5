import { isClassLike } from '../code/dotted-names.ts';
import { type FoundWords, type FreeForm, freeForm, type Said, unsure } from './free-form.ts';
import { ADVERB, AND, assigned, code, FORMERLY, INSTEAD, list } from './free-parts.ts';

const C = '(?:the )?(?:class )?(?<c>§\\d+(?: in §\\d+)?)(?: class)?';
const BASE = '(?:direct |immediate |only |sole )?(?:base class|parent class|superclass|base|parent)';
const BASES = '(?:base classes|parent classes|superclasses|bases|parents)';
const DERIVES =
  '(?:derives from|inherits from|subclasses|extends|descends from|is derived from|is an? (?:direct )?(?:subclass|child class|child) of|builds on|is based on)';
const MEMBER =
  '(?:class attribute|instance attribute|class variable|class constant|attribute|variable|constant|property|method|field|static method|class method|staticmethod|classmethod|cached property|setting)';

/** What is said of classes: what they inherit from, and what they have. */
export const SAID_OF_CLASSES: readonly FreeForm[] = [
  // From one base to another.
  freeForm(
    `(?:${C}: (?:the )?(?:its )?${BASE}|${'(?<d>§\\d+(?: in §\\d+)?)'}'s? ${BASE}|(?:the )?${BASE} of (?:the )?(?:class )?(?<e>§\\d+(?: in §\\d+)?)) (?:changed:? |was changed |went |switched |is )?(?:from )?${code('a')} (?:->|to) ${code('b')}`,
    found => otherBase(found.word('c') || found.word('d') || found.word('e'), found),
  ),
  freeForm(
    `${C} (?:went|changed|switched|moved) from (?:being an? )?(?:subclassing |subclass of |inheriting from |deriving from |extending )?${code('a')} to (?:being an? )?(?:subclassing |subclass of |inheriting from |deriving from |extending )${code('b')}`,
    found => otherBase(found.word('c'), found),
  ),
  freeForm(
    `${C} (?:(?:now )?${DERIVES} ${code('b')}(?:${AND} no longer(?: from| of)?| \\(${FORMERLY}|, ${FORMERLY}|,? where it (?:used to (?:derive from|inherit from|extend|subclass)|derived from|inherited from|extended|subclassed))|now ${DERIVES} (?<now>§\\d+) ${INSTEAD}(?: from)?) ${code('a')}\\)?`,
    found => otherBase(found.word('c'), found),
  ),
  freeForm(`${C} ${DERIVES} ${code('b')}(?:,? not|,? and not)(?: from)? ${code('a')}`, found => [
    `${found.word('c')} inherits from ${found.word('b')}`,
    `${found.word('c')} does not inherit from ${found.word('a')}`,
  ]),
  freeForm(
    `${C} no longer ${'(?:derives from|inherits from|subclasses|extends|is a subclass of)'} ${code('a')}(?:${AND}|,? but)(?: now)?(?: it)?(?: now)? (?:${DERIVES}|from) ${code('b')}(?: instead| now)?`,
    found => otherBase(found.word('c'), found),
  ),
  freeForm(
    `${C}'s? ${BASE} (?:is (?:now )?${code('b')}(?: \\(${FORMERLY}|, ${FORMERLY}|${AND} no longer)|is now (?<now>§\\d+) ${INSTEAD}) ${code('a')}\\)?`,
    found => otherBase(found.word('c'), found),
  ),
  // All bases.
  freeForm(
    `(?:${C}'s? (?:only|sole|single) (?:direct )?(?:base|base class|parent class|superclass|parent)|the (?:only|sole|single) (?:direct )?(?:base|base class|parent class|superclass) of (?<d>§\\d+(?: in §\\d+)?)) is ${ADVERB}${code('b')}`,
    found => [
      `${found.word('c') || found.word('d')} ${found.word('adverb')}only inherits from ${found.word('b')}`,
    ],
  ),
  freeForm(
    `(?:${C}'s? ${BASES}|${'(?<d>§\\d+(?: in §\\d+)?)'}:? its ${BASES}|(?:the )?${BASES} of ${C.replaceAll('<c>', '<e>')}) are ${ADVERB}${list('b')}`,
    found => [
      `${found.word('c') || found.word('d') || found.word('e')} ${found.word('adverb')}only inherits from ${found.word('b')}`,
    ],
  ),
  freeForm(
    `${C} has (?<adverb>now |still )?(?:no|not any) (?:explicit )?(?:${BASE}|${BASES})(?: at all)?(?<more> any more)?`,
    found => [`${found.word('c')} has no bases${found.word('more')}`],
  ),
  freeForm(
    `${C} (?:no longer has (?:an? |any )?(?:explicit )?(?:${BASE}|${BASES})|lost its (?:${BASE}|${BASES}))`,
    found => [`${found.word('c')} has no bases any more`],
  ),
  freeForm(`${C} (?:now )?has (?:the |an? )?${BASE} ${code('b')}`, found => [
    `${found.word('c')} inherits from ${found.word('b')}`,
  ]),
  freeForm(
    `${C} (?<adverb>now |still )?(?:subclasses|extends|descends from|is an? (?:direct )?child(?: class)? of|builds on) ${list('b')}`,
    found => [`${found.word('c')} ${found.word('adverb')}inherits from ${found.word('b')}`],
  ),
  freeForm(
    `${C} is (?<adverb>now |still )?generic(?:(?:;|:|,)? (?:and )?(?<rest>(?:its|it|with|over) .+))?`,
    found => {
      const c = found.word('c');
      const rest = found.word('rest');
      // By another syntax a class may be generic without such a base.
      const generic = unsure(`${c} ${found.word('adverb')}inherits from ${found.add('Generic')}`);
      if (rest === '') return [generic];
      return /^its (?:base|parent|superclass)/.test(rest)
        ? [generic, `${c}'s ${rest.slice(4)}`]
        : /^it /.test(rest)
          ? [generic, `${c} ${rest.slice(3)}`]
          : undefined;
    },
  ),
  // A new class, as its header says it.
  freeForm(
    `(?:a |the )?new (?:(?:exception|helper|base|private|internal) )*class ${code('n')}(?: (?:in|was added to|was added in|is defined in) (?<m>§\\d+))?(?<rest>,? (?:with|that|which|deriving from|derived from|inheriting from|subclassing|extending) .+)?`,
    found => newClass(found),
  ),
  // What a member is, wherever its class is named.
  freeForm(
    `(?:the )?(?:(?<new>new) )?(?<noun>${MEMBER} )?${code('x')}(?<noun2> ${MEMBER})? (?:of|on|in) (?:the )?(?:class )?${code('c')}(?: class)? (?<rest>(?:(?:now|still|no longer) )?(?:is|was|changed|went|has|became|takes|returns|raises|calls|disappeared|vanished|defaults|exists|equals|gone)(?: |$).*)`,
    found => ofMember(found),
  ),
  freeForm(
    `${code('c')}'s? (?:(?<new>new) )?(?<noun>${MEMBER} )?${code('x')}(?<noun2> ${MEMBER})? (?<rest>(?:(?:now|still|no longer) )?(?:is|was|changed|went|has|became|takes|returns|raises|calls|disappeared|vanished|defaults|exists|equals|gone)(?: |$).*)`,
    found => ofMember(found),
  ),
  freeForm(
    `(?:in|on) (?:the )?(?:class )?${code('c')},? (?:the )?(?:(?<new>new) )?(?<noun>${MEMBER} )${code('x')} (?<rest>.+)`,
    found => ofMember(found),
  ),
  freeForm(
    `${C} (?<verb>gained|lost|has|got|defines|declares) (?:its |the |an? )?(?:(?<new>new) )?(?<noun>${MEMBER}) ${code('x')}(?:,? (?:with (?:the |a )?(?:default |initial )?value|set to|which is|with (?:a |the )?default(?: of)?|=|equal to) (?<v>§\\d+|true|false|none|-?\\d+(?:\\.\\d+)?))`,
    found => {
      const [c, , at = ''] = found.word('c').split(' ');
      if (!isClassLike(found.text('c')) || found.word('verb') === 'lost') return undefined;
      const x = found.add(`${found.text('c')}.${found.text('x')}`);
      const place = at === '' ? '' : ` in ${at}`;
      return [
        `${c} ${/gained|got/.test(found.word('verb')) || found.has('new') ? 'gained' : found.word('verb')} the attribute ${found.word('x')}`,
        `${x}${place} is ${found.word('v')}`,
      ];
    },
  ),
];

/** What it inherited from, it does no longer; what it does, it did not. */
function otherBase(c: string, found: FoundWords): readonly string[] {
  return [
    `${c} no longer inherits from ${found.word('a')}`,
    `${c} now inherits from ${found.word('b') || found.word('now')}`,
  ];
}

function newClass(found: FoundWords): readonly Said[] | undefined {
  const written = found.text('n');
  const [, name, bases] = /^(\w+)(?:\(([\w.,\s[\]]*)\))?$/.exec(written) ?? [];
  if (name === undefined || !isClassLike(name)) return undefined;
  const sign = found.add(name);
  const place = found.has('m') ? ` in ${found.word('m')}` : '';
  const parents = (bases ?? '')
    .split(',')
    .flatMap(each => (each.trim() === '' ? [] : [found.add(each.trim())]));
  const rest = found
    .word('rest')
    .replace(/^,? /, '')
    .replace(/^(?:that|which) /, '');
  const withValue = /^with (§\d+)(?: = (§\d+|true|false|none|-?\d+))?$/.exec(rest);
  const [attribute, value] = [found.textAt(Number(withValue?.[1]?.slice(1) ?? -1)), withValue?.[2]];
  const [, own, given] = assigned(attribute);
  if (
    rest !== '' &&
    withValue === null &&
    !/^(?:deriving|derived|inheriting|subclassing|extending|derives|inherits|subclasses|extends) (?:from )?§\d+$/.test(
      rest,
    )
  )
    return undefined;
  if (withValue !== null && value === undefined && given === undefined) return undefined;
  const base = withValue === null ? /§\d+$/.exec(rest)?.[0] : undefined;
  const member = found.add(`${name}.${own ?? attribute}`);
  return [
    {
      words: found.has('m')
        ? `the class ${sign} was added to ${found.word('m')}`
        : `the class ${sign} was added`,
    },
    ...(parents.length > 0 ? [{ words: `${sign}${place} only inherits from ${parents.join(' and ')}` }] : []),
    ...(base === undefined ? [] : [{ words: `${sign}${place} inherits from ${base}` }]),
    ...(withValue === null
      ? []
      : [{ words: `${member}${place} is ${value ?? found.add(given ?? '', undefined)}` }]),
  ];
}

/** `the attribute x of C`: `C.x`. What is a parameter of it may be meant where no word says what it is. */
function ofMember(found: FoundWords): readonly string[] | undefined {
  const [name, owner] = [found.text('x'), found.text('c')];
  if (!/^\w+$/.test(name) || !/^[\w.]+$/.test(owner) || !isClassLike(owner)) return undefined;
  const noun = (found.word('noun') || found.word('noun2')).trim();
  const rest = found.word('rest');
  const isKind =
    /^(?:is|was) (?:now |still |no longer |not )?an? (?:new |read-only )?(?:static ?method|class ?method|property|method|cached property|coroutine)\b/.test(
      rest,
    );
  if (noun === '' && !isKind) return undefined;
  const sign = found.add(`${owner}.${name}`);
  const kind = noun === '' ? '' : `the ${noun.replace(/^instance attribute|^setting/, 'attribute')} `;
  const plain = rest
    .replace(/^(now |still )?defaults to /, '$1is ')
    .replace(/^now is /, 'is now ')
    .replace(/^still is /, 'is still ');
  return [`${kind}${sign} ${plain}`, ...(found.has('new') ? [`${sign} was added`] : [])];
}
