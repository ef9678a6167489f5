import { isClassLike } from '../../code/dotted-names.ts';
import { type Found, form, type Sentences } from './form.ts';
import { type Mood, say, sayIs } from './moods.ts';
import { memberOf } from './things.ts';

const MEMBER =
  '(method|attribute|property|class attribute|static method|class method|staticmethod|classmethod|field|instance attribute|override|methods|attributes|properties|class attributes|fields|overrides)';
const NEW = '(new|own|extra|additional|separate)';

const isClass = (found: Found, part = 'thing'): boolean =>
  isClassLike(found.text(found.word(part).split(' ')[0] ?? ''));
const member = (found: Found, name: string, part = 'thing'): string =>
  memberOf(found.clause, found.word(part).split(' ')[0] ?? '', name) ?? '';
const members = (found: Found, say: (member: string) => string): Sentences | undefined => {
  const all = found.words('names').map(name => member(found, name));
  return isClass(found) && all.every(each => each !== '') ? all.map(say) : undefined;
};
const inherits = (mood: Mood | undefined, found: Found, bases: readonly string[]): Sentences | undefined =>
  mood === undefined
    ? undefined
    : bases.map(base =>
        say(found.word('thing'), mood, {
          third: `inherits ${found.has('direct') ? 'directly ' : ''}from ${base}`,
          base: `inherit from ${base}`,
        }),
      );

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
  form('{thing} {m:inherit} {names} {formerly} {old:name} {close}', found => [
    ...(inherits('plain', found, found.words('names')) ?? []),
    `${found.word('thing')} no longer inherits from ${found.word('old')}`,
  ]),
  // Members.
  form(
    `{thing} {m:define} (a|an|the|its|its own)? ${NEW}? ${MEMBER}? {names} ${MEMBER}? (of its own)? {end}`,
    found => {
      const mood = found.mood();
      return mood === undefined
        ? undefined
        : members(found, each =>
            mood === 'no longer' || mood === 'not'
              ? `${each} ${mood === 'not' ? 'does not exist' : 'no longer exists'}`
              : say(each, mood, { third: 'exists', base: 'exist' }),
          );
    },
  ),
  form(
    `neither {thing} nor {b:thing} (defines|has|declares|implements|provides|overrides) (a|an|the)? {names} ${MEMBER}? {end}`,
    found => {
      const gone = found.hasEnd ? 'no longer exists' : 'does not exist';
      const all = ['thing', 'b'].flatMap(part => found.words('names').map(name => member(found, name, part)));
      return all.every(each => each !== '') ? all.map(each => `${each} ${gone}`) : undefined;
    },
  ),
  form(
    `{thing} (gained|gains|got|gets|acquired|received|grew|has gained|now has|adds|added|introduces|has got) (a|an|the|its own)? ${NEW}? ${MEMBER}? {names} ${MEMBER}?`,
    found => members(found, each => `${each} was added`),
  ),
  form(
    `{thing} (lost|loses|dropped|drops|has lost|has dropped|no longer has|no longer defines|shed) (a|an|the|its|its own)? (own|old)? ${MEMBER}? {names} ${MEMBER}?`,
    found => members(found, each => `${each} was removed`),
  ),
  form(`(the)? ${MEMBER}? {names} {removed} (from|on|of) (the)? (class)? {thing}`, found =>
    members(found, each => `${each} was removed`),
  ),
  form(
    `(the)? (method|methods|attribute|attributes|property|properties|class method|static method)? {names} {added} (to|on) (the)? (class)? {thing}`,
    found => members(found, each => `${each} was added`),
  ),
  form('{thing} (:|gained|gains|got|gets|has) (a|the)? new (class)? attribute {x:parameterCode}', found =>
    newAttribute(found),
  ),
  form('{x:parameterCode} is a new (class)? attribute (of|on|in) {thing}', found => newAttribute(found)),
  form(
    `{names} {added} as (a|an)? (new)? (method|methods|attribute|property|class method|static method) (of|on|to) {thing}`,
    found => members(found, each => `${each} was added`),
  ),
  form(
    '{thing} (became|was made|was turned into|turned into|is now|was converted to|was changed to|has become) (a|an) <kind>(property|static method|class method|staticmethod|classmethod) {end}',
    found => [`${found.word('thing')} is now a ${found.word('kind')}`],
  ),
  form('{thing} {m:define} {orNames} {end}', found => {
    const mood = found.mood();
    if (mood !== 'not' && mood !== 'no longer') return undefined;
    const all = found.words('orNames').map(each => member(found, each));
    return isClass(found) && all.every(each => each !== '')
      ? all.map(each => `${each} ${mood === 'not' ? 'does not exist' : 'no longer exists'}`)
      : undefined;
  }),
  form(
    `{thing} (gained|gains|got|gets|has|received) (a|an|the)? (new)? (class attribute|attribute|class variable|field) (named|called)? {x:parameterCode} (whose value is|with the value|set to|=|with value|of|equal to) {v:value}`,
    found => {
      const attribute = member(found, found.word('x'));
      return isClass(found) && attribute !== ''
        ? [`${attribute} was added`, `${attribute} is ${found.word('v')}`]
        : undefined;
    },
  ),
  // Decorators.
  form('{thing} {m:be} (decorated|wrapped|marked) (with|by|using) {d:code} {end}', found => decorated(found)),
  form('{thing} {m:have} (the|a|an|its)? {d:code} (decorator|decoration) {end}', found => decorated(found)),
  form('{thing} (carries|uses|bears|still carries|now carries) (the|a|an)? {d:code} decorator', found => [
    `${found.word('thing')} is decorated with ${found.word('d')}`,
  ]),
  form('{thing} (lost|loses|dropped|drops|has lost) (the|its) {d:code} decorator', found => [
    `${found.word('thing')} is no longer decorated with ${found.word('d')}`,
  ]),
  form('{thing} (gained|got|gets|gains|received) (the|a|an) (new)? {d:code} decorator', found => [
    `${found.word('thing')} is now decorated with ${found.word('d')}`,
  ]),
  form('(the)? {d:code} decorator (was|is|has been) (removed|dropped|gone|deleted) from {thing}', found => [
    `${found.word('thing')} is no longer decorated with ${found.word('d')}`,
  ]),
];

/** `part_isolating = False` */
function newAttribute(found: Found): Sentences | undefined {
  const [, name, value] = /^(\w+)(?:\s*=\s*(.+))?$/s.exec(found.text(found.word('x'))) ?? [];
  if (name === undefined || !isClass(found)) return undefined;
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

const decorated = (found: Found): Sentences | undefined => {
  const mood = found.mood();
  return mood === undefined
    ? undefined
    : [sayIs(found.word('thing'), mood, `decorated with ${found.word('d')}`)];
};
