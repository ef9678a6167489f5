import { isClassLike, lastOf } from '../../code/dotted-names.ts';
import { numberOf } from '../spot-check-words.ts';
import { type Found, form, type Sentences } from './form.ts';
import { sayIs } from './moods.ts';
import { unsure } from './said.ts';
import { memberOf, withoutPlace } from './things.ts';

const isFile = (found: Found): boolean => /\.pyi?$|\/$/.test(found.text(found.word('file')));
const NOUN = '(class|function|helper|method|constant|exception|helper function|hook|variable)?';
const ALONG = '(, along with|along with|, together with|together with)';

/** What goes along with something else may go from another place. */
const alongside = (found: Found): Sentences =>
  found
    .words('names')
    .flatMap(each => [
      unsure(`${each} was removed`),
      unsure(`${each} was removed from ${found.word('file')}`),
    ]);
const goneFrom = (found: Found): Sentences | undefined =>
  isFile(found) || /\.[a-z_]\w*$/.test(found.text(found.word('file')))
    ? [`${withoutPlace(found.word('thing'))} was removed from ${found.word('file')}`, ...alongside(found)]
    : undefined;

const MEMBERS =
  '<noun>(classes|functions|methods|exceptions|constants|helpers|helper functions|helper classes|exception classes|attributes|properties|names|flags|variables)';
const COUNT = '<count>(two|three|four|five|six)';

/** As many as are said, each of them of the kind that is said. */
function newOnes(found: Found): Sentences | undefined {
  const [names, noun, owner] = [found.words('names'), found.word('noun'), found.text(found.word('file'))];
  if (numberOf(found.word('count')) !== new Set(names.map(each => found.text(each))).size) return undefined;
  // Of values it is not looked at what they are.
  if (/flag|variable|constant|attribute|propert/.test(noun)) return undefined;
  const one = /class|exception/.test(noun) ? 'class' : /function|helper/.test(noun) ? 'function' : undefined;
  return names.flatMap(each => {
    if (!isFile(found) && isClassLike(owner)) {
      const sign = memberOf(found.clause, found.word('file'), each) ?? '';
      return [`${sign} was added`, ...(noun === 'methods' ? [`${sign} is a method`] : [])];
    }
    return [
      `${each} was added to ${found.word('file')}`,
      ...(one === undefined ? [] : [`${each} in ${found.word('file')} is a ${one}`]),
    ];
  });
}

/** Of a file or a class it may be something else that comes and goes. */
const isFunction = (found: Found): boolean => {
  const text = found.text(withoutPlace(found.word('fn')));
  return !/\.pyi?$|\/$/.test(text) && /^_*[a-z]/.test(lastOf(text.replace(/\(\)$/, '')));
};
const gone = (found: Found, part: string): string =>
  `the parameter ${found.word(part)} was removed from ${found.word('fn')}`;
const came = (found: Found, part: string): string =>
  `${found.word('fn')} gained a new parameter ${found.word(part)}`;
const REMOVED = '(was removed|was dropped|was deleted|is gone|removed|dropped|gone|deleted)';
const ADDED = '(was added|was introduced|is new|added|introduced|new)';
const AND = '(,|;|and|, and|; and|but|, but|; but|while)?';

/** Of what comes, goes and stays, said shortly. */
export const SAID_OF_COMINGS = [
  form('(in)? {file} (:|,) {thing} {removed}', goneFrom),
  form(`(in)? {file} (:|,) {thing} {removed} ${ALONG} {names}`, goneFrom),
  form(`{thing} {removed} (from|in) {file} ${ALONG} {names}`, goneFrom),
  form(`{thing} {removed} ${ALONG} {names}`, found =>
    [withoutPlace(found.word('thing')), ...found.words('names')].map(each => `${each} was removed`),
  ),
  form('(in)? {file} (:|,) {names} {removed}', found =>
    isFile(found) && found.words('names').length > 1
      ? found.words('names').map(each => `${each} was removed from ${found.word('file')}`)
      : undefined,
  ),
  form('{thing} {removed} anywhere', found => [`${found.word('thing')} was removed`]),
  form(
    '{thing} (does not exist|no longer exists|is not defined|is no longer defined) anywhere {end}',
    found => [`${found.word('thing')} was removed`],
  ),
  form('(there is|there are) no (longer a|longer any|longer)? {thing} (left)? (anywhere)? {end}', found =>
    found.clause.words.some(word => /^(?:left|longer|anywhere|any)$/.test(word))
      ? [`${found.word('thing')} ${isOver(found) ? 'no longer exists' : 'does not exist'}`]
      : undefined,
  ),
  form('(the)? (stub|stub file|type stub|typing stub) {x:file} {removed}', found =>
    /\.pyi$/.test(found.text(found.word('x'))) ? [`${found.word('x')} was removed`] : undefined,
  ),
  // What stays.
  form(
    '{thing} (still exists|still lives|still sits|still remains|is still there|is still around|is still present|is still defined|is still in place|survives|lives on|is kept|was kept|stays|remains) (under that name|under this name|under its name|under the same name|under its old name|under the old name)? (in|inside) {file} (as before)?',
    found =>
      isFile(found)
        ? [`${withoutPlace(found.word('thing'))} is still defined in ${found.word('file')}`]
        : undefined,
  ),
  form(
    '{thing} (still exists|is still there|is still around|is still present|survives|lives on|is kept|was kept) (under that name|under this name|under its name|under the same name|under its old name|under the old name)? (as before)?',
    found =>
      /\.pyi?$/.test(found.text(withoutPlace(found.word('thing'))))
        ? undefined
        : [`${found.word('thing')} is still defined`],
  ),
  // What comes.
  form('{thing} is (brand new|brand-new|new) (in|to)? {file}?', found => [
    found.has('file')
      ? `${withoutPlace(found.word('thing'))} was added to ${found.word('file')}`
      : `${found.word('thing')} was added`,
  ]),
  form(`(in)? {file} (:|,) (new)? ${NOUN} {name} {added}`, found =>
    isFile(found) ? [`${found.word('name')} was added to ${found.word('file')}`] : undefined,
  ),
  // A helper may be a class, too.
  form('{file} : new <kind>(class|function|constant|exception|helper|method) {name}', found =>
    isFile(found)
      ? [
          `${found.word('name')} was added to ${found.word('file')}`,
          ...(found.word('kind') === 'helper'
            ? []
            : [`${found.word('name')} is a new ${found.word('kind')} in ${found.word('file')}`]),
        ]
      : undefined,
  ),
  form(
    `{file} (now)? (gained|got|introduces|adds|received) ${COUNT} (new|additional|more|extra)? (helper|private|public|module-level|exception)? ${MEMBERS} (:|,)? (named|called|namely)? {names}`,
    newOnes,
  ),
  form(
    `{file} (now)? (defines|has|contains|provides|includes|declares) ${COUNT} (new|additional|more|extra) (helper|private|public|module-level|exception)? ${MEMBERS} (:|,)? (named|called|namely)? {names}`,
    newOnes,
  ),
  form(
    `{file} now (has|defines|contains|provides|includes) (the)? {names} (,)? (that|which)? (was|were) not there before`,
    found =>
      isClassLike(found.text(found.word('file')))
        ? undefined
        : found.words('names').map(each => `${each} was added to ${found.word('file')}`),
  ),
  form(
    `{file} {m:define} (a|an|the)? <new>(new)? (module-level|top-level|private|public)? ${NOUN} {x:code} (,)? (returning|which returns|that returns|annotated to return|annotated as returning|with return type|with return annotation) {t:type}`,
    found => {
      const [name] = /^\w+/.exec(found.text(found.word('x'))) ?? [];
      const mood = found.mood();
      if (!isFile(found) || name === undefined || (mood !== 'plain' && mood !== 'now' && mood !== 'still'))
        return undefined;
      const at = found.clause.add(name);
      return [
        `${sayIs(found.word('x'), mood, 'defined')} in ${found.word('file')}`,
        `${at} in ${found.word('file')} is annotated to return ${found.word('t')}`,
        ...(found.has('new') ? [`${at} was added to ${found.word('file')}`] : []),
      ];
    },
  ),
  // Parameters that come and go.
  form(`{fn} : {x:anyName} ${REMOVED} ${AND} {y:anyName} ${ADDED}`, found =>
    isFunction(found) ? [gone(found, 'x'), came(found, 'y')] : undefined,
  ),
  form(`{fn} : {x:anyName} ${ADDED} ${AND} {y:anyName} ${REMOVED}`, found =>
    isFunction(found) ? [came(found, 'x'), gone(found, 'y')] : undefined,
  ),
  form(`{fn} : {x:anyName} ${REMOVED}`, found => (isFunction(found) ? [gone(found, 'x')] : undefined)),
  form(`{fn} : {x:anyName} ${ADDED}`, found => (isFunction(found) ? [came(found, 'x')] : undefined)),
];

const isOver = (found: Found): boolean =>
  found.hasEnd || found.clause.words.some(word => word === 'left' || word === 'longer');
