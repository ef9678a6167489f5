import { addTo } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import type { PythonFile } from './python-file.ts';
import type { TwoVersions } from './two-versions.ts';

/** From so many names and files on, all files are read once for all names of the changed files. */
const MANY_NAMES = 10;
const MANY_FILES = 100;

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

  /** Those that mention one of the names. */
  async ofAny(names: ReadonlySet<string>): Promise<ReadonlySet<PythonFile>> {
    const isMany = names.size >= MANY_NAMES && this.#versions.after.snapshot.modules.size >= MANY_FILES;
    const known = isMany ? await this.#inChanged() : undefined;
    const others = known === undefined ? names : new Set([...names].filter(name => !known.has(name)));
    const found = new Set([...names].flatMap(name => known?.get(name) ?? []));
    if (others.size > 0)
      for await (const file of this.#files()) if (file.mentionedOf(others).length > 0) found.add(file);
    return found;
  }

  #inChanged(): Promise<ReadonlyMap<string, Files>> {
    this.#ofChanged ??= this.#read();
    return this.#ofChanged;
  }

  async #find(name: string): Promise<Files> {
    if (this.#known.size >= MANY_NAMES) {
      const known = (await this.#inChanged()).get(name);
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

/** Those that mention one of these names. */
export const filesMentioningAny = (
  versions: TwoVersions,
  names: ReadonlySet<string>,
): Promise<ReadonlySet<PythonFile>> => mentionsIn(versions).ofAny(names);
