import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import { boundNamesBetween, eachLine } from '../facts/bound-names.ts';

/** These ask for a member by a text. */
const ASKING = /^(?:getattr|attrgetter|methodcaller|hasattr|setattr|delattr|__getattribute__|resolve_name)$/;
/** These make another text of one, or a text of letters. */
const TURNING =
  /^(?:lower|upper|title|capitalize|swapcase|casefold|replace|join|l?strip|rstrip|removeprefix|removesuffix|format|format_map|translate|decode|sub|subn|substitute|safe_substitute|chr|reversed|fromhex)$/;

/**
 * Whether a member is asked for by a text that was turned into another one, so that nothing in the file has to look like
 * its name: `getattr(o, "x_od_"[::-1])`, `getattr(o, name.replace("-", "_"))`.
 */
export function asksForTurned(file: PythonFile): boolean {
  return file.once(readTurned);
}

function readTurned({ tokens }: PythonFile): boolean {
  const turned = new Set<string>();
  eachLine(tokens, (from, to) => {
    if (isTurning(tokens, from, to, turned))
      for (const name of boundNamesBetween(tokens, from, to)) turned.add(name);
  });
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.op(i + 1) !== op.PAREN_OPEN || !tokens.isName(i) || !ASKING.test(tokens.text(i))) continue;
    const [from, to] = argumentsAt(tokens, i + 1);
    if (!beginsAsWritten(tokens, from, to) && isTurning(tokens, from, to, turned)) return true;
  }
  return false;
}

/** Whether a member is asked for by a text that stands elsewhere: `getattr(o, name)`. */
export const asksForGiven = (file: PythonFile): boolean => file.once(readGiven);

function readGiven({ tokens }: PythonFile): boolean {
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.op(i + 1) !== op.PAREN_OPEN || !tokens.isName(i) || !ASKING.test(tokens.text(i))) continue;
    const [from, to] = argumentsAt(tokens, i + 1);
    if (!beginsAsWritten(tokens, from, to)) return true;
  }
  return false;
}

/** Whether a file makes other texts of texts, for whomever. */
export const turnsTexts = (file: PythonFile): boolean => file.once(readTurning);

const readTurning = ({ tokens }: PythonFile): boolean => isTurning(tokens, 0, tokens.length, NOTHING);

const NOTHING: ReadonlySet<string> = new Set();

/** The letters and digits of a name, which most ways to turn it leave as they are. */
export const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** A text that is longer is prose, or data. */
const LONGEST_NAME = 60;

/**
 * The letters of texts that may become names, each with how they are written: `"do-it"`, `"DoIt"`, `"ti_od"` for a
 * name that is read backwards.
 */
export const textsByLetters = (file: PythonFile): ReadonlyMap<string, ReadonlySet<string>> =>
  file.once(readLetters);

function readLetters({ tokens }: PythonFile): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (letters: string, text: string) => {
    const known = found.get(letters) ?? new Set();
    known.add(text);
    found.set(letters, known);
  };
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) !== STRING) continue;
    const text = tokens.text(i);
    const content = text.slice(text.indexOf(':') + 1);
    const words =
      content.length > LONGEST_NAME ? [] : [content, ...content.split(/[^\w-]+/).filter(isJoined)];
    for (const each of words) {
      const letters = lettersOf(each);
      if (letters === '') continue;
      add(letters, each);
      add([...letters].reverse().join(''), each);
    }
  }
  return found;
}

/** A word of several: with a hyphen, or with a capital letter behind a small one. */
const isJoined = (word: string): boolean => /[a-z][A-Z]|\w-\w/.test(word);

/** Words that make a text, names that got such a text, and slices. */
function isTurning(tokens: CodeTokens, from: number, to: number, turned: ReadonlySet<string>): boolean {
  let [depth, brackets] = [0, -1];
  for (let i = from; i < to; i++) {
    if (tokens.isName(i)) {
      const text = tokens.text(i);
      if (tokens.op(i + 1) === op.PAREN_OPEN || tokens.op(i + 1) === op.COMMA) {
        if (TURNING.test(text)) return true;
      }
      if (turned.has(text) && tokens.op(i - 1) !== op.DOT) return true;
    }
    const operator = tokens.op(i);
    if (operator === op.BRACKET_OPEN) brackets = depth;
    if (op.opens(operator)) depth++;
    else if (op.closes(operator)) {
      depth--;
      if (depth === brackets) brackets = -1;
    } else if (operator === op.COLON && brackets === depth - 1 && brackets >= 0) return true;
  }
  return false;
}

/** The tokens that say the name: behind the first comma, or all where there is none. */
function argumentsAt(tokens: CodeTokens, open: number): readonly [from: number, to: number] {
  let depth = 0;
  let from = open + 1;
  for (let i = open; i < tokens.length; i++) {
    const operator = tokens.op(i);
    if (op.opens(operator)) depth++;
    else if (op.closes(operator)) {
      depth--;
      if (depth === 0) return [from, i];
    } else if (operator === op.COMMA && depth === 1 && from === open + 1) from = i + 1;
  }
  return [from, tokens.length];
}

/** A literal, or one to which something is added: its beginning is a part that is looked for. */
function beginsAsWritten(tokens: CodeTokens, from: number, to: number): boolean {
  if (tokens.kind(from) !== STRING) return false;
  const text = tokens.text(from);
  const next = tokens.op(from + 1);
  const isWhole = from + 1 === to || next === op.COMMA || next === op.PLUS;
  return isWhole && /^\w*:_*[A-Za-z]/.test(text);
}
