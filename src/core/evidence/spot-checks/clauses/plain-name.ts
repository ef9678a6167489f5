import { mapped, type Reader, words } from './readers.ts';

/** Words that are no names, wherever a plain word may be one. */
const NO_NAMES: ReadonlySet<string> = new Set(
  (
    'new newly old existing former previous first second third fourth fifth last final only sole extra additional ' +
    'further optional required mandatory keyword positional other others same default defaults type annotation single ' +
    'private public unused remaining a an the its their this that no any all every each some several and or not it ' +
    'self cls parameter parameters argument arguments param arg option flag function class is was are has to in of ' +
    'signature return one two three four five if unless when where then while whether because since although though ' +
    'maybe perhaps hardly nearly almost never always sometimes often with without by for from at on as but nor so such ' +
    'than too very just also even still now already were be been being does do did had have will would should could ' +
    'may might must can cannot these those which who what how why there here like unlike among between before after ' +
    'behind above below everything nothing anything something none neither either both true false else lambda pass ' +
    'raise try yield global del assert async await break continue def import however rather instead more most less ' +
    'least many few much list order value set count number names types'
  ).split(' '),
);

/** A name that is written as a plain word, where the words around it leave no doubt that it is one. */
export const plainName: Reader<string> = (clause, at) => {
  const word = clause.words[at] ?? '';
  // `takes a, b and c`
  const isListed = word === 'a' && /^(?:,|and)$/.test(clause.words[at + 1] ?? '');
  return /^[a-z_][a-z0-9_]{0,60}$/.test(word) && (isListed || !NO_NAMES.has(word))
    ? [{ end: at + 1, value: clause.add(word) }]
    : [];
};

const MARKS: readonly (readonly [RegExp, string])[] = [
  [/ (?=[,;:)])/g, ''],
  [/ (?='s(?: |$))/g, ''],
  [/\( /g, '('],
];

/** Any words, as many as there are: what stands there is read as a sentence of its own. */
export const anyWords: Reader<string> = (clause, at) =>
  clause.words.slice(at).map((_, i) => ({
    end: at + i + 1,
    value: MARKS.reduce(
      (text, [mark, other]) => text.replace(mark, other),
      clause.words.slice(at, at + i + 1).join(' '),
    ),
  }));

/** They go on with one of these words, as with a verb. */
export const beginningWith = (...forms: readonly string[]): Reader<string> => {
  const first = words(...forms);
  return mapped(
    (clause, at) =>
      clause.read(first, at).length > 0
        ? clause.read(anyWords, at).map(way => ({ end: way.end, value: way.value }))
        : [],
    value => value,
  );
};
