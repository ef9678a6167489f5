import type { ModuleIndex, SkippedModule } from '../grammar/module-index.ts';
import { ModuleIndexer } from './index-module.ts';

/** Indexed files by what is in them, shared by the workspace and its simulated versions. */
export class IndexCache {
  readonly #indexer = new ModuleIndexer();
  readonly #bySha256 = new Map<string, ModuleIndex | SkippedModule>();
  readonly #byBytes = new WeakMap<Uint8Array, ModuleIndex | SkippedModule>();

  indexFile(sha256: string, bytes: Uint8Array): ModuleIndex | SkippedModule {
    const known = this.#bySha256.get(sha256);
    if (known !== undefined) return known;
    const index = this.#indexer.index(bytes);
    this.#bySha256.set(sha256, index);
    return index;
  }

  remember(sha256: string, index: ModuleIndex | SkippedModule): void {
    this.#bySha256.set(sha256, index);
  }

  /** These bytes may be in the workspace already: then they are not read once more. */
  recognize(bytes: Uint8Array, sha256: string): void {
    const known = this.#bySha256.get(sha256);
    if (known !== undefined && !this.#byBytes.has(bytes)) this.#byBytes.set(bytes, known);
  }

  indexBytes(bytes: Uint8Array): ModuleIndex | SkippedModule {
    const known = this.#byBytes.get(bytes);
    if (known !== undefined) return known;
    const index = this.#indexer.index(bytes);
    this.#byBytes.set(bytes, index);
    return index;
  }

  /** Forgets what no file has any more. */
  keepOnly(sha256s: ReadonlySet<string>): void {
    for (const sha256 of this.#bySha256.keys()) if (!sha256s.has(sha256)) this.#bySha256.delete(sha256);
  }
}
