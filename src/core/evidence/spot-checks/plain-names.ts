import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import type { Lookup } from './lookup.ts';
import { readForm } from './sentence-form.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

/** What of a claim may be a name of the code. */
const OF_CODE = [
  'symbol',
  'name',
  'names',
  'from',
  'module',
  'owner',
  'caller',
  'callee',
  'exception',
  'place',
  'to',
  'behind',
  'inFrontOf',
];

/**
 * A word that the claims take for a name, although the sentence has it without a mark of code and the code has no such
 * name: `imports anything from b` is not said of a name `anything`.
 */
export async function wordThatIsNoName(
  sentence: string,
  claims: readonly SpotCheckClaim[],
  looks: readonly Lookup[],
): Promise<string | undefined> {
  const { words, codes } = readForm(sentence);
  const plain = new Set([
    ...(words.match(/(?<![§\w])[a-z]+(?!\w)/g) ?? []),
    ...codes.flatMap(({ text, quote }) => (quote === undefined && /^[a-z]+$/.test(text) ? [text] : [])),
  ]);
  // `a dataclass` is a word of the grammar; `has the methods go and stop` says that they are names.
  const named = claims.filter(({ kind }) => kind !== 'decorator' && kind !== 'members');
  const taken = named.flatMap(claim =>
    Object.entries(claim).flatMap(([key, value]) =>
      OF_CODE.includes(key) ? [value].flat().filter(each => typeof each === 'string') : [],
    ),
  );
  for (const name of [...new Set(taken)]
    .filter(each => plain.has(each))
    .concat(wordsThatLookLikeNames(sentence)))
    if (!(await isInCode(name, looks))) return name;
  // Set off in Markdown a name looks like one of Python's own.
  for (const [, name = ''] of sentence.matchAll(STRONG))
    if (!(await isInCode(`__${name}__`, looks)) && (await isInCode(name, looks))) return `__${name}__`;
  return undefined;
}

const STRONG = /(?:^|[\s(])__([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*)__(?=$|[\s,.;:)])/g;

/** Where words are easily taken for names: `Luckily, f exists`, `f keeps its signature (verbatim)`, `_f_ exists`. */
const LOOKALIKES: readonly RegExp[] = [
  /(?:^|; )([A-Z][A-Za-z]*),/g,
  /(?<!\b(?:is|to|from|takes|accepts|matches)) \((?!(?:optional|required)\))([A-Za-z]\w*)\)(?=$|[ ,;.])/g,
  /(?:^|[\s(])(_[A-Za-z](?:[\w.]*[A-Za-z0-9])?_)(?=$|[\s,.;:)])/g,
];

const wordsThatLookLikeNames = (sentence: string): readonly string[] =>
  LOOKALIKES.flatMap(expression => [...sentence.matchAll(expression)].map(([, word = '']) => word));

async function isInCode(name: string, looks: readonly Lookup[]): Promise<boolean> {
  if (BUILTIN_NAMES.has(name) || STANDARD_LIBRARY.has(name)) return true;
  for (const look of looks) {
    if (look.definitions(name).length > 0 || look.modulesAt(name).length > 0) return true;
    for (const module of look.changedModules()) {
      const file = await look.open(module);
      if (file?.mentions(name) && file.tokens.some(({ text }) => text === name)) return true;
    }
  }
  return false;
}
