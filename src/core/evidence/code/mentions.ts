import { addTo } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import type { PythonFile } from './python-file.ts';
import type { TwoVersions } from './two-versions.ts';

/** From so many names on, all files are read once for all names of the changed files. */
const MANY_NAMES = 10;

type Files = readonly PythonFile[];

/** Which files mention a name after the change: asked of thousands of names in a large one. */
class Mentions {
  readonly #versions: TwoVersions;
  readonly #known = new Map<string, Promise<Files>>();
  #ofChanged: Promise<ReadonlyMap<string, Files>> | undefined;

  constructor(versions: TwoVersions) {
    this.#versions = versions;
  }

  /** In the order of the modules. */
  of(name: string): Promise<Files> {
    const known = this.#known.get(name) ?? this.#find(name);
    this.#known.set(name, known);
    return known;
  }

  async #find(name: string): Promise<Files> {
    if (this.#known.size >= MANY_NAMES) {
      this.#ofChanged ??= this.#read();
      const known = (await this.#ofChanged).get(name);
      if (known !== undefined) return known;
    }
    const found: PythonFile[] = [];
    for await (const file of this.#files()) if (file.mentionsName(name)) found.push(file);
    return found;
  }

  /** Of each name in the changed files. */
  async #read(): Promise<ReadonlyMap<string, Files>> {
    const found = new Map<string, PythonFile[]>();
    for (const { before, after } of this.#versions.changed)
      for (const file of [before, after]) for (const name of file?.names() ?? []) found.set(name, []);
    const names = new Set(found.keys());
    for await (const file of this.#files())
      for (const name of file.mentionedOf(names)) addTo(found, name, file);
    return found;
  }

  async *#files(): AsyncGenerator<PythonFile> {
    for (const module of this.#versions.after.snapshot.modules.values()) {
      const file = await this.#versions.open(module, 'after');
      if (file !== undefined) yield file;
    }
  }
}

const mentionsIn = once((versions: TwoVersions) => new Mentions(versions));

/** The files that mention a name anywhere after the change. */
export const filesMentioning = (versions: TwoVersions, name: string): Promise<Files> =>
  mentionsIn(versions).of(name);
