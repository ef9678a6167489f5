import type { Import } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { closureOf, importsOf } from '../code/imported-modules.ts';
import type { KeySet } from '../code/key-sets.ts';
import { newKeySets, type Side, type TwoVersions, type WorkspaceVersion } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import { isProgram } from '../proofs/uses-on-import.ts';

/** Finds the imports under `if __name__ == "__main__":`, which nobody runs who imports the file. */
export class ProgramImports {
  readonly #versions: TwoVersions;
  readonly #seen = new Set<WorkspaceModule>();
  readonly #asked: Readonly<Record<Side, KeySet>>;
  readonly found = new Set<Import>();

  constructor(versions: TwoVersions) {
    this.#versions = versions;
    this.#asked = newKeySets(versions);
  }

  /** In all modules that run when this one does, or one of its functions. */
  async look(path: string, version: WorkspaceVersion): Promise<void> {
    const { modules } = version.snapshot;
    const module = modules.get(path);
    if (module === undefined) return;
    const inside = module.index.imports.flatMap(each => (each.parent === -1 ? [] : { ...each, parent: -1 }));
    const reached = [...importsOf(module, version, inside)].filter(each => typeof each !== 'string');
    for (const first of [module, ...reached]) await this.#lookFrom(first, version);
  }

  async #lookFrom(module: WorkspaceModule, version: WorkspaceVersion): Promise<void> {
    const { modules } = version.snapshot;
    const asked = this.#asked[version.side];
    for (const each of [module.path, ...closureOf(module, version).without(asked)]) {
      asked.add(each);
      const other = modules.get(each);
      if (other === undefined || this.#seen.has(other)) continue;
      this.#seen.add(other);
      const imports = other.index.imports.filter(
        ({ parent, placement }) => parent === -1 && placement === 'conditional',
      );
      const file = imports.length === 0 ? undefined : await this.#versions.open(other, version.side);
      if (file?.mentions('__main__') !== true) continue;
      for (const { start, end } of readUnits(file).filter(isProgram))
        for (const statement of imports)
          if (start <= statement.start && statement.start < end) this.found.add(statement);
    }
  }
}
