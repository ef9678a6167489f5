import type { ChangedModule } from './code/two-versions.ts';
import { differenceOf, isSameGroup, pairUnits } from './facts/definition-changes.ts';
import { keyNamesIn } from './facts/key-changes.ts';
import { keyPassagesIn } from './facts/key-passages.ts';
import { namesWithoutBinding } from './facts/undefined-names.ts';
import { compareCode } from './proofs/behavior.ts';
import { isSameShape } from './proofs/unit-shapes.ts';

/**
 * Reads of each module what many steps ask, one module after the other, while its tokens are at hand: the tokens of
 * thousands of files take too much memory to be kept, and reading them anew for every step takes too much time. What
 * is found is remembered where it is computed; nothing depends on this having been called.
 */
export async function readModules(
  changed: readonly ChangedModule[],
  asksForKeys: boolean,
  pause: () => Promise<void>,
): Promise<void> {
  for (const module of changed) {
    await pause();
    const { before, after } = module;
    for (const file of [before, after]) {
      if (file === undefined) continue;
      keyNamesIn(file);
      if (asksForKeys) keyPassagesIn(file);
    }
    if (after !== undefined) namesWithoutBinding(after);
    compareCode(module);
    if (before === undefined || after === undefined) continue;
    for (const group of pairUnits(module).old?.groups.values() ?? []) {
      const { twin } = group;
      if (twin === undefined || isSameGroup(group, twin)) continue;
      differenceOf(group, twin);
      isSameShape(group, twin);
    }
  }
}
