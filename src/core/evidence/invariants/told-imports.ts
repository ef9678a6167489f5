import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type ImportNeighbours, neighboursIn } from '../code/import-neighbours.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import { namesInSettings, newModuleTexts } from './dynamic-imports.ts';
import type { Facts } from './facts.ts';

/** What imports a module that it is told in a text; what runs other programs is not meant. */
export const IMPORTERS: ReadonlySet<string> = new Set(
  (
    'import_module __import__ find_spec load_module load_source run_module run_path resolve_name import_string ' +
    'spec_from_file_location LazyLoader lazy_import pkg_resources'
  ).split(' '),
);

/** Modules that are followed from one to the next. */
const MOST_STEPS = 4;

/**
 * A new text like the name of a module in a file that uses a function of another module of the workspace which imports
 * what it is told: `load("requests")`.
 */
export async function newToldImport({ versions }: Facts): Promise<EvidencePlace | undefined> {
  const tellers = new Tellers(versions);
  const neighbours = neighboursIn(versions.after);
  for (const { before, after } of versions.changed) {
    const texts = after === undefined ? [] : newModuleTexts(before, after);
    const [first] = texts;
    if (after === undefined || first === undefined) continue;
    if ((await tellers.takenBy(after.module, 0)).size > 0) return placeIn(after, first.start, 'after');
    const kept = texts.find(({ start }) => isOfValue(after, start));
    if (kept !== undefined && (await isReadByTeller(after, versions, neighbours)))
      return placeIn(after, kept.start, 'after');
  }
  return undefined;
}

/** A value that others may read: at the top of its module, assigned, or returned. */
function isOfValue({ module, tokens }: PythonFile, start: number): boolean {
  const before = tokens.firstFrom(start) - 1;
  // What is compared with it is only true or false.
  if ([before, before + 2].some(at => /^(?:[=!]=|in)$/.test(tokens.text(at)))) return false;
  if (tokens.op(before) === op.ASSIGN || tokens.word(before) === word.RETURN) return true;
  return module.index.definitions.some(
    ({ kind, start: from, end }) =>
      (kind === 'constant' || kind === 'variable' || kind === 'attribute') && from <= start && start < end,
  );
}

async function isReadByTeller(
  { module }: PythonFile,
  versions: TwoVersions,
  neighbours: ImportNeighbours,
): Promise<boolean> {
  for (const each of neighbours.importing(module.path)) {
    const file = await versions.open(each, 'after');
    if (file === undefined || namesInSettings(file) || BY_NAME.some(name => file.mentions(name))) return true;
  }
  return false;
}

const BY_NAME = ['import_module', '__import__', 'import_string', 'resolve_name', 'run_module'];

/** The names by which modules of the workspace import what they are told. */
class Tellers {
  readonly #versions: TwoVersions;
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(versions: TwoVersions) {
    this.#versions = versions;
  }

  /** Names in a module that are such functions of others, or others that have some. */
  async takenBy(module: WorkspaceModule, steps: number): Promise<ReadonlySet<string>> {
    const { graph } = this.#versions.after;
    const found = new Set<string>();
    for (const statement of module.index.imports)
      for (const { name, alias } of statement.names) {
        const bound = alias ?? name.split('.')[0] ?? name;
        if (statement.kind === 'import') {
          const target = graph.findModule(name, module);
          if (target !== undefined && (await this.#of(target, steps)).size > 0) found.add(bound);
          continue;
        }
        const part = name === '*' ? undefined : graph.fromImport(module, statement, name);
        if (part?.kind === 'module') {
          if ((await this.#of(part.module, steps)).size > 0) found.add(bound);
          continue;
        }
        const source = graph.moduleOfImport(statement, module);
        const names = source === undefined ? NONE : await this.#of(source, steps);
        if (name === '*' ? names.size > 0 : names.has(name)) found.add(bound);
      }
    return found;
  }

  async #of(module: WorkspaceModule, steps: number): Promise<ReadonlySet<string>> {
    const known = this.#known.get(module.path);
    if (known !== undefined || steps >= MOST_STEPS) return known ?? NONE;
    // Modules may import each other.
    this.#known.set(module.path, NONE);
    const found = await this.#read(module, steps);
    this.#known.set(module.path, found);
    return found;
  }

  async #read(module: WorkspaceModule, steps: number): Promise<ReadonlySet<string>> {
    const names = new Set(await this.takenBy(module, steps + 1));
    for (const statement of module.index.imports)
      for (const { name, alias } of statement.names) if (IMPORTERS.has(name)) names.add(alias ?? name);
    const file = await this.#versions.open(module, 'after');
    if (file === undefined) return names;
    const users = new Map<string, string[]>();
    const waiting = [...names];
    for (const { content, names: used, tokens } of readUnits(file)) {
      if (content.kind !== 'definition') continue;
      const { name } = content.definition;
      for (const each of used) users.set(each, [...(users.get(each) ?? []), name]);
      if (tokens.some(({ kind, text }) => kind !== STRING && IMPORTERS.has(text))) waiting.push(name);
    }
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
      for (const user of [name, ...(users.get(name) ?? [])]) {
        if (names.has(user) && user !== name) continue;
        if (user !== name) waiting.push(user);
        names.add(user);
      }
    return names;
  }
}

const NONE: ReadonlySet<string> = new Set();
