import type { Definition } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { rootOf } from '../code/dotted-names.ts';
import { definitionsNamed } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';
import { findReplaced } from '../facts/replaced-names.ts';
import { depthZero } from '../proofs/plain-statements.ts';
import { type Known, UNKNOWN } from './known.ts';
import { isFunction } from './statements.ts';
import type { UseReader } from './use-reader.ts';

/**
 * What a name at the top of a module, or an attribute of objects, surely is: what it is given is of one type whose
 * members are known, and nothing in the workspace gives it something else.
 */
export class KeptValues {
  readonly #versions: TwoVersions;
  readonly #reader: UseReader;
  /** What is being read: a value that leads back to itself is not known. */
  readonly #reading = new Set<string>();

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
      if (!isValue(definition) || definition.placement !== 'always' || isGlobal(file, name)) return UNKNOWN;
      const value = await this.#given(file, definition, -1);
      if (value.kind !== 'value') return UNKNOWN;
      return (await findReplaced(this.#versions, new Set([name]))).size > 0 ? UNKNOWN : value;
    });
  }

  /** `self._cache = {}`: these definitions of a class, in methods of it. */
  ofAttribute(module: WorkspaceModule, indices: readonly number[]): Promise<Known> {
    const { definitions } = module.index;
    const name = definitions[indices[0] ?? -1]?.name ?? '';
    return this.#once(`attribute ${module.path} ${indices.join()}`, async () => {
      const file = await this.#reader.openFile(module);
      if (file === undefined) return UNKNOWN;
      let found: Known | undefined;
      for (const index of indices) {
        const definition = definitions[index] as Definition;
        const method = definitions.findLastIndex(
          each => isFunction(each) && each.start <= definition.start && definition.end <= each.end,
        );
        const value = await this.#given(file, definition, method);
        if (method < 0 || value.kind !== 'value') return UNKNOWN;
        if (found?.kind === 'value' && found.type !== value.type) return UNKNOWN;
        found = value;
      }
      return found === undefined || (await this.#timesSet(name)) !== indices.length ? UNKNOWN : found;
    });
  }

  #once(key: string, read: () => Promise<Known>): Promise<Known> {
    if (this.#reading.has(key)) return Promise.resolve(UNKNOWN);
    return this.#reader.once(key, async () => {
      this.#reading.add(key);
      try {
        return await read();
      } finally {
        this.#reading.delete(key);
      }
    });
  }

  /** What stands behind the `=` of an assignment to it alone. */
  #given(file: PythonFile, { body, end }: Definition, scope: number): Promise<Known> {
    const behind = file.range(body, end);
    const tokens = behind.slice(depthZero(behind, op.ASSIGN) + 1);
    const isAlone = tokens.length < behind.length && !tokens.some(token => token.op === op.ASSIGN);
    if (!isAlone || tokens.length === 0) return Promise.resolve(UNKNOWN);
    return this.#reader.evaluate({ file, tokens, scope, inner: new Set() }, 0, tokens.length);
  }

  /** How often anything in the workspace is given an attribute of this name; not a number where a text may name it. */
  async #timesSet(name: string): Promise<number> {
    let times = 0;
    for (const module of this.#versions.after.snapshot.modules.values()) {
      const file = await this.#reader.openFile(module);
      if (file?.mentions(name) !== true) continue;
      if (file.once(wholeTexts).has(name)) return Number.NaN;
      times += placesOf(file, name).filter(at => isSet(file.tokens, at)).length;
    }
    return times;
  }
}

const isValue = ({ kind }: Definition): boolean => kind === 'constant' || kind === 'variable';

/** `o.x = …`, `o.x += …`, `o.x: int = …`, `o.x, y = …`, `for o.x in`, `as o.x`, `del o.x`. */
function isSet(tokens: CodeTokens, at: number): boolean {
  if (tokens.op(at - 1) !== op.DOT) return false;
  let first = at;
  while (tokens.kind(first - 1) >= NAME) first--;
  if (tokens.word(first) === word.DEL || tokens.word(rootOf(tokens, at) - 1) === word.AS) return true;
  // What is asked of it sets something else.
  const next = tokens.op(at + 1);
  if (next === op.DOT || op.opens(next)) return false;
  let depth = 0;
  let isTarget = false;
  for (let i = first; tokens.kind(i) >= NAME; i++) {
    const sign = tokens.op(i);
    // Between `for` and `in`, also of a comprehension.
    if (tokens.word(i) === word.FOR) isTarget = true;
    else if (tokens.word(i) === word.IN) isTarget = false;
    if (i === at && isTarget) return true;
    // In brackets it stands behind the name of an argument.
    if (i > at && depth === 0 && (sign === op.ASSIGN || op.isAugmented(sign))) return true;
    if (op.opens(sign)) depth++;
    else if (op.closes(sign)) depth--;
  }
  return false;
}

/** `global a, name` */
const isGlobal = (file: PythonFile, name: string): boolean =>
  placesOf(file, name).some(at => {
    let i = at - 1;
    while (file.tokens.op(i) === op.COMMA || file.tokens.isName(i)) i--;
    return file.tokens.word(i) === word.GLOBAL;
  });

function wholeTexts({ tokens }: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  for (let i = 0; i < tokens.length; i++) if (tokens.kind(i) === STRING) found.add(contentOf(tokens.text(i)));
  return found;
}
