import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { codeKey, isName, tokenBefore } from '../code/code-tokens.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import { firstFrom } from '../code/import-time.ts';
import { namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { type Access, accessKey } from './accesses.ts';
import { classAround } from './code.ts';
import { isOfGenerator, sourceInComprehension, sourceInLoop } from './element-sources.ts';
import { isInLambda } from './lambda-bodies.ts';
import {
  type Binding,
  reachedBy,
  readStatements,
  type Statement,
  scopeName,
  timesFirstIsBound,
} from './statements.ts';

const MOST_NAMES = 200;
/** No name. */
const EACH = '\u0001each';
const LEAVING: ReadonlySet<number> = new Set([
  ...[word.BREAK, word.CONTINUE, word.RETURN, word.RAISE, word.ASSERT, word.TRY, word.DEL],
]);

/** Texts that are equal in both versions are the same access, asked of the same. */
export interface Key {
  readonly text: string;
  /** No local name, and no object, is in it: it is the same in the whole file. */
  readonly isOfModule: boolean;
}

/** Tokens of a chain `a.b(1).c` from which on a number stands for as many of them. */
export const LONG_CHAIN = 64;

interface Head {
  /** Index of the first token behind it. */
  readonly until: number;
  /** The same in both versions where all of it is, and means, the same. */
  readonly number: number;
  readonly isLocal: boolean;
  readonly isInner: boolean;
}

/** What the names of one version of a file mean, as a text that is the same where they mean the same. */
export class Roots {
  readonly #file: PythonFile;
  readonly #known = new Map<string, number>();
  /** By function and name: what functions of that name find in it. */
  readonly #within = new Map<string, readonly string[]>();
  /** A number for each text, the same for both versions. */
  readonly #numbers: Map<string, number>;
  readonly #bindings = new Map<Statement, number>();
  readonly #heads = new WeakMap<Statement, Map<number, Head[]>>();
  #attributes: ReadonlyMap<string, string> | undefined;

  constructor(file: PythonFile, numbers: Map<string, number>) {
    this.#file = file;
    this.#numbers = numbers;
  }

  #numberOf(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }

  /** The access with all that decides what it is asked of, and whether that is the module alone. */
  keyOf(statement: Statement, access: Access): Key {
    const { tokens } = statement;
    const head = this.#headOf(statement, access);
    const from = head?.until ?? access.from;
    const root = tokens[access.from];
    const until = access.kind === 'name' ? access.at + 1 : access.at;
    const { locals, isInner } = this.#namesIn(statement, access.from, from, until);
    const isLocal = locals.size > 0 || head?.isLocal === true;
    let own = this.#selfOf(statement, access) + this.#superOf(statement, access.from);
    if (!isName(root) || isLocal) own += ` in ${scopeName(this.#file, statement.scope)}`;
    const key = `${head === undefined ? '' : `chain ${head.number} `}${accessKey(tokens, { ...access, from })}`;
    const isAnyInner = isInner || head?.isInner === true;
    const inner = isAnyInner ? `in ${this.#numberOf(statement.text)}` : '';
    const later = isInLambda(tokens, access.from) ? 'later' : '';
    const text = [key, own, ...[...locals].sort(), inner, later].join('\u0004');
    return { text, isOfModule: own === '' && !isLocal && !isAnyInner };
  }

  /**
   * What is asked of one thing after the other, whatever it is called and whether a loop or a comprehension goes through
   * them; with what stands around it, but for the loop. `undefined` for anything else.
   */
  elementOf(
    statement: Statement,
    access: Access,
  ):
    | { readonly text: string; readonly guards: readonly string[]; readonly isOfGenerator: boolean }
    | undefined {
    const { tokens, scope } = statement;
    const root = tokens[access.from];
    if (access.kind === 'name' || !isName(root) || access.at - access.from > LONG_CHAIN) return undefined;
    const isAlone = tokens
      .slice(access.from + 1, access.at)
      .every((token, i) => !isName(token) || tokens[access.from + i]?.op === op.DOT);
    if (!isAlone) return undefined;
    const owner = this.ownerOf(scope, root.text);
    const isInner = statement.innerNames.has(root.text);
    const source = isInner
      ? sourceInComprehension(statement, access.from)
      : owner === scope
        ? sourceInLoop(root.text, this.bindingsOf(owner, root.text), statement)
        : undefined;
    if (source === undefined || (!isInner && this.#mayLeave(source.statement, statement))) return undefined;
    const { from, to } = source;
    const through = this.#namesIn(source.statement, -1, from, to);
    if (through.isInner) return undefined;
    const asked = accessKey(tokens.with(access.from, { ...root, text: EACH }), access);
    const said = codeKey(source.statement.tokens.slice(from, to));
    const guards = isInner
      ? statement.allGuards
      : statement.allGuards.filter(guard => guard !== codeKey(source.statement.tokens));
    return {
      isOfGenerator: isInner && isOfGenerator(tokens, from),
      text: [asked, said, scopeName(this.#file, scope), ...[...through.locals].sort()].join('\u0004'),
      guards,
    };
  }

  /** Whether a loop may leave, or go on above the end of it: what is asked there is not asked of everything. */
  #mayLeave(loop: Statement, { scope }: Statement): boolean {
    const all = readStatements(this.#file).inScope.get(scope) ?? [];
    const header = codeKey(loop.tokens);
    return all.some(
      each => each.start > loop.start && LEAVING.has(each.firstWord) && each.guards.includes(header),
    );
  }

  /** Of a chain: what the local names in a part of it mean, and whether there is one of a comprehension or lambda. */
  #namesIn(statement: Statement, root: number, from: number, until: number) {
    const { tokens } = statement;
    const locals = new Set<string>();
    let isInner = false;
    for (let i = from; i < until; i++) {
      const token = tokens[i];
      if (!isName(token) || tokenBefore(tokens, i)?.op === op.DOT) continue;
      if (statement.innerNames.has(token.text)) isInner = true;
      const owner = this.ownerOf(statement.scope, token.text);
      if (owner < 0 || (i === root && this.#classOfSelf(owner, token.text) !== undefined)) continue;
      locals.add(this.#meaning(owner, token.text, statement));
    }
    return { locals, isInner };
  }

  /** Where a chain begins with `self`: of which class, and what is set in that. */
  #selfOf(statement: Statement, { from, at, kind }: Access): string {
    const { tokens } = statement;
    const root = tokens[from];
    if (!isName(root) || (kind !== 'name' && at <= from) || tokenBefore(tokens, from)?.op === op.DOT)
      return '';
    const owner = this.ownerOf(statement.scope, root.text);
    const of = owner < 0 ? undefined : this.#classOfSelf(owner, root.text);
    const member = tokens[from + 2];
    const isDeeper = at > from + 1 && member !== undefined;
    return of === undefined ? '' : `self of ${of}${isDeeper ? ` ${this.#setIn(of, member.text)}` : ''}`;
  }

  /** `super()` asks for the first parameter, where it stands in the method itself. */
  #superOf({ scope, innerNames, tokens }: Statement, from: number): string {
    if (tokens[from]?.text !== 'super') return '';
    const bound = timesFirstIsBound(this.#file, scope);
    return `super ${scopeName(this.#file, scope)} ${innerNames.size > 0} ${bound}`;
  }

  /** Of a chain that is long: all but its end, of which each access would have a text of its own otherwise. */
  #headOf(statement: Statement, { from, at }: Access): Head | undefined {
    const count = Math.floor((at - from) / LONG_CHAIN);
    if (count === 0) return undefined;
    const all = this.#heads.get(statement) ?? new Map<number, Head[]>();
    this.#heads.set(statement, all);
    const heads = all.get(from) ?? [];
    all.set(from, heads);
    for (let i = heads.length; i < count; i++) {
      const before = heads[i - 1];
      const [start, until] = [from + i * LONG_CHAIN, from + (i + 1) * LONG_CHAIN];
      const { locals, isInner } = this.#namesIn(statement, from, start, until);
      const said = [
        before?.number ?? '',
        codeKey(statement.tokens.slice(start, until)),
        ...[...locals].sort(),
      ];
      heads.push({
        until,
        number: this.#numberOf(`chain ${said.join('\u0004')}`),
        isLocal: before?.isLocal === true || locals.size > 0,
        isInner: before?.isInner === true || isInner,
      });
    }
    return heads[count - 1];
  }

  /** Whether its first name is none of a function or class: a quick look before all of it is read. */
  isOfModule(statement: Statement, { from }: Access): boolean {
    const { tokens } = statement;
    const root = tokens[from];
    return isName(root) && this.ownerOf(statement.scope, root.text) < 0;
  }

  /** The function or class that binds the name where it is used; -1 for the module, or nothing. */
  ownerOf(scope: number, name: string): number {
    const { definitions } = this.#file.module.index;
    const { bindings } = readStatements(this.#file);
    for (let at = scope; at >= 0; at = definitions[at]?.parent ?? -1)
      if ((at === scope || isFunction(definitions[at])) && bindings.get(at)?.has(name)) return at;
    return -1;
  }

  bindingsOf(owner: number, name: string): readonly Binding[] {
    return readStatements(this.#file).bindings.get(owner)?.get(name) ?? [];
  }

  /** The class whose object the name is, where it is `self` in a method. */
  #classOfSelf(owner: number, name: string): string | undefined {
    if (name !== 'self') return undefined;
    const { definitions } = this.#file.module.index;
    const parent = definitions[owner]?.parent ?? -1;
    const bindings = this.bindingsOf(owner, name);
    const [binding] = bindings;
    const isFirst = binding?.statement === undefined && bindings.length === 1 && binding?.parameter === '';
    if (!isFirst || definitions[parent]?.kind !== 'class') return undefined;
    return scopeName(this.#file, parent);
  }

  /** All that may bind the name, and all that may bind the names in that; how much of it stands above. */
  #meaning(owner: number, name: string, statement: Statement): string {
    const { start } = statement;
    const above = firstFrom(this.bindingsOf(owner, name), start);
    const bindings = reachedBy(name, this.bindingsOf(owner, name), owner, statement);
    const key = `${owner} ${name} ${this.#rangeOf(owner, name, bindings)}`;
    const known = this.#known.get(key) ?? this.#numberOf(this.#closure(owner, name, bindings));
    this.#known.set(key, known);
    const within = this.#foundWithin(owner, name, start);
    return [above, known, ...[...within].map(([each, count]) => `${each} ${count}`).sort()].join(' ');
  }

  /** What a function within another one finds in that, and nothing binds above where it is called. */
  missingWithin(owner: number, name: string, { tokens: [first] }: Statement): string | undefined {
    const within = this.#foundWithin(owner, name, first?.start ?? 0);
    return [...within].find(([, above]) => above === 0)?.[0];
  }

  /** Of a function or lambda within another function: how much of what it finds there stands above its use. */
  #foundWithin(owner: number, name: string, start: number): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const inner of this.#namesWithin(owner, name))
      found.set(inner, firstFrom(this.bindingsOf(owner, inner), start));
    return found;
  }

  /** The names that functions and lambdas of this name find in the function around them, where some are bound below. */
  #namesWithin(owner: number, name: string): readonly string[] {
    const key = `${owner} ${name}`;
    const known = this.#within.get(key) ?? this.#readWithin(owner, name);
    this.#within.set(key, known);
    return known;
  }

  #readWithin(owner: number, name: string): readonly string[] {
    const { definitions } = this.#file.module.index;
    const inside = namesOfModule(this.#file.module.index).inside.get(owner) ?? [];
    const heads = new Map(inside.map(i => [definitions[i]?.head, definitions[i]]));
    const found = new Set<string>();
    for (const { statement, start: bound } of this.bindingsOf(owner, name)) {
      if (statement === undefined) continue;
      const inner = heads.get(bound);
      const isLambda = statement.tokens.some(token => token.word === word.LAMBDA);
      const tokens =
        inner !== undefined ? this.#file.range(inner.body, inner.end) : isLambda ? statement.tokens : [];
      for (const token of tokens) {
        if (!isName(token) || found.has(token.text)) continue;
        const last = this.bindingsOf(owner, token.text).at(-1);
        if (last !== undefined && last.start > bound) found.add(token.text);
      }
    }
    return [...found];
  }

  /** Which of all that binds a name some are that stand side by side. */
  #rangeOf(owner: number, name: string, some: readonly Binding[]): string {
    const [first] = some;
    if (first === undefined) return 'none';
    const all = this.bindingsOf(owner, name);
    let from = firstFrom(all, first.start);
    // One statement may bind it twice.
    while (from < all.length && all[from] !== first) from++;
    return `${from} ${some.length}`;
  }

  #closure(owner: number, name: string, reached: readonly Binding[]): string {
    const found = new Map<string, string>();
    const waiting = [{ owner, name, bindings: reached }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { bindings } = next;
      const range = this.#rangeOf(next.owner, next.name, bindings);
      const key = `${scopeName(this.#file, next.owner)} ${next.name} ${range}`;
      if (found.has(key)) continue;
      found.set(key, bindings.map(binding => this.#numberOfBinding(binding)).join());
      // More than that is never the same as before.
      if (found.size > MOST_NAMES) return `${this.#file.module.id} ${key}`;
      for (const { statement } of bindings) {
        if (statement === undefined) continue;
        for (const [i, token] of statement.tokens.entries()) {
          if (!isName(token) || statement.tokens[i - 1]?.op === op.DOT) continue;
          const around = this.ownerOf(statement.scope, token.text);
          if (around < 0) continue;
          const inThat = reachedBy(token.text, this.bindingsOf(around, token.text), around, statement);
          waiting.push({ owner: around, name: token.text, bindings: inThat });
        }
      }
    }
    return [...found]
      .map(([key, bindings]) => `${key}\u0006${bindings}`)
      .sort()
      .join('\u0007');
  }

  #numberOfBinding({ statement, parameter }: Binding): number {
    if (statement === undefined) return this.#numberOf(`parameter ${parameter}`);
    const known = this.#bindings.get(statement);
    if (known !== undefined) return known;
    const number = this.#numberOf([statement.text, ...statement.guards].join('\u0001'));
    this.#bindings.set(statement, number);
    return number;
  }

  /** The statements of a class that set an attribute of its objects. */
  #setIn(owner: string, attribute: string): string {
    this.#attributes ??= this.#readAttributes();
    return this.#attributes.get(`${owner}.${attribute}`) ?? '';
  }

  #readAttributes(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const { tokens, scope } of readStatements(this.#file).statements) {
      const owner = classAround({ file: this.#file, scope });
      const isSetting = tokens.some(
        token => token.op === op.ASSIGN || token.word === word.AS || token.word === word.FOR,
      );
      if (owner < 0 || !isSetting) continue;
      for (const [i, token] of tokens.entries()) {
        const isMember = tokens[i - 1]?.op === op.DOT && tokens[i - 2]?.text === 'self';
        const next = tokens[i + 1]?.op;
        if (!isMember || next === op.DOT || next === op.PAREN_OPEN) continue;
        const key = `${scopeName(this.#file, owner)}.${token.text}`;
        found.set(key, `${found.get(key) ?? ''}\u0005${codeKey(tokens)}`);
      }
    }
    return found;
  }
}
