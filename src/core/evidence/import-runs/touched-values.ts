import type { Definition } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { closing } from '../code/brackets.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { bindingsOf } from '../proofs/bindings.ts';
import { dottedAt } from '../proofs/plain-expressions.ts';

/**
 * The values that code looks into or changes, also through functions of the workspace that it names: `R` of `R["x"]`, of
 * `reg(f)` where `reg` says `R[…] = f`, `os.environ` of `os.environ["X"]`. Each with the module that it is in.
 */
export class TouchedValues {
  readonly #versions: TwoVersions;
  readonly #version: WorkspaceVersion;
  readonly #isReading: boolean;

  /** @param isReading what is only read counts as well, and not only what may be changed */
  constructor(versions: TwoVersions, version: WorkspaceVersion, isReading: boolean) {
    this.#versions = versions;
    this.#version = version;
    this.#isReading = isReading;
  }

  async of(tokens: readonly CodeToken[], file: PythonFile): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    const seen = new Set<Definition>();
    const waiting = [{ tokens, file }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const { key, definition, module } of this.#namedIn(next.tokens, next.file)) {
        if (key !== undefined) found.add(key);
        if (definition === undefined || seen.has(definition) || seen.size >= MOST_DEFINITIONS) continue;
        seen.add(definition);
        const other = await this.#versions.open(module, this.#version.side);
        if (other !== undefined) waiting.push({ tokens: runIn(definition, other), file: other });
      }
    return found;
  }

  *#namedIn(tokens: readonly CodeToken[], file: PythonFile): Generator<Named> {
    for (const [i, token] of tokens.entries()) {
      if (!isName(token) || tokens[i - 1]?.op === op.DOT || tokens[i - 1]?.word === word.DEF) continue;
      const { path, end } = dottedAt(tokens, i);
      yield this.#meant(path, useOf(tokens, end), file.module);
    }
  }

  #meant(path: readonly string[], use: Use, module: WorkspaceModule): Named {
    const { graph } = this.#version;
    const [first = ''] = path;
    let target = graph.resolve(module, first);
    if (target === undefined && !bindingsOf(module).has(first))
      return { module, key: this.#isReading ? `builtins.${first}` : undefined };
    let k = 1;
    for (; target?.kind === 'module' && k < path.length; k++) {
      const name = path[k] ?? '';
      const inside = graph.resolve(target.module, name);
      // Nobody binds it there: another module sets it.
      if (inside === undefined) return { module, key: `${target.module.path} ${name}` };
      target = inside;
    }
    if (target?.kind === 'external') {
      const [top, name, ...more] = [...target.name.split('.'), ...path.slice(k)];
      const isSet = use === 'set' || (use === 'called' && more.length > 0);
      if (name === undefined || !(isSet || this.#isReading)) return { module };
      return { module, key: `${top}.${name === 'getenv' ? 'environ' : name}` };
    }
    if (target?.kind !== 'definition') return { module };
    const definition = target.module.index.definitions[target.index];
    if (definition?.kind === 'function' || definition?.kind === 'class')
      return { module: target.module, definition };
    const isTouched = this.#isReading
      ? use !== 'named' || k < path.length
      : use === 'set' || (use === 'called' && k < path.length);
    return { module, key: isTouched ? `${target.module.path} ${definition?.name}` : undefined };
  }
}

/** Of a class what runs when it, a class below it or an object of it is made. */
function runIn(definition: Definition, file: PythonFile): readonly CodeToken[] {
  if (definition.kind !== 'class') return file.range(definition.start, definition.end);
  const { definitions } = file.module.index;
  const making = definitions.filter(
    ({ parent, name }) => definitions[parent] === definition && MAKING.test(name),
  );
  return [
    ...file.range(definition.start, definition.body),
    ...making.flatMap(({ start, end }) => file.range(start, end)),
  ];
}

const MAKING = /^__(?:new|init|init_subclass|post_init|prepare|call|set_name)__$/;

/** What is done with a dotted name: `a.b = 1` and `a.b[0] = 1`, `a.b(…)`, `a.b[0]`, `a.b`. */
type Use = 'set' | 'called' | 'asked' | 'named';

function useOf(tokens: readonly CodeToken[], behind: number): Use {
  const next = tokens[behind]?.op ?? 0;
  if (op.assigns(next)) return 'set';
  if (next === op.PAREN_OPEN) return 'called';
  if (next !== op.BRACKET_OPEN) return 'named';
  return op.assigns(tokens[closing(tokens, behind) + 1]?.op ?? 0) ? 'set' : 'asked';
}

interface Named {
  readonly module: WorkspaceModule;
  readonly key?: string | undefined;
  /** A function or class, which names more. */
  readonly definition?: Definition;
}

const MOST_DEFINITIONS = 50;
