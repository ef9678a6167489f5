import { diffArrays } from 'diff';
import type { EvidencePlace, KeyChange } from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import { at } from '../../kernel/at.ts';
import { once } from '../../kernel/once.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { scopeDefinitions } from '../code/definitions-by-kind.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import { type ChangedModule, isPython, type Side, type TwoVersions } from '../code/two-versions.ts';

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
export async function compareKeys(
  versions: TwoVersions,
  files: readonly FileChange[],
): Promise<readonly KeyFact[]> {
  const { changed } = versions;
  const callables = namesOfCallables(changed);
  const before = collect(changed, files, 'before', callables);
  const after = collect(changed, files, 'after', callables);
  const renamed: KeyFact[] = [];
  for (const module of changed)
    for (const { isDeclared, ...fact } of findRenames(module, before, after, callables))
      renamed.push(
        isDeclared || fact.doubt !== undefined || !(await isKnownElsewhere(fact.to, versions))
          ? fact
          : { ...fact, doubt: `${fact.to} is another thing elsewhere, which may be meant` },
      );
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

/** Whether a file that does not change has the name: code that asks for it now may have asked for the wrong one before. */
async function isKnownElsewhere(
  name: string | undefined,
  { before, changedPaths, open }: TwoVersions,
): Promise<boolean> {
  for (const module of name === undefined ? [] : before.snapshot.modules.values())
    if (!changedPaths.has(module.path) && (await open(module, 'before'))?.mentions(name ?? '') === true)
      return true;
  return false;
}

/** One that is found, and whether a place where it stands declares it: a parameter, an assignment, a field. */
type Rename = KeyFact & { readonly isDeclared: boolean };

function namesOfCallables(changed: readonly ChangedModule[]): ReadonlySet<string> {
  const scopes = changed.flatMap(({ before, after }) =>
    [before, after].flatMap(file => (file === undefined ? [] : scopeDefinitions(file.module.index))),
  );
  return new Set(scopes.flatMap(({ kind, name }) => (kind === 'property' ? [] : [name])));
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
  for (const { text, place } of linesBesidePython(files, side))
    for (const [word] of text.matchAll(WORD)) add(word, () => place);
  return places;
}

/** The lines of changed files that are not Python. */
export function* linesBesidePython(
  files: readonly FileChange[],
  side: Side,
): Generator<{ readonly text: string; readonly place: EvidencePlace }> {
  for (const change of files) {
    const bytes = isPython(change.path) ? undefined : change[side];
    const lines = (bytes && decodeUtf8(bytes))?.split(/\r\n|\n|\r/) ?? [];
    for (const [i, text] of lines.entries()) yield { text, place: { file: change.path, line: i + 1, side } };
  }
}

/** The key names of a file, each with the byte of its first place. */
export const keyNamesIn = once(({ tokens }: PythonFile): ReadonlyMap<string, number> => {
  const names = new Map<string, number>();
  const namesAt = tokens.asking(keyNamesOf);
  for (let i = 0; i < tokens.length; i++) {
    const kind = tokens.kind(i);
    // Most are seen to be none by their last letter.
    const mayBe = kind === NAME ? LAST_LETTERS.includes(tokens.text(i).at(-1) ?? '') : kind === STRING;
    if (mayBe) for (const word of namesAt(i)) if (!names.has(word)) names.set(word, tokens.start(i));
  }
  return names;
});

function keyNamesOf(kind: number, text: string): readonly string[] {
  const found = wordsIn(kind, text).filter(isKeyName);
  return found.length === 0 ? NONE : found;
}

/** Of `id`, `key` and more than one of them. */
const LAST_LETTERS = 'dDyYsS';
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
): readonly Rename[] {
  if (before === undefined || after === undefined) return [];
  // A name that is still there, or one that was there already: another use, not another name.
  const isGone = (name: string) => !callables.has(name) && !allAfter.has(name);
  // Comparing token by token costs more than everything else here.
  if (![...(allBefore.inFile.get(before)?.keys() ?? [])].some(isGone)) return [];
  const found = new Map<string, Rename>();
  const known = new Set(before.tokens.slice().flatMap(wordsOf));
  const pairs = replacedTokens(before.tokens.slice(), after.tokens.slice());
  for (const [old, now] of pairs) {
    const [oldWords, newWords] = [wordsOf(old), wordsOf(now)];
    if (old.kind !== now.kind || oldWords.length !== newWords.length) continue;
    for (const [i, name] of oldWords.entries()) {
      const to = newWords[i] ?? '';
      if (name === to || !isKeyName(name) || !isGone(name) || found.has(name)) continue;
      if (allBefore.has(to) || known.has(to)) continue;
      const naming = namingOf([name, to], pairs, before, after);
      const place = placeIn(after, now.start, 'after');
      found.set(name, { name, change: 'renamed', to, place, ...naming });
    }
  }
  return [...found.values()];
}

type Pairs = readonly (readonly [CodeToken, CodeToken])[];

/**
 * Another name for the same thing is wherever the old one was, and one of these places says what it names:
 * a parameter, an assignment, a keyword of what is made of keywords, an attribute that is set, or a string that is this
 * word alone and a key.
 */
function namingOf(
  [name, to]: readonly [string, string],
  pairs: Pairs,
  before: PythonFile,
  after: PythonFile,
): Pick<Rename, 'doubt' | 'isDeclared'> {
  const has = (token: CodeToken, each: string) => wordsOf(token).includes(each);
  const own = pairs.filter(([old, now]) => has(old, name) && has(now, to));
  const isEverywhere =
    before.tokens.filter(token => has(token, name)).length === own.length &&
    after.tokens.filter(token => has(token, to)).length === own.length;
  if (!isEverywhere) return { doubt: 'it does not stand everywhere in its place', isDeclared: false };
  const isDeclared = own.some(
    ([old, now]) =>
      old.kind !== STRING && declares(after, now) && !isMadeAnew(before, old, after, now, [name, to]),
  );
  const isNaming =
    isDeclared ||
    own.some(([old, now]) =>
      old.kind === STRING
        ? isWordAlone(old, name) && isWordAlone(now, to) && isKeyOf(after.tokens, now)
        : isKeyName(to) && isGivenTo(after, now) && isGivenSame(old, before, now, after),
    );
  return { doubt: isNaming ? undefined : 'it may be another thing', isDeclared };
}

/** `token = login()` instead of `api_key = read()` in a function: another thing, made by other code. */
function isMadeAnew(
  before: PythonFile,
  old: CodeToken,
  after: PythonFile,
  now: CodeToken,
  [name, to]: readonly [string, string],
): boolean {
  const { tokens } = after;
  let [i, j] = [before.tokens.indexOf(old), tokens.indexOf(now)];
  const isLocal =
    tokens.op(j + 1) === op.ASSIGN && tokens.kind(j - 1) < NAME && isInFunction(after, now.start);
  if (!isLocal) return false;
  for (; tokens.kind(j) >= NAME && before.tokens.kind(i) >= NAME; i++, j++) {
    const [was, is] = [before.tokens.text(i), tokens.text(j)];
    if (was !== is && !(was.includes(name) && is.includes(to))) return true;
  }
  return tokens.kind(j) !== before.tokens.kind(i);
}

const isInFunction = ({ module }: PythonFile, start: number): boolean =>
  module.index.definitions.some(
    ({ kind, body, end }) =>
      (kind === 'function' || kind === 'method' || kind === 'property') && body <= start && start < end,
  );

/** `row["x"]`, `{"x": 1}`, `row.get("x")`, `getattr(o, "x")`: other texts are values such as any. */
function isKeyOf(tokens: CodeTokens, token: CodeToken): boolean {
  const at = tokens.indexOf(token);
  const [before, behind] = [tokens.op(at - 1), tokens.op(at + 1)];
  if (behind === op.COLON) return before === op.BRACE_OPEN || before === op.COMMA;
  if (before === op.BRACKET_OPEN && behind === op.BRACKET_CLOSE)
    return tokens.isName(at - 2) || op.closes(tokens.op(at - 2));
  if (before === op.PAREN_OPEN) return tokens.op(at - 3) === op.DOT && GETTING.test(tokens.text(at - 2));
  return before === op.COMMA && tokens.op(at - 3) === op.PAREN_OPEN && OF_MEMBER.test(tokens.text(at - 4));
}

const GETTING = /^(?:get|pop|setdefault|getlist)$/;
const OF_MEMBER = /^(?:get|set|has|del)attr$/;

const isGivenTo = ({ tokens }: PythonFile, token: CodeToken): boolean =>
  tokens.op(tokens.indexOf(token) + 1) === op.ASSIGN;

/** A parameter, a name with an annotation, or one that is assigned to. */
function declares(file: PythonFile, token: CodeToken): boolean {
  const behind = file.tokens.indexOf(token) + 1;
  const next = file.tokens.op(behind);
  return (
    isParameterOf(file, token) ||
    (next === op.COLON && beginsLine(file.tokens, behind - 1)) ||
    (next === op.ASSIGN && !isOption(file.tokens, behind))
  );
}

/** `user_id: int` and `self.user_id: int`; other colons end a header, or stand in brackets. */
function beginsLine(tokens: CodeTokens, at: number): boolean {
  let i = at;
  while (tokens.op(i - 1) === op.DOT) i -= 2;
  return tokens.kind(i - 1) < NAME;
}

/** Whether the same stands behind the `=`, up to where the argument ends. */
function isGivenSame(old: CodeToken, before: PythonFile, now: CodeToken, after: PythonFile): boolean {
  const [i, j] = [before.tokens.indexOf(old) + 1, after.tokens.indexOf(now) + 1];
  for (let k = 0; ; k++) {
    const sign = after.tokens.op(j + k);
    if (before.tokens.text(i + k) !== after.tokens.text(j + k)) return false;
    if (sign === op.COMMA || op.closes(sign) || after.tokens.kind(j + k) < NAME) return true;
  }
}

/** Which options a call is given: `Column(Integer, primary_key=True)` may have another one in its place. */
function isOption(tokens: CodeTokens, at: number): boolean {
  const open = tokens.opening(at);
  return open >= 0 && !OF_KEYWORDS.test(tokens.text(open - 1));
}

/** What these are given are keys. */
const OF_KEYWORDS = /^(?:dict|OrderedDict|defaultdict|update|SimpleNamespace|Namespace)$/;

const isWordAlone = ({ text }: CodeToken, name: string): boolean =>
  text.slice(text.indexOf(':') + 1) === name;

/** A name of a parameter, in the header of a function: no default and no annotation. */
function isParameterOf({ module, tokens }: PythonFile, token: CodeToken): boolean {
  const { start } = token;
  const before = tokens.op(tokens.indexOf(token) - 1);
  const isName = [op.PAREN_OPEN, op.COMMA, op.STAR, op.DOUBLE_STAR].includes(before);
  return (
    isName &&
    module.index.definitions.some(
      ({ kind, head, body }) => (kind === 'function' || kind === 'method') && head <= start && start < body,
    )
  );
}

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
