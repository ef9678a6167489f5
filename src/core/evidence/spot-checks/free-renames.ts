import { lastOf } from '../code/dotted-names.ts';
import { type FoundWords, type FreeForm, freeForm, type Said, unsure } from './free-form.ts';
import { AND, code, GONE, isBuiltinType, itemsOf, list, value } from './free-parts.ts';
import { changedValue, isName, nounOf, THING, THING_NOUN } from './named-things.ts';

const NOUN = THING_NOUN;
const X = THING;
const M = code('m');
const BECAME =
  '(?:->|(?:was|is) renamed (?:to|into|as)|became|becomes|become|is now (?:called|named|spelled|known as)|turned into|lives on as|survives as|lives on under the name)';
/** What is said of what has another name, or another place. */
export const SAID_OF_OTHER_NAMES: readonly FreeForm[] = [
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
    found => changedValue(found, 'now'),
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
];

const TIMES: Readonly<Record<string, string>> = { once: 'one', twice: 'two' };

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
