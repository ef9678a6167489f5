import type { Target } from '../../python/index/import-graph.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';

/** A name at the top of a module. */
interface Named {
  readonly module: WorkspaceModule;
  readonly name: string;
}

/** What does something else after a change, by the paths of modules and their names. */
export interface Serving {
  /** What changed, and what alone uses something that did: `cases` of a `_cases` that nothing else asks for. */
  readonly changed: ReadonlySet<string>;
  /** Of these, what is used by tests alone. */
  readonly ofTests: ReadonlySet<string>;
}

/** So far it is followed what serves what. */
const MOST_ROUNDS = 8;

export const keyOf = ({ path }: WorkspaceModule, name: string): string => `${path}:${name}`;

/** The names that a statement at the top of a module binds. */
export const namesBy = ({ content, file, from }: Unit): readonly string[] =>
  content.kind === 'definition'
    ? [content.definition.name]
    : content.kind === 'import' || content.kind === 'docstring'
      ? []
      : [file.tokens.text(from)];

/** Follows changed names to what they alone serve. */
export async function findServing(versions: TwoVersions, changed: Iterable<Named>): Promise<Serving> {
  const [all, ofTests] = [new Set<string>(), new Set<string>()];
  let next = [...changed];
  for (let round = 0; next.length > 0 && round < MOST_ROUNDS; round++) {
    for (const { module, name } of next) all.add(keyOf(module, name));
    const users = await usersOf(next, versions);
    const served: Named[] = [];
    for (const { module, name } of next) {
      const of = users.get(keyOf(module, name));
      const [user, ...others] = of?.values() ?? [];
      if (user === undefined) ofTests.add(keyOf(module, name));
      else if (others.length === 0 && !all.has(keyOf(user.module, user.name))) served.push(user);
    }
    next = served;
  }
  return { changed: all, ofTests };
}

/** For each name the statements of modules that are no tests that use it, by the names which these bind. */
async function usersOf(
  wanted: readonly Named[],
  versions: TwoVersions,
): Promise<ReadonlyMap<string, ReadonlyMap<string, Named>>> {
  const found = new Map<string, Map<string, Named>>();
  const keys = new Set(wanted.map(({ module, name }) => keyOf(module, name)));
  const names = new Set(wanted.map(({ name }) => name));
  const add = (key: string, user: Named) => {
    const own = keyOf(user.module, user.name);
    if (!keys.has(key) || key === own) return;
    found.set(key, (found.get(key) ?? new Map<string, Named>()).set(own, user));
  };
  for (const module of versions.before.snapshot.modules.values()) {
    if (isTestFile(module.path)) continue;
    const file = await versions.open(module, 'before');
    const mentioned = file?.mentionedOf(names) ?? [];
    // A package offers what it imports.
    if (module.isPackage)
      for (const name of namesOfModule(module.index).hasStar ? names : mentioned) {
        const target = targetOf(versions, module, [name]);
        if (target !== undefined && target.module !== module)
          add(keyOf(target.module, target.name), { module, name: '' });
      }
    if (file !== undefined && mentioned.length > 0) addUsers(file, new Set(mentioned), versions, add);
  }
  return found;
}

function addUsers(
  file: PythonFile,
  names: ReadonlySet<string>,
  versions: TwoVersions,
  add: (key: string, user: Named) => void,
): void {
  const { module, tokens } = file;
  for (const unit of readUnits(file)) {
    if (unit.content.kind === 'import') continue;
    const user = { module, name: namesBy(unit)[0] ?? '' };
    for (let i = unit.from; i < unit.to; i++) {
      const text = tokens.text(i);
      if (unit.content.kind === 'exports' && tokens.kind(i) === STRING)
        add(keyOf(module, contentOf(text)), user);
      if (!names.has(text) || !tokens.isName(i)) continue;
      const target = targetOf(versions, module, chainTo(tokens, i));
      if (target !== undefined) add(keyOf(target.module, target.name), user);
    }
  }
}

/** The names of `a.b.c` up to the last one. */
function chainTo(tokens: PythonFile['tokens'], at: number): readonly string[] {
  const chain = [tokens.text(at)];
  let i = at;
  while (tokens.op(i - 1) === op.DOT) {
    // Of what a call gives, nothing is at the top of a module.
    if (!tokens.isName(i - 2)) return [];
    i -= 2;
    chain.unshift(tokens.text(i));
  }
  return chain;
}

/** What a chain of names leads to from a module, where that is at the top of one. */
function targetOf(
  { before: { graph } }: TwoVersions,
  start: WorkspaceModule,
  chain: readonly string[],
): Named | undefined {
  let module: WorkspaceModule | undefined = start;
  for (const [i, name] of chain.entries()) {
    const inside: Target | undefined = module && graph.resolve(module, name);
    if (inside?.kind === 'definition')
      return i === chain.length - 1
        ? { module: inside.module, name: inside.module.index.definitions[inside.index]?.name ?? name }
        : undefined;
    // The folder `a` of `a.b` need not be a module.
    module =
      inside?.kind === 'module' ? inside.module : graph.findModule(chain.slice(0, i + 1).join('.'), start);
  }
  return undefined;
}
