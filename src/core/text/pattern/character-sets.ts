import { type CharacterTest, PatternFault } from './pattern-tree.ts';

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const SPACE = /\s/u;
const DIGIT = /\p{Nd}/u;

export const isWordCharacter: CharacterTest = c =>
  (c >= 97 && c <= 122) ||
  (c >= 65 && c <= 90) ||
  (c >= 48 && c <= 57) ||
  c === 95 ||
  (c > 127 && WORD.test(String.fromCodePoint(c)));
const isSpace: CharacterTest = c => SPACE.test(String.fromCodePoint(c));
const isDigit: CharacterTest = c => (c >= 48 && c <= 57) || (c > 127 && DIGIT.test(String.fromCodePoint(c)));
const not =
  (test: CharacterTest): CharacterTest =>
  c =>
    !test(c);

/** `\d`, `\w`, `\s` and what they leave out; characters of any script, as in Python. */
export const NAMED_SETS: Readonly<Record<string, CharacterTest>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWordCharacter,
  W: not(isWordCharacter),
  s: isSpace,
  S: not(isSpace),
};

export const CONTROL_ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, f: 12, v: 11, a: 7 };

/** The same character in the other case counts too. */
export function inEitherCase(test: CharacterTest): CharacterTest {
  return c => {
    if (test(c)) return true;
    const text = String.fromCodePoint(c);
    const [lower, upper] = [text.toLowerCase(), text.toUpperCase()];
    return (
      (lower !== text && [...lower].length === 1 && test(lower.codePointAt(0) ?? c)) ||
      (upper !== text && [...upper].length === 1 && test(upper.codePointAt(0) ?? c))
    );
  };
}

export function rangeTest(from: number, to: number): CharacterTest {
  if (to < from)
    throw new PatternFault(
      `the range ${String.fromCodePoint(from)}-${String.fromCodePoint(to)} is the wrong way round`,
    );
  return c => c >= from && c <= to;
}
