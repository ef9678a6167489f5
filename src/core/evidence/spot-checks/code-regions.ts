import type { SymbolRef } from '../../python/index/symbol-table.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { type Comment, readComments } from '../code/comments.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { InsideClaim } from './inside-claims.ts';
import type { Lookup } from './lookup.ts';
import { type Truth, truth } from './truth.ts';

/** Code that a sentence speaks of: the body of a function, a class with all that is in it, or a file. */
export interface CodeRegion {
  readonly kind: 'function' | 'class' | 'file';
  readonly module: WorkspaceModule;
  readonly file: PythonFile;
  /** Behind the header and the docstring. */
  readonly tokens: readonly CodeToken[];
  readonly start: number;
  readonly end: number;
  /** Whether the token belongs to a function or class inside of the function. */
  readonly isNested: (token: CodeToken) => boolean;
  readonly hasBases: boolean;
  readonly comments: () => readonly Comment[];
}

/** The regions that a claim may mean, or why there are none. */
export async function regionsOf(
  look: Lookup,
  { symbol, place, fact }: InsideClaim,
): Promise<readonly CodeRegion[] | Truth> {
  if (symbol !== undefined) return definitionRegions(look, symbol, place);
  if (fact.kind === 'entry' && place === undefined) {
    const [ref, ...others] = look.definitions(fact.owner);
    if (ref === undefined || others.length > 0)
      return truth(
        ref === undefined ? 'absent' : 'unknown',
        `${fact.owner} is not one name of the workspace`,
      );
    return regionsOf(look, { kind: 'inside', symbol, place: ref.module.path, fact, is: 'there' });
  }
  const modules = place === undefined ? look.changedModules() : look.modulesAt(place);
  if (modules.length === 0) return truth('absent', `${place ?? 'a changed file'} was not found`);
  if (place !== undefined && look.oneModule(place) === undefined)
    return truth('unknown', `${place} is not one Python file`);
  const isMeant = ({ path }: WorkspaceModule) => place !== undefined || !isTestFile(path);
  const regions: CodeRegion[] = [];
  for (const module of modules.filter(isMeant)) {
    const file = await look.open(module);
    if (file === undefined) return truth('unknown', `${module.path} cannot be read`);
    if (place === undefined && !mayConcern(file, fact)) continue;
    regions.push(regionOf('file', module, file, file.tokens, 0, file.source.length, () => false));
  }
  return regions.length > 0 ? regions : truth('unknown', 'no changed file has anything of the kind');
}

/** Of all changed files only those are looked at that have the name at all. */
const mayConcern = (file: PythonFile, fact: InsideClaim['fact']): boolean =>
  !('name' in fact) || file.mentions(fact.name.split('.').at(-1) ?? fact.name);

async function definitionRegions(
  look: Lookup,
  symbol: string,
  place: string | undefined,
): Promise<readonly CodeRegion[] | Truth> {
  const all = look.definitionsIn(symbol, place);
  const code = all.filter(({ definition: { kind, role } }) => role !== 'overload' && CODE_KINDS.has(kind));
  if (code.length === 0)
    return truth(all.length === 0 ? 'absent' : 'unknown', `no function or class ${symbol} was found`);
  if (code.length < all.filter(({ definition }) => definition.role !== 'overload').length)
    return truth('unknown', `${symbol} stands for several things`);
  // A stub says nothing of what is inside.
  const sources = code.filter(({ module }) => module.path.endsWith('.py'));
  const regions: CodeRegion[] = [];
  for (const ref of sources) {
    const file = await look.open(ref.module);
    if (file === undefined) return truth('unknown', `${ref.module.path} cannot be read`);
    regions.push(definitionRegion(ref, file));
  }
  return regions.length > 0 ? regions : truth('unknown', `${symbol} is only declared`);
}

const CODE_KINDS: ReadonlySet<string> = new Set(['class', 'function', 'method', 'property']);

function definitionRegion({ module, definition }: SymbolRef, file: PythonFile): CodeRegion {
  const { body, end, head } = definition;
  const isClass = definition.kind === 'class';
  const inner = module.index.definitions.filter(
    each => CODE_KINDS.has(each.kind) && each.head > head && each.end <= end,
  );
  const isNested = ({ start }: CodeToken) =>
    !isClass && inner.some(each => each.start <= start && start < each.end);
  const tokens = file.range(body, end);
  return regionOf(isClass ? 'class' : 'function', module, file, tokens, definition.start, end, isNested);
}

function regionOf(
  kind: CodeRegion['kind'],
  module: WorkspaceModule,
  file: PythonFile,
  all: readonly CodeToken[],
  start: number,
  end: number,
  isNested: CodeRegion['isNested'],
): CodeRegion {
  const tokens = all.slice(docstringEnd(all));
  const header = kind === 'class' ? file.range(start, all[0]?.start ?? end) : [];
  const hasBases = header.some(({ op: o }) => o === op.PAREN_OPEN);
  const comments = () => readComments(file).filter(comment => comment.start >= start && comment.start < end);
  return { kind, module, file, tokens, start, end, isNested, hasBases, comments };
}

/** Index behind a string that stands alone in front of everything else. */
function docstringEnd(tokens: readonly CodeToken[]): number {
  let i = 0;
  while (tokens[i] !== undefined && BREAKS.has(tokens[i]?.text ?? '')) i++;
  if (tokens[i]?.kind !== STRING) return 0;
  return tokens[i + 1] === undefined || tokens[i + 1]?.text === '\n' ? i + 1 : 0;
}

const BREAKS: ReadonlySet<string> = new Set(['\n', '{indent}']);
