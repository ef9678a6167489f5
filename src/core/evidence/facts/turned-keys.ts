import type { EvidencePlace } from '../../../generated/contracts.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { type ImportNeighbours, neighboursIn } from '../code/import-neighbours.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { Side, TwoVersions } from '../code/two-versions.ts';
import { keyPassagesIn } from './key-passages.ts';
import { changedWriters, type Writer, writesKeys } from './key-writers.ts';
import { cancel } from './left-of-both.ts';

/** Over how many imports a class or a dictionary may come to where its names are turned. */
const MOST_STEPS = 2;
/** Settings by which a library shows fields under other names, and functions that turn names. */
const OTHER_NAMES =
  /alias|camel|pascal|kebab|snake|^(?:data_key|db_column|serialized_name|rename\w*|humps|inflection|columns|set_axis|add_(?:pre|suf)fix|env_prefix|convert_(?:underscores|case))$/i;
/** Methods that make another text of a text. */
const TURNING =
  /^(?:upper|lower|title|capitalize|casefold|swapcase|replace|removeprefix|removesuffix|strip|lstrip|rstrip|translate|format|join|sub|split|partition)$/;

interface Turn {
  readonly text: string;
  /** What else must be the same for it to be as before. */
  readonly with?: string;
  readonly start: number;
}

/**
 * Where names are newly turned into others by code or by a library, in a file that has such names or is near to one: a
 * field `user_id` with `alias_generator=to_camel` is `userId` to everybody else.
 */
export async function findTurnedKeys(
  versions: TwoVersions,
): Promise<readonly { readonly reason: string; readonly place: EvidencePlace }[]> {
  const [gone, come] = cancel(
    turnsOf(versions, 'before'),
    turnsOf(versions, 'after'),
    turn => `${turn.text} ${turn.with}`,
  );
  const keys = new KeysNear(versions);
  for (const [turns, how, side] of [
    [come, 'new', 'after'],
    [gone, 'gone', 'before'],
  ] as const) {
    const firstOfFile = new Map(turns.toReversed().map(turn => [turn.file, turn]));
    for (const { text, file, start } of firstOfFile.values()) {
      if (!(await keys.isNear(file))) continue;
      const reason = `${text} is ${how}, and may show names such as …_id under others`;
      return [{ reason, place: placeIn(file, start, side) }];
    }
  }
  return writtenOtherwise(versions, keys);
}

/** Functions that give keys, and give something else now. */
async function writtenOtherwise(
  versions: TwoVersions,
  keys: KeysNear,
): Promise<readonly { readonly reason: string; readonly place: EvidencePlace }[]> {
  let writers: ReadonlyMap<PythonFile, readonly Writer[]> | undefined;
  for (const { after: own } of versions.changed)
    for (const file of own === undefined ? [] : [own, ...(await keys.filesNear(own))]) {
      if (own === undefined || !(await keys.isNear(file))) continue;
      writers ??= changedWriters(versions.changed);
      const writer = writers.get(own)?.find(({ name }) => file.mentionsName(name) && writesKeys(file, name));
      if (writer === undefined) continue;
      const reason = `${writer.name} gives keys, and may give names such as …_id otherwise now`;
      return [{ reason, place: placeIn(own, writer.start, 'after') }];
    }
  return [];
}

const turnsOf = ({ changed }: TwoVersions, side: Side) =>
  changed.flatMap(module => {
    const file = module[side];
    return file === undefined ? [] : turnsIn(file).map(turn => ({ ...turn, file }));
  });

/** Which files have such names, or are near to one that has; each is looked at once. */
class KeysNear {
  readonly #versions: TwoVersions;
  readonly #neighbours: ImportNeighbours;
  readonly #near = new Map<string, Promise<boolean>>();

  constructor(versions: TwoVersions) {
    this.#versions = versions;
    this.#neighbours = neighboursIn(versions.after);
  }

  isNear(file: PythonFile): Promise<boolean> {
    const known = this.#near.get(file.module.path) ?? this.#look(file);
    this.#near.set(file.module.path, known);
    return known;
  }

  async filesNear({ module: { path } }: PythonFile): Promise<readonly PythonFile[]> {
    const near = this.#neighbours.of(path, MOST_STEPS);
    const files = await Promise.all([...near].map(each => this.#versions.open(each, 'after')));
    return files.filter(file => file !== undefined);
  }

  async #look(file: PythonFile): Promise<boolean> {
    if (keyPassagesIn(file).length > 0) return true;
    for (const module of this.#neighbours.of(file.module.path, MOST_STEPS)) {
      const other = await this.#versions.open(module, 'after');
      if (other === undefined || keyPassagesIn(other).length > 0) return true;
    }
    return false;
  }
}

const turnsIn = (file: PythonFile): readonly Turn[] => file.once(readTurns);

function readTurns({ tokens }: PythonFile): readonly Turn[] {
  const found: Turn[] = [];
  const [isOtherName, isTurning, isColumn, isOption, isKey] = [
    namesOtherwise,
    turns,
    names,
    isOfOption,
    endsAsKey,
  ].map(each => tokens.asking(each)) as [Asked, Asked, Asked, Asked, Asked];
  for (let i = 0; i < tokens.length; i++) {
    if (isOtherName(i)) found.push({ text: tokens.text(i), start: tokens.start(i) });
    else if (isTurning(i) && (isInKey(tokens, i) || isBesideKey(tokens, i, isKey)))
      found.push({ text: `.${tokens.text(i)}()`, start: tokens.start(i) });
    else if (isOption(i) && tokens.op(i + 1) === op.PAREN_OPEN && isNearKey(tokens, i, isKey))
      found.push({ text: namesOfOption(tokens, i + 1), start: tokens.start(i) });
    else if (tokens.text(i) === 'env' && tokens.op(i + 1) === op.ASSIGN && isOfKey(tokens, i))
      found.push({
        text: `\`${tokens.text(i)}\` of a name`,
        with: tokens.key(i, i + 3),
        start: tokens.start(i),
      });
    else if (tokens.text(i) === 'metadata' && tokens.op(i + 1) === op.ASSIGN && isOfKey(tokens, i))
      found.push({
        text: '`metadata` of a name',
        with: tokens.key(i, tokens.argumentEnd(i)),
        start: tokens.start(i),
      });
    else if (isKey(i) && isTakenApart(tokens, i))
      found.push({ text: `${tokens.text(i)} in part`, start: tokens.start(i) });
    else if (isColumn(i) && tokens.kind(i + 2) === STRING && isOfKey(tokens, i))
      found.push({
        text: `\`${tokens.text(i)}\` of a name`,
        with: tokens.key(i, i + 3),
        start: tokens.start(i),
      });
  }
  return found;
}

type Asked = (index: number) => boolean;

/** `x_id = Column("other", …)` */
const names = (kind: number, text: string) => kind === NAME && /column$/i.test(text);

/** What makes an option of a program, which may give it another name than it has on the line. */
const isOfOption = (kind: number, text: string) =>
  kind === NAME && /^(?:add_)?(?:option|argument)$/i.test(text);
const endsAsKey = (kind: number, text: string) =>
  (kind === STRING || kind === NAME) && /(?:_id|_key|Id|Key)s?$/.test(text);

/** Such a name stands in the brackets, or in front of them on the same line. */
function isNearKey(tokens: CodeTokens, at: number, isKey: Asked): boolean {
  const close = tokens.closing(at + 1);
  for (let i = at + 1; i < close; i++) if (isKey(i) || /[-_](?:id|key)s?$/i.test(tokens.text(i))) return true;
  for (let i = firstOfLine(tokens, at); i < at; i++) if (isKey(i)) return true;
  return false;
}

/** The texts in the brackets that are like names. */
function namesOfOption(tokens: CodeTokens, open: number): string {
  const texts: string[] = [];
  const close = tokens.closing(open);
  for (let i = open; i < close; i++)
    if (tokens.kind(i) === STRING && /^\w*:[-\p{L}\p{M}\p{N}_/]+$/u.test(tokens.text(i)))
      texts.push(tokens.text(i));
  return texts.join(' ');
}

/** `"old_" + "user_id"`, and `del user_id`. */
const isTakenApart = (tokens: CodeTokens, at: number): boolean =>
  (tokens.kind(at) === STRING && (tokens.op(at - 1) === op.PLUS || tokens.op(at + 1) === op.PLUS)) ||
  (tokens.isName(at) && tokens.word(firstOfLine(tokens, at)) === word.DEL);

/** The first token of the line, as far as it is looked for. */
function firstOfLine(tokens: CodeTokens, at: number): number {
  let i = at;
  while (at - i < LONGEST_TARGET && tokens.kind(i - 1) >= NAME) i--;
  return i;
}

/** A method that turns texts, on a line where such names are written as texts. */
function isBesideKey(tokens: CodeTokens, at: number, isKey: Asked): boolean {
  if (tokens.op(at - 1) !== op.DOT || tokens.op(at + 1) !== op.PAREN_OPEN) return false;
  const isHere = (i: number) => tokens.kind(i) === STRING && isKey(i);
  for (let i = firstOfLine(tokens, at); i < at; i++) if (isHere(i)) return true;
  for (let i = at; i - at < LONGEST_TARGET && tokens.kind(i + 1) >= NAME; i++) if (isHere(i + 1)) return true;
  return false;
}

const isOfKey = (tokens: CodeTokens, at: number): boolean =>
  /(?:id|key)$/i.test(tokens.text(firstOfLine(tokens, at)));

const LONGEST_TARGET = 30;

/** As the name of an argument, or as a text in what a library is told of a field. */
const namesOtherwise = (kind: number, text: string) =>
  (kind === NAME && OTHER_NAMES.test(text)) || (kind === STRING && /^\w*:(?:data_key|alias)$/.test(text));
const turns = (kind: number, text: string) => kind === NAME && TURNING.test(text);

/** Whether what the call gives is a key: `d[k.upper()]`, `{k.upper(): v}`, `setattr(o, k.upper(), v)`. */
function isInKey(tokens: CodeTokens, at: number): boolean {
  if (tokens.op(at - 1) !== op.DOT || tokens.op(at + 1) !== op.PAREN_OPEN) return false;
  const behind = tokens.op(tokens.closing(at + 1) + 1);
  if (behind === op.BRACKET_CLOSE || behind === op.COLON) return true;
  return (behind === op.COMMA || behind === op.PAREN_CLOSE) && isNameOfMember(tokens, at);
}

/** In the second argument of `setattr` and the like, of which the first is a plain name. */
function isNameOfMember(tokens: CodeTokens, at: number): boolean {
  for (let i = at; i > at - 12 && i > 1; i--)
    if (/^(?:setattr|getattr|setdefault|get|pop)$/.test(tokens.text(i)) && tokens.op(i + 1) === op.PAREN_OPEN)
      return true;
  return false;
}
