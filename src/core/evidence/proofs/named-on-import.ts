import * as op from '../../python/lexer/operators.ts';
import { importTimeChosen } from '../code/import-time.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';

/** A name of a module. */
interface Named {
  readonly name: string;
  readonly module: { readonly path: string };
}

/**
 * Which of these some other module names in what it runs on import, alone or behind a dot: what is bound to it there
 * (`run = _run`, `wraps(_run)`, a member of a class) is declared as it is, whatever that is called.
 */
export async function namedOnImportElsewhere<T extends Named>(
  versions: TwoVersions,
  all: readonly T[],
): Promise<ReadonlySet<T>> {
  const found = new Set<T>();
  if (all.length === 0) return found;
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    if (file === undefined) continue;
    const wanted = all.filter(each => each.module.path !== module.path && file.mentionsName(each.name));
    if (wanted.length === 0) continue;
    const texts = new Set(readUnits(file).flatMap(unit => textsBound(unit, file)));
    for (const each of wanted) if (texts.has(each.name)) found.add(each);
  }
  return found;
}

/** What a statement runs on import, but for an import, and for the function of which it is a call and no more. */
function textsBound(unit: Unit, file: PythonFile): readonly string[] {
  if (unit.content.kind === 'import') return [];
  const { tokens } = file;
  const chosen = importTimeChosen(unit, file);
  const isCall = unit.content.kind === 'other' && tokens.op(chosen[1] ?? -1) === op.PAREN_OPEN;
  return chosen.slice(isCall ? 1 : 0).map(at => tokens.text(at));
}
