import type { Definition } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { signOutside } from '../code/brackets.ts';
import { neighboursIn } from '../code/import-neighbours.ts';
import { filesMentioning } from '../code/mentions.ts';
import { definitionsNamed } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { eachLine } from '../facts/bound-names.ts';
import { findReplaced, lastAssign } from '../facts/replaced-names.ts';
import { bindingsOf } from '../proofs/bindings.ts';
import { membersOf, methodAround } from './class-members.ts';
import { type Known, UNKNOWN } from './known.ts';
import type { UseReader } from './use-reader.ts';

/** Who gives a value is looked for in all files: in a large workspace not for each of thousands of values. */
const MOST_FILES = 200_000;

/** In bytes: each of the targets of one assignment has all that stands behind it. */
const LONGEST = 500;

/**
 * What a name at the top of a module, or an attribute of objects, surely is: what it is given is of one type whose
 * members are known, and nothing in the workspace gives it something else.
 */
export class KeptValues {
  readonly #versions: TwoVersions;
  readonly #reader: UseReader;
  /** What is being read: a value that leads back to itself is not known. */
  readonly #reading = new Set<string>();
  /** How many files were looked at, each once for each value. */
  #lookedAt = 0;

  constructor(versions: TwoVersions, reader: UseReader) {
    this.#versions = versions;
    this.#reader = reader;
  }

  /** `logger = logging.getLogger(__name__)` */
  atTop(module: WorkspaceModule, name: string): Promise<Known> {
    return this.#once(`value ${module.path} ${name}`, async () => {
      const [index = -1, ...others] = definitionsNamed(module.index, name);
      const definition = module.index.definitions[index];
      const file = await this.#reader.openFile(module);
      if (file === undefined || definition === undefined || others.length > 0) return UNKNOWN;
      const bindings = bindingsOf(module);
      const isBoundOnce = bindings.get(name)?.length === 1 && !bindings.has('*');
      if (!isValue(definition) || definition.placement !== 'always' || !isBoundOnce || isGlobal(file, name))
        return UNKNOWN;
      const value = await this.#given(file, definition, -1);
      if (value.kind !== 'value' || (value.type === 'Logger' && (await this.#makesLoggers()))) return UNKNOWN;
      return (await findReplaced(this.#versions, new Set([name]))).size > 0 ? UNKNOWN : value;
    });
  }

  /** `self._cache = {}`: these definitions of a class, in methods of it; nothing else in the workspace has the name. */
  ofAttribute(module: WorkspaceModule, indices: readonly number[]): Promise<Known> {
    const { definitions } = module.index;
    const name = definitions[indices[0] ?? -1]?.name ?? '';
    return this.#once(`attribute ${module.path} ${indices.join()}`, async () => {
      const file = await this.#reader.openFile(module);
      if (file === undefined || setsAnyName(file)) return UNKNOWN;
      const owner = definitions[definitions[indices[0] ?? -1]?.parent ?? -1]?.name ?? '';
      let found: Known = UNKNOWN;
      for (const index of indices) {
        const definition = definitions[index] as Definition;
        const method = methodAround(definitions, index);
        const value = await this.#given(file, definition, method);
        if (method < 0 || value.kind !== 'value') return UNKNOWN;
        if (found.kind === 'value' && found.type !== value.type) return UNKNOWN;
        found = value;
      }
      if (await this.#mayBeSetByAnyName(owner, module)) return UNKNOWN;
      return (await this.#isSetSoOften(name, indices.length)) ? found : UNKNOWN;
    });
  }

  #once(key: string, read: () => Promise<Known>): Promise<Known> {
    if (this.#reading.has(key)) return Promise.resolve(UNKNOWN);
    return this.#reader.once(key, async () => {
      this.#lookedAt += this.#versions.after.snapshot.modules.size;
      if (this.#lookedAt > MOST_FILES) return UNKNOWN;
      this.#reading.add(key);
      try {
        return await read();
      } finally {
        this.#reading.delete(key);
      }
    });
  }

  /** A logger may be of a class of the workspace, which takes something else. */
  #makesLoggers(): Promise<boolean> {
    return this.#reader.once('loggers', async () => {
      for (const module of this.#versions.after.snapshot.modules.values()) {
        const file = await this.#reader.openFile(module);
        if (LOGGERS.some(each => file?.mentions(each))) return true;
      }
      return false;
    });
  }

  /** What stands behind the `=` of an assignment to it alone. */
  #given(file: PythonFile, { body, end }: Definition, scope: number): Promise<Known> {
    if (end - body > LONGEST) return Promise.resolve(UNKNOWN);
    const behind = file.range(body, end);
    const tokens = behind.slice(signOutside(behind, op.ASSIGN) + 1);
    const isAlone = tokens.length < behind.length && !tokens.some(token => token.op === op.ASSIGN);
    if (!isAlone || tokens.length === 0) return Promise.resolve(UNKNOWN);
    return this.#reader.evaluate({ file, tokens, scope, inner: new Set() }, 0, tokens.length);
  }

  /** Whether what knows the class, or imports its module, sets names that are not written there. */
  async #mayBeSetByAnyName(owner: string, { path }: WorkspaceModule): Promise<boolean> {
    const setting = await this.#reader.once('sets any name', () => this.#filesSettingAnyName());
    const importing = neighboursIn(this.#versions.after).importing(path);
    return setting.some(file => file.mentions(owner) || importing.includes(file.module));
  }

  async #filesSettingAnyName(): Promise<readonly PythonFile[]> {
    const found: PythonFile[] = [];
    for (const module of this.#versions.after.snapshot.modules.values()) {
      const file = await this.#reader.openFile(module);
      if (file !== undefined && setsAnyName(file)) found.push(file);
    }
    return found;
  }

  /**
   * Whether anything in the workspace is given an attribute of this name just so often, each time in a class that has
   * it, and no text or argument may name it.
   */
  #isSetSoOften(name: string, count: number): Promise<boolean> {
    return this.#reader.once(`${name} ${count} times`, async () => {
      const files = await filesMentioning(this.#versions, name);
      const membersIn = ({ module }: PythonFile) =>
        membersOf(module.index.definitions).get(name)?.length ?? 0;
      // The index knows these; for the rest each file is read.
      if (files.reduce((sum, file) => sum + membersIn(file), 0) !== count) return false;
      let times = 0;
      for (const file of files) {
        if (file.once(wholeTexts).has(name) || file.once(argumentsNamed).has(name)) return false;
        times += file.once(timesSet).get(name) ?? 0;
      }
      return times === count;
    });
  }
}

/** `setattr(o, key, value)`, `o.__dict__.update(…)`, `parse_args(namespace=o)` */
const setsAnyName = (file: PythonFile): boolean => SETTING.some(each => file.mentions(each));
const SETTING = ['setattr', '__dict__', 'vars(', 'namespace='];
const LOGGERS = ['setLoggerClass', 'Logger)', 'Logger.'];

/** Names of arguments: `SimpleNamespace(_cache=[])`, `patch.multiple(o, _cache=[])`. */
function argumentsNamed({ tokens }: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  for (let i = 0; i < tokens.length; i++) {
    const before = tokens.op(i - 1);
    if (tokens.op(i + 1) === op.ASSIGN && (before === op.PAREN_OPEN || before === op.COMMA))
      found.add(tokens.text(i));
  }
  return found;
}

const isValue = ({ kind }: Definition): boolean => kind === 'constant' || kind === 'variable';

/** How often attributes are set: `o.x = …`, `o.x += …`, `o.x: int = …`, `o.x, y = …`, `for o.x in`, `as o.x`, `del o.x`. */
function timesSet({ tokens }: PythonFile): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  eachLine(tokens, (from, to) => {
    const assign = lastAssign(tokens, from, to);
    const isDeleting = tokens.word(from) === word.DEL;
    // Between `for` and `in`, also of a comprehension; behind `as`, up to the end of the chain.
    let isTarget = false;
    let isNamed = false;
    for (let i = from; i < to; i++) {
      const each = tokens.word(i);
      if (each === word.FOR) isTarget = true;
      else if (each === word.IN) isTarget = false;
      if (each === word.AS) isNamed = true;
      else if (!tokens.isName(i) && tokens.op(i) !== op.DOT) isNamed = false;
      // What is asked of it sets something else.
      const next = tokens.op(i + 1);
      if (!tokens.isName(i) || tokens.op(i - 1) !== op.DOT || next === op.DOT || op.opens(next)) continue;
      if (i < assign || isDeleting || isTarget || isNamed)
        times.set(tokens.text(i), (times.get(tokens.text(i)) ?? 0) + 1);
    }
  });
  return times;
}

/** `global a, name` */
const isGlobal = (file: PythonFile, name: string): boolean => file.once(readGlobals).has(name);

function readGlobals({ tokens }: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.word(i) !== word.GLOBAL) continue;
    while (tokens.isName(i + 1) || tokens.op(i + 1) === op.COMMA) found.add(tokens.text(++i));
  }
  return found;
}

function wholeTexts({ tokens }: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  for (let i = 0; i < tokens.length; i++) if (tokens.kind(i) === STRING) found.add(contentOf(tokens.text(i)));
  return found;
}
