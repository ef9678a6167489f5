import type { Definition, Import } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import { isBoundByImportsOnly } from '../facts/bound-names.ts';
import { binds, type Home, isOfHome, isOfModule, offersHomes } from './home-of-name.ts';
import { isOwnMember } from './own-members.ts';
import { DEFINING, isInHeader, type Named, nameOf, readName } from './places-of-name.ts';

/** Where the word that gets another name is another thing, or a part of one. */
export interface Other {
  readonly file: PythonFile;
  readonly start: number;
  readonly what: string;
}

/** What else the name at a place may be than what is renamed; `undefined`: it is that. */
export function otherAt(
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
    if (home?.kind === 'class')
      return isOwnMember(file, at, home, version) ? undefined : 'a member of something else';
    return home?.kind === 'module' && isOfModule(file, at, home, version) ? undefined : 'an attribute';
  }
  const name = readName(file, tokens.text(at));
  const isItsOwn = DEFINING.has(tokens.word(at - 1));
  const isParameter = !isItsOwn && isInHeader(file, start) && name.bound.has(at);
  const isArgument =
    tokens.op(at + 1) === op.ASSIGN &&
    (tokens.op(at - 1) === op.PAREN_OPEN || tokens.op(at - 1) === op.COMMA);
  if (isArgument && !isParameter) return 'the name of an argument';
  if (name.inner.has(at)) return 'a parameter';
  const around = name.scopes.get(at) ?? [];
  const outermost = around.find(isFunction);
  if (home?.kind === 'module') {
    const isBound = (scope: Definition) =>
      name.binding.has(scope) && (isFunction(scope) || scope === around.at(-1));
    if (isParameter || around.some(isBound)) return 'a local name';
    // `with open(p) as f` at the top makes another thing of it.
    const isDefinition = ({ name: of, parent, start: from, end }: Definition) =>
      of === name.name && parent === -1 && from <= start && start < end;
    if (around.length === 0 && name.bound.has(at) && !module.index.definitions.some(isDefinition))
      return 'another value';
    return isHomesName(file, at, home, version) ? undefined : 'a name of something else';
  }
  if (home?.kind === 'class') {
    const isInClass = module.path === home.path && nameOf(file, around.at(-1)) === home.around;
    return isInClass && !isParameter ? undefined : 'a name outside of its class';
  }
  return outermost === undefined ? 'a name without a definition' : sharedBy(file, name, outermost);
}

/** In a file that has it from there, or in the file itself. */
function isHomesName(file: PythonFile, at: number, home: Home, version: WorkspaceVersion): boolean {
  const { module, tokens } = file;
  const name = tokens.text(at);
  const { imports, definitions } = module.index;
  // What `*` brings may be another thing of the name.
  const isHidden = imports.some(
    each =>
      each.names.some(imported => imported.name === '*') && !isOfHome(file, each, name, home, version, true),
  );
  if (isHidden) return false;
  const named = imports.filter(each => binds(each, name));
  if (!named.every(each => isOfHome(file, each, name, home, version))) return false;
  if (module.path === home.path) return true;
  if (!isBoundByImportsOnly(file, name)) return false;
  if (named.length === 0) return offersHomes(module, name, home, version);
  const isSeen = ({ parent }: Import) => {
    const scope = definitions[parent];
    return scope === undefined || (scope.start <= tokens.start(at) && tokens.start(at) < scope.end);
  };
  return named.some(isSeen);
}

/** A local name is one thing only inside of one function. */
function sharedBy({ tokens }: PythonFile, { scopes, bound }: Named, around: Definition): string | undefined {
  for (const [each, inside] of scopes) {
    const start = tokens.start(each);
    const isInner = inside.at(-1) !== around && inside.length > 0 && bound.has(each);
    if (start < around.start || start >= around.end || isInner) return 'a name of another function';
  }
  return undefined;
}
