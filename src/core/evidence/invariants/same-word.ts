import { type Definition, type Import, qualifiedName } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { outsideNames } from '../code/outside-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';
import { boundNamesBetween } from '../facts/bound-names.ts';

/** A file before the change, and its lines that differ. */
export interface Renaming {
  readonly file: PythonFile;
  readonly lines: ReadonlySet<number>;
}

/** Where the word that gets another name is another thing, or a part of one. */
export interface Other {
  readonly file: PythonFile;
  readonly start: number;
  readonly what: string;
}

interface Home {
  readonly path: string;
  /** The class or function around it; empty at the top of the module. */
  readonly around: string;
  readonly kind: 'module' | 'class' | 'function';
}

/**
 * One word may name several things, and only one of them is renamed: `get` as a function of the module and `d.get(…)`,
 * `f` and the letter of a format `"%f"`. `undefined`: all places that differ are shown to name one thing.
 */
export function findOtherMeaning(
  name: string,
  renamings: readonly Renaming[],
  before: WorkspaceVersion,
): Other | undefined {
  const homes = new Map<string, Home>();
  for (const { file, lines } of renamings)
    for (const [at, definition] of file.module.index.definitions.entries())
      if (definition.name === name && lines.has(definition.line)) {
        const home = homeOf(file.module.path, file.module.index.definitions, at);
        homes.set(`${home.path}:${home.around}`, home);
        if (homes.size > 1) return { file, start: definition.start, what: 'another definition' };
      }
  const [home] = homes.values();
  if (home?.kind === 'class') {
    const [first] = renamings;
    const own = renamings.find(({ file }) => file.module.path === home.path)?.file;
    if (first !== undefined && (isCommonMember(name, home, before) || hasOtherBase(own, home, before)))
      return { file: first.file, start: 0, what: 'a member of something else' };
  }
  for (const { file, lines } of renamings) {
    const found = otherNameIn(name, file, lines, home, before) ?? otherTextIn(name, file, lines);
    if (found !== undefined) return found;
  }
  return undefined;
}

function homeOf(path: string, definitions: readonly Definition[], at: number): Home {
  const parent = definitions[at]?.parent ?? -1;
  const { kind } = definitions[parent] ?? {};
  return {
    path,
    around: qualifiedName(definitions, parent),
    kind: parent < 0 ? 'module' : kind === 'class' ? 'class' : 'function',
  };
}

/** Another class has such a member, or what comes from outside of the workspace. */
function isCommonMember(name: string, home: Home, { snapshot }: WorkspaceVersion): boolean {
  if (BUILTIN_TYPES.some(type => outsideNames(`#${type}`)?.has(name) === true)) return true;
  for (const { path, index } of snapshot.modules.values())
    for (const [at, definition] of index.definitions.entries()) {
      if (definition.name !== name) continue;
      const other = homeOf(path, index.definitions, at);
      if (other.path !== home.path || other.around !== home.around) return true;
    }
  return false;
}

/** A base from outside of the workspace may have the member. */
function hasOtherBase(file: PythonFile | undefined, home: Home, { snapshot }: WorkspaceVersion): boolean {
  if (file === undefined) return true;
  const { definitions } = file.module.index;
  const own = definitions.find(
    ({ kind }, at) => kind === 'class' && qualifiedName(definitions, at) === home.around,
  );
  if (own === undefined) return true;
  const named = file.range(own.head, own.body).filter(({ kind, word: each }) => kind === NAME && each === 0);
  const bases = new Set(named.slice(1).map(({ text }) => text));
  for (const each of ['object', 'ABC']) bases.delete(each);
  if (bases.size === 0) return false;
  for (const { index } of snapshot.modules.values())
    for (const { kind, name } of index.definitions) if (kind === 'class') bases.delete(name);
  return bases.size > 0;
}

const BUILTIN_TYPES = ['str', 'bytes', 'list', 'dict', 'set', 'frozenset', 'tuple', 'int', 'float'];

function otherNameIn(
  name: string,
  file: PythonFile,
  lines: ReadonlySet<number>,
  home: Home | undefined,
  before: WorkspaceVersion,
): Other | undefined {
  const { tokens } = file;
  for (const at of placesOf(file, name)) {
    const start = tokens.start(at);
    if (!lines.has(file.lineOf(start))) continue;
    const what = otherAt(file, at, home, before);
    if (what !== undefined) return { file, start, what };
  }
  return undefined;
}

function otherAt(
  file: PythonFile,
  at: number,
  home: Home | undefined,
  version: WorkspaceVersion,
): string | undefined {
  const { tokens, module } = file;
  const start = tokens.start(at);
  const statement = module.index.imports.find(each => each.start <= start && start < each.end);
  if (statement !== undefined) {
    const isOwn = statement.kind === 'from' && isOfHome(file, statement, tokens.text(at), home, version);
    return isOwn ? undefined : 'imported from elsewhere';
  }
  if (tokens.op(at - 1) === op.DOT) {
    if (home?.kind === 'class') return isOwnMember(file, at, home) ? undefined : 'a member of something else';
    return home?.kind === 'module' && isOfModule(file, at, version) ? undefined : 'an attribute';
  }
  const isArgument =
    tokens.op(at + 1) === op.ASSIGN &&
    (tokens.op(at - 1) === op.PAREN_OPEN || tokens.op(at - 1) === op.COMMA);
  if (isArgument && !isInHeader(file, start)) return 'the name of an argument';
  const isParameter = tokens.word(at - 1) !== word.DEF && bindsIn(file, at) && isInHeader(file, start);
  if (isOfLambda(file, at)) return 'a parameter';
  const around = functionAround(file, at);
  if (home?.kind === 'module') {
    const isOwn = around === undefined && file.module.path === home.path;
    return (isOwn && !isParameter) || !bindsIn(file, at) ? undefined : 'a local name';
  }
  if (home?.kind === 'class')
    return around === undefined && !isParameter && file.module.path === home.path
      ? undefined
      : 'a name outside of its class';
  return around === undefined ? 'a name without a definition' : sharedBy(file, at, around);
}

/** On a line with a lambda that has a parameter of the name. */
function isOfLambda({ tokens }: PythonFile, at: number): boolean {
  let from = at;
  while (from > 0 && tokens.kind(from - 1) >= NAME) from--;
  for (let i = from; tokens.kind(i) >= NAME; i++) {
    if (tokens.word(i) !== word.LAMBDA) continue;
    for (let each = i + 1; tokens.kind(each) >= NAME && tokens.op(each) !== op.COLON; each++)
      if (tokens.text(each) === tokens.text(at)) return true;
  }
  return false;
}

/** `self.name`, `cls.name` and `Class.name`: of other objects it is not known what they are. */
function isOwnMember({ tokens }: PythonFile, at: number, home: Home): boolean {
  if (tokens.op(at - 3) === op.DOT) return false;
  const owner = tokens.text(at - 2);
  return owner === 'self' || owner === 'cls' || owner === home.around;
}

/** An import of the name itself, from where it is defined. */
function isOfHome(
  { module }: PythonFile,
  statement: Import,
  name: string,
  home: Home | undefined,
  { graph }: WorkspaceVersion,
): boolean {
  if (home?.kind !== 'module' || !statement.names.some(each => each.name === name)) return false;
  if (statement.module.split('.').includes(name)) return false;
  const target = graph.fromImport(module, statement, name);
  return target?.kind === 'definition' && target.module.path === home.path;
}

/** A local name is one thing only inside of one function. */
function sharedBy(file: PythonFile, at: number, around: Definition): string | undefined {
  const { tokens } = file;
  for (const each of placesOf(file, tokens.text(at)))
    if (tokens.start(each) < around.start || tokens.start(each) >= around.end)
      return 'a name of another function';
  return undefined;
}

/** Whether the statement, or the header, binds the name here. */
function bindsIn({ tokens }: PythonFile, at: number): boolean {
  let [from, to] = [at, at];
  while (from > 0 && tokens.kind(from - 1) >= NAME) from--;
  while (to < tokens.length && tokens.kind(to) >= NAME) to++;
  return boundNamesBetween(tokens, from, to).includes(tokens.text(at));
}

const isFunction = ({ kind }: Definition): boolean =>
  kind === 'function' || kind === 'method' || kind === 'property';

/** The outermost function around a name, its header included; its own name stands outside of it. */
function functionAround({ module, tokens }: PythonFile, at: number): Definition | undefined {
  const start = tokens.start(at);
  const isOwnName = tokens.word(at - 1) === word.DEF;
  return module.index.definitions.find(
    each =>
      isFunction(each) &&
      each.head <= start &&
      start < each.end &&
      !(isOwnName && start < each.body && each.name === tokens.text(at)),
  );
}

const isInHeader = ({ module }: PythonFile, start: number): boolean =>
  module.index.definitions.some(each => isFunction(each) && each.head <= start && start < each.body);

/** `m.name`, where `m` is a module of the workspace. */
function isOfModule({ tokens, module }: PythonFile, at: number, { graph }: WorkspaceVersion): boolean {
  let first = at;
  while (tokens.op(first - 1) === op.DOT && tokens.isName(first - 2)) first -= 2;
  const owner = tokens.text(first);
  return (
    first < at &&
    module.index.imports.some(statement =>
      statement.names.some(({ name, alias }) => {
        if (statement.kind === 'import')
          return (alias ?? name.split('.')[0]) === owner && graph.findModule(name, module) !== undefined;
        return (alias ?? name) === owner && graph.fromImport(module, statement, name)?.kind === 'module';
      }),
    )
  );
}

/** In a text but a docstring it may be data, code or a letter of an escape. */
function otherTextIn(name: string, file: PythonFile, lines: ReadonlySet<number>): Other | undefined {
  const { tokens } = file;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) !== STRING) continue;
    const [start, end] = [tokens.start(i), tokens.end(i)];
    const text = file.copy(start, end);
    if (!text.includes(name) || !text.split(WORDS).includes(name) || !touches(file, start, end, lines))
      continue;
    const isDocstring = tokens.kind(i - 1) < NAME && tokens.kind(i + 1) < NAME;
    if ((!isDocstring && !isOffered(file, start)) || text.includes(`\\${name}`))
      return { file, start, what: 'a part of a text' };
  }
  return undefined;
}

const WORDS = /[^\p{L}\p{N}_]+/u;

function touches(file: PythonFile, start: number, end: number, lines: ReadonlySet<number>): boolean {
  const last = file.lineOf(end - 1);
  for (let line = file.lineOf(start); line <= last; line++) if (lines.has(line)) return true;
  return false;
}

/** In `__all__`. */
const isOffered = ({ module }: PythonFile, start: number): boolean =>
  module.index.definitions.some(
    ({ name, start: from, end }) => name === '__all__' && from <= start && start < end,
  );
