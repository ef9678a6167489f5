import { diffArrays } from 'diff';
import type { EvidencePlace, KeyChange } from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import { at } from '../../kernel/at.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import { type ChangedModule, isPython, type Side } from '../code/two-versions.ts';

/** `user_id`, `_key`, `order_ids`, `userId`, `apiKey`; not `id`, `void` or `monkey`. */
const KEY = /^(?:[\p{L}\p{M}\p{N}_]*(?:_(?:id|key|ID|KEY)|[\p{L}\p{M}\p{N}](?:Id|Key|ID|KEY))s?)$/u;
/** Letters of any script, as in `usér_id`. */
export const WORD = /[\p{L}\p{M}\p{N}_]+/gu;

export const isKeyName = (word: string): boolean => KEY.test(word);

export type KeyFact = KeyChange & {
  /** Why it may be another thing instead of another name; only without one it is a violation. */
  readonly doubt: string | undefined;
};

/** Where each key name is on one side, the first place of each, and the names of each Python file. */
interface Places extends Map<string, EvidencePlace> {
  readonly inFile: Map<PythonFile, ReadonlyMap<string, number>>;
}

/** Above this many different tokens a file is not compared token by token. */
const MOST_EDITS = 500;

/**
 * Names and words in strings that end in `_id` or `_key` (or `Id`, `Key`) and are in the change on one side
 * only, and those in whose place another name is. Names of functions, methods and classes do not count.
 */
export function compareKeys(
  changed: readonly ChangedModule[],
  files: readonly FileChange[],
): readonly KeyFact[] {
  const callables = namesOfCallables(changed);
  const before = collect(changed, files, 'before', callables);
  const after = collect(changed, files, 'after', callables);
  const renamed = changed.flatMap(module => findRenames(module, before, after, callables));
  const from = new Set(renamed.map(({ name }) => name));
  const to = new Set(renamed.map(change => change.to));
  const only = (
    side: Places,
    other: Places,
    told: ReadonlySet<string | undefined>,
    change: 'added' | 'removed',
  ) =>
    [...side].flatMap(([name, place]) =>
      other.has(name) || told.has(name) ? [] : [{ name, change, place, doubt: undefined }],
    );
  return [...renamed, ...only(before, after, from, 'removed'), ...only(after, before, to, 'added')];
}

function namesOfCallables(changed: readonly ChangedModule[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { before, after } of changed) {
    for (const { kind, name } of [before, after].flatMap(file => file?.module.index.definitions ?? []))
      if (kind === 'function' || kind === 'method' || kind === 'class') names.add(name);
  }
  return names;
}

function collect(
  changed: readonly ChangedModule[],
  files: readonly FileChange[],
  side: Side,
  callables: ReadonlySet<string>,
): Places {
  const inFile: Places['inFile'] = new Map();
  const places: Places = Object.assign(new Map<string, EvidencePlace>(), { inFile });
  const add = (word: string, place: () => EvidencePlace) => {
    if (isKeyName(word) && !callables.has(word) && !places.has(word)) places.set(word, place());
  };
  for (const module of changed) {
    const file = module[side];
    if (file === undefined) continue;
    const names = keyNamesIn(file);
    for (const [name, start] of names) add(name, () => placeIn(file, start, side));
    inFile.set(file, names);
  }
  for (const change of files) {
    const bytes = isPython(change.path) ? undefined : change[side];
    const lines = (bytes && decodeUtf8(bytes))?.split(/\r\n|\n|\r/) ?? [];
    for (const [i, line] of lines.entries())
      for (const [word] of line.matchAll(WORD)) add(word, () => ({ file: change.path, line: i + 1, side }));
  }
  return places;
}

/** The key names of a file, each with the byte of its first place. */
export function keyNamesIn(file: PythonFile): ReadonlyMap<string, number> {
  const known = keyNames.get(file);
  if (known !== undefined) return known;
  const names = new Map<string, number>();
  const { tokens } = file;
  const namesAt = tokens.asking(keyNamesOf);
  for (let i = 0; i < tokens.length; i++)
    for (const word of namesAt(i)) if (!names.has(word)) names.set(word, tokens.start(i));
  keyNames.set(file, names);
  return names;
}

const keyNames = new WeakMap<PythonFile, ReadonlyMap<string, number>>();

function keyNamesOf(kind: number, text: string): readonly string[] {
  const found = wordsIn(kind, text).filter(isKeyName);
  return found.length === 0 ? NONE : found;
}

const NONE: readonly string[] = [];

/** A name, or the words of a string. */
export function wordsIn(kind: number, text: string): readonly string[] {
  if (kind === NAME) return [text];
  if (kind !== STRING) return NONE;
  return text.slice(text.indexOf(':') + 1).match(WORD) ?? NONE;
}

export const wordsOf = ({ kind, text }: CodeToken): readonly string[] => wordsIn(kind, text);

/** Key names in whose place another name is, with everything around them as before. */
function findRenames(
  { before, after }: ChangedModule,
  allBefore: Places,
  allAfter: Places,
  callables: ReadonlySet<string>,
): readonly KeyFact[] {
  if (before === undefined || after === undefined) return [];
  // A name that is still there, or one that was there already: another use, not another name.
  const isGone = (name: string) => !callables.has(name) && !allAfter.has(name);
  // Comparing token by token costs more than everything else here.
  if (![...(allBefore.inFile.get(before)?.keys() ?? [])].some(isGone)) return [];
  const found = new Map<string, KeyFact>();
  const known = new Set(before.tokens.slice().flatMap(wordsOf));
  const pairs = replacedTokens(before.tokens.slice(), after.tokens.slice());
  for (const [old, now] of pairs) {
    const [oldWords, newWords] = [wordsOf(old), wordsOf(now)];
    if (old.kind !== now.kind || oldWords.length !== newWords.length) continue;
    for (const [i, name] of oldWords.entries()) {
      const to = newWords[i] ?? '';
      if (name === to || !isKeyName(name) || !isGone(name) || found.has(name)) continue;
      if (allBefore.has(to) || known.has(to)) continue;
      const doubt = doubtAboutRename([name, to], pairs, before, after);
      found.set(name, { name, change: 'renamed', to, place: placeIn(after, now.start, 'after'), doubt });
    }
  }
  return [...found.values()];
}

type Pairs = readonly (readonly [CodeToken, CodeToken])[];

/**
 * Another name for the same thing is wherever the old one was, and one of these places says what it names:
 * a parameter, an assignment, a keyword of what is made of keywords, an attribute that is set, or a string that is this
 * word alone.
 */
function doubtAboutRename(
  [name, to]: readonly [string, string],
  pairs: Pairs,
  before: PythonFile,
  after: PythonFile,
): string | undefined {
  const has = (token: CodeToken, each: string) => wordsOf(token).includes(each);
  const own = pairs.filter(([old, now]) => has(old, name) && has(now, to));
  const isEverywhere =
    before.tokens.filter(token => has(token, name)).length === own.length &&
    after.tokens.filter(token => has(token, to)).length === own.length;
  if (!isEverywhere) return 'it does not stand everywhere in its place';
  const isNaming = own.some(([old, now]) => {
    if (old.kind === STRING) return isWordAlone(old, name) && isWordAlone(now, to);
    const behind = after.tokens.firstFrom(now.end);
    const next = after.tokens.op(behind);
    return (
      isParameterOf(after, now) ||
      next === op.COLON ||
      (next === op.ASSIGN &&
        ((isKeyName(to) && isGivenSame(old, before, now, after)) || !isOption(after.tokens, behind)))
    );
  });
  return isNaming ? undefined : 'it may be another thing';
}

/** Whether the same stands behind the `=`, up to where the argument ends. */
function isGivenSame(old: CodeToken, before: PythonFile, now: CodeToken, after: PythonFile): boolean {
  const [i, j] = [before.tokens.firstFrom(old.end), after.tokens.firstFrom(now.end)];
  for (let k = 0; ; k++) {
    const sign = after.tokens.op(j + k);
    if (before.tokens.text(i + k) !== after.tokens.text(j + k)) return false;
    if (sign === op.COMMA || op.closes(sign) || after.tokens.kind(j + k) < NAME) return true;
  }
}

/** Which options a call is given: `Column(Integer, primary_key=True)` may have another one in its place. */
function isOption(tokens: CodeTokens, at: number): boolean {
  let depth = 0;
  for (let i = at - 1; i >= 0 && tokens.kind(i) >= NAME; i--) {
    if (op.closes(tokens.op(i))) depth++;
    else if (op.opens(tokens.op(i)) && --depth < 0) return !OF_KEYWORDS.test(tokens.text(i - 1));
  }
  return false;
}

/** What these are given are keys. */
const OF_KEYWORDS = /^(?:dict|OrderedDict|defaultdict|update|SimpleNamespace|Namespace)$/;

const isWordAlone = ({ text }: CodeToken, name: string): boolean =>
  text.slice(text.indexOf(':') + 1) === name;

/** In the header of a function. */
const isParameterOf = ({ module }: PythonFile, { start }: CodeToken): boolean =>
  module.index.definitions.some(
    ({ kind, head, body }) => (kind === 'function' || kind === 'method') && head <= start && start < body,
  );

/** Pairs of tokens, one standing where the other was. */
function replacedTokens(
  before: readonly CodeToken[],
  after: readonly CodeToken[],
): readonly (readonly [CodeToken, CodeToken])[] {
  const isSame = (a: CodeToken, b: CodeToken) => a.kind === b.kind && a.text === b.text;
  let start = 0;
  while (start < before.length && start < after.length && isSame(at(before, start), at(after, start)))
    start++;
  let [endBefore, endAfter] = [before.length, after.length];
  while (
    endBefore > start &&
    endAfter > start &&
    isSame(at(before, endBefore - 1), at(after, endAfter - 1))
  ) {
    endBefore--;
    endAfter--;
  }
  const parts = diffArrays(before.slice(start, endBefore), after.slice(start, endAfter), {
    comparator: isSame,
    maxEditLength: MOST_EDITS,
  });
  const pairs: [CodeToken, CodeToken][] = [];
  for (const [i, part] of (parts ?? []).entries()) {
    const next = parts?.[i + 1];
    if (!part.removed || !next?.added || part.value.length !== next.value.length) continue;
    for (const [j, old] of part.value.entries()) pairs.push([old, at(next.value, j)]);
  }
  return pairs;
}
