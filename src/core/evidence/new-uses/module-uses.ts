import { at } from '../../kernel/at.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { readArguments } from '../code/call-shape.ts';
import { isName } from '../code/code-tokens.ts';
import { lastOf } from '../code/dotted-names.ts';
import { isInFunction } from '../code/import-time.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { mayFailThere } from '../code/surroundings.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { bindsElsewhere } from '../facts/bound-names.ts';
import { lineAt } from '../facts/caller-sources.ts';
import { findReplaced } from '../facts/replaced-names.ts';
import { leadsTo } from '../proofs/module-cycles.ts';
import { isProgram } from '../proofs/uses-on-import.ts';
import { type Access, accessesOf, maySet } from './accesses.ts';
import { readersOfAnnotations } from './annotation-readers.ts';
import { settingDoubts } from './attribute-order.ts';
import { isTargetAt } from './bound-on-all-ways.ts';
import { whyNotBoundYet } from './bound-yet.ts';
import { takesKinds } from './class-statements.ts';
import { type Code, codeAt, codeOf } from './code.ts';
import { isReadTooEarly } from './comprehension-order.ts';
import { isExitAbove, lostExits } from './exit-guards.ts';
import { type AboutFunctions, functionDoubts } from './function-doubts.ts';
import { givenShapeDoubts } from './given-shapes.ts';
import { whyHidden } from './hidden-methods.ts';
import { implicitDoubts } from './implicit-uses.ts';
import type { Judged, Known } from './known.ts';
import { awaitsTwice, looksUpByText } from './looked-up-by-text.ts';
import { whyMadeWithout } from './made-without.ts';
import type { NewUse } from './new-use.ts';
import { OldUses, unitOf } from './old-uses.ts';
import { makersOutside } from './outside-members.ts';
import type { WiderMethod } from './parameter-readers.ts';
import { Roots } from './roots.ts';
import { annotationAt } from './statement-names.ts';
import { chainText } from './statement-needs.ts';
import { readStatements, runsOnImport, type Statement, scopeName } from './statements.ts';
import { pickyDoubts, whyNotSuited } from './suiting-arguments.ts';
import { changedUnits, findTopDoubts, type Question } from './top-doubts.ts';
import { isOfLocal } from './unevaluated-annotations.ts';
import { UnpackedCounts } from './unpacked-counts.ts';
import { unpackingsIn } from './unpackings.ts';
import type { UseReader } from './use-reader.ts';

/** A doubt about what no code evaluates: it counts where something reads annotations. */
export interface InAnnotation {
  readonly use: NewUse;
  /** What would have to be given on to what reads them. */
  readonly readers: readonly WiderMethod[];
}

const STATEMENTS_AT_ONCE = 200;

const NO_NAMES: ReadonlySet<string> = new Set();

/** `name = …` and `name: …`, which look nothing up by that name. */
const isOnlySet = ({ tokens }: Statement, { kind, at }: Access): boolean =>
  kind === 'name' && at === 0 && (tokens[1]?.op === op.ASSIGN || tokens[1]?.op === op.COLON);

/** What may be set of objects of the standard library. */
const SETTABLE =
  /^(?:Logger\.(?:propagate|disabled|level|handlers)|Thread\.(?:daemon|name)|\w+\.row_factory)$/;

const programs = (file: PythonFile): readonly Unit[] => readUnits(file).filter(isProgram);

/** What one changed module newly asks for. */
export class ModuleUses {
  readonly #question: Question;
  readonly #module: ChangedModule;
  readonly #file: PythonFile;
  readonly #versions: TwoVersions;
  readonly #reader: UseReader;
  readonly #about: AboutFunctions;
  readonly #counts: UnpackedCounts;
  readonly #old: OldUses;
  readonly #roots: Roots;
  readonly #lostExits: (scope: string) => ReadonlySet<string>;
  readonly #found: NewUse[] = [];
  readonly inAnnotations: InAnnotation[] = [];

  constructor(question: Question, about: AboutFunctions) {
    const { module, file, versions, reader } = question;
    this.#question = question;
    this.#module = module;
    this.#file = file;
    this.#versions = versions;
    this.#reader = reader;
    this.#about = about;
    this.#counts = new UnpackedCounts(reader);
    const numbers = new Map<string, number>();
    this.#old = new OldUses(module.before, numbers);
    this.#roots = new Roots(file, numbers);
    this.#lostExits = module.before === undefined ? () => NO_NAMES : lostExits(module.before, file);
  }

  /** @param most how many that are open are listed; behind these only what is broken is looked for */
  async find(most: number, pause: () => Promise<void>): Promise<readonly NewUse[]> {
    for (const { start, reason } of await findTopDoubts(this.#question)) this.#add(start, reason);
    for (const { start, reason } of settingDoubts(this.#module.before, this.#file)) {
      // They are told at the head of the method that sets it.
      this.#add(start, reason, { isOnImport: false });
    }
    for (const { start, reason } of givenShapeDoubts(this.#module.before, this.#file))
      this.#add(start, reason);
    for await (const { start, reason } of functionDoubts(this.#module.before, this.#file, this.#about))
      this.#add(start, reason, { isOnImport: false });
    const { unmade } = this.#reader.classes;
    for await (const { start, reason } of unmade.doubtsIn(this.#module.before, this.#file))
      this.#add(start, reason, { isOnImport: false });
    const changed = changedUnits(this.#question);
    if (changed.length === 0) return this.#found;
    let next = 0;
    const { statements } = readStatements(this.#file);
    for (let i = 0; i < statements.length; i++) {
      if (i % STATEMENTS_AT_ONCE === 0) await pause();
      const statement = at(statements, i);
      const { start } = statement;
      while ((changed[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++;
      if (start < (changed[next]?.start ?? Number.POSITIVE_INFINITY)) continue;
      if (statement.isPlainSet) continue;
      const isFull = this.#found.length < most;
      const isUnread = this.#isUnread(statement);
      // What was there before is only read where it decides something.
      const isOld = (isUnread || !isFull) && this.#old.hasStatement(this.#file, statement);
      if (isOld && !isFull) continue;
      if (isUnread && !isOld)
        this.#add(at(statement.tokens, 0).start, 'what this statement looks up is not followed');
      if (isFull) await this.#lookAtNeeds(statement);
      for (const access of accessesOf(this.#file, statement))
        if (
          isFull
            ? !isOnlySet(statement, access)
            : access.kind !== 'name' && this.#roots.isOfModule(statement, access)
        )
          await this.#look(statement, access, isFull);
    }
    return this.#found;
  }

  /** What it raises, catches, enters or loops over; as before where the same name was used so in the file. */
  async #lookAtNeeds(statement: Statement): Promise<void> {
    const code = codeOf(this.#file, statement);
    for await (const { needed, reason } of implicitDoubts(this.#reader, code, statement)) {
      if (this.#old.hasStatement(this.#file, statement)) return;
      const root = statement.tokens[needed.from]?.text ?? '';
      const isOfModule = this.#roots.ownerOf(statement.scope, root) < 0 && !statement.innerNames.has(root);
      if (!isOfModule || !this.#old.hasNeed(chainText(statement.tokens, needed)))
        this.#add(statement.start, reason);
    }
    for (const unpacking of unpackingsIn(statement.tokens)) {
      if (!(await this.#counts.isOtherCount(code, unpacking))) continue;
      if (!this.#old.hasUnpacking(scopeName(this.#file, statement.scope), unpacking.key))
        this.#add(statement.start, 'there may be more or fewer values than names that they are given to');
    }
    for await (const reason of pickyDoubts(this.#reader, code, statement))
      if (!this.#old.hasStatement(this.#file, statement)) this.#add(statement.start, reason);
  }

  #add(start: number, reason: string, how?: { isBroken?: boolean; isOnImport?: boolean }): void {
    this.#found.push(this.#useAt(start, reason, how));
  }

  #useAt(
    start: number,
    reason: string,
    { isBroken = false, isOnImport = !isInFunction(this.#file, start) } = {},
  ): NewUse {
    const place = placeIn(this.#file, start, 'after');
    return { reason, place, isBroken, isOnImport, text: lineAt(this.#file, start) };
  }

  async #addDoubt(start: number, reason: string, statement: Statement, access: Access): Promise<void> {
    if (access.isEvaluated) return this.#add(start, reason);
    if (isOfLocal(this.#file, statement)) return;
    const readers = await readersOfAnnotations(this.#file, statement, this.#versions, this.#reader);
    if (readers === undefined) return this.#add(start, reason);
    this.inAnnotations.push({ use: this.#useAt(start, reason), readers });
  }

  /** Whether a statement is known only where it is as before. */
  #isUnread(statement: Statement): boolean {
    const { firstWord } = statement;
    return (
      firstWord === word.GLOBAL ||
      firstWord === word.NONLOCAL ||
      firstWord === word.DEL ||
      firstWord === word.CASE ||
      looksUpByText(statement.tokens) ||
      awaitsTwice(statement.tokens) ||
      // A function does not evaluate the annotation that binds it.
      (annotationAt(statement.tokens) >= 0 && statement.tokens.some(token => token.op === op.WALRUS))
    );
  }

  async #look(statement: Statement, access: Access, isFull: boolean): Promise<void> {
    const { tokens } = statement;
    const code = codeAt(this.#file, statement, tokens, access.from);
    const { start } = at(tokens, access.at);
    const isOld = () =>
      !this.#isUnguarded(statement, access) &&
      (this.#old.has(
        this.#roots.keyOf(statement, access),
        statement.allGuards,
        unitOf(this.#file, statement),
        text => isExitAbove(this.#file, statement, text),
      ) ||
        this.#isOldOfEach(statement, access));
    if (access.isEvaluated && (await this.#isNotSubscripted(code, access)))
      if (!this.#old.hasStatement(this.#file, statement))
        this.#add(start, 'whether what stands there takes anything in brackets is not known');
    if (access.kind === 'name') return this.#lookName(code, access, start, statement, isOld);
    const value = await this.#reader.evaluate(code, access.from, access.at);
    const judged =
      access.kind === 'attribute'
        ? await this.#reader.attribute(value, tokens[access.at + 1]?.text ?? '', code)
        : await this.#reader.call(value, code, access.at, access.isAwaited);
    if (judged.verdict === 'broken') {
      // What was there before may have been broken before, and need not have run.
      if (isOld() || !access.isEvaluated) this.#add(start, judged.reason);
      else await this.#addBroken(judged, statement, access, start);
    } else if (!isFull) return;
    else if (judged.verdict === 'open') {
      if (judged.looksWrong) this.#add(start, judged.reason);
      else if (!isOld()) await this.#addDoubt(start, judged.reason, statement, access);
    } else if (access.isEvaluated) {
      const hidden =
        access.kind === 'call' && !isOld() ? await this.#whyHidden(value, code, access.at) : undefined;
      if (hidden !== undefined) this.#add(start, hidden);
      if (access.kind === 'call' ? value.kind !== 'value' : value.kind.startsWith('outside'))
        if (!isOld()) this.#reader.called.add(tokens[access.at - 1]?.text ?? '');
      const name = tokens[access.at + 1]?.text ?? '';
      // A test may put another class in its place, which has just what was asked before.
      const isOfClass = (value.kind === 'instance' || value.kind === 'class') && access.kind === 'attribute';
      if (isOfClass && !/^(?:self|cls)$/.test(tokens[access.from]?.text ?? '') && !isOld())
        this.#reader.called.add(value.module.index.definitions[value.index]?.name ?? '');
      // Another function may stand in the place of the one that made the object.
      if (access.kind === 'attribute' && value.kind === 'value' && !isOld())
        for (const maker of makersOutside(value.type)) this.#reader.made.add(lastOf(maker));
      if (access.kind === 'attribute' && (await this.#reader.isTakenAway(name)) && !isOld())
        this.#add(start, `${name} is taken away from something`);
      const doubt =
        access.kind === 'attribute'
          ? ((await this.#doubtAbout(judged.value, value, code, access.at + 1)) ??
            (await whyMadeWithout(value, code, access, this.#reader, this.#versions)))
          : await whyNotSuited(this.#reader, value, code, access.at);
      if (
        doubt !== undefined &&
        !(access.kind === 'call' ? this.#old.hasStatement(this.#file, statement) : isOld())
      )
        this.#add(start, doubt);
      const root = tokens[access.from]?.text ?? '';
      const owner = this.#roots.ownerOf(statement.scope, root);
      const missing = owner < 0 ? undefined : this.#roots.missingWithin(owner, root, statement);
      if (missing !== undefined && !isOld())
        this.#add(start, `${root} is used above what binds ${missing} for it`);
      if (this.#isOnImport(statement) && this.#isEarly(value, access) && !isOld())
        this.#add(start, 'it runs on import, and what it uses may not be there yet');
    }
  }

  /** A loop may become a comprehension, and its name another one. */
  #isOldOfEach(statement: Statement, access: Access): boolean {
    const element = this.#roots.elementOf(statement, access);
    return (
      element !== undefined && this.#old.hasElement(element, statement.guards, unitOf(this.#file, statement))
    );
  }

  /** Why another method may be called than the one that is found; asked once for each way to call it. */
  async #whyHidden(value: Known, { tokens }: Code, at: number): Promise<string | undefined> {
    if (value.kind !== 'function' || !value.isOfObject || value.isOfSuper) return undefined;
    const given = readArguments(tokens, at);
    const key = `hidden ${value.module.path} ${value.index} ${JSON.stringify(given)}`;
    return this.#reader.once(key, () => whyHidden(value, given, this.#versions, this.#reader));
  }

  /** `A[int]` of a class of the workspace that takes none. */
  async #isNotSubscripted(code: Code, { kind, from, at }: Access): Promise<boolean> {
    const end = kind === 'name' ? at + 1 : at + 2;
    if (kind === 'call' || code.tokens[end]?.op !== op.BRACKET_OPEN) return false;
    const value = await this.#reader.evaluate(code, from, end);
    return value.kind === 'class' && !(await takesKinds(this.#reader, value));
  }

  /** Whether an early exit that asked about one of the names is gone. */
  #isUnguarded({ scope, tokens }: Statement, { from, at }: Access): boolean {
    const lost = this.#lostExits(scopeName(this.#file, scope));
    return lost.size > 0 && tokens.slice(from, at + 2).some(token => isName(token) && lost.has(token.text));
  }

  /** What is there, and does not fit in every place: a function as a value, an attribute that is set. */
  async #doubtAbout(
    found: Known,
    owner: Known | undefined,
    { tokens }: Code,
    at: number,
  ): Promise<string | undefined> {
    const next = tokens[at + 1]?.op ?? 0;
    const name = tokens[at]?.text ?? '';
    if (owner?.kind === 'value' && maySet(tokens, at) && !SETTABLE.test(`${owner.type}.${name}`))
      return `whether ${name} can be set is not known`;
    if (owner?.kind === 'instance' && maySet(tokens, at))
      return this.#reader.classes.doubtAboutSetting(owner, name);
    if (owner?.kind === 'class' && maySet(tokens, at))
      return this.#reader.classes.doubtAboutSettingOnClass(owner, name);
    if (found.kind !== 'function' || next === op.PAREN_OPEN || next === op.DOT) return undefined;
    const definition = found.module.index.definitions[found.index];
    // A property and the like is no function when it is asked for.
    const isPlain = definition !== undefined && definition.start === definition.head;
    return isPlain ? `${name} is given on, and how it is called there is not known` : undefined;
  }

  async #lookName(
    code: Code,
    access: Access,
    start: number,
    statement: Statement,
    isOld: () => boolean,
  ): Promise<void> {
    const { at } = access;
    const name = code.tokens[at]?.text ?? '';
    const value = await this.#reader.name(code, name);
    if (value.kind === 'unbound') return this.#add(start, `nothing binds ${name} there`);
    const doubts: string[] = [];
    const isOfModule = this.#roots.ownerOf(statement.scope, name) < 0 && !code.inner.has(name);
    if (access.isEvaluated && isOfModule && (await this.#reader.isTakenAway(name)))
      doubts.push(`${name} is taken away from something`);
    if (value.kind === 'maybe') doubts.push(`${name} may not be bound`);
    else if (access.isEvaluated && code.inner.has(name) && isReadTooEarly(code.tokens, at))
      doubts.push(`${name} is read before it is bound`);
    else if (access.isEvaluated && !code.inner.has(name)) {
      const doubt = await this.#doubtAbout(value, undefined, code, at);
      // How what is given a function calls it stands in the rest of the statement.
      if (doubt !== undefined && !this.#old.hasStatement(this.#file, statement))
        return this.#addDoubt(start, doubt, statement, access);
      const order = whyNotBoundYet({ file: this.#file, roots: this.#roots, statement }, name, start);
      doubts.push(...[doubt, order].flatMap(each => each ?? []));
    }
    // What was there before is only read where something is in doubt.
    if (doubts.length === 0) return;
    const isTarget = code.tokens === statement.tokens && isTargetAt(statement, at);
    if (!isTarget && !isOld())
      for (const doubt of doubts) await this.#addDoubt(start, doubt, statement, access);
  }

  /** What stands below `if __name__ == "__main__":` runs once everything is there. */
  #isOnImport({ scope, start }: Statement): boolean {
    if (!runsOnImport(scope, this.#file.module.index.definitions)) return false;
    return !this.#file.once(programs).some(unit => unit.start <= start && start < unit.end);
  }

  /** While modules are imported not all of them are whole, and functions may not find what they use. */
  #isEarly(value: Known, { kind }: Access): boolean {
    if (kind === 'call') return value.kind === 'function' || value.kind === 'class';
    return value.kind === 'module' && leadsTo(value.module.path, this.#module.path, this.#versions.after);
  }

  async #addBroken(
    judged: Extract<Judged, { verdict: 'broken' }>,
    statement: Statement,
    { from }: Access,
    start: number,
  ): Promise<void> {
    const at = this.#file.tokens.firstFrom(start);
    const root = statement.tokens[from]?.text ?? '';
    const use = { file: this.#file, at };
    const isDoubtful =
      this.#module.after?.module.isStub === true ||
      statement.guards.length > 0 ||
      statement.allGuards.length > 0 ||
      mayFailThere(use) !== undefined ||
      bindsElsewhere(this.#file, root) ||
      (await findReplaced(this.#versions, new Set(judged.names))).size > 0;
    this.#add(start, judged.reason, { isBroken: !isDoubtful });
  }
}
