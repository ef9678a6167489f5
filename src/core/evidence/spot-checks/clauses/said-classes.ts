import { isClassLike } from '../../code/dotted-names.ts';
import { type Found, form, type Sentences, sayOfEach } from './form.ts';
import { type Mood, say, sayIs } from './moods.ts';
import { unsure } from './said.ts';
import { assigned, memberOf } from './things.ts';

/** What members are called, in one number or the other. */
const NOUNS =
  'method|methods|attribute|attributes|property|properties|class attribute|class attributes|static method|static methods|class method|class methods|staticmethod|classmethod';
const FRONT = `<noun>(${NOUNS})?`;
const BEHIND = `<behind>(${NOUNS})?`;
const NEW = '(new|own|extra|additional|separate)';

/** `method` of `methods`; nothing where they are not called anything, or two things. */
function nounOf(found: Found): string | undefined {
  const [front, behind] = [found.word('noun'), found.word('behind')];
  if (front !== '' && behind !== '') return undefined;
  const noun = (front || behind).replace(/ies$/, 'y').replace(/s$/, '');
  return noun === 'staticmethod' ? 'static method' : noun === 'classmethod' ? 'class method' : noun;
}

const isClass = (found: Found, part = 'thing'): boolean => isClassLike(found.text(found.name(part)));
const member = (found: Found, name: string, part = 'thing'): string =>
  memberOf(found.clause, found.name(part), name) ?? '';
/** What is said of each of the members of a class, which are called so. */
function members(
  found: Found,
  say: (owner: string, noun: string, name: string) => string,
  part = 'thing',
): Sentences | undefined {
  const noun = nounOf(found);
  const owner = found.word(part);
  if (noun === undefined || noun === '' || !isClass(found, part)) return undefined;
  return found.words('names').map(name => say(owner, noun, name));
}

/** A property is called a method by some; what came as a method is none. */
const gained = (found: Found): Sentences | undefined => {
  const added = members(found, (_, noun, name) => `the ${noun} ${member(found, name)} was added`);
  const methods = nounOf(found) === 'method' ? found.words('names') : [];
  return added && [...added, ...methods.map(name => unsure(`${member(found, name)} is a method`))];
};
const lost = (found: Found): Sentences | undefined =>
  members(found, (_, noun, name) => `the ${noun} ${member(found, name)} was removed`);

const inherits = (mood: Mood | undefined, found: Found, bases: readonly string[]): Sentences | undefined =>
  mood === undefined
    ? undefined
    : bases.map(base =>
        say(found.word('thing'), mood, {
          third: `inherits ${found.has('direct') ? 'directly ' : ''}from ${base}`,
          base: `inherit from ${base}`,
        }),
      );

const DEFINE = { third: 'defines', base: 'define' };

/** Of classes: what they are made of, and what they have. */
export const SAID_OF_CLASSES = [
  form('{thing} {m:inherit} {names} {end}', found => inherits(found.mood(), found, found.words('names'))),
  form(
    '{thing} {m:be} (now)? (a|an|the)? <direct>(direct)? (subclass|child|child class|derived class) of {names} {end}',
    found => inherits(found.mood(), found, found.words('names')),
  ),
  form('{thing} {m:be} (a|an) (new)? {b:name} (subclass|child class) {end}', found =>
    inherits(found.mood(), found, [found.word('b')]),
  ),
  form('{thing} {m:be} (based on|derived from|derived directly from|built on top of) {names} {end}', found =>
    isClass(found) ? inherits(found.mood(), found, found.words('names')) : undefined,
  ),
  form(
    '{thing} {m:have} {b:name} as (its|a|the) <only>(only|sole|single)? (direct)? (base|base class|parent|parent class|superclass) {end}',
    found => {
      const [mood, thing, base] = [found.mood(), found.word('thing'), found.word('b')];
      if (mood === undefined || mood === 'not' || mood === 'no longer') return undefined;
      return found.has('only') ? onlyBase(thing, mood, base) : inherits(mood, found, [base]);
    },
  ),
  // Members.
  form(
    `{thing} {m:define} (a|an|the|its|its own)? ${NEW}? ${FRONT} {names} ${BEHIND} (of its own)? {end}`,
    found => {
      const mood = found.mood();
      // What it no longer has may have lost its value alone.
      const isGone = mood === 'not' || mood === 'no longer';
      if (mood === undefined || (isGone && nounOf(found)?.includes('attribute') === true)) return undefined;
      return members(found, (owner, noun, name) =>
        isGone
          ? `the ${noun} ${member(found, name)} ${mood === 'not' ? 'does not exist' : 'no longer exists'}`
          : say(owner, mood, { third: `defines the ${noun} ${name}`, base: '' }),
      );
    },
  ),
  form('{thing} {m:surelyDefine} {names} {end}', found =>
    isClass(found) ? sayOfEach(found, found.word('thing'), DEFINE, found.words('names')) : undefined,
  ),
  form('{thing} {m:surelyDefine} {orNames} {end}', found => {
    const mood = found.mood();
    if ((mood !== 'not' && mood !== 'no longer') || !isClass(found)) return undefined;
    return sayOfEach(found, found.word('thing'), DEFINE, found.words('orNames'));
  }),
  form(
    `neither {thing} nor {b:thing} (defines|has|declares|implements|provides|overrides) (a|an|the)? ${FRONT} {names} ${BEHIND} {end}`,
    found => {
      const [one, other] = ['thing', 'b'].map(part =>
        members(
          found,
          (_, noun, name) =>
            `the ${noun} ${member(found, name, part)} ${found.hasEnd ? 'no longer exists' : 'does not exist'}`,
          part,
        ),
      );
      return one === undefined || other === undefined ? undefined : [...one, ...other];
    },
  ),
  form(
    `{thing} (gained|gains|got|gets|acquired|received|grew|has gained|now has|adds|added|introduces|has got) (a|an|the|its own)? ${NEW}? ${FRONT} {names} ${BEHIND}`,
    gained,
  ),
  form(
    `{thing} (lost|loses|dropped|drops|has lost|has dropped|shed) (a|an|the|its|its own)? (own|old)? ${FRONT} {names} ${BEHIND}`,
    lost,
  ),
  form(`(the)? ${FRONT} {names} ${BEHIND} {removed} (from|on|of) (the)? (class)? {thing}`, lost),
  form(`(the)? ${FRONT} {names} ${BEHIND} {added} (to|on) (the)? (class)? {thing}`, gained),
  form(`{names} {added} as (a|an)? (new)? ${FRONT} (of|on|to) {thing}`, gained),
  form('{thing} (:|gained|gains|got|gets|has) (a|the)? new (class)? attribute {x:parameterCode}', found =>
    newAttribute(found),
  ),
  form('{x:parameterCode} is a new (class)? attribute (of|on|in) {thing}', found => newAttribute(found)),
  form(
    `{thing} (gained|gains|got|gets|received) (a|an|the)? (new)? (class attribute|attribute|class variable|field) (named|called)? {x:parameterCode} (whose value is|with the value|set to|=|with value|of|equal to) {v:value}`,
    found => {
      const attribute = member(found, found.word('x'));
      return isClass(found) && attribute !== ''
        ? [`the attribute ${attribute} was added`, `${attribute} is ${found.word('v')}`]
        : undefined;
    },
  ),
  form(
    '{thing} {m:define} (a|an|the|its)? (class attribute|attribute|class variable|field|constant|setting) {x:name} {v:given}',
    found => {
      const [mood, attribute] = [found.mood(), member(found, found.word('x'))];
      return !isClass(found) || attribute === '' || (mood !== 'plain' && mood !== 'now' && mood !== 'still')
        ? undefined
        : [
            say(found.word('thing'), mood, { third: `defines the attribute ${found.word('x')}`, base: '' }),
            `${attribute} is ${found.word('v')}`,
          ];
    },
  ),
  form(
    '{thing} (became|was made|was turned into|turned into|is now|was converted to|was changed to|has become) (a|an) <kind>(property|static method|class method|staticmethod|classmethod) {end}',
    found => [`${found.word('thing')} is now a ${found.word('kind')}`],
  ),
];

/** `part_isolating = False` */
function newAttribute(found: Found): Sentences | undefined {
  const text = found.text(found.word('x'));
  const [name = text, value] = assigned(text);
  if (!/^\w+$/.test(name) || !isClass(found)) return undefined;
  const attribute = member(found, found.clause.add(name));
  return [
    `${attribute} was added`,
    ...(value === undefined ? [] : [`${attribute} is ${found.clause.add(value)}`]),
  ];
}

/** It was the only one before as well where it still is. */
const onlyBase = (thing: string, mood: Mood, base: string): Sentences =>
  mood === 'still'
    ? [
        `the only base of ${thing} is ${base}`,
        `the only base of ${thing} is ${base} before the change`,
        `${thing} still inherits from ${base}`,
      ]
    : [sayIs(`the only base of ${thing}`, mood, base)];
