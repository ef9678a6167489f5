import type { Import } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { rootOf } from '../code/dotted-names.ts';
import { closureOfAll } from '../code/imported-modules.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { boundNames } from '../facts/bound-names.ts';
import { isNear } from './import-closure.ts';
import { importsByText, namesOfChanged } from './imports-by-text.ts';
import { foldersOf, goingThrough, namingFile, OPENING, READ } from './named-files.ts';
import type { Obstacle } from './obstacle.ts';

/** Words by which a program asks for the text of its own code, or for the places of it. */
const READING: ReadonlySet<string> = new Set(
  (
    'getsource getsourcelines getsourcefile getcomments findsource getblock linecache getframeinfo ' +
    'extract_stack extract_tb co_lines co_positions co_lnotab co_linetable'
  ).split(' '),
);
/** Words by which it asks for nothing but the line of something. */
const LINES: ReadonlySet<string> = new Set(['f_lineno', 'tb_lineno', 'co_firstlineno']);
/** Words that have to be looked at more closely. */
const OTHER_WORDS = 'get_source __file__ __spec__ argv lineno stack __code__'.split(' ');
/** By these a module reads others that it does not import. */
const OF_ANY_FILE = ['getsource', 'findsource', 'linecache'];
/** Modules and words beside which a `lineno` says where code stands. */
const OF_FRAMES =
  'inspect traceback tracemalloc catch_warnings WarningMessage recwarn warns assertWarns showwarning'.split(
    ' ',
  );
/** Of templates it is another one. */
const OF_LOADERS = ['__loader__', '__spec__', 'find_spec', 'get_loader', 'zipimport'];
/** Modules of the standard library that show on which line code stands. */
const READING_LINES = /^(?:dis|trace)$/;
/** Packages that show comments as help, or run the code in them. */
const READING_COMMENTS = /^(?:tyro|simple_parsing|tap|pyrallis|draccus|jsonargparse|icecream|cogapp)$/;

/**
 * Where a changed module, or one that imports it or that it imports, reads what a comment or a line more changes, and
 * where any module opens a file of its name. What it does with that is not looked at.
 */
export async function findSourceReader(versions: TwoVersions): Promise<Obstacle | undefined> {
  const paths = versions.changedPaths;
  const names = [...paths].map(path => path.slice(path.lastIndexOf('/') + 1));
  const folders = new Set([...paths].flatMap(foldersOf));
  const imported = closureOfAll(
    versions.changed.flatMap(({ after }) => after?.module ?? []),
    versions.after,
  );
  const modules = namesOfChanged(versions.changed);
  const change: Change = { paths, movesCode: movesCode(versions) };
  let known: ReadonlySet<string> | undefined;
  const called = () => {
    known ??= methodsCalled(versions);
    return known;
  };
  for (const version of [versions.before, versions.after])
    for (const module of version.snapshot.modules.values()) {
      if (version.side === 'before' && !paths.has(module.path)) continue;
      const file = await versions.open(module, version.side);
      const isAround =
        isNear(module, version, paths) ||
        imported.has(module.path) ||
        (file !== undefined && importsByText(file, modules) !== undefined);
      const reader = isAround
        ? module.index.imports.find(each => importsAny(each, READING_COMMENTS))
        : undefined;
      if (reader !== undefined || (isAround && file?.mentions('[[[cog') === true))
        return {
          reason: `${module.path} has comments read`,
          place: { file: module.path, line: reader?.line ?? 1, side: version.side },
        };
      const mayRead = isAround || OF_ANY_FILE.some(each => file?.mentions(each) === true);
      const start =
        file &&
        ((isAround ? module.index.imports.find(each => importsAny(each, READING_LINES))?.start : undefined) ??
          (mayRead ? readingAt(file, change) : askingCaller(file, called, change)) ??
          namingFile(file, names, folders) ??
          goingThrough(file, folders));
      if (file !== undefined && start !== undefined)
        return {
          reason: `${module.path} reads source text or line numbers`,
          place: placeIn(file, start, version.side),
        };
    }
  return undefined;
}

const importsAny = ({ kind, module, names }: Import, wanted: RegExp): boolean =>
  (kind === 'from' ? [module] : names.map(({ name }) => name)).some(name =>
    wanted.test(name.split('.')[0] ?? ''),
  );

/** What of a change matters to who reads code. */
interface Change {
  readonly paths: ReadonlySet<string>;
  /** Some code stands on another line. */
  readonly movesCode: boolean;
}

/** A comment behind code, or in the place of another one, leaves all code where it stands. */
const movesCode = ({ changed }: TwoVersions): boolean =>
  changed.some(
    ({ before, after }) => before === undefined || after === undefined || !standsWhereItStood(before, after),
  );

function standsWhereItStood(before: PythonFile, after: PythonFile): boolean {
  const { tokens } = before;
  if (tokens.length !== after.tokens.length) return false;
  for (let i = 0; i < tokens.length; i++)
    if (tokens.kind(i) >= NAME && before.lineOf(tokens.start(i)) !== after.lineOf(after.tokens.start(i)))
      return false;
  return true;
}

/** Words that ask for the line of who called. */
const OF_CALLERS = ['f_lineno', 'getframeinfo', 'extract_stack'];

/** Where a file asks for the line of its caller, and has a function that changed files call on something: `o.log()`. */
function askingCaller(
  file: PythonFile,
  called: () => ReadonlySet<string>,
  { movesCode }: Change,
): number | undefined {
  const words = OF_CALLERS.filter(each => movesCode || !LINES.has(each));
  if (!words.some(each => file.mentions(each))) return undefined;
  const { definitions } = file.module.index;
  const isCalled = definitions.some(
    ({ kind, name }) => (kind === 'function' || kind === 'method') && called().has(name),
  );
  return isCalled ? file.tokens.find(({ text }) => words.includes(text))?.start : undefined;
}

/** Names behind a dot that changed files call. */
function methodsCalled({ changed }: TwoVersions): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { before, after } of changed)
    for (const file of [before, after])
      for (let i = 1; file !== undefined && i < file.tokens.length; i++)
        if (file.tokens.op(i - 1) === op.DOT && file.tokens.op(i + 1) === op.PAREN_OPEN)
          found.add(file.tokens.text(i));
  return found;
}

function readingAt(file: PythonFile, { paths, movesCode }: Change): number | undefined {
  const isMentioned = [...READING, ...LINES, ...OTHER_WORDS].some(each => file.mentions(each));
  if (!isMentioned) return undefined;
  const isOwnChanged = paths.has(file.module.path);
  const asksFrames = OF_FRAMES.some(each => file.mentions(each));
  const { tokens } = file;
  for (let i = 0; i < tokens.length; i++) {
    if (!tokens.isName(i)) continue;
    const text = tokens.text(i);
    if (text === '__code__' && isGiven(tokens, i)) return tokens.start(i);
    // `inspect.stack()[1][2]`
    if (text === 'stack' && tokens.op(i + 1) === op.PAREN_OPEN && file.mentions('inspect'))
      return tokens.start(i);
    const isAsked = text === 'get_source' && tokens.word(i - 1) !== word.DEF;
    if (isAsked && OF_LOADERS.some(each => file.mentions(each))) return tokens.start(i);
    if (READING.has(text) || (text === 'lineno' && asksFrames)) return tokens.start(i);
    if (movesCode && LINES.has(text)) return tokens.start(i);
    if (text === '__spec__' && tokens.text(i + 2) === 'origin') return tokens.start(i);
    if (text === 'argv' && tokens.text(i + 2) === '0' && OPENING.has(tokens.text(i - 4)))
      return tokens.start(i);
    if (text === '__file__' && isRead(tokens, i) && (isOwnChanged || !isOwn(file, i))) return tokens.start(i);
  }
  return undefined;
}

/** `marshal.dumps(f.__code__)`: code as a whole says on which line it stands. */
function isGiven(tokens: PythonFile['tokens'], at: number): boolean {
  const before = tokens.op(rootOf(tokens, at) - 1);
  const next = tokens.op(at + 1);
  return (before === op.PAREN_OPEN || before === op.COMMA) && (next === op.PAREN_CLOSE || next === op.COMMA);
}

/** `__file__` of the module itself, and nothing but that. */
function isOwn(file: PythonFile, at: number): boolean {
  const { tokens } = file;
  const isAll = tokens.op(at + 1) === op.PAREN_CLOSE || tokens.op(at + 1) === op.COMMA;
  return rootOf(tokens, at) === at && isAll && !boundNames(file).has('__file__');
}

/** `open(__file__)`, `Path(m.__file__).read_text()` */
function isRead(tokens: PythonFile['tokens'], at: number): boolean {
  const from = rootOf(tokens, at);
  if (tokens.op(from - 1) !== op.PAREN_OPEN) return false;
  const isAsked = tokens.op(at + 1) === op.PAREN_CLOSE && tokens.op(at + 2) === op.DOT;
  return OPENING.has(tokens.text(from - 2)) || (isAsked && READ.has(tokens.text(at + 3)));
}
