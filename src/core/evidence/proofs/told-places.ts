import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import { rootOf } from '../code/dotted-names.ts';
import { isInImport } from '../code/import-entries.ts';
import { closureOf } from '../code/imported-modules.ts';
import { KeySet } from '../code/key-sets.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import { contentOf } from '../code/string-literal.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';
import type { DefinitionMatch, Move } from '../facts/definition-changes.ts';
import { bindingsOf } from './bindings.ts';
import type { Obstacle } from './obstacle.ts';

/** Words by which a function asks who called it. */
const OF_CALLERS: ReadonlySet<string> = new Set(
  '_getframe _getframemodulename currentframe f_back f_globals f_code extract_stack stack'.split(' '),
);
/** Words by which code asks in which module something is that it was given. */
const OF_PLACES: ReadonlySet<string> = new Set(
  '__module__ getmodule getfile getsourcefile co_filename __globals__'.split(' '),
);
/** By these all members of a module are found, which nothing mentions then. */
const LISTING = ['getmembers', 'getmembers_static', 'vars(', 'dir(', '__dict__', 'globals('];
/** Formats of messages that say which file has logged them. */
const LOGGED = ['%(module)', '%(filename)', '%(pathname)', '{module', '{filename', '{pathname'];
/** By these a filter or a handler asks where a record comes from. */
const OF_RECORDS = ['.module', '.pathname', '.filename', "'module'", '"module"'];
const LOGGED_IN_SETTINGS = /%\((?:module|filename|pathname)\)|\{(?:module|filename|pathname)[}:!]/;
const isLogger = (name: string): boolean => /log/i.test(name);
/** Functions that replace, or find, what a dotted text names. */
export const FINDING = ['patch', 'setattr', 'delattr', 'import_string', 'resolve_name', 'locate'];

/**
 * Who may notice where a definition is that moved: what it calls, where that asks for its caller; what is given it,
 * where that asks for its module; and a text in parts that names it, or what it uses, in its module
 * (`patch(f"{module}.open")`).
 */
export async function findToldPlace(
  versions: TwoVersions,
  { moves }: DefinitionMatch,
): Promise<Obstacle | undefined> {
  if (moves.length === 0) return undefined;
  const silent = new KeySet(versions.after.numbers);
  for (const move of moves) {
    const asking = await askingCallee(move, versions, silent);
    if (asking !== undefined) return asking;
  }
  const names = new Set(moves.flatMap(({ to }) => [to.name, ...to.units.flatMap(unit => [...unit.names])]));
  let asking: Obstacle | undefined;
  let isListed = false;
  let isLogged = false;
  let loader: Obstacle | undefined;
  let kept: Obstacle | undefined;
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    if (file === undefined) continue;
    const inParts = namedInParts(file, names);
    if (inParts !== undefined) return inParts;
    asking ??= findWord(file, OF_PLACES, 'asks in which module something is');
    loader ??= findLoader(file);
    isLogged ||=
      LOGGED.some(each => file.mentions(each)) ||
      (['logging', 'caplog'].some(each => file.mentions(each)) &&
        OF_RECORDS.some(each => file.mentions(each)));
    const timed = ['freeze_time', 'freezegun'].some(each => file.mentions(each)) && file.mentions('ignore');
    if (timed)
      return {
        reason: `${module.path} stops the time for some modules alone`,
        place: { file: module.path, line: 1, side: 'after' },
      };
    kept ??= givenToOthers(file, moves, versions);
    isListed ||= LISTING.some(each => file.mentions(each));
  }
  if (loader !== undefined || kept !== undefined) return loader ?? kept;
  const logs = moves.find(({ to }) => to.units.some(({ names: used }) => [...used].some(isLogger)));
  const isTold = async () =>
    isLogged || (await versions.otherTexts?.match(LOGGED_IN_SETTINGS, 'all')) !== undefined;
  const logging = logs !== undefined && (await isTold()) ? logs : undefined;
  if (logging !== undefined)
    return {
      reason: `${logging.to.name} moved, and what it logs may say in which module it is`,
      place: placeIn(logging.to.file, logging.to.units[0]?.start ?? 0, 'after'),
    };
  // Each file for each move: only where somebody asks at all.
  const givenAway =
    asking &&
    ((isListed ? moves[0] : moves.find(isClass))?.to.name ?? (await findGivenAway(moves, versions)));
  return asking !== undefined && givenAway !== undefined
    ? { ...asking, reason: `${givenAway} moved, and ${asking.reason}` }
    : undefined;
}

/** What moved and is given to something as a value, in whatever file. */
async function findGivenAway(moves: readonly Move[], versions: TwoVersions): Promise<string | undefined> {
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    const given = file && moves.find(({ to }) => isGiven(file, to.name));
    if (given !== undefined) return given.to.name;
  }
  return undefined;
}

const isClass = ({ to }: Move): boolean =>
  to.units.some(({ content }) => content.kind === 'definition' && content.definition.kind === 'class');

/**
 * What a definition uses of other modules, where these or what they import ask who called them.
 * @param silent modules that were looked at and ask for nothing; others are added
 */
async function askingCallee(
  { to }: Move,
  versions: TwoVersions,
  silent: KeySet,
): Promise<Obstacle | undefined> {
  const { graph, snapshot } = versions.after;
  const seen = new Set<string>();
  for (const name of to.units.flatMap(unit => [...unit.names])) {
    const target = graph.resolve(to.file.module, name);
    if (target?.kind !== 'definition' && target?.kind !== 'module') continue;
    const reached: WorkspaceModule = target.module;
    if (seen.has(reached.path)) continue;
    seen.add(reached.path);
    const own = target.kind === 'definition' ? await warningAt(target, versions) : undefined;
    if (own !== undefined) return { ...own, reason: `${to.name} moved, and ${own.reason}` };
    for (const path of [reached.path, ...closureOf(reached, versions.after).without(silent)]) {
      const module = snapshot.modules.get(path);
      const file = module && (await versions.open(module, 'after'));
      const found = file && findWord(file, OF_CALLERS, 'what it uses may ask who called it');
      if (found !== undefined) return { ...found, reason: `${to.name} moved, and ${found.reason}` };
      silent.add(path);
    }
  }
  return undefined;
}

const LOADING: ReadonlySet<string> = new Set([
  'import_module',
  '__import__',
  'run_module',
  'run_path',
  'resolve_name',
]);
/** By these what a module has is found, or the whole of it is given at once. */
const LOOKING = [
  'hasattr(',
  'getattr(',
  'vars(',
  'dir(',
  'getmembers',
  '__dict__',
  'run_module',
  'run_path',
  'resolve_name',
];

/** Where a module is loaded by a name that is put together, and then looked into: what moves there is found, too. */
function findLoader(file: PythonFile): Obstacle | undefined {
  if (![...LOADING].some(each => file.mentions(each)) || !LOOKING.some(each => file.mentions(each)))
    return undefined;
  const { tokens } = file;
  for (let i = 0; i < tokens.length; i++) {
    if (!LOADING.has(tokens.text(i)) || tokens.op(i + 1) !== op.PAREN_OPEN) continue;
    const isWritten = tokens.kind(i + 2) === STRING && /^(?:import_module|__import__)$/.test(tokens.text(i));
    const isWhole = op.closes(tokens.op(i + 3)) || tokens.op(i + 3) === op.COMMA;
    if (isWritten && isWhole) continue;
    const reason = `${file.module.path} looks into modules whose names it puts together, and may find what moved`;
    return { reason, place: placeIn(file, tokens.start(i), 'after') };
  }
  return undefined;
}

/** A function that warns about its caller. */
async function warningAt(
  { module, index }: { readonly module: WorkspaceModule; readonly index: number },
  versions: TwoVersions,
): Promise<Obstacle | undefined> {
  const file = await versions.open(module, 'after');
  const definition = module.index.definitions[index];
  if (file === undefined || definition === undefined || !file.mentions('stacklevel')) return undefined;
  const { start, end } = definition;
  const at = placesOf(file, 'stacklevel').find(
    i => start <= file.tokens.start(i) && file.tokens.start(i) < end,
  );
  return at === undefined
    ? undefined
    : { reason: 'what it uses warns about its caller', place: placeIn(file, file.tokens.start(at), 'after') };
}

function findWord(file: PythonFile, words: ReadonlySet<string>, reason: string): Obstacle | undefined {
  const { tokens } = file;
  if (![...words].some(each => file.mentions(each))) return undefined;
  for (let i = 0; i < tokens.length; i++) {
    // `getattr(o, "__module__")`
    if (tokens.kind(i) === STRING && words.has(contentOf(tokens.text(i))))
      return { reason, place: placeIn(file, tokens.start(i), 'after') };
    if (!tokens.isName(i) || !words.has(tokens.text(i))) continue;
    // Many things are called a stack.
    if (tokens.text(i) === 'stack' && !(tokens.op(i + 1) === op.PAREN_OPEN && file.mentions('inspect')))
      continue;
    // What a class or function says of itself asks for nothing.
    if (tokens.op(i + 1) !== op.ASSIGN) return { reason, place: placeIn(file, tokens.start(i), 'after') };
  }
  return undefined;
}

/** A function as a value: not called there, not asked for a member, and not only imported. */
function isGiven(file: PythonFile, name: string): boolean {
  if (!file.mentions(name)) return false;
  const { tokens, module } = file;
  // Elsewhere the name is that of something else.
  const isBound = bindingsOf(module).has(name);
  return placesOf(file, name).some(
    i =>
      (isBound || tokens.op(i - 1) === op.DOT) &&
      tokens.op(i + 1) !== op.PAREN_OPEN &&
      // `f.__code__` says where it is.
      (tokens.op(i + 1) !== op.DOT || tokens.text(i + 2).startsWith('__')) &&
      tokens.op(i - 1) !== op.AT &&
      !isInImport(module, tokens.start(i)),
  );
}

/** Where a function that moved is given to a package from outside, which may keep it by the name of its module. */
function givenToOthers(
  file: PythonFile,
  moves: readonly Move[],
  { after: { graph } }: TwoVersions,
): Obstacle | undefined {
  const { tokens, module } = file;
  for (const { to } of moves) {
    if (!file.mentions(to.name) || !isGiven(file, to.name)) continue;
    for (const at of placesOf(file, to.name)) {
      const open = callAround(tokens, at);
      if (open < 0 || isInImport(module, tokens.start(at))) continue;
      const callee = tokens.text(rootOf(tokens, open - 1));
      const target = graph.resolve(module, callee);
      const top = target?.kind === 'external' ? (target.name.split('.')[0] ?? '') : '';
      const isOwn =
        target?.kind === 'module' ||
        (target?.kind === 'definition' &&
          /^(?:function|class)$/.test(target.module.index.definitions[target.index]?.kind ?? ''));
      if (isOwn || STANDARD_LIBRARY.has(top) || (target === undefined && BUILTIN_NAMES.has(callee))) continue;
      return {
        reason: `${to.name} moved, and ${callee} may keep it by its module`,
        place: placeIn(file, tokens.start(at), 'after'),
      };
    }
  }
  return undefined;
}

/** The bracket of the call that something is an argument of, by itself or in a list; -1 for none. */
function callAround(tokens: CodeTokens, at: number): number {
  const isOfCall = (open: number) =>
    tokens.op(open) === op.PAREN_OPEN && (tokens.isName(open - 1) || op.closes(tokens.op(open - 1)));
  let open = tokens.opening(at);
  while (open >= 0 && !isOfCall(open)) open = tokens.opening(open);
  return open;
}

/** `f"{module}.open"`, `"%s.open" % module`, `module + ".open"`, where a function that replaces is near. */
function namedInParts(file: PythonFile, names: ReadonlySet<string>): Obstacle | undefined {
  if (!FINDING.some(each => file.mentions(each))) return undefined;
  const { tokens } = file;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) !== STRING) continue;
    const text = tokens.text(i);
    const at = text.lastIndexOf('.');
    const name = text.slice(at + 1);
    if (at < 0 || !names.has(name)) continue;
    const before = text.slice(text.indexOf(':') + 1, at);
    if (before === '' || before.endsWith('}') || before.endsWith('%s'))
      return {
        reason: `${name} may be named there in a module that definitions leave`,
        place: placeIn(file, tokens.start(i), 'after'),
      };
  }
  return undefined;
}
