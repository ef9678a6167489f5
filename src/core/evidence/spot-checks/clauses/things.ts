import { isClassLike } from '../../code/dotted-names.ts';
import { PASSED_OVER } from '../grammar.ts';
import { type Clause, either, inOrder, listOf, mapped, maybe, type Reader, words } from './readers.ts';

const IS_NAME = /^@?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\(\))?$/;
const IS_PATH = /^(?:[\w.-]+\/)*[\w-]+\.pyi?$|^(?:[\w.-]+\/)+$/;
const IS_MODULE = /^\.*[A-Za-z_][\w.]*$|^\.+$/;

/** Behind these it surely is the name of a class. */
const OF_CLASS =
  /^(?::|'s|lost its base|has an? (?:read-only|readonly|new)|(?:(?:now|still|no longer|used to) )?(?:derives?|inherits?|descends?) from|(?:(?:now|still|no longer|used to) )?(?:subclass(?:es)?|extends?))(?= |$)/;

/** A word that stands for code of which something holds. */
export const code =
  (isIt: (text: string, clause: Clause, word: string) => boolean): Reader<string> =>
  (clause, at) => {
    const word = clause.words[at];
    const found = clause.code(word);
    // `Half of a and b`: a word that begins a sentence has a capital, and may be no name.
    const isFirstWord =
      at === 0 &&
      found?.quote === undefined &&
      /^[A-Z][a-z]+$/.test(found?.text ?? '') &&
      !OF_CLASS.test(clause.words.slice(1, 6).join(' '));
    return word !== undefined && found !== undefined && !isFirstWord && isIt(found.text, clause, word)
      ? [{ end: at + 1, value: word }]
      : [];
  };

const isPath = (text: string) => IS_PATH.test(text);
const isName = (text: string) => IS_NAME.test(text) && !isPath(text);
/** `merge(self, params)`, with or without `def`: a name with its parameters. */
const isCall = (text: string) => /^(?:(?:async )?def )?[A-Za-z_][\w.]*\(.+\)(?: ?-> ?.+)?$/s.test(text);
const isSignature = (text: string) => /^\(.*\)(?: ?-> ?.+)?$/s.test(text);
export const PARAMETER = /^\*{0,2}[A-Za-z_]\w*\s*(?:[:=].*)?$/s;

export const name = code(isName);
export const signature: Reader<string> = either(
  code(isSignature),
  mapped(code(isCall), (found, clause) => {
    const text = clause.code(found)?.text ?? '';
    return clause.add(text.slice(text.indexOf('(')));
  }),
);
/** A name with its parameters. */
export const call = code(isCall);
export const anyCode = code(() => true);
/** `import re`, `from a import b`. */
export const importCode = code(text => /^(?:import|from) /.test(text));
/** A name of a parameter, with its type and default where they are written. */
export const parameterCode = code(text => PARAMETER.test(text) && !isPath(text));
const fileCode = code(text => isPath(text) || IS_MODULE.test(text));

/** Words that describe a thing, each of which is held against it later on. */
const DESCRIBING = words(
  ...PASSED_OVER.split('|').filter(word => !/^(?:named|called|name|symbol)$/.test(word)),
);
const describing: Reader<unknown> = (clause, at) => {
  let ends = [at];
  for (let more = clause.read(DESCRIBING, at); more.length > 0; ) {
    const next = [...new Set(more.map(({ end }) => end))];
    ends = [...ends, ...next];
    more = next.flatMap(end => clause.read(DESCRIBING, end));
  }
  return [...new Set(ends)].map(end => ({ end, value: undefined }));
};

const NOUN_BEHIND = maybe(
  words(
    'class|function|method|helper|constant|variable|attribute|property|exception|decorator|dataclass|enum|type|module|file|package|helper function|base class|metaclass|helper class|helper method|exception class|class attribute|mixin',
  ),
);
const MODULE_NOUN = maybe(words('module|file|package|source file'));

/** A file or module, with what it is called. */
export const file: Reader<string> = inOrder(
  [maybe(words('the')), maybe(words('top-level')), MODULE_NOUN, fileCode, MODULE_NOUN] as const,
  ([, , , found]) => found,
);

const OF = words('in|inside|within|of|from|on');
const placeBehind = inOrder(
  [
    OF,
    maybe(words('the')),
    maybe(words('class|module|file|package|new module')),
    fileCode,
    MODULE_NOUN,
  ] as const,
  ([, , , found]) => found,
);

/** `X in m.py`, `the class X`, `Box's open`: as the grammar says it. */
export const thing: Reader<string> = either(
  inOrder(
    [describing, either(name, code(isCall)), NOUN_BEHIND, maybe(placeBehind)] as const,
    ([, found, , place], clause) =>
      place === undefined
        ? found
        : /^_*[A-Z]\w*$/.test(clause.code(place)?.text ?? '')
          ? (memberOf(clause, place, found) ?? `${found} in ${place}`)
          : `${found} in ${place}`,
  ),
  inOrder([name, words("'s"), describing, name, NOUN_BEHIND] as const, ([owner, , , member], clause) =>
    memberOf(clause, owner, member),
  ),
  inOrder(
    [
      describing,
      name,
      words('method|attribute|property|class method|static method|field|class attribute'),
      words('of|on'),
      maybe(words('the|class|the class')),
      name,
    ] as const,
    ([, member, , , , owner], clause) => memberOf(clause, owner, member),
  ),
);

/** Of which another place is said; where one is said already, the sentence that is made of it is not read. */
export const withoutPlace = (said: string): string => (said.includes(' ') ? '' : said);

/** `Box.open` of `Box` and `open`. */
export function memberOf(clause: Clause, owner: string, member: string): string | undefined {
  const [of, what] = [clause.code(owner)?.text, clause.code(member)?.text.replace(/\(\)$/, '')];
  if (of === undefined || what === undefined || !/^\w+$/.test(what) || !isClassLike(of)) return undefined;
  return clause.add(`${of}.${what}`);
}

export const things: Reader<readonly string[]> = either(
  listOf(thing),
  inOrder([words('both'), thing, words('and'), thing] as const, ([, a, , b]): readonly string[] => [a, b]),
);

/** Several names, with what they are called. */
export const names: Reader<readonly string[]> = listOf(
  inOrder([describing, name, NOUN_BEHIND] as const, ([, found]) => found),
);

/** A value as it is written. */
export const value: Reader<string> = either(
  inOrder(
    [
      maybe(words('the|a|an')),
      maybe(words('value|string|constant|literal|number|integer|text|boolean')),
      anyCode,
    ] as const,
    ([, , found]) => found,
  ),
  words('true|false|none'),
  (clause, at) => {
    const word = clause.words[at] ?? '';
    return /^-?\d+(?:\.\d+)?$/.test(word) ? [{ end: at + 1, value: word }] : [];
  },
);

const LITERAL = /^(?:None|True|False|-?\d[\d_.]*|[rbuf]?["'].*["']|[[({].*[\])}])$/s;
/** A value that is written out, and no name of one. */
export const literal: Reader<string> = mapped(value, (found, clause) => {
  const code = clause.code(found);
  const isWritten = code === undefined || /^["']$/.test(code.quote ?? '') || LITERAL.test(code.text);
  return isWritten ? found : undefined;
});

/** A type: as code, or a builtin one as a plain word. */
export const type: Reader<string> = inOrder(
  [
    maybe(words('a|an|plain|just|only')),
    either(
      code(text => !isPath(text)),
      words('str|bytes|int|float|bool|dict|list|tuple|set|none'),
    ),
  ] as const,
  ([, found]) => found,
);

/** What may stand behind an arrow as the type of a result. */
export const isBuiltinType = (name: string): boolean =>
  /^(?:str|bytes|int|float|bool|complex|dict|list|tuple|set|frozenset|object|type|None|Any)$/.test(name);

/** `X = 1`: the name, and what it is given. */
export function assigned(text: string): readonly [name?: string, given?: string] {
  const equals = text.indexOf('=');
  const [name, given] = [text.slice(0, Math.max(0, equals)).trim(), text.slice(equals + 1).trim()];
  return /^\w+$/.test(name) && given !== '' ? [name, given] : [];
}
