import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type ImportEntry, readImports } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';
import { type LooksBroken, whereDoubted } from './looks-broken.ts';

/** What looks broken in a test is none for certain where tests are given another module in place of the real one. */
export function withFakes(found: LooksBroken, versions: TwoVersions): Promise<LooksBroken> {
  const fakes = new Fakes(versions);
  return whereDoubted(found, {
    ofUse: async (place, name) => ((await fakes.mayReplace(place, name)) ? FAKED : undefined),
    ofName: async () => undefined,
  });
}

const FAKED = 'its tests may be given another module';

class Fakes {
  readonly #versions: TwoVersions;
  readonly #sources = new Map<string, Promise<readonly PythonFile[]>>();

  constructor(versions: TwoVersions) {
    this.#versions = versions;
  }

  /** Whether what runs above a test may put another module in the place of one that holds what is named or imported there. */
  async mayReplace({ file: path, line }: EvidencePlace, name?: string): Promise<boolean> {
    if (!isTestFile(path)) return false;
    const sources = await this.#sourcesOf(path);
    const own = sources.find(({ module }) => module.path === path);
    const imports = own === undefined ? [] : readImports(own);
    const isMeant = ({ target, statement }: ImportEntry) =>
      name === undefined
        ? statement.line <= line && line <= statement.endLine
        : target.split('.')[0] === name.split('.')[0];
    const targets = new Set(imports.filter(isMeant).map(({ target }) => target));
    const names = [...(name === undefined ? [] : [name]), ...targets];
    return sources.some(
      file =>
        (isGivingModules(file) && names.some(each => namesModule(file, each))) ||
        (isSayingWhere(file) && names.some(each => this.#isTwice(each))),
    );
  }

  /** The file, what pytest reads before it, and what these import of the tests. */
  #sourcesOf(path: string): Promise<readonly PythonFile[]> {
    const known = this.#sources.get(path) ?? this.#findSources(path);
    this.#sources.set(path, known);
    return known;
  }

  async #findSources(path: string): Promise<readonly PythonFile[]> {
    const { snapshot, graph } = this.#versions.after;
    const found = new Set<WorkspaceModule>();
    for (const each of [path, ...filesReadBefore(path)]) {
      const module = snapshot.modules.get(each);
      if (module === undefined) continue;
      found.add(module);
      for (const statement of module.index.imports) {
        const source =
          statement.kind === 'from'
            ? graph.moduleOfImport(statement, module)
            : graph.findModule(statement.names[0]?.name ?? '', module);
        if (source !== undefined && isTestFile(source.path)) found.add(source);
      }
    }
    const files = await Promise.all([...found].map(module => this.#versions.open(module, 'after')));
    return files.filter(file => file !== undefined);
  }

  /** The module that holds what is named is there twice, in folders of which each may be where modules are looked for. */
  #isTwice(name: string): boolean {
    const { modules, table } = this.#versions.after.snapshot;
    const parts = name.split('.');
    for (let end = parts.length; end > 0; end--) {
      const ending = parts.slice(0, end).join('/');
      const found = table
        .modulesNamed(parts[end - 1] ?? '')
        .filter(
          ({ path, isStub }) => modules.has(path) && !isStub && `/${stemOf(path)}`.endsWith(`/${ending}`),
        );
      if (found.length > 0) return found.length > 1;
    }
    return false;
  }
}

/** `conftest.py` and `__init__.py` of the folders around a file. */
export function filesReadBefore(path: string): readonly string[] {
  const folders = path.split('/').slice(0, -1);
  return folders
    .map((_, i) => `${folders.slice(0, i + 1).join('/')}/`)
    .concat('')
    .flatMap(folder => [`${folder}conftest.py`, `${folder}__init__.py`]);
}

/** The path of a module without what makes it a file. */
const stemOf = (path: string): string => path.replace(/\/__init__\.py$|\.py$/, '');

/** `sys.modules[…] = …`, `sys.modules.update(…)`, `patch.dict("sys.modules", …)`, `setitem(sys.modules, …)`. */
const isGivingModules = (file: PythonFile): boolean => file.once(givesModules);

function givesModules(file: PythonFile): boolean {
  const { tokens } = file;
  if (file.mentions('sys.modules') && ['patch.dict', 'setitem'].some(each => file.mentions(each)))
    return true;
  return placesOf(file, 'modules').some(at => {
    const next = tokens.op(at + 1);
    if (next === op.BRACKET_OPEN) return tokens.op(tokens.closing(at + 1) + 1) === op.ASSIGN;
    return (
      next === op.ASSIGN ||
      op.isAugmented(next) ||
      (next === op.DOT && /^(?:update|setdefault|__setitem__)$/.test(tokens.text(at + 2)))
    );
  });
}

/** Some text of the file is the name of a module that holds what is named, or the end of that. */
function namesModule(file: PythonFile, name: string): boolean {
  const words = file.once(wordsOfTexts);
  const parts = name.split('.');
  return parts.some((_, i) => words.has(parts.slice(0, i + 1).join('.')));
}

function wordsOfTexts({ tokens }: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) !== STRING) continue;
    for (const each of contentOf(tokens.text(i)).match(/[\w.]+/g) ?? []) found.add(each);
  }
  return found;
}

/** Where modules are looked for: `sys.path.insert(…)`, `monkeypatch.syspath_prepend(…)`. */
const isSayingWhere = (file: PythonFile): boolean =>
  ['sys.path', 'syspath_prepend', 'addsitedir', 'meta_path', 'path_hooks'].some(each => file.mentions(each));
