import { lastOf } from '../../code/dotted-names.ts';
import type { Change } from './change-parts.ts';
import { type Found, form, type Sentences } from './form.ts';
import { unsure } from './said.ts';
import { isBuiltinType, withoutPlace } from './things.ts';

const BECAME =
  '(was renamed to|is renamed to|was renamed into|was renamed as|became|becomes|become|is now called|is now named|is now spelled|is now known as|turned into|lives on as|survives as|lives on under the name)';
const ONCE =
  '(formerly|previously|once|earlier known as|formerly known as|formerly called|previously called|previously named)';
const LEFT = '(survive|survives|remain|remains|is left|are left|left|exist|exists)?';
const MENTIONS =
  '(reference|references|mention|mentions|use|uses|usage|usages|occurrence|occurrences|trace|traces)';

const isName = (found: Found, word: string): boolean =>
  /^[A-Za-z_][\w.]*$/.test(found.text(word)) && !/\.pyi?$/.test(found.text(word));
const isText = (found: Found, word: string): boolean => /^["']$/.test(found.clause.code(word)?.quote ?? '');
const place = (found: Found): string => (found.has('file') ? ` in ${found.word('file')}` : '');
const isFile = (found: Found, word: string): boolean => /\.pyi?$|\/$/.test(found.text(word));
const ofFile = (found: Found): boolean => !found.has('file') || isFile(found, found.word('file'));

/** `f -> Box` and `f -> int` say what comes back: what is renamed is written in the same way as before. */
function areAlike(old: string, now: string): boolean {
  const [a, b] = [lastOf(old), lastOf(now)];
  const styleOf = (name: string) =>
    /^_*[A-Z][A-Z\d_]*$/.test(name) ? 'A' : /^_*[A-Z]/.test(name) ? 'Aa' : 'a';
  const isSame =
    styleOf(a) === styleOf(b) || a.replaceAll('_', '').toLowerCase() === b.replaceAll('_', '').toLowerCase();
  return isSame && !isBuiltinType(b);
}

function renamed(found: Found, from: string, to: string): Sentences | undefined {
  const isMeant =
    isName(found, withoutPlace(from)) && isName(found, to) && !isText(found, to) && ofFile(found);
  return isMeant ? [`${from} was renamed to ${to}${place(found)}`] : undefined;
}

const pairs = (found: Found): Sentences | undefined => {
  const all = found.part<readonly Change[]>('pairs');
  return ofFile(found) &&
    all.every(({ from, to }) => isName(found, from) && areAlike(found.text(from), found.text(to)))
    ? all.flatMap(({ from, to }) => renamed(found, from, to) ?? [])
    : undefined;
};

/** The other name says of the move alone nothing that is false. */
const movedAs = (found: Found): Sentences => [
  unsure(`${found.word('thing')} was moved to ${found.word('file')} as ${found.word('y')}`),
];

const noMention = (found: Found, more = ''): Sentences => [`no references to ${found.word('name')}${more}`];

/** Of other names and other places. */
export const SAID_OF_NAMES = [
  form(`{thing} ${BECAME} {y:name} (in|inside)? {file}?`, found =>
    renamed(found, found.word('thing'), found.word('y')),
  ),
  form(`{y:name} (,|()? ${ONCE} {x:name} {close}`, found => renamed(found, found.word('x'), found.word('y'))),
  form('(in)? {file} (:|,) (renamed|renames|the renames)? (:)? {pairs}', pairs),
  form('(renamed|renames) (:)? {pairs} (in|inside)? {file}?', pairs),
  form('{pairs:arrowPairs} (in|inside)? {file}?', pairs),
  form(
    '{thing} was replaced (by|with) (the)? (class|function|method|helper)? {y:callCode} (in|inside)? {file}?',
    found => {
      const text = found.text(found.word('y'));
      const at = text.indexOf('(');
      const sign = `${found.clause.add(text.slice(0, at))}${place(found)}`;
      return [
        `${found.word('thing')} was replaced by ${sign}`,
        `the signature of ${sign} is ${found.clause.add(text.slice(at))}`,
      ];
    },
  ),
  form(
    '{thing} (became|was renamed to|is now called) {y:name} and (was)? (moved|relocated) (to|into) {file}',
    movedAs,
  ),
  form(
    '{thing} (was)? (moved|relocated) (to|into) {file} (,|;)? (and|but)? (was)? (renamed to|renamed as|is now called|now called|became) {y:name}',
    movedAs,
  ),
  // What nothing mentions any more.
  form(
    `{name} (:)? (there is|there are)? no (more|remaining)? ${MENTIONS} (to|of) (it|its old name|the old name|its former name|the former name|the previous name|the original name) ${LEFT} (anywhere)?`,
    found => noMention(found, ' anywhere any more'),
  ),
  form(`no ${MENTIONS} (to|of) {name} ${LEFT} (anywhere)? (any more)?`, found => noMention(found)),
  form(`{name} has no (more|remaining)? ${MENTIONS} (left)? (any more)? (anywhere)?`, found =>
    noMention(found),
  ),
  form('nothing (anywhere)? (refers to|references|mentions|uses) {name} (anywhere)? (any more)?', found =>
    noMention(found),
  ),
  // Other places.
  form(
    '{thing} (now lives|now sits|now resides|is now defined|is now|was moved|moved|was relocated) (in|to|into) {file} (now)? {formerly} (in|from)? {a:file} {close}',
    moved,
  ),
  form(
    '{thing} (lives|sits|is defined|resides) in {file} (now)? (, no longer in|and no longer in|, formerly in|, previously in|( formerly in|( previously in) {a:file} {close}',
    moved,
  ),
  form('{thing} (:)? (moved|moved :)? {c:fileChange}', found => {
    const { from, to } = found.change('c');
    return isFile(found, from) && isFile(found, to)
      ? [`${withoutPlace(found.word('thing'))} was moved from ${from} to ${to}`]
      : undefined;
  }),
  form(
    '{thing} is <not>(no longer|not) defined in {file} (,|;)? (and|but)? (it is|is)? (now)? imported from {a:file} (there)? (instead|now)?',
    found => [
      `${found.word('thing')} is ${found.word('not')} at home in ${found.word('file')}`,
      `${found.word('file')} imports ${found.word('thing')} from ${found.word('a')}`,
    ],
  ),
  form(
    '{thing} (is|was) (declared|defined|placed|located|added) in {file} (,)? <near>(right|directly|immediately|just)? <how>(above|below|before|after|next to|beside) {y:name}',
    found => {
      const [thing, file, how, y] = [
        withoutPlace(found.word('thing')),
        found.word('file'),
        found.word('how'),
        found.word('y'),
      ];
      return [
        `${thing} is defined in ${file}`,
        found.has('near') || /next|beside/.test(how)
          ? `${thing} stands directly ${how} ${y} in ${file}`
          : `${thing} is defined ${how} ${y} in ${file}`,
      ];
    },
  ),
  form(
    '{thing} is overloaded <times>(once|twice|three times|four times|five times) (in)? {file}? (plus the implementation|, plus the implementation|, plus an implementation|not counting the implementation|, not counting the implementation)?',
    found => [
      `${found.word('thing')} has ${{ once: 'one', twice: 'two' }[found.word('times')] ?? found.word('times').replace(' times', '')} overloads`,
      ...(found.has('file')
        ? [`${withoutPlace(found.word('thing'))} is defined in ${found.word('file')}`]
        : []),
    ],
  ),
];

function moved(found: Found): Sentences | undefined {
  return isFile(found, found.word('file')) && isFile(found, found.word('a'))
    ? [`${withoutPlace(found.word('thing'))} was moved from ${found.word('a')} to ${found.word('file')}`]
    : undefined;
}
