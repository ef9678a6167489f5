import { once } from '../../kernel/once.ts';
import type { Import } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { signOutside } from '../code/brackets.ts';
import { parametersIn } from '../code/call-shape.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { isScope } from '../code/definitions-by-kind.ts';
import { askingImports, entriesOf } from '../code/import-entries.ts';
import { hasLazyAnnotations, importTimeTokens } from '../code/import-time.ts';
import { definitionsNamed } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import { dottedAt } from '../proofs/plain-expressions.ts';
import { isProgram, usesOnImport } from '../proofs/uses-on-import.ts';

/** An attribute of a module that is asked for on import: `pkg.d.X`. */
export interface TakenAttribute {
  readonly start: number;
  /** The module that the first name is, or the dotted name of one from outside. */
  readonly base: WorkspaceModule | string;
  readonly attributes: readonly string[];
}

/** An import in a function that runs on import. */
export interface TakenImport {
  readonly start: number;
  readonly statement: Import;
}

export type Taken = TakenAttribute | TakenImport;

/** Those of one file, in its order; what its functions take when they run on import is taken at its end. */
export function takenOnImport(file: PythonFile, version: WorkspaceVersion): readonly Taken[] {
  const known = takenIn(version);
  const found = known.get(file) ?? readTaken(file, version);
  known.set(file, found);
  return found;
}

/** Many changed files may lead to the same one. */
const takenIn = once((_: WorkspaceVersion) => new WeakMap<PythonFile, readonly Taken[]>());

function readTaken(file: PythonFile, version: WorkspaceVersion): readonly Taken[] {
  const bases = modulesBound(file, version);
  return [...takenAtTop(file, bases), ...takenInFunctions(file, bases)];
}

type Bases = ReadonlyMap<string, WorkspaceModule | string>;

/** A statement at the top that is no definition and calls something, or a decorator. */
const CALLING = /^(?!def |async |class |from |import )[^\s#].*\(|^@/m;

/** What functions take that the file itself calls at its top, and those of the file that these name. */
function takenInFunctions(file: PythonFile, bases: Bases): readonly Taken[] {
  const { definitions, imports } = file.module.index;
  const inside = imports.filter(({ parent, placement }) => parent !== -1 && placement !== 'type_checking');
  if ((bases.size === 0 && inside.length === 0) || !file.matches(CALLING)) return [];
  const found: Taken[] = [];
  const waiting = [...usesOnImport(file).run];
  const seen = new Set(waiting);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
    for (const i of definitionsNamed(file.module.index, name)) {
      const definition = definitions[i];
      if (definition === undefined || !isScope(definition)) continue;
      const { body, end } = definition;
      const isWithin = ({ start }: { readonly start: number }) => body <= start && start < end;
      for (const statement of inside.filter(isWithin)) found.push({ start: AT_END, statement });
      const tokens = file.range(body, end);
      for (const [k, token] of tokens.entries()) {
        if (!isName(token) || tokens[k - 1]?.op === op.DOT) continue;
        const base = bases.get(token.text);
        if (base !== undefined && tokens[k + 1]?.op === op.DOT)
          found.push({ start: AT_END, base, attributes: dottedAt(tokens, k).path.slice(1) });
        if (!seen.has(token.text)) waiting.push(token.text);
        seen.add(token.text);
      }
    }
  return found;
}

/** Behind every statement. */
const AT_END = Number.MAX_SAFE_INTEGER;

function takenAtTop(file: PythonFile, bases: Bases): readonly TakenAttribute[] {
  if (bases.size === 0) return [];
  const found: TakenAttribute[] = [];
  const isInImport = askingImports(file);
  const unevaluated = file.once(hasLazyAnnotations) ? annotationsOf(file) : [];
  for (const unit of readUnits(file)) {
    const { content } = unit;
    if (content.kind === 'import' || content.kind === 'docstring' || isProgram(unit)) continue;
    if (![...unit.names].some(name => bases.has(name))) continue;
    const tokens = importTimeTokens(unit, file);
    for (const [i, { text, start }] of tokens.entries()) {
      const base = bases.get(text);
      if (base === undefined || tokens[i - 1]?.op === op.DOT || tokens[i + 1]?.op !== op.DOT) continue;
      if (isInImport(start) || unevaluated.some(({ from, to }) => from <= start && start < to)) continue;
      found.push({ start, base, attributes: dottedAt(tokens, i).path.slice(1) });
    }
  }
  return found;
}

/** Where the annotations of a file stand. */
function annotationsOf(file: PythonFile): readonly { readonly from: number; readonly to: number }[] {
  return file.module.index.definitions.flatMap(({ kind, head, body, end }) => {
    if (kind === 'function' || kind === 'method' || kind === 'property') {
      const header = file.range(head, body);
      const arrow = header.find(token => token.op === op.ARROW);
      const result = arrow === undefined ? [] : [{ from: arrow.start, to: body }];
      return [...result, ...parametersIn(header).flatMap(part => annotationIn(part, end))];
    }
    return kind === 'class' || kind === 'type' ? [] : annotationIn(file.range(body, end), end);
  });
}

/** `name: type = value`, `: type` */
function annotationIn(tokens: readonly CodeToken[], end: number) {
  const colon = tokens[signOutside(tokens, op.COLON)];
  const value = tokens[signOutside(tokens, op.ASSIGN)]?.start ?? tokens.at(-1)?.end ?? end;
  return colon === undefined || colon.start > value ? [] : [{ from: colon.start, to: value }];
}

/** The names of a file that imports at its top make modules. */
function modulesBound(
  { module }: PythonFile,
  { graph }: WorkspaceVersion,
): ReadonlyMap<string, WorkspaceModule | string> {
  const found = new Map<string, WorkspaceModule | string>();
  for (const statement of module.index.imports) {
    if (statement.parent !== -1 || statement.placement === 'type_checking') continue;
    for (const { bound, target } of entriesOf(statement, module)) {
      const meant = graph.throughImport(module, statement, bound);
      if (meant?.kind === 'module') found.set(bound, meant.module);
      else if (meant?.kind !== 'definition' && statement.level === 0)
        found.set(bound, target.startsWith(`${bound}.`) ? bound : target);
    }
  }
  return found;
}
