import type { Import } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { closureOf } from '../code/imported-modules.ts';
import type { TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import { isProgram } from '../proofs/uses-on-import.ts';

/** Finds the imports under `if __name__ == "__main__":`, which nobody runs who imports the file. */
export class ProgramImports {
  readonly #versions: TwoVersions;
  readonly #seen = new Set<WorkspaceModule>();
  readonly found = new Set<Import>();

  constructor(versions: TwoVersions) {
    this.#versions = versions;
  }

  /** In all modules that run when this one does. */
  async look(path: string, version: WorkspaceVersion): Promise<void> {
    const { modules } = version.snapshot;
    const module = modules.get(path);
    for (const each of module === undefined ? [] : [path, ...closureOf(module, version)]) {
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
