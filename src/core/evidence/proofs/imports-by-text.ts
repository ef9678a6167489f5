import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { lastOf } from '../code/dotted-names.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import type { Obstacle } from './obstacle.ts';

/** By these a file imports a module that a text names. */
const LOADING = ['import_module', '__import__', 'import_string', 'run_module', 'find_spec', 'resolve_name'];
/** By these it asks which names something has. */
const LISTING = ['vars', 'dir', 'getmembers', '__dict__', '__dir__'];

/** Where a file imports by a text, and has a text that ends as the name of one of the modules: `import_module("pkg.a")`. */
export function importsByText(file: PythonFile, modules: ModuleNames): number | undefined {
  if (!LOADING.some(each => file.mentions(each))) return undefined;
  return file.tokens.find(
    ({ kind, text }) => kind === STRING && modules.last.has(lastOf(contentOf(text).split(':')[0] ?? '')),
  )?.start;
}

/**
 * Where a function or class imports by a text that is not written down, and that may be the name of one of the modules,
 * and lists what something has: `dir(import_module(name))`.
 */
export function listsImported(file: PythonFile, modules: ModuleNames): number | undefined {
  if (!LISTING.some(each => file.mentions(each))) return undefined;
  if (!LOADING.some(each => file.mentions(each))) return undefined;
  const { tokens } = file;
  for (const { from, to } of readUnits(file)) {
    let loading = -1;
    let isListing = false;
    for (let i = from; i < to; i++) {
      if (tokens.kind(i) !== NAME) continue;
      const text = tokens.text(i);
      isListing ||= LISTING.includes(text);
      const isLoading = LOADING.includes(text) && tokens.op(i + 1) === op.PAREN_OPEN;
      if (isLoading && tokens.text(i - 1) !== 'def' && mayBeginWith(tokens, i + 2, modules)) loading = i;
    }
    if (isListing && loading >= 0) return tokens.start(loading);
  }
  return undefined;
}

/** The first of all files that does the one or the other with a changed module. */
export async function findImportByText({ changed, after, open }: TwoVersions): Promise<Obstacle | undefined> {
  const modules = namesOfChanged(changed);
  for (const module of after.snapshot.modules.values()) {
    const file = await open(module, 'after');
    const start = file && (importsByText(file, modules) ?? listsImported(file, modules));
    if (file === undefined || start === undefined) continue;
    const reason = `${module.path} imports by a text that may name what changed, and may ask it for any name`;
    return { reason, place: placeIn(file, start, 'after') };
  }
  return undefined;
}

export interface ModuleNames {
  readonly full: readonly string[];
  readonly last: ReadonlySet<string>;
}

/** The names of the modules that differ. */
export function namesOfChanged(changed: readonly ChangedModule[]): ModuleNames {
  const modules = changed.flatMap(({ before, after }) => (after ?? before)?.module ?? []);
  return {
    full: modules.map(({ name }) => name),
    last: new Set(modules.flatMap(({ segments }) => segments.at(-1) ?? [])),
  };
}

/** What is given there may be one of the names: not where it begins with another text. */
function mayBeginWith(tokens: PythonFile['tokens'], at: number, { full }: ModuleNames): boolean {
  if (tokens.kind(at) !== STRING) return true;
  const [written = ''] = contentOf(tokens.text(at)).split(/[{%]/);
  return written.startsWith('.') || full.some(name => name.startsWith(written));
}
