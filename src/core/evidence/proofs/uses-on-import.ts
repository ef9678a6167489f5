import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT } from '../../python/lexer/token-kinds.ts';
import { namesOnImport, namesRunOnImport } from '../code/import-time.ts';
import { definesAtTop } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { namingUnits, type Unit } from '../code/units.ts';
import { namesUsedIn } from '../code/used-names.ts';
import { bindingsOf } from './bindings.ts';
import { runsOwnFunctions } from './own-functions.ts';
import { isMetaclass } from './unit-shapes.ts';

/** Which names of a module are used while it is imported; each is read when it is asked for. */
export const usesOnImport = (file: PythonFile): UsesOnImport => file.once(newUses);

const newUses = (file: PythonFile) => new UsesOnImport(file);

class UsesOnImport {
  readonly #file: PythonFile;
  #used: ReadonlySet<string> | undefined;
  #run: ReadonlySet<string> | undefined;

  constructor(file: PythonFile) {
    this.#file = file;
  }

  /** Names that statements at the top use, other than what they define themselves. */
  get used(): ReadonlySet<string> {
    this.#used ??= new Set([
      ...this.#read(unit => namesOnImport(unit, this.#file)),
      ...namesDecidingMembers(this.#file),
    ]);
    return this.#used;
  }

  /** Names that run, and not only when the file is started as a program. */
  get run(): ReadonlySet<string> {
    this.#run ??= this.#readRuns();
    return this.#run;
  }

  /** Names that a statement at the top uses above all that binds them, each with the first such statement. */
  get early(): ReadonlyMap<string, number> {
    const bindings = bindingsOf(this.#file.module);
    const found = new Map<string, number>();
    for (const unit of namingUnits(this.#file)) {
      if (unit.content.kind === 'import') continue;
      for (const name of namesOnImport(unit, this.#file)) {
        const first = bindings.get(name)?.[0]?.start;
        if (first !== undefined && first > unit.start && !found.has(name)) found.set(name, unit.start);
      }
    }
    return found;
  }

  #readRuns(): ReadonlySet<string> {
    const run = new Set([
      ...this.#read(unit => {
        if (isProgram(unit) || unit.isPlainSet) return NOTHING;
        return runsOwnFunctions(unit) ? unit.names : namesRunOnImport(unit, this.#file);
      }),
      ...namesDecidingMembers(this.#file),
    ]);
    const classes = new Map<string, ClassUnit[]>();
    const waiting = [...run];
    for (const unit of namingUnits(this.#file).filter(isClass)) {
      const { name } = unit.content.definition;
      classes.set(name, [...(classes.get(name) ?? []), unit]);
      if (isMetaclass(unit)) waiting.push(name);
    }
    // Whatever runs a class may run its bases.
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const unit of classes.get(next) ?? [])
        for (const name of basesNamed(unit)) {
          if (!run.has(name)) waiting.push(name);
          run.add(name);
        }
    return run;
  }

  #read(namesIn: (unit: Unit) => ReadonlySet<string>): ReadonlySet<string> {
    const used = new Set<string>();
    for (const unit of namingUnits(this.#file)) {
      if (unit.content.kind === 'import') continue;
      const own = unit.content.kind === 'definition' ? unit.content.definition.name : undefined;
      for (const name of namesIn(unit)) if (name !== own) used.add(name);
    }
    return used;
  }
}

type ClassUnit = Unit & { readonly content: Extract<Unit['content'], { kind: 'definition' }> };

const isClass = (unit: Unit): unit is ClassUnit =>
  unit.content.kind === 'definition' && unit.content.definition.kind === 'class';

/** What stands between the name of a class and its body. */
const basesNamed = ({ content: { definition }, file: { tokens } }: ClassUnit): ReadonlySet<string> =>
  namesUsedIn(tokens, tokens.firstFrom(definition.head), tokens.firstFrom(definition.body - 1));

const NOTHING: ReadonlySet<string> = new Set();

/** Names by which a module decides what others find in it when they import from it: used in its `__getattr__` and `__dir__`. */
export function namesDecidingMembers(file: PythonFile): readonly string[] {
  if (!['__getattr__', '__dir__'].some(name => definesAtTop(file.module.index, name))) return [];
  // What each of the others names is not asked for.
  return namingUnits(file).flatMap(unit => {
    const { content } = unit;
    const isDeciding = content.kind === 'definition' && /^__(?:getattr|dir)__$/.test(content.definition.name);
    return isDeciding ? [...unit.names] : [];
  });
}

/** `if __name__ == "__main__":` without anything else. */
export function isProgram({ content, file: { tokens }, from, to }: Unit): boolean {
  if (content.kind !== 'other' || tokens.text(from) !== 'if') return false;
  const isAsking =
    tokens.text(from + 1) === '__name__' &&
    tokens.text(from + 2) === '==' &&
    tokens.text(from + 3) === ':__main__' &&
    tokens.op(from + 4) === op.COLON;
  // Another branch of its own: one in the block is deeper.
  let depth = 0;
  for (let i = from; isAsking && i < to; i++) {
    if (tokens.kind(i) === INDENT) depth++;
    else if (tokens.kind(i) === DEDENT) depth--;
    else if (depth === 0 && (tokens.word(i) === word.ELSE || tokens.word(i) === word.ELIF)) return false;
  }
  return isAsking;
}
