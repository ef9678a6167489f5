import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, codeKey } from '../code/code-tokens.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { type ChangedModule, isPython, type Side } from '../code/two-versions.ts';
import type { Unit } from '../code/units.ts';
import { readModuleUnits } from './definition-changes.ts';
import { WORD, wordsIn, wordsOf } from './key-changes.ts';
import { cancel } from './suppressions.ts';

interface Passage {
  readonly words: string;
  /** Everything that it says. */
  readonly code: string;
  /** None in a file that is not Python. */
  readonly unit: Unit | undefined;
  readonly place: EvidencePlace;
}

/** Every word that ends like such a name, and some more: the proof is that none of them is elsewhere. */
/** `user_id__in` asks for a key, too. */
const LIKE_A_KEY = /(?:id|key)s?(?:__[a-z_]{1,60})?$/i;

/**
 * Statements of the changed files whose names that end in `_id` or `_key` are not all there in the same order.
 * A statement that is the same, wherever it is now, is none of them; what is new beside them does not count.
 */
export function findOpenKeys(
  changed: readonly ChangedModule[],
  files: readonly FileChange[],
): readonly { readonly reason: string; readonly place: EvidencePlace }[] {
  const renamedFiles = files.flatMap(({ path, after }) => {
    const stem = path.split('/').at(-1)?.split('.')[0] ?? '';
    const reason = `${path} is gone, which may be a renaming`;
    return after === undefined && LIKE_A_KEY.test(stem)
      ? [{ reason, place: { file: path, line: 1, side: 'before' } as const }]
      : [];
  });
  const [edited, written] = cancel(
    passages(changed, files, 'before'),
    passages(changed, files, 'after'),
    ({ code }) => code,
  );
  const isUnder = (some: readonly Passage[], all: readonly Passage[]) => {
    let next = 0;
    for (const { words } of all) if (words === some[next]?.words) next++;
    return next === some.length;
  };
  if (isUnder(edited, written)) return renamedFiles;
  const [gone, come] = cancel(edited, written, ({ words }) => words);
  const [swapped] = gone.length === 0 ? edited : [];
  if (swapped !== undefined)
    return [
      ...renamedFiles,
      {
        reason: `${show(swapped.words)} and others stand in another order; whether renamed is not known`,
        place: swapped.place,
      },
    ];
  const open = gone.flatMap(({ words, unit, place }, i) => {
    const twin = come[i];
    if (
      twin !== undefined &&
      gone.length <= come.length &&
      isInsertion(unit?.tokens ?? [], twin.unit?.tokens ?? [])
    )
      return [];
    const shown = show(words);
    return [
      {
        reason: `${shown} ${shown.includes(',') ? 'do' : 'does'} not stand where before; whether renamed is not known`,
        place,
      },
    ];
  });
  return [...renamedFiles, ...open];
}

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

const show = (words: string): string =>
  words.startsWith(PUT_TOGETHER)
    ? 'what is put together from parts'
    : [...new Set(words.split(' '))].slice(0, 5).join(', ');

/** Begins what stands for names that no one has written as a whole. */
const PUT_TOGETHER = '\u0002';

/** Whether something was only put in, at one place and not into a dotted name. */
function isInsertion(before: readonly CodeToken[], after: readonly CodeToken[]): boolean {
  if (before.length === 0) return false;
  let start = 0;
  while (start < before.length && before[start]?.text === after[start]?.text) start++;
  const [last, next] = [before[start - 1], before[start]];
  if (last?.op === op.DOT || next?.op === op.DOT) return false;
  const left = before.length - start;
  const isSame = before.slice(start).every((token, i) => token.text === after[after.length - left + i]?.text);
  return isSame && !givesOtherName(after.slice(Math.max(0, start - 1), after.length - left));
}

/** Whether what is put in may say what is there another name: `as`, or a text in a call such as `Column("x_id")`. */
function givesOtherName(tokens: readonly CodeToken[]): boolean {
  return tokens.some(
    (token, i) =>
      (i > 0 && token.word === word.AS) ||
      (token.kind === STRING &&
        wordsOf(token).some(each => LIKE_A_KEY.test(each)) &&
        (tokens[i - 1]?.op === op.PAREN_OPEN || tokens[i - 1]?.op === op.ASSIGN)),
  );
}

function passages(
  changed: readonly ChangedModule[],
  files: readonly FileChange[],
  side: Side,
): readonly Passage[] {
  const found: Passage[] = [];
  for (const module of changed) {
    const file = module[side];
    if (file === undefined) continue;
    for (const { unit, words } of keyPassagesIn(file))
      found.push({ words, unit, code: `\u0000${unit.key}`, place: placeIn(file, unit.start, side) });
  }
  for (const change of files) {
    const bytes = isPython(change.path) ? undefined : change[side];
    const lines = (bytes && decodeUtf8(bytes))?.split(/\r\n|\n|\r/) ?? [];
    for (const [i, line] of lines.entries()) {
      const words = (line.match(WORD) ?? []).filter(word => LIKE_A_KEY.test(word)).join(' ');
      if (words !== '')
        found.push({
          words,
          unit: undefined,
          code: line.trim(),
          place: { file: change.path, line: i + 1, side },
        });
    }
  }
  return found;
}

/** The statements of a file that have such names, and these in order. */
export function keyPassagesIn(file: PythonFile): readonly { readonly unit: Unit; readonly words: string }[] {
  const known = keyPassages.get(file);
  if (known !== undefined) return known;
  const traitsAt = file.tokens.asking(traitsOf);
  const found: { readonly unit: Unit; readonly words: string }[] = [];
  for (const unit of readModuleUnits(file).units) {
    const words = keysIn(unit, traitsAt);
    if (words !== '') found.push({ unit, words });
  }
  keyPassages.set(file, found);
  return found;
}

const keyPassages = new WeakMap<PythonFile, ReturnType<typeof keyPassagesIn>>();

function keysIn(unit: Unit, traitsAt: (index: number) => Traits): string {
  const words: string[] = [];
  let [hasStart, hasEnd] = [false, false];
  const { tokens } = unit.file;
  for (let i = unit.from; i < unit.to; i++) {
    if (tokens.op(i + 1) === op.PAREN_OPEN && MAKING_KEYS.test(tokens.text(i)))
      words.push(targetBefore(unit, i));
    const traits = traitsAt(i);
    if (traits === NO_TRAITS) continue;
    // A name that is put together from parts is known by all of them.
    if (traits.isPart) return PUT_TOGETHER + codeKey(unit.tokens);
    hasStart ||= traits.isStart;
    hasEnd ||= traits.isEnd;
    if (hasStart && hasEnd) return PUT_TOGETHER + codeKey(unit.tokens);
    words.push(...traits.words);
  }
  // Two of them may have changed places in code that is the same otherwise: then the order tells.
  return words.join(' ');
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
