import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import { once } from '../../kernel/once.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { codeKey } from '../code/code-tokens.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule, Side } from '../code/two-versions.ts';
import type { Unit } from '../code/units.ts';
import { readModuleUnits } from './definition-changes.ts';
import { linesBesidePython, WORD, wordsIn } from './key-changes.ts';

export interface Passage {
  readonly words: readonly string[];
  /** The token of each word; none where they count with their whole statement. */
  readonly places: readonly number[];
  /** Everything that it says. */
  readonly code: string;
  /** None in a file that is not Python. */
  readonly unit: Unit | undefined;
  readonly place: EvidencePlace;
}

/** Every word that ends like such a name, and some more: the proof is that none is elsewhere; `user_id__in` asks for one, too. */
export const LIKE_A_KEY = /(?:id|key)s?(?:__[a-z_]{1,60})?$/i;

export function passages(
  changed: readonly ChangedModule[],
  files: readonly FileChange[],
  side: Side,
): readonly Passage[] {
  const found: Passage[] = [];
  for (const module of changed) {
    const file = module[side];
    if (file === undefined) continue;
    for (const { unit, words, places } of keyPassagesIn(file))
      found.push({ words, places, unit, code: `\u0000${unit.key}`, place: placeIn(file, unit.start, side) });
  }
  for (const { text, place } of linesBesidePython(files, side)) {
    const words = (text.match(WORD) ?? []).filter(word => LIKE_A_KEY.test(word));
    if (words.length > 0) found.push({ words, places: [], unit: undefined, code: text.trim(), place });
  }
  return found;
}

/** The statements of a file that have such names, and these in order. */
export const keyPassagesIn = once((file: PythonFile): readonly KeyPassage[] => {
  const traitsAt = file.tokens.asking(traitsOf);
  const found: KeyPassage[] = [];
  for (const unit of readModuleUnits(file).units) {
    const keys = keysIn(unit, traitsAt);
    if (keys.words.length > 0) found.push({ unit, ...keys });
  }
  return found;
});

type Keys = Pick<Passage, 'words' | 'places'>;
type KeyPassage = Keys & { readonly unit: Unit };

function keysIn(unit: Unit, traitsAt: (index: number) => Traits): Keys {
  const words: string[] = [];
  const places: number[] = [];
  const add = (word: string, at: number) => {
    words.push(word);
    places.push(at);
  };
  let [hasStart, hasEnd] = [false, false];
  const { tokens } = unit.file;
  for (let i = unit.from; i < unit.to; i++) {
    if (tokens.op(i + 1) === op.PAREN_OPEN && MAKING_KEYS.test(tokens.text(i))) add(targetBefore(unit, i), i);
    const traits = traitsAt(i);
    if (traits === NO_TRAITS) continue;
    // A name that is put together from parts is known by all of them.
    hasStart ||= traits.isStart;
    hasEnd ||= traits.isEnd;
    if (traits.isPart || (hasStart && hasEnd))
      return { words: [PUT_TOGETHER + codeKey(unit.tokens)], places: [] };
    for (const each of traits.words) add(each, i);
  }
  // Two of them may have changed places in code that is the same otherwise: then the order tells.
  return { words, places };
}

/** Fields for which a mapper makes a name more: `user = ForeignKey(…)` has `user_id`. */
const MAKING_KEYS = /^(?:ForeignKey|OneToOneField|ForeignKeyField|DeferredForeignKey|ReferenceField)$/;

/** The name that the line is assigned to. */
function targetBefore({ file: { tokens }, from }: Unit, at: number): string {
  let i = at;
  while (i > from && tokens.kind(i) >= NAME && tokens.op(i) !== op.ASSIGN) i--;
  return tokens.op(i) === op.ASSIGN ? tokens.text(i - 1) : '';
}

/** What a token may have to do with such names. */
interface Traits {
  /** A part of a name, which is put together from parts. */
  readonly isPart: boolean;
  /** A text such as `user_`, or `_` alone, to which an end may be added. */
  readonly isStart: boolean;
  readonly isEnd: boolean;
  readonly words: readonly string[];
}

const NO_TRAITS: Traits = { isPart: false, isStart: false, isEnd: false, words: [] };

function traitsOf(kind: number, text: string): Traits {
  const words = wordsIn(kind, text).filter(word => LIKE_A_KEY.test(word));
  // `X-User-Id`
  if (kind === STRING && text.includes('-'))
    words.push(...text.split(/[^\p{L}\p{M}\p{N}_-]+/u).filter(each => /-(?:id|key)s?$/i.test(each)));
  // `"User Id".lower().replace(" ", "_")`, `"user.id"`
  const [label] = kind === STRING ? (LABEL.exec(text.slice(text.indexOf(':') + 1)) ?? []) : [];
  if (label !== undefined) words.push(label.trim());
  if (kind !== STRING) return words.length === 0 ? NO_TRAITS : { ...NO_TRAITS, words };
  const traits: Traits = {
    isPart: isPart(text),
    isStart: text.endsWith('_'),
    isEnd: /:(?:id|key)s?$/i.test(text),
    words,
  };
  return traits.isPart || traits.isStart || traits.isEnd || words.length > 0 ? traits : NO_TRAITS;
}

/** A text of a few words, of which code may make one name. */
const LABEL = /^\s*[\p{L}\p{M}\p{N}_]+(?:[ ./:][\p{L}\p{M}\p{N}_]+){0,3}[ ./:](?:id|key)s?\s*$/iu;

/** A text such as `_id` to which the rest of a name is added, or that has letters by number. */
function isPart(text: string): boolean {
  const content = text.slice(text.indexOf(':') + 1);
  const isRest = /(?:^|%s|%\(\w+\)s|\})_(?:id|key)s?(?!\w)/i.test(content);
  return isRest || hasLettersByNumber(text);
}

/** A letter of such an end that is written by its number or its name: `"user\\x5fid"`, `"user_i\\144"`. */
function hasLettersByNumber(text: string): boolean {
  const quote = text.indexOf(':');
  if (text.slice(0, quote).includes('r')) return false;
  for (const [, two, four, eight, octal, name] of text.slice(quote + 1).matchAll(ESCAPE)) {
    if (name !== undefined && LETTER.test(name)) return true;
    const hex = two ?? four ?? eight;
    if (hex === undefined && octal === undefined) continue;
    const code = hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex, 16);
    if (OF_KEYS.test(String.fromCodePoint(Math.min(code, LAST_CODE)))) return true;
  }
  return false;
}

/** With those of a backslash itself, behind which none begins; `\\n{` is no name. */
const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|N\{([^}]*)\}|.)/gs;
const LETTER = /LETTER|LOW LINE/i;
const OF_KEYS = /[_idkeys]/i;
const LAST_CODE = 0x10_ff_ff;
/** Begins what stands for names that no one has written as a whole. */
export const PUT_TOGETHER = '\u0002';

interface Parts {
  /** A text such as `_id`. */
  readonly hasEnd: boolean;
  /** Texts of one word. */
  readonly texts: readonly { readonly text: string; readonly start: number }[];
}

export const partsIn = (file: PythonFile): Parts => file.once(readParts);

function readParts({ tokens }: PythonFile): Parts {
  const traitsAt = tokens.asking(traitsOf);
  const texts: { text: string; start: number }[] = [];
  let hasEnd = false;
  let [hasUnderscore, hasLast] = [false, false];
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) !== STRING) continue;
    const text = tokens.text(i);
    const [before, behind] = [tokens.op(i - 1), tokens.op(i + 1)];
    const { isPart, isEnd } = traitsAt(i);
    // `"user" + "Id"`
    const isAdded = before === op.PLUS || behind === op.PLUS;
    hasEnd ||= isPart || (isAdded && isEnd);
    // `"_".join([kind, "id"])`, `name.replace("x", "id")`
    hasUnderscore ||= text.endsWith('_') || JOINED.test(text);
    // So may a part that has a name: `S = "id"`.
    hasLast ||= isEnd && ((before === op.COMMA && behind !== op.COLON) || before === op.ASSIGN);
    const word = text.slice(text.indexOf(':') + 1);
    if (/^[\p{L}\p{M}\p{N}_]+$/u.test(word)) texts.push({ text: word, start: tokens.start(i) });
  }
  return { hasEnd: hasEnd || (hasUnderscore && hasLast), texts };
}

/** `{user}_{id}`, `%s_%s` */
const JOINED = /(?:\}|%s|%\(\w+\)s)_(?:\{|%)/;
