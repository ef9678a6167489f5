import { isClassLike } from '../../code/dotted-names.ts';
import { type Found, form, type Sentences } from './form.ts';
import { assigned } from './things.ts';

const NEW = '(a|the)? new (exception|helper|base|private|internal)? class';
const ADDED = '(in)?';
const DERIVING =
  '(,)? (deriving from|derived from|inheriting from|subclassing|extending|that derives from|which derives from|that inherits from|which inherits from|that subclasses|that extends)';

/** `Box(Base)`, as its header says it; what else is said of it stands behind its name. */
function newClass(found: Found, more: (sign: string, name: string) => Sentences | undefined) {
  const text = found.text(found.word('x'));
  const [, name, bases = ''] = /^(\w+)(?:\(([\w.,\s[\]]*)\))?$/.exec(text) ?? [];
  if (name === undefined || !isClassLike(name) || found.has('at') !== found.has('file')) return undefined;
  const place = found.has('file') ? ` in ${found.word('file')}` : '';
  const [bare, parents] = [found.clause.add(name), bases.split(',').map(each => each.trim())];
  const others = more(`${bare}${place}`, name);
  const all = parents.filter(each => each !== '').map(each => found.clause.add(each));
  return (
    others && [
      found.has('file')
        ? `the class ${bare} was added to ${found.word('file')}`
        : `the class ${bare} was added`,
      ...(all.length > 0 ? [`${bare}${place} only inherits from ${all.join(' and ')}`] : []),
      ...others,
    ]
  );
}

/** Of classes that come, and of what is in them. */
export const SAID_OF_NEW_CLASSES = [
  form(`${NEW} {x:code} <at>${ADDED} {file}?`, found => newClass(found, () => [])),
  form(`${NEW} {x:code} <at>${ADDED} {file}? ${DERIVING} {b:name}`, found =>
    newClass(found, sign => [`${sign} inherits from ${found.word('b')}`]),
  ),
  form(`${NEW} {x:code} <at>${ADDED} {file}? (,)? with {y:parameterCode}`, found =>
    newClass(found, (sign, name) => {
      const [own, given] = assigned(found.text(found.word('y')));
      const place = sign.replace(/^\S+/, '');
      return own === undefined || given === undefined
        ? undefined
        : [`${found.clause.add(`${name}.${own}`)}${place} is ${found.clause.add(given)}`];
    }),
  ),
];
