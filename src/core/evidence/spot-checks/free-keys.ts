import { isClassLike } from '../code/dotted-names.ts';
import { type FoundWords, type FreeForm, freeForm } from './free-form.ts';
import { code, FORMERLY, type, value } from './free-parts.ts';
import { isOwnerOfKeys } from './phrases-keys.ts';

const X = '(?:the )?(?<x>§\\d+(?: in §\\d+)?)(?: (?:dict|dictionary|mapping))?';
const KEY =
  '(?:(?:config|configuration|default|dict|dictionary) )?(?:key|setting|option|entry|item|config value|value)';
const GIVEN =
  '(?:,? (?:set to|with (?:the |a |its )?(?:default )?value(?: of)?|with (?:a |the )?default(?: of)?|defaulting to|which defaults to|mapped to|mapping to|=|whose (?:default )?value is|which is)|:)';
const HAS = '(?:has|contains|includes|lists|defines|carries|declares)';
const PROPERTY = '(?:property|attribute)';

/** What is said of keys of mappings, and of what properties can do. */
export const SAID_OF_KEYS: readonly FreeForm[] = [
  freeForm(
    `${X} (?<how>now |still )?(?<verb>${HAS}|gained|got|adds|added|received|sets) (?:an? |the |its )?(?<new>new )?${KEY} (?:named |called |for )?${code('k')}(?:${GIVEN} ${value('v')}(?: by default)?)?`,
    found => keyed(found),
  ),
  freeForm(
    `${X} (?<how>now |still )?(?<verb>${HAS}|gained|got|adds|added|received|sets) (?:an? |the |its )?(?<new>new )?${code('k')} ${KEY}(?:${GIVEN} ${value('v')}(?: by default)?)?`,
    found => keyed(found),
  ),
  freeForm(
    `${X} (?:no longer ${HAS}|lost|dropped|removed|does not (?:have|contain|include|list|define)|has no) (?:an? |the |its )?(?:${KEY} (?:named |called |for )?${code('k')}|${code('l')} ${KEY})`,
    found => {
      const key = found.word('k') || found.word('l');
      return [
        `${found.word('x')} ${/ (?:does not|has no) /.test(found.all) ? 'has no' : 'no longer has the'} key ${key}`,
      ];
    },
  ),
  freeForm(
    `(?:the )?(?:${KEY} )?${code('k')}(?: ${KEY})? (?:is|was) (?<new>an? new |new |added as an? (?:new )?|an? )?${KEY} (?:of|in|to|for|on) ${X}(?:${GIVEN} ${value('v')}(?: by default)?)?`,
    found => (/ new | added /.test(` ${found.word('new')} `) ? came(found) : there(found, '')),
  ),
  freeForm(
    `(?:the )?(?:new )?(?:${KEY} ${code('k')}|${code('l')} ${KEY}) was (?<deed>added to|introduced in|removed from|dropped from|deleted from) ${X}(?:${GIVEN} ${value('v')}(?: by default)?)?`,
    found =>
      /^(?:added|introduced)/.test(found.word('deed'))
        ? came(found)
        : [`${found.word('x')} no longer has the key ${found.word('k') || found.word('l')}`],
  ),
  freeForm(
    `(?:the )?(?:(?:default )?value (?:of|for) ${code('k')}|${KEY} ${code('l')}|${code('m')} ${KEY}) (?:in|of) ${X} (?:is|defaults to|is set to|equals) (?<how>now |still )?${value('v')}`,
    found => there(found, found.word('how')),
  ),
  freeForm(
    `(?:the )?${code('x')} ${KEY} ${code('k')} (?:is|defaults to|is set to|equals) (?<how>now |still )?${value('v')}`,
    found => there(found, found.word('how')),
  ),
  freeForm(
    `(?:in ${X},?|${'(?<y>§\\d+(?: in §\\d+)?)'}:) ${code('k')}(?: (?:is|defaults to|is set to|equals|=)|:) (?<how>now |still )?${value('v')}`,
    found => (isKey(found, 'k', found.has('x') ? 'x' : 'y') ? there(found, found.word('how')) : undefined),
  ),
  freeForm(
    `${X} (?<how>now |still )?(?:maps|sets|defaults) (?:the (?:key )?)?${code('k')} to ${value('v')}`,
    found => (isKey(found, 'k', 'x') ? there(found, found.word('how')) : undefined),
  ),
  freeForm(`${code('i')} (?:is|defaults to|is set to|equals|=) (?<how>now |still )?${value('v')}`, found => {
    const read = indexOf(found);
    return read && [`the key ${read.key} of ${read.owner} is ${found.word('how')}${found.word('v')}`];
  }),
  freeForm(
    `(?:${code('i')}|(?:the )?(?:${KEY} )?${code('k')} (?:in|of) ${X})(?: changed| went| was changed|:)? (?:from )?${value('w')} (?:to|->) ${value('v')}`,
    changedAtKey,
  ),
  freeForm(
    `(?:${code('i')}|${code('k')} (?:in|of) ${X}) is (?:now )?${value('v')}(?: \\(${FORMERLY}|, ${FORMERLY}):? ${value('w')}\\)?`,
    changedAtKey,
  ),
  // Properties.
  freeForm(`(?:the )?property ${code('x')} is (?:now )?(?:read-only|readonly|not settable)`, found => [
    `${found.word('x')} is a property`,
    `${found.word('x')} has no setter`,
  ]),
  freeForm(
    `${code('c')} (?<how>now )?has an? (?<ro>read-only |readonly )?(?:${code('x')} property|property ${code('y')})(?<with>,? (?:with|that has|which has) an? (?:getter and (?:an? )?)?setter|,? (?:without|with no) (?:an? )?setter)?`,
    found => {
      const name = found.text('x') || found.text('y');
      if (!isClassLike(found.text('c')) || !/^\w+$/.test(name) || (!found.has('ro') && !found.has('with')))
        return undefined;
      const sign = found.add(`${found.text('c')}.${name}`);
      const isReadOnly = found.has('ro') || / no | without /.test(` ${found.word('with')} `);
      const how = found.word('how');
      return [
        `${sign} is ${how}a property`,
        isReadOnly ? `${sign} has no setter` : `${sign} ${how}has a setter`,
      ];
    },
  ),
  freeForm(
    `(?:the )?(?:property )?${code('x')}(?: property)? (?<is>is (?:now )?|became |becomes )an? (?:read-only|readonly|getter-only) ${PROPERTY}(?: without an? setter)?(?:,? (?:returning|that returns|annotated to return) ${type('t')})?`,
    found => [
      ...(found.has('t') ? [`${found.word('x')} is annotated to return ${found.word('t')}`] : []),
      `${found.word('x')} ${isNow(found)}a property`,
      `${found.word('x')} has no setter`,
    ],
  ),
  freeForm(
    `(?:the )?(?:property )?${code('x')}(?: property)? (?<is>is (?:now )?|became |becomes )an? (?:(?:settable|writable|writeable|read-write|read\\/write) property|property with (?:an? |both an? |its own )?(?:getter and (?:an? )?)?setter)`,
    found => [`${found.word('x')} ${isNow(found)}a property`, `${found.word('x')} has a setter`],
  ),
  freeForm(
    `(?:the )?(?:property )?${code('x')}(?: property)? is (?:now )?an? property (?:without|with no) (?:an? )?setter`,
    found => [`${found.word('x')} is a property`, `${found.word('x')} has no setter`],
  ),
  freeForm(
    `(?:the )?(?:property )?${code('x')}(?: property)? (?<how>now |still |no longer |does not )?(?:has|have|gained|got|lost) (?<no>no |an? |its |both an? getter and an? )(?<what>setter|deleter)`,
    found => {
      const how = found.word('how');
      const x = found.word('x');
      if (/ lost /.test(found.all)) return [`${x} no longer has a ${found.word('what')}`];
      if (/ (?:gained|got) /.test(found.all)) return [`${x} gained a ${found.word('what')}`];
      if (how === 'no longer ') return [`${x} no longer has a ${found.word('what')}`];
      if (how === 'does not ' || found.word('no') === 'no ') return [`${x} has no ${found.word('what')}`];
      return [`${x} ${how}has a ${found.word('what')}`];
    },
  ),
  freeForm(
    `(?:the |an? )?(?:new )?(?<what>setter|deleter) (?:of|for) ${code('x')} (?:was|is) (?<deed>added|new|introduced|gone|removed|dropped)`,
    found => [
      /^(?:added|new|introduced)$/.test(found.word('deed'))
        ? `${found.word('x')} gained a ${found.word('what')}`
        : `${found.word('x')} no longer has a ${found.word('what')}`,
    ],
  ),
];

const isNow = (found: FoundWords): string =>
  /became|becomes|now/.test(found.word('is'))
    ? 'is now '
    : /still/.test(found.word('is'))
      ? 'is still '
      : 'is ';

/** A key in capitals or quotes, of a mapping that its name tells from a function and a module. */
function isKey(found: FoundWords, key: string, owner: string): boolean {
  const isQuoted = /^["']$/.test(found.quote(key) ?? '');
  return isOwnerOfKeys(found.text(owner)) && (isQuoted || /^[A-Z][A-Z\d_]+$/.test(found.text(key)));
}

/** `Box.settings["x"]` */
function indexOf(found: FoundWords): { readonly key: string; readonly owner: string } | undefined {
  const [, owner, , key] = /^([A-Za-z_][\w.]*)\[(["'])([^"'\]]+)\2\]$/.exec(found.text('i')) ?? [];
  return owner === undefined || key === undefined
    ? undefined
    : { owner: found.add(owner), key: found.add(key, '"') };
}

const keyOf = (found: FoundWords): string =>
  ['k', 'l', 'm'].map(each => found.word(each)).find(each => each !== '') ?? '';
const ownerOf = (found: FoundWords): string => found.word('x') || found.word('y');

function there(found: FoundWords, how: string): readonly string[] {
  const [key, owner] = [keyOf(found), ownerOf(found)];
  return found.has('v')
    ? [`the key ${key} of ${owner} is ${how}${found.word('v')}`]
    : [`${owner} ${how}has the key ${key}`];
}

function came(found: FoundWords): readonly string[] {
  const [key, owner] = [keyOf(found), ownerOf(found)];
  return [
    `${owner} gained the key ${key}`,
    ...(found.has('v') ? [`the key ${key} of ${owner} is ${found.word('v')}`] : []),
  ];
}

function keyed(found: FoundWords): readonly string[] {
  const isNew = found.has('new') || /^(?:gained|got|adds|added|received)$/.test(found.word('verb'));
  return isNew ? came(found) : there(found, found.word('how'));
}

/** Said with an index, `CODES['a']`, or with the key and what it is in. */
function changedAtKey(found: FoundWords): readonly string[] | undefined {
  const read = found.has('i')
    ? indexOf(found)
    : isKey(found, 'k', 'x')
      ? { key: found.word('k'), owner: found.word('x') }
      : undefined;
  return read && changed(read.key, read.owner, found);
}

const changed = (key: string, owner: string, found: FoundWords): readonly string[] => [
  `the key ${key} of ${owner} is ${found.word('w')} before the change`,
  `the key ${key} of ${owner} is now ${found.word('v')}`,
];
