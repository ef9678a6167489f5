import type { ChangeSet } from '../changes/change-set.ts';
import type { Files } from '../ports/files.ts';

/**
 * The workspace as one agent saw it: remembers the content of each file the agent was last shown, so that a
 * write over something it never saw can be refused (C37).
 */
export class SeenFiles implements Files {
  /** Set while a reading tool runs: only then is what is read shown to the agent. */
  showing = false;
  readonly #files: Files;
  readonly #seen = new Map<string, string>();

  constructor(files: Files) {
    this.#files = files;
  }

  async read(path: string) {
    const result = await this.#files.read(path);
    if (this.showing && result.kind === 'file') this.#seen.set(result.file.path, result.file.sha256);
    return result;
  }

  list(path: string) {
    return this.#files.list(path);
  }

  walk(path: string, options?: { readonly extensions?: readonly string[] }) {
    return this.#files.walk(path, options);
  }

  async apply(changes: ChangeSet, options: Parameters<Files['apply']>[1]) {
    const result = await this.#files.apply(changes, options);
    if (result.kind !== 'applied') return result;
    for (const { path, afterSha256 } of changes.files) {
      if (afterSha256 === undefined) this.#seen.delete(path);
      else this.#seen.set(path, afterSha256);
    }
    return result;
  }

  /** Files of the change whose content is no longer what the agent was shown. */
  staleIn(changes: ChangeSet): readonly string[] {
    return changes.files
      .filter(({ path, beforeSha256 }) => {
        const seen = this.#seen.get(path);
        return seen !== undefined && beforeSha256 !== undefined && beforeSha256 !== seen;
      })
      .map(f => f.path);
  }
}
