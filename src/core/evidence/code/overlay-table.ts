import type { SymbolRef } from '../../python/index/symbol-table.ts';
import { SymbolTable } from '../../python/index/symbol-table.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';

/** A table with some modules in place of others; what it costs depends on these alone. */
export class OverlayTable extends SymbolTable {
  readonly #base: SymbolTable;
  readonly #hidden: ReadonlySet<string>;

  /** @param hidden paths of modules of the base that are not there, or are others here */
  constructor(base: SymbolTable, hidden: ReadonlySet<string>, modules: Iterable<WorkspaceModule>) {
    super();
    this.#base = base;
    this.#hidden = hidden;
    for (const module of modules) super.add(module);
  }

  override *modules(): Iterable<WorkspaceModule> {
    for (const module of this.#base.modules()) if (!this.#hidden.has(module.path)) yield module;
    yield* super.modules();
  }

  override *names(): Iterable<string> {
    const own = new Set(super.names());
    for (const name of this.#base.names())
      if (!own.has(name) && this.definitionsNamed(name).length > 0) yield name;
    yield* own;
  }

  override definitionsNamed(name: string): readonly SymbolRef[] {
    return this.#join(this.#base.definitionsNamed(name), super.definitionsNamed(name));
  }

  override definitionsEndingWith(asked: readonly string[]): readonly SymbolRef[] {
    return this.#join(this.#base.definitionsEndingWith(asked), super.definitionsEndingWith(asked));
  }

  override modulesNamed(name: string): readonly WorkspaceModule[] {
    const kept = this.#base.modulesNamed(name).filter(({ path }) => !this.#hidden.has(path));
    return [...kept, ...super.modulesNamed(name)];
  }

  override hasModuleNamed(name: string): boolean {
    return this.#base.hasModuleNamed(name) || super.hasModuleNamed(name);
  }

  #join(base: readonly SymbolRef[], own: readonly SymbolRef[]): readonly SymbolRef[] {
    return [...base.filter(({ module }) => !this.#hidden.has(module.path)), ...own];
  }
}
