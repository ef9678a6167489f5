import { importTimeChosen } from '../code/import-time.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';

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
    const wanted = all.filter(each => each.module.path !== module.path && file.mentions(each.name));
    if (wanted.length === 0) continue;
    const texts = new Set(
      readUnits(file)
        .filter(({ content }) => content.kind !== 'import')
        .flatMap(unit => importTimeChosen(unit, file).map(at => file.tokens.text(at))),
    );
    for (const each of wanted) if (texts.has(each.name)) found.add(each);
  }
  return found;
}
