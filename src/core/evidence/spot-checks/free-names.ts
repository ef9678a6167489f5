import { isClassLike } from '../code/dotted-names.ts';
import { type FoundWords, type FreeForm, freeForm, type Said, unsure } from './free-form.ts';
import { code, GONE, itemsOf, list, type } from './free-parts.ts';
import { isName, nounOf, THING, THING_NOUN } from './named-things.ts';
import { numberOf } from './spot-check-words.ts';

const NOUN = THING_NOUN;
const X = THING;
const M = code('m');
const MEMBERS =
  '(?<noun>classes|functions|methods|exceptions|constants|helpers|helper functions|helper classes|exception classes|attributes|properties|names|flags|variables)';

/** What is said of what goes, stays and comes. */
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
          // A helper may be a class, too.
          ...(found.word('kind') === 'helper'
            ? []
            : [`${found.word('x')} is a new ${found.word('kind')} in ${found.word('m')}`]),
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
];

/** What goes along with something else may go from another place. */
const alongside = (each: string, found: FoundWords): readonly Said[] => [
  { words: `${each} was removed` },
  unsure(`${each} was removed from ${found.word('m')}`),
];

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
