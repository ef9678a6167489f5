import type { UndefinedName } from '../../../generated/contracts.ts';
import { once } from '../../kernel/once.ts';
import type { ImportGraph } from '../../python/index/import-graph.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import { askingImports } from '../code/import-entries.ts';
import { placeIn } from '../code/places.ts';
import { mayBeMangled, unmangled } from '../code/private-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { lineStart, mayFailThere } from '../code/surroundings.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { namesIn, type Use } from '../code/uses.ts';
import { isTypeOfLocal, isTypeOfTarget } from './annotations-only-read.ts';
import { boundNames, eachLine, isOneSet, isOpen } from './bound-names.ts';

/** Builtins that are no functions, names that checkers and shells know, words that are names only sometimes. */
const KNOWN = new Set(
  'NotImplemented Ellipsis WindowsError VMSError reveal_type reveal_locals get_ipython display _ match case type'.split(
    ' ',
  ),
);

/**
 * Names that the changed files use after the change and that nothing in them defines any more. A name counts as defined
 * when anything in the file may bind it, in whatever scope, so that what is reported is certain; names in strings and
 * files whose names only running them would tell are passed over.
 */
export function findUndefinedNames({ before, after, changed }: TwoVersions): readonly UndefinedName[] {
  const found = changed.flatMap(({ before: old, after: now }) => {
    const unbound = now === undefined ? new Map<string, number>() : unboundIn(now, after.graph);
    if (now === undefined || unbound.size === 0) return [];
    const known = old === undefined ? undefined : unboundIn(old, before.graph);
    return [...unbound].flatMap(([name, first]) => {
      if (known?.has(name)) return [];
      const certain = certainUse(now, name);
      return [{ name, place: placeIn(now, certain ?? first, 'after'), isCertain: certain !== undefined }];
    });
  });
  if (found.length === 0) return [];
  const boundBefore = new Set(changed.flatMap(({ before: old }) => (old ? [...boundNames(old)] : [])));
  return found.map(({ isCertain, ...each }) => ({
    ...each,
    cause: isCertain && boundBefore.has(each.name) ? 'removed' : 'new',
  }));
}

/** Offset of a use that surely runs and is meant to work; annotations may never be looked at. */
function certainUse(file: PythonFile, name: string): number | undefined {
  const isLazy = file.mentions('annotations');
  const use = namesIn(file, name).find(
    each => !(isLazy && isInAnnotation(each)) && !isTypeOfLocal(each) && mayFailThere(each) === undefined,
  );
  return use && file.tokens.start(use.at);
}

/** In the header of a function, or behind the colon of a variable. */
function isInAnnotation(use: Use): boolean {
  const { tokens } = use.file;
  const line = lineStart(use.file, use.at);
  return tokens.word(line) === word.DEF || tokens.word(line) === word.ASYNC || isTypeOfTarget(use);
}

/** Unbound names with the offset of their first use. */
function unboundIn(file: PythonFile, graph: ImportGraph): ReadonlyMap<string, number> {
  const names = [...namesWithoutBinding(file)];
  return new Map(names.filter(([name]) => graph.resolve(file.module, name) === undefined));
}

/** Names that are used in a file and that nothing in it seems to bind, with the offset of their first use. */
export const namesWithoutBinding = once((file: PythonFile): ReadonlyMap<string, number> => {
  const used = isOpen(file) ? new Map<string, number>() : namesUsed(file);
  if (used.size === 0) return used;
  const bound = boundNames(file);
  // `_A__x` at the top is what a class `A` writes `__x`.
  let asWritten: ReadonlySet<string> | undefined;
  const isBoundMangled = (name: string) => {
    asWritten ??= new Set([...bound].filter(mayBeMangled).map(unmangled));
    return asWritten.has(unmangled(name));
  };
  const isFree = (name: string) => !bound.has(name) && !(mayBeMangled(name) && isBoundMangled(name));
  return new Map([...used].filter(([name]) => isFree(name)));
});

/** Names that are looked up in a file, but for those that are always there, with the offset of their first use. */
function namesUsed(file: PythonFile): Map<string, number> {
  const found = new Map<string, number>();
  const { tokens } = file;
  const isThere = tokens.asking(isAlwaysThere);
  const isInImport = askingImports(file);
  eachLine(tokens, (from, to) => {
    // Most lines of large files, which look nothing up.
    if (isOneSet(tokens, from, to)) return;
    let depth = 0;
    for (let i = from; i < to; i++) {
      const operator = tokens.op(i);
      if (op.closes(operator)) depth--;
      else if (op.opens(operator)) depth++;
      // Looked up is neither what stands behind a dot nor the keyword of a call.
      if (!tokens.isName(i) || tokens.op(i - 1) === op.DOT || isInImport(tokens.start(i))) continue;
      if (depth > 0 && tokens.op(i + 1) === op.ASSIGN) continue;
      const text = tokens.text(i);
      if (!found.has(text) && !isThere(i)) found.set(text, tokens.start(i));
    }
  });
  return found;
}

const isAlwaysThere = (_: number, text: string): boolean =>
  KNOWN.has(text) || BUILTIN_NAMES.has(text) || /^__\w+__$/.test(text);
