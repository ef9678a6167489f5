import { addTo } from '../../kernel/group-by.ts';
import { importsOf } from '../code/imported-modules.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule, TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import type { Meanings } from './bindings.ts';
import { effectOf } from './plain-statements.ts';

/**
 * An import that stands above what it stood below, or the other way round, where that does something when it runs:
 * `sys.path.insert(…)`, `django.setup()`, `os.environ["X"] = "1"` may decide what the import finds. A new import is one
 * as well, above a statement that says where modules are.
 */
export function importAmongEffects(
  { before, after }: ChangedModule,
  versions: TwoVersions,
  meanings: Meanings,
): Unit | undefined {
  if (before === undefined || after === undefined) return undefined;
  if (placesOf(before) === placesOf(after)) return undefined;
  const effects = (file: PythonFile, side: 'before' | 'after') =>
    effectsAbove(
      file,
      unit =>
        !isLogger(unit, versions[side], meanings) &&
        effectOf(unit, { file, version: versions[side], meanings }) !== undefined,
    );
  const [old, now] = [effects(before, 'before'), effects(after, 'after')];
  return now.imports.find(({ unit, above }) => {
    const was = old.byKey.get(unit.key)?.shift();
    return was === undefined ? above < now.lastPath : was !== above;
  })?.unit;
}

/** The imports of a file with how many other statements stand above each: nothing crossed where that is the same. */
function placesOf(file: PythonFile): string {
  if (file.module.index.imports.length === 0) return '';
  let above = 0;
  const places: string[] = [];
  for (const unit of readUnits(file)) {
    // Keys are made when they are asked for.
    if (unit.content.kind === 'import') places.push(`${above} ${unit.key}`);
    else if (unit.content.kind !== 'docstring') above++;
  }
  return places.sort().join('\u0001');
}

interface Above {
  /** How many effects there are up to the last one that names a path. */
  readonly lastPath: number;
  readonly imports: readonly { readonly unit: Unit; readonly above: number }[];
  readonly byKey: ReadonlyMap<string, number[]>;
}

function effectsAbove(file: PythonFile, hasEffect: (unit: Unit) => boolean): Above {
  const imports: { unit: Unit; above: number }[] = [];
  const byKey = new Map<string, number[]>();
  let count = 0;
  let lastPath = 0;
  for (const unit of readUnits(file)) {
    const { kind } = unit.content;
    if (kind === 'import') {
      imports.push({ unit, above: count });
      addTo(byKey, unit.key, count);
    } else if (kind !== 'docstring' && kind !== 'exports' && hasEffect(unit)) {
      count++;
      if (unit.tokens.some(({ text }) => FINDING.test(text))) lastPath = count;
    }
  }
  return { lastPath, imports, byKey };
}

/** `log = logging.getLogger(__name__)`, where that is the module of the standard library and nothing else. */
export function isLogger(
  { tokens, file: { module } }: Unit,
  version: WorkspaceVersion,
  meanings: Meanings,
): boolean {
  const isMeant =
    tokens
      .slice(1)
      .map(({ text }) => text)
      .join('') === '=logging.getLogger(__name__)';
  if (!isMeant) return false;
  const logging = meanings.of('logging', module, version);
  return logging?.isStable === true && logging.text === 'outside logging';
}

const FINDING = /^(?:path|addsitedir|meta_path|path_hooks|modules|chdir)$/;
/** What a module says that decides where others are found. */
const MARKS = ['sys.path', 'addsitedir', 'meta_path', 'path_hooks'];

/** An imported module of the workspace that decides where others are found, in a file whose imports are not as before. */
export async function importsPathsOtherwise(
  { before, after }: ChangedModule,
  versions: TwoVersions,
): Promise<string | undefined> {
  if (before === undefined || after === undefined) return undefined;
  const order = (file: PythonFile) =>
    readUnits(file)
      .filter(({ content }) => content.kind === 'import')
      .map(({ key }) => key);
  const kept = new Set(order(after));
  const old = order(before);
  // New imports below all others change nothing for these.
  if (old.every(key => kept.has(key)) && order(after).slice(0, old.length).join() === old.join())
    return undefined;
  for (const target of importsOf(before.module, versions.before)) {
    if (typeof target === 'string' || target.path === before.module.path) continue;
    const file = versions.changedAt(target.path)?.before ?? (await versions.open(target, 'before'));
    if (file === undefined || MARKS.some(each => file.mentions(each))) return target.path;
  }
  return undefined;
}
