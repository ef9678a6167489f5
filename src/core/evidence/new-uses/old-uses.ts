import { groupBy } from '../../kernel/group-by.ts';
import { isName } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { type Access, accessesOf } from './accesses.ts';
import { isTargetAt } from './bound-on-all-ways.ts';
import { exitsAbove } from './exit-guards.ts';
import { EXIT, GuardedUses } from './guarded-uses.ts';
import { type Key, LONG_CHAIN, Roots } from './roots.ts';
import { chainText, needsIn } from './statement-needs.ts';
import { readStatements, type Statement, scopeName } from './statements.ts';
import { unpackingsIn } from './unpackings.ts';

/** What the version of a file before the change looks up, with what stands around each; read when it is asked for. */
export class OldUses {
  readonly #file: PythonFile | undefined;
  readonly #numbers: Map<string, number>;
  /** By the name of the function or class that they are in. */
  #statements: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  #roots: Roots | undefined;
  /** By the definition at the top that they are in; all of the module are under one. */
  readonly #guards = new Map<string, GuardedUses>();
  readonly #elements = new Map<string, GuardedUses>();
  #byUnit: ReadonlyMap<string, readonly Statement[]> | undefined;
  #needs: ReadonlySet<string> | undefined;
  #unpackings: ReadonlySet<string> | undefined;

  constructor(file: PythonFile | undefined, numbers: Map<string, number>) {
    this.#file = file;
    this.#numbers = numbers;
  }

  /** Whether the same was looked up in the unit, and nothing that stood around it, or left above it, is gone. */
  has(
    { text, isOfModule }: Key,
    guards: readonly string[],
    unit: string,
    isExit: (text: string) => boolean,
  ): boolean {
    if (this.#guardsIn(unit).has(text, guards, isExit)) return true;
    return isOfModule && this.#guardsIn(WHOLE).has(text, guards, isExit);
  }

  /** Whether the same was asked of each of the same things. */
  hasElement({ text }: { readonly text: string }, guards: readonly string[], unit: string): boolean {
    return this.#elementsIn(unit).has(text, guards);
  }

  #elementsIn(unit: string): GuardedUses {
    const known = this.#elements.get(unit) ?? this.#readElements(unit);
    this.#elements.set(unit, known);
    return known;
  }

  #readElements(unit: string): GuardedUses {
    const found = new GuardedUses();
    const file = this.#file;
    if (file === undefined) return found;
    this.#roots ??= new Roots(file, this.#numbers);
    this.#byUnit ??= groupBy(readStatements(file).statements, each => unitOf(file, each));
    for (const statement of this.#byUnit.get(unit) ?? [])
      for (const access of accessesOf(file, statement)) {
        const element = this.#roots.elementOf(statement, access);
        // Who asks a generator may stop at some.
        if (element === undefined || element.isOfGenerator) continue;
        found.add(element.text, element.guards);
      }
    return found;
  }

  /** Whether something of this text was raised, caught, entered or looped over anywhere in the file. */
  hasNeed(text: string): boolean {
    if (this.#file === undefined || text === '') return false;
    const { statements } = readStatements(this.#file);
    this.#needs ??= new Set(
      statements.flatMap(({ tokens }) => [...needsIn(tokens)].map(needed => chainText(tokens, needed))),
    );
    return this.#needs.has(text);
  }

  /** Whether the function took the same apart in the same way. */
  hasUnpacking(scope: string, key: string): boolean {
    const file = this.#file;
    if (file === undefined) return false;
    this.#unpackings ??= new Set(
      readStatements(file).statements.flatMap(each =>
        [...unpackingsIn(each.tokens)].map(unpacking => `${scopeName(file, each.scope)} ${unpacking.key}`),
      ),
    );
    return this.#unpackings.has(`${scope} ${key}`);
  }

  hasStatement(file: PythonFile, statement: Statement): boolean {
    const old = this.#file;
    if (old === undefined) return false;
    this.#statements ??= statementsByScope(old);
    return this.#statements.get(scopeName(file, statement.scope))?.has(guardedText(statement)) === true;
  }

  #guardsIn(unit: string): GuardedUses {
    const known = this.#guards.get(unit) ?? this.#read(unit);
    this.#guards.set(unit, known);
    return known;
  }

  #read(unit: string): GuardedUses {
    const found = new GuardedUses();
    const file = this.#file;
    if (file === undefined) return found;
    this.#roots ??= new Roots(file, this.#numbers);
    const { statements } = readStatements(file);
    this.#byUnit ??= groupBy(statements, each => unitOf(file, each));
    for (const statement of unit === WHOLE ? statements : (this.#byUnit.get(unit) ?? [])) {
      const guards = statement.allGuards;
      for (const access of accessesOf(file, statement)) {
        if (unit === WHOLE && !this.#roots.isOfModule(statement, access)) continue;
        // What binds a name does not look it up.
        if (access.kind === 'name' && isTargetAt(statement, access.at)) continue;
        const key = this.#roots.keyOf(statement, access);
        if (unit === WHOLE && !key.isOfModule) continue;
        const exits = unit === WHOLE ? [] : exitsAbove(file, statement, () => namesIn(statement, access));
        const all = exits.length === 0 ? guards : [...guards, ...exits.map(each => EXIT + each)];
        found.add(key.text, all);
      }
    }
    return found;
  }
}

const namesIn = ({ tokens }: Statement, { from, at }: Access): ReadonlySet<string> =>
  new Set(
    tokens
      .slice(from, Math.min(at + 2, from + LONG_CHAIN))
      .flatMap(token => (isName(token) ? token.text : [])),
  );

/** No definition has this name. */
const WHOLE = '*';

/** The name of the definition at the top of the module that the statement is in the body of. */
export function unitOf({ module }: PythonFile, { scope }: Statement): string {
  const { definitions } = module.index;
  let name = '';
  for (let at = scope; at >= 0; at = definitions[at]?.parent ?? -1) name = definitions[at]?.name ?? '';
  return name;
}

function statementsByScope(file: PythonFile): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const statement of readStatements(file).statements) {
    const scope = scopeName(file, statement.scope);
    const known = found.get(scope);
    if (known === undefined) found.set(scope, new Set([guardedText(statement)]));
    else known.add(guardedText(statement));
  }
  return found;
}

/** Equal texts are equal statements under the same conditions. */
const guardedText = ({ text, guards }: Statement): string =>
  guards.length === 0 ? text : [text, ...guards].join('\u0004');
