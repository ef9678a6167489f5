import { at, byteAt } from '../../kernel/at.ts';
/** Number of each word that the grammar knows, by spelling; 0 stands for any other name. */
export const WORDS = [
  '',
  'False',
  'None',
  'True',
  'and',
  'as',
  'assert',
  'async',
  'await',
  'break',
  'class',
  'continue',
  'def',
  'del',
  'elif',
  'else',
  'except',
  'finally',
  'for',
  'from',
  'global',
  'if',
  'import',
  'in',
  'is',
  'lambda',
  'nonlocal',
  'not',
  'or',
  'pass',
  'raise',
  'return',
  'try',
  'while',
  'with',
  'yield',
  'match',
  'case',
  'type',
] as const;

export const FALSE = 1;
export const NONE = 2;
export const TRUE = 3;
export const AND = 4;
export const AS = 5;
export const ASSERT = 6;
export const ASYNC = 7;
export const AWAIT = 8;
export const BREAK = 9;
export const CLASS_WORD = 10;
export const CONTINUE = 11;
export const DEF = 12;
export const DEL = 13;
export const ELIF = 14;
export const ELSE = 15;
export const EXCEPT = 16;
export const FINALLY = 17;
export const FOR = 18;
export const FROM = 19;
export const GLOBAL = 20;
export const IF = 21;
export const IMPORT = 22;
export const IN = 23;
export const IS = 24;
export const LAMBDA = 25;
export const NONLOCAL = 26;
export const NOT = 27;
export const OR = 28;
export const PASS = 29;
export const RAISE = 30;
export const RETURN = 31;
export const TRY = 32;
export const WHILE = 33;
export const WITH = 34;
export const YIELD = 35;
/** Each begins the header of a block, or goes on with the statement above it. */
export const BLOCK_WORDS: ReadonlySet<number> = new Set([
  ...[IF, ELIF, ELSE, FOR, WHILE, TRY, EXCEPT, FINALLY, WITH, DEF, CLASS_WORD, ASYNC],
]);
/** From here on the words are ordinary names in most places (soft keywords). */
export const MATCH = 36;
export const CASE = 37;
export const TYPE = 38;

const LONGEST = 8;
const slotOf = (length: number, first: number, last: number) => (first + last * 4 + length * 19) & 255;
const slots = buildSlots();
const spellings = WORDS.map(word => Uint8Array.from(word, letter => letter.charCodeAt(0)));

function buildSlots(): Uint8Array {
  const table = new Uint8Array(256);
  for (const [number, word] of WORDS.entries()) {
    if (number === 0) continue;
    const slot = slotOf(word.length, word.charCodeAt(0), word.charCodeAt(word.length - 1));
    if (table[slot] !== 0) throw new Error(`The keyword table needs another hash: ${word}`);
    table[slot] = number;
  }
  return table;
}

/** Number of the word at `bytes[start, end)`, 0 when it is an ordinary name. */
export function findWord(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length < 2 || length > LONGEST) return 0;
  const number = at(slots, slotOf(length, byteAt(bytes, start), byteAt(bytes, end - 1)));
  if (number === 0) return 0;
  const spelling = spellings[number] as Uint8Array;
  if (spelling.length !== length) return 0;
  for (let i = 0; i < length; i++) if (spelling[i] !== bytes[start + i]) return 0;
  return number;
}
