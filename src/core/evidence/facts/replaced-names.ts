import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { splitArguments } from '../code/call-shape.ts';
import { lastOf, rootOf } from '../code/dotted-names.ts';
import { readImports } from '../code/import-entries.ts';
import { filesMentioningAny } from '../code/mentions.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import { mayFailThere } from '../code/surroundings.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import type { BrokenImportFact } from './broken-imports.ts';
import type { LooksBroken } from './looks-broken.ts';
import { setsToldModules } from './sets-told-modules.ts';

/** Those of the names that some file of the workspace may give to a module, or put another thing in the place of. */
export async function findReplaced(
  versions: TwoVersions,
  names: ReadonlySet<string>,
  pause: () => Promise<void> = async () => undefined,
  isMeant: (path: string) => boolean = () => true,
  how: 'but by plain mocks' | 'mocks too' = 'but by plain mocks',
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (names.size === 0) return found;
  // Texts that a file may give to a function which sets names, and that is there somewhere.
  const told = new Set<string>();
  let hasHelper = false;
  const targets = new Set([
    ...versions.changed.flatMap(({ before, after }) => (before ?? after)?.module.segments.at(-1) ?? []),
    ...BUILTINS,
  ]);
  const mentioning = await filesMentioningAny(versions, names);
  for (const module of versions.after.snapshot.modules.values()) {
    await pause();
    if (!isMeant(module.path)) continue;
    const file = await versions.open(module, 'after');
    if (file === undefined) continue;
    const { texts, modules, isHelper } = file.once(readSetByText);
    if (modules.some(each => each === ANY || targets.has(each))) return names;
    if (file.once(setsToldModules)) return names;
    hasHelper ||= isHelper;
    if (!mentioning.has(file)) continue;
    // A plain mock takes whatever it is given.
    const isOfMocks = how === 'but by plain mocks' && isTestFile(module.path);
    const replaced = isOfMocks ? file.once(replacedByOther) : replacedIn(file);
    for (const name of names) if (replaced.has(name) || texts.has(name)) found.add(name);
    if (readImports(file).some(({ target }) => target.split('.').some(each => targets.has(each))))
      for (const text of file.once(wholeTexts)) if (names.has(text)) told.add(text);
  }
  return hasHelper ? new Set([...found, ...told]) : found;
}

/** What each text says as a whole, but for those of `__all__` and docstrings. */
function wholeTexts(file: PythonFile): ReadonlySet<string> {
  const { tokens } = file;
  const found = new Set<string>();
  const isAlone = (i: number) => tokens.kind(i - 1) < NAME && tokens.kind(i + 1) < NAME;
  for (const { content, from, to } of readUnits(file))
    for (let i = from; content.kind !== 'exports' && i < to; i++)
      if (tokens.kind(i) === STRING && !isAlone(i)) found.add(contentOf(tokens.text(i)));
  return found;
}

/** Whether the file puts something else in the place of the name. */
export function isReplaced(file: PythonFile, name: string): boolean {
  return file.mentionsName(name) && (replacedIn(file).has(name) || file.once(readSetByText).texts.has(name));
}

const BUILTINS = ['builtins', '__builtins__'];

interface SetByText {
  /** Words of all texts of a file that gives names which stand elsewhere in it. */
  readonly texts: ReadonlySet<string>;
  /** Modules, by the last part of their names, to which it may give any name. */
  readonly modules: readonly string[];
  /** It sets names of what a function of it is given. */
  readonly isHelper: boolean;
}

/** What a function calls a module that it is given; of `setattr(cls, name, value)` it is none. */
const MODULE_LIKE = /mod|pkg|package|namespace|target|^(?:m|ns)$/i;

/** Any module: `setattr(sys.modules[m], …)`. */
const ANY = '*';

const SETTERS = ['setattr', '__dict__', 'vars(', '__builtins__', 'init_globals', 'exec('];

/** `for n in NAMES: setattr(m, n, …)`, `m.__dict__.update(…)`, `exec(text, m.__dict__)`, `run_path(p, init_globals=…)`. */
function readSetByText(file: PythonFile): SetByText {
  const none: SetByText = { texts: new Set(), modules: [], isHelper: false };
  if (!SETTERS.some(each => file.mentions(each))) return none;
  const { tokens } = file;
  const targets = new Map(readImports(file).map(({ bound, target }) => [bound, target]));
  const modules: string[] = [];
  const isToldModules = file.mentions('sys.modules') || file.mentions('import_module');
  let [isSetting, isHelper] = [false, false];
  for (let i = 0; i < tokens.length; i++) {
    const path = targetOfSetter(tokens, i);
    if (path === undefined || OWN.test(path[0] ?? '')) continue;
    isSetting = true;
    const [root = '', ...further] = path;
    const name = further.at(-1) ?? lastOf(targets.get(root) ?? (BUILTINS.includes(root) ? root : ''));
    if (name !== '' && name !== 'modules') modules.push(name);
    else if (isToldModules && (name === 'modules' || MODULE_LIKE.test(root)) && isStoring(tokens, i))
      modules.push(ANY);
    else isHelper ||= MODULE_LIKE.test(root);
  }
  return isSetting ? { texts: wordsOfTexts(file), modules, isHelper } : none;
}

/** `setattr(…)`, `m.__dict__.update(…)`, not `m.__dict__` alone, which may only be read. */
function isStoring(tokens: PythonFile['tokens'], at: number): boolean {
  const end = tokens.op(at + 1) === op.PAREN_OPEN ? tokens.closing(at + 1) : at;
  return /setattr/.test(tokens.text(at)) || tokens.text(end + 2) === 'update';
}

/** What is given names that are not written there; empty where that is not told. */
function targetOfSetter(tokens: PythonFile['tokens'], at: number): readonly string[] | undefined {
  if (!tokens.isName(at)) return undefined;
  const text = tokens.text(at);
  const isCall = tokens.op(at + 1) === op.PAREN_OPEN;
  if (text === '__dict__')
    return tokens.op(at - 1) === op.DOT && isWritten(tokens, at) ? pathBefore(tokens, at - 2) : undefined;
  if (text === 'vars') return isCall ? pathFrom(tokens, at + 2).path : undefined;
  if (text === '__builtins__') return tokens.kind(at + 2) === STRING ? undefined : [text];
  if (text === 'init_globals' || (text === 'exec' && isCall && givesNames(tokens, at))) return [];
  if (text === '__setattr__') return isCall ? pathBefore(tokens, at - 2) : undefined;
  if (text !== 'setattr' || !isCall) return undefined;
  const { path, end } = pathFrom(tokens, at + 2);
  // A name that is written there is read with its line.
  const isNamed =
    tokens.kind(at + 2) === STRING || (tokens.kind(end + 1) === STRING && tokens.op(end + 2) === op.COMMA);
  return isNamed ? undefined : path;
}

/** `m.__dict__[n] = …`, `m.__dict__.update(…)`, `exec(text, m.__dict__)`: elsewhere it is only read. */
function isWritten(tokens: PythonFile['tokens'], at: number): boolean {
  if (tokens.op(at + 1) === op.BRACKET_OPEN) return tokens.op(tokens.closing(at + 1) + 1) === op.ASSIGN;
  if (/^(?:update|setdefault|__setitem__)$/.test(tokens.text(at + 2))) return true;
  return tokens.op(rootOf(tokens, at) - 1) === op.COMMA && tokens.op(at + 1) !== op.DOT;
}

/** `exec(text, names)` */
function givesNames(tokens: PythonFile['tokens'], at: number): boolean {
  for (let i = at + 2; i < tokens.closing(at + 1); i++) if (tokens.op(i) === op.COMMA) return true;
  return false;
}

function pathFrom(tokens: PythonFile['tokens'], from: number) {
  const path: string[] = [];
  let end = from;
  for (; tokens.isName(end); end += 2) {
    path.push(tokens.text(end));
    if (tokens.op(end + 1) !== op.DOT) return { path, end: end + 1 };
  }
  return { path: [], end };
}

function pathBefore(tokens: PythonFile['tokens'], last: number): readonly string[] {
  const root = rootOf(tokens, last);
  return tokens.isName(last) ? pathFrom(tokens, root).path.slice(0, (last - root) / 2 + 1) : [];
}

function wordsOfTexts(file: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  // Names with spaces or commas between them, or statements that bind some.
  for (const text of file.once(wholeTexts))
    if (/^[\p{L}\w\s,]+$|=/u.test(text))
      for (const each of text.match(/[\p{L}_]\w*/gu) ?? []) found.add(each);
  return found;
}

/** Names that the file puts something in the place of: `module.name = …`, `setattr`, `mock.patch`. */
export const replacedIn = (file: PythonFile): ReadonlySet<string> => file.once(readReplaced);

const BY_TEXT = /^(?:setattr|delattr|patch|globals|vars|__dict__|__builtins__|update)$/;
const isByText = (_: number, text: string): boolean => BY_TEXT.test(text);

/** The same without what only a mock stands for that takes any call. */
const replacedByOther = (file: PythonFile): ReadonlySet<string> => readReplaced(file, isMocked);

/** `patch("m.f")`, `@patch.object(C, "m", return_value=1)`: nothing is said of what it takes. */
function isMocked(tokens: PythonFile['tokens'], from: number, to: number): boolean {
  let isFound = false;
  for (let i = from; i < to; i++) {
    const text = tokens.text(i);
    if (!BY_TEXT.test(text)) continue;
    const isOfObject = tokens.text(i + 2) === 'object' && tokens.op(i + 1) === op.DOT;
    const open = isOfObject ? i + 3 : i + 1;
    if (text !== 'patch' || tokens.op(open) !== op.PAREN_OPEN) return false;
    const parts = splitArguments(tokens.brackets(open), 0);
    const given = parts.filter(part => part[1]?.op !== op.ASSIGN || part[0]?.text !== 'return_value');
    if (given.length !== (isOfObject ? 2 : 1)) return false;
    isFound = true;
  }
  return isFound;
}

const isNever = (): boolean => false;

function readReplaced({ tokens }: PythonFile, isMeantSo: typeof isMocked = isNever): ReadonlySet<string> {
  const found = new Set<string>();
  const isByTextAt = tokens.asking(isByText);
  let from = 0;
  for (let i = 0; i <= tokens.length; i++) {
    if (i < tokens.length && tokens.kind(i) >= NAME) continue;
    if (i > from && mayReplace(tokens, from, i, isByTextAt) && !isMeantSo(tokens, from, i))
      readLine(tokens, from, i, isByTextAt, found);
    from = i + 1;
  }
  return found;
}

/** A quick look before a line is read: it has an attribute, or sets one by a text. */
function mayReplace(
  tokens: PythonFile['tokens'],
  from: number,
  to: number,
  isByTextAt: (index: number) => boolean,
): boolean {
  for (let i = from; i < to; i++) if (tokens.op(i) === op.DOT || isByTextAt(i)) return true;
  return false;
}

/** Attributes that a line sets or deletes; of one that may do it by a text, all texts in it. */
function readLine(
  tokens: PythonFile['tokens'],
  from: number,
  to: number,
  isByTextAt: (index: number) => boolean,
  found: Set<string>,
): void {
  const assign = lastAssign(tokens, from, to);
  const isDeleting = tokens.word(from) === word.DEL;
  const texts: string[] = [];
  let mayBeByText = false;
  let isTarget = false;
  for (let i = from; i < to; i++) {
    const number = tokens.word(i);
    if (tokens.kind(i) === STRING) texts.push(tokens.text(i).split(/[.:]/).at(-1) ?? '');
    else if (isByTextAt(i)) mayBeByText = true;
    // `patch.multiple(module, name=…)`
    else if (mayBeByText && tokens.op(i + 1) === op.ASSIGN) texts.push(tokens.text(i));
    if (number === word.FOR || number === word.AS) isTarget = true;
    else if (number === word.IN || tokens.op(i) === op.COLON) isTarget = false;
    if (tokens.op(i - 1) !== op.DOT || i === from || OWN.test(tokens.text(i - 2))) continue;
    const next = tokens.op(i + 1);
    if (next === op.DOT || next === op.PAREN_OPEN || next === op.BRACKET_OPEN) continue;
    const isTyped = next === op.COLON && rootOf(tokens, i) === from;
    if (i < assign || isDeleting || isTarget || isTyped) found.add(tokens.text(i));
  }
  for (const each of mayBeByText ? texts : []) found.add(each);
}

/** Index of the last `=` or `+=` of a line that stands in no brackets; there it is behind the name of an argument. */
export function lastAssign(tokens: PythonFile['tokens'], from: number, to: number): number {
  let depth = 0;
  let last = -1;
  for (let i = from; i < to; i++) {
    const each = tokens.op(i);
    if (op.opens(each)) depth++;
    else if (op.closes(each)) depth--;
    else if (depth === 0 && op.assigns(each)) last = i;
  }
  return last;
}

/** Attributes of these are none of a module. */
const OWN = /^(?:self|cls)$/;

/** The name that an import looks for in vain. */
const soughtBy = ({ reason }: BrokenImportFact): string => / has no (\S+)$/.exec(reason)?.[1] ?? '';

/** Imports below a `return`, a `raise` and the like are not broken for certain. */
export async function withReach(
  brokenImports: readonly BrokenImportFact[],
  versions: TwoVersions,
): Promise<readonly BrokenImportFact[]> {
  return Promise.all(
    brokenImports.map(async each => {
      const module = versions.after.snapshot.modules.get(each.place.file);
      const file = module && each.isCertain ? await versions.open(module, 'after') : undefined;
      // Several may stand on the line.
      const statements = module?.index.imports.filter(
        ({ line, endLine }) => line <= each.place.line && each.place.line <= endLine,
      );
      if (file === undefined || statements === undefined) return each;
      const isReached = statements.every(
        ({ start }) => mayFailThere({ file, at: file.tokens.firstFrom(start) }) === undefined,
      );
      return isReached ? each : { ...each, isCertain: false };
    }),
  );
}

export const namesOf = ({ callers, brokenImports, undefinedNames }: LooksBroken): readonly string[] => [
  ...callers.flatMap(({ verdict, name }) => (verdict === 'broken' ? [lastOf(name)] : [])),
  ...brokenImports.map(soughtBy),
  ...undefinedNames.map(({ name }) => name),
];

export function withDoubts(
  { callers, brokenImports, undefinedNames }: LooksBroken,
  replaced: ReadonlySet<string>,
): LooksBroken {
  return {
    callers: callers.map(each =>
      each.verdict === 'broken' && replaced.has(lastOf(each.name))
        ? {
            ...each,
            verdict: 'not_checkable',
            reason: `${each.reason}, but another module gives it that name`,
          }
        : each,
    ),
    brokenImports: brokenImports.map(each =>
      replaced.has(soughtBy(each)) ? { ...each, isCertain: false } : each,
    ),
    undefinedNames: undefinedNames.map(each => (replaced.has(each.name) ? { ...each, cause: 'new' } : each)),
  };
}
