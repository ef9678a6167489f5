import type { Noun } from './claim-kinds.ts';
import { itemsIn } from './form-parts.ts';
import { GIVEN_AS } from './parameter-claims.ts';
import type { Code } from './sentence-form.ts';
import { numberOf } from './spot-check-words.ts';

/** What the words around a name call it. */
export interface Description {
  /** With its dots, without brackets. */
  readonly name: string;
  readonly words: ReadonlySet<string>;
  readonly nouns: readonly Noun[];
  /** The nouns of what it is said to be: `f is a new class`. */
  readonly becomes: readonly Noun[];
  readonly said: readonly string[];
  /** So many are said to be listed, and are not. */
  readonly isMiscounted: boolean;
}

/** Several names that one description is for. */
const NAMES = /§\d+(?:(?:, and |, or |, | and | or )(?:the )?§\d+)*/g;
/** `In Box, size is …`: these are no list. */
const INSIDE = /^((?:in|inside|within) (?:the )?(?:class )?§\d+),/;
/** Longer than what stands between a name and what it is called. */
const NEAR = 90;
const ARTICLES = 'the a an its their this these another any named called namely';
const NUMBERS = 'both one two three four five six seven eight nine ten all';
/** None of them is passed over that may be false. */
const ADJECTIVES =
  'new newly brand-new added additional extra further old existing original former private internal public imported ' +
  'module-level top-level global standalone static instance async asynchronous base main whole entire actual current ' +
  'underlying corresponding relevant helper utility factory convenience legacy historical backwards-compatibility ' +
  'backward-compatibility central parser source api core small plain simple regular ordinary normal dedicated ' +
  'intermediate parent abstract context name symbol definition';
const NOUNS =
  'class dataclass enum protocol exception function method property staticmethod classmethod coroutine attribute ' +
  'field member constant variable setting global alias decorator fixture test module file package helper validator ' +
  'descriptor frozenset manager regex expression pattern sentinel marker base subclass superclass type';
const PARAMETERS = 'parameter argument option flag keyword param arg kwarg';
/** The words of descriptions that are read. */
export const KNOWN: ReadonlySet<string> = new Set(
  `${ARTICLES} ${NUMBERS} ${ADJECTIVES} ${NOUNS} ${PARAMETERS} ${Object.keys(GIVEN_AS).join(' ')}`.split(' '),
);
/** That they are parameters says of no definition what it is. */
export const PARAMETER_NOUNS: ReadonlySet<string> = new Set(PARAMETERS.split(' '));
const IN_FRONT_ONLY: ReadonlySet<string> = new Set(`${ARTICLES} ${NUMBERS}`.split(' '));
const IS_NOUN: ReadonlySet<string> = new Set(`${NOUNS} ${PARAMETERS}`.split(' '));

/** What the last words of a description say that something is. */
const KINDS: readonly (readonly [RegExp, Noun])[] = [
  [/(?:^| )class ?(?:method|function)$/, 'classmethod'],
  [/(?:^| )static ?method$/, 'staticmethod'],
  [/(?:^| )(?:instance (?:method|function)|(?:regular|plain|ordinary|normal) method)$/, 'instance method'],
  [/(?:^| )class (?:attribute|variable|constant|field|member)$/, 'class attribute'],
  [/(?:^| )type variable$/, 'type variable'],
  [/(?:^| )type alias$/, 'type alias'],
  [/^(?!.*type alias$)(?:.* )?alias$/, 'alias'],
  [/(?:^| )context manager(?: class| function)?$/, 'context manager'],
  [/(?:^| )(?:regular expression|regex|pattern)$/, 'regular expression'],
  [/(?:^| )frozenset$/, 'frozenset'],
  [/(?:^| )(?:validator|descriptor)(?: class| function| method)?$/, 'unknown'],
  [/(?:^| )abstract method$/, 'unknown'],
  [
    /(?:^| )(?:constant|attribute|field|member|variable|exception|dataclass|enum|protocol) (?:function|method)$/,
    'unknown',
  ],
  [
    /(?:^| )(?:test|decorator|exception|fixture|context|property|instance) (?:constant|setting|global|alias|property)$/,
    'unknown',
  ],
  [
    /(?:^| )(?:test|decorator|exception|fixture|context|property) (?:attribute|variable|field|member)$/,
    'unknown',
  ],
  [/(?:^| )(?:instance|property) class$/, 'unknown'],
  [/(?:^| )decorator method$/, 'unknown'],
  [/(?:^| )instance (?:attribute|variable|field|member)$/, 'instance attribute'],
  [/(?:^| )coroutine(?: function)?$/, 'async'],
  [/(?:^| )(?:async|asynchronous) (?:.* )?(?:function|method|helper)$/, 'async'],
  [/(?:^| )test(?: class| function| method)?$/, 'test'],
  [/(?:^| )fixture(?: function)?$/, 'fixture'],
  [/(?:^| )decorator(?: function| class)?$/, 'decorator'],
  [/(?:^| )dataclass$/, 'dataclass'],
  [/(?:^| )enum(?: class)?$/, 'enum'],
  [/(?:^| )protocol(?: class)?$/, 'protocol'],
  [/(?:^| )exception(?: class| type)?$/, 'exception'],
  [/(?:^| )helper$/, 'helper'],
  [/(?:^| )class$/, 'class'],
  [/(?:^| )(?:base|parent|superclass)(?: class)?$/, 'base'],
  [/(?:^| )type$/, 'type'],
  [/(?:^| )function$/, 'function'],
  [/(?:^| )method$/, 'method'],
  [/(?:^| )property$/, 'property'],
  [/(?:^| )(?:attribute|field|member|constant|variable|setting|global|sentinel|marker)$/, 'value'],
  [/(?:^| )(?:module|file|package)$/, 'module'],
];
/** Said of it in front of what it is. */
const WHERE: readonly (readonly [RegExp, Noun])[] = [
  [/(?:^| )(?:module-level|top-level|global|standalone)(?: |$)/, 'at module level'],
  [/(?:^| )module (?:function|constant|variable|attribute|global)$/, 'at module level'],
  [/(?:^| )static(?: |$)/, 'staticmethod'],
  [/(?:^| )(?:private|internal)(?: |$)/, 'private'],
  [/(?:^| )public(?: |$)/, 'public'],
  [/(?:^| )imported(?: |$)/, 'imported'],
];

/** What a sentence calls each of its names, with adjectives and nouns in front of it and behind it. */
export function descriptionsIn(sentence: string, codes: readonly Code[]): readonly Description[] {
  const words = sentence.replace(INSIDE, '$1;');
  return [...words.matchAll(NAMES)].flatMap(({ 0: written, index }) => {
    const names = itemsIn(written);
    const front = frontOf(words.slice(Math.max(0, index - NEAR), index));
    const end = index + written.length;
    const behind = behindOf(words.slice(end, end + NEAR));
    const called = [...front, ...behind.own];
    // `catches both a` is a part of a sentence that goes on.
    const number = names.length === 1 && front.at(-1) === 'both' ? undefined : numberIn(front);
    const nouns = [...nounsIn(front), ...nounsIn([...front, ...behind.own], behind.own.length > 0)];
    return names.flatMap((each): readonly Description[] => {
      const name = nameOf(codes[Number(each.slice(1))]?.text ?? '');
      if (name === undefined) return [];
      return [
        {
          name,
          words: new Set(called),
          nouns: [...new Set(nouns)],
          becomes: nounsIn(behind.said),
          said: behind.said,
          isMiscounted: number !== undefined && number !== names.length,
        },
      ];
    });
  });
}

/** The words that are known, up to the name. */
function frontOf(text: string): readonly string[] {
  const words = text
    .replace(/[:,]? $/, '')
    .split(' ')
    .map(singular);
  return words.slice(words.findLastIndex(word => !KNOWN.has(word)) + 1);
}

/** Nouns right behind it, or behind what says that it is one. */
function behindOf(text: string): { readonly own: readonly string[]; readonly said: readonly string[] } {
  const words = text.split(/[,;:]/, 1)[0]?.trimEnd().split(' ').slice(1).map(singular) ?? [];
  if (!text.startsWith(' ')) return { own: [], said: [] };
  const isVerb = /^(?:is|was|are|were|became|become|remain)$/.test(words[0] ?? '');
  const more = isVerb ? words.slice(1).filter(word => !/^(?:still|now|also|already)$/.test(word)) : words;
  const end = more.findIndex(word => !KNOWN.has(word) || (!isVerb && IN_FRONT_ONLY.has(word)));
  const known = end < 0 ? more : more.slice(0, end);
  const last = known.findLastIndex(word => IS_NOUN.has(word));
  const nouns = known.slice(0, last + 1);
  return isVerb ? { own: [], said: nouns } : { own: nouns, said: [] };
}

function singular(word: string): string {
  if (/^(?:class|dataclass|alias|subclass|superclass)es$/.test(word)) return word.slice(0, -2);
  if (word === 'properties') return 'property';
  return word.endsWith('s') && IS_NOUN.has(word.slice(0, -1)) ? word.slice(0, -1) : word;
}

function nounsIn(words: readonly string[], isWanted = true): readonly Noun[] {
  const text = words.filter(word => !/^(?:named|called|namely)$/.test(word)).join(' ');
  if (!isWanted || text === '') return [];
  return [...KINDS, ...WHERE].flatMap(([expression, noun]) => (expression.test(text) ? [noun] : []));
}

/** `all three`, `the two new` … */
function numberIn(front: readonly string[]): number | undefined {
  const [word] = front.filter(each => each === 'both' || numberOf(each) !== undefined);
  return word === 'both' ? 2 : word === undefined ? undefined : numberOf(word);
}

const nameOf = (text: string): string | undefined => {
  const name = /^@?([A-Za-z_][\w.]*)(?:[([].*)?$/s.exec(text)?.[1];
  return name === undefined || /\.pyi?$/.test(name) ? undefined : name;
};
