import { type Found, form, type Sentences } from './form.ts';
import { say, sayIs } from './moods.ts';
import { assigned, withoutPlace } from './things.ts';

const each = (found: Found, say: (thing: string) => string): Sentences => found.words('things').map(say);
const inFile = (found: Found): string => (found.has('file') ? ` from ${found.word('file')}` : '');

const isDefined = (found: Found): Sentences | undefined => {
  const mood = found.mood();
  return mood && each(found, one => sayIs(withoutPlace(one), mood, `defined in ${found.word('file')}`));
};

/** Of what is there, comes and goes. */
export const SAID_OF_EXISTENCE = [
  form(
    '{things} {m:be} (both|all)? (defined|declared|located|found|implemented|housed) (in|inside|within) {file} {end}',
    isDefined,
  ),
  form('{things} {m:live} (in|inside|within) {file} {end}', isDefined),
  form('{file} {m:define} {things} {end}', found =>
    found.text(found.word('file')).endsWith('.py') ? isDefined(found) : undefined,
  ),
  form('{things} {removed} (from|of|in|out of)? {file}?', found =>
    each(found, one => `${one} was removed${inFile(found)}`),
  ),
  form('{things} {added} (to|in|into|inside) {file}', found =>
    each(found, one => `${one} was added to ${found.word('file')}`),
  ),
  form('{things} (is|are) new (in|to) {file}', found =>
    each(found, one => `${one} was added to ${found.word('file')}`),
  ),
  form(
    '(a|an|the) new (class|function|helper|method|constant|exception|exception class|helper function)? {thing} {added}',
    found => [`${found.word('thing')} was added`],
  ),
  form(
    'neither {a:thing} nor {b:thing} (exists|exist|is there|is defined|is found|remains|survives) {end}',
    found =>
      [found.word('a'), found.word('b')].map(
        one => `${one} ${found.hasEnd ? 'no longer exists' : 'does not exist'}`,
      ),
  ),
  form(
    'neither {a:thing} nor {b:thing} (exists|exist|is there|is defined|is found|remains) in {file} {end}',
    found =>
      [found.word('a'), found.word('b')].map(
        one =>
          `${withoutPlace(one)} is ${found.hasEnd ? 'no longer' : 'not'} defined in ${found.word('file')}`,
      ),
  ),
  form(
    '{thing} (was|has been|got|is) (moved|relocated|moved out) (out)? (from|of) {a:file} (and)? (in|into|to) {file}',
    found => [
      `${withoutPlace(found.word('thing'))} was moved from ${found.word('a')} to ${found.word('file')}`,
    ],
  ),
  form(
    '{thing} (moved|was moved|has moved|migrated|was relocated|has been moved|was transferred) (out of|from) {a:file} (to|into|and into|over to) {file}',
    found => [
      `${withoutPlace(found.word('thing'))} was moved from ${found.word('a')} to ${found.word('file')}`,
    ],
  ),
  form(
    '{file} (gained|gains|got|gets|received|has a new|introduces|adds|added|now has|now defines) (a|an|the)? {things}',
    found =>
      found.text(found.word('file')).endsWith('.py')
        ? each(found, one => `${withoutPlace(one)} was added to ${found.word('file')}`)
        : undefined,
  ),
  form(
    '{file} (lost|loses|dropped|drops|has lost|no longer has|no longer defines) (a|an|the|its)? {things}',
    found =>
      found.text(found.word('file')).endsWith('.py')
        ? each(found, one => `${withoutPlace(one)} was removed from ${found.word('file')}`)
        : undefined,
  ),
  form('{file} {m:define} {orNames} {end}', found => {
    const mood = found.mood();
    return found.text(found.word('file')).endsWith('.py') && (mood === 'not' || mood === 'no longer')
      ? found.words('orNames').map(each => sayIs(each, mood, `defined in ${found.word('file')}`))
      : undefined;
  }),
  form('{file} is where (the)? {thing} (class|function|helper|method|constant)? is defined', found => [
    `${found.name('thing')} is defined in ${found.word('file')}`,
  ]),
  form(
    '{file} (assigns|defines|sets|has|still assigns|still defines|still has) (a|an|the)? (module-level)? (constant|variable|name)? {x:parameterCode}',
    found => {
      const [name, value] = assigned(found.text(found.word('x')));
      if (name === undefined || value === undefined || !found.text(found.word('file')).endsWith('.py'))
        return undefined;
      const at = found.clause.add(name);
      return [
        `${at} is defined in ${found.word('file')}`,
        `${at} in ${found.word('file')} is ${found.clause.add(value)}`,
      ];
    },
  ),
  form(
    '(no|no more|no remaining) (reference|references|mention|mentions|usage|usages|use|uses) (of|to) {thing} (remain|remains|is left|are left|exist|exists|is found|are found|is there) (anywhere)? (any more)?',
    found => [`no remaining references to ${found.word('thing')} anywhere`],
  ),
  form(
    '(no|no more|no remaining) (reference|references|mention|mentions) (of|to) {thing} (remain|remains|is left|are left|exist|exists|is found|are found) in {file}',
    found => [`no remaining references to ${found.word('thing')} in ${found.word('file')}`],
  ),
  form('{thing} (has)? no (remaining|more)? (references|mentions) (left)? (anywhere)?', found => [
    `no remaining references to ${found.word('thing')} anywhere`,
  ]),
  form('{things} {m:exist} {end}', found => {
    const mood = found.mood();
    return mood && each(found, one => say(one, mood, { third: 'exists', base: 'exist' }));
  }),
];
