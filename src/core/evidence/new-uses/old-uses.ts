import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, codeKey, isName } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isFormatted } from '../code/string-literal.ts';
import { type Access, accessesIn, accessKey } from './accesses.ts';
import { expressionsIn } from './formatted-uses.ts';
import {
  type Binding,
  innerNames,
  isFunction,
  readStatements,
  type Statement,
  scopeName,
} from './statements.ts';

/** A statement, or a field of a formatted string in it, with what it looks up. */
export interface Part {
  readonly statement: Statement;
  readonly tokens: readonly CodeToken[];
  readonly accesses: readonly Access[];
}

/** The parts of a statement; a formatted string that cannot be read is none. */
export function partsOf(statement: Statement, tokens = statement.tokens): readonly Part[] {
  const fields = tokens.flatMap(token =>
    token.kind === STRING && isFormatted(token.text) ? (expressionsIn(token.text) ?? []) : [],
  );
  return [
    { statement, tokens, accesses: accessesIn(tokens) },
    ...fields.flatMap(each => partsOf(statement, each)),
  ];
}

export const unreadStrings = ({ tokens }: Statement): readonly CodeToken[] =>
  tokens.filter(
    ({ kind, text }) => kind === STRING && isFormatted(text) && expressionsIn(text) === undefined,
  );

/** On one line these decide whether what is beside them runs. */
const DECIDING: ReadonlySet<number> = new Set([word.IF, word.AND, word.OR, word.ELSE]);

export const guardsOf = ({ tokens, guards }: Statement): readonly string[] =>
  tokens.some((token, i) => i > 0 && DECIDING.has(token.word)) ? [...guards, codeKey(tokens)] : guards;

const MOST_NAMES = 200;

/** What the names of one version of a file mean, as a text that is the same where they mean the same. */
export class Roots {
  readonly #file: PythonFile;
  readonly #known = new Map<string, number>();
  /** A number for each text, the same for both versions. */
  readonly #numbers: Map<string, number>;
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

  /** The access with all that decides what it is asked of. */
  keyOf({ statement, tokens }: Part, access: Access): string {
    const inner = innerNames(statement);
    const key = accessKey(tokens, access);
    const root = tokens[access.from];
    const until = access.kind === 'name' ? access.at + 1 : access.at;
    const locals = new Set<string>();
    let own = '';
    let isInner = false;
    for (let i = access.from; i < until; i++) {
      const token = tokens[i];
      if (!isName(token) || tokens[i - 1]?.op === op.DOT) continue;
      if (inner.has(token.text)) isInner = true;
      const owner = this.ownerOf(statement.scope, token.text);
      if (owner < 0) continue;
      const of = i === access.from ? this.#classOfSelf(owner, token.text) : undefined;
      if (of === undefined) locals.add(this.#meaning(owner, token.text, statement));
      else {
        const member = tokens[i + 2];
        const isDeeper = access.at > i + 1 && member !== undefined;
        own = `self of ${of}${isDeeper ? ` ${this.#setIn(of, member.text)}` : ''}`;
      }
    }
    if (!isName(root) || locals.size > 0) own += ` in ${scopeName(this.#file, statement.scope)}`;
    return [key, own, ...[...locals].sort(), isInner ? codeKey(statement.tokens) : ''].join('\u0004');
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
    const { definitions } = this.#file.module.index;
    const parent = definitions[owner]?.parent ?? -1;
    const [binding, ...others] = this.bindingsOf(owner, name);
    const isFirst = binding?.statement === undefined && others.length === 0 && binding?.key === 'parameter ';
    if (name !== 'self' || !isFirst || definitions[parent]?.kind !== 'class') return undefined;
    return scopeName(this.#file, parent);
  }

  /** All that binds the name, and all that binds the names in that; how much of it stands above. */
  #meaning(owner: number, name: string, statement: Statement): string {
    const start = statement.tokens[0]?.start ?? 0;
    const above = this.bindingsOf(owner, name).filter(binding => binding.start < start).length;
    const key = `${owner} ${name}`;
    const known = this.#known.get(key) ?? this.#numberOf(this.#closure(owner, name));
    this.#known.set(key, known);
    return `${above} ${known}`;
  }

  #closure(owner: number, name: string): string {
    const found = new Map<string, string>();
    const waiting = [{ owner, name }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const key = `${scopeName(this.#file, next.owner)} ${next.name}`;
      if (found.has(key)) continue;
      const bindings = this.bindingsOf(next.owner, next.name);
      found.set(key, bindings.map(binding => binding.key).join('\u0005'));
      // More than that is never the same as before.
      if (found.size > MOST_NAMES) return `${this.#file.module.id} ${key}`;
      for (const { statement } of bindings) {
        if (statement === undefined) continue;
        for (const [i, token] of statement.tokens.entries()) {
          if (!isName(token) || statement.tokens[i - 1]?.op === op.DOT) continue;
          const around = this.ownerOf(statement.scope, token.text);
          if (around >= 0) waiting.push({ owner: around, name: token.text });
        }
      }
    }
    return [...found]
      .map(([key, bindings]) => `${key}\u0006${bindings}`)
      .sort()
      .join('\u0007');
  }

  /** The statements of a class that set an attribute of its objects. */
  #setIn(owner: string, attribute: string): string {
    this.#attributes ??= this.#readAttributes();
    return this.#attributes.get(`${owner}.${attribute}`) ?? '';
  }

  #readAttributes(): ReadonlyMap<string, string> {
    const { definitions } = this.#file.module.index;
    const found = new Map<string, string>();
    for (const { tokens, scope } of readStatements(this.#file).statements) {
      let owner = scope;
      while (owner >= 0 && definitions[owner]?.kind !== 'class') owner = definitions[owner]?.parent ?? -1;
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

/** Everything that a version of a file looks up, with what stands around each. */
export class OldUses {
  readonly #guards = new Map<string, (readonly string[])[]>();
  readonly #statements = new Set<string>();

  constructor(file: PythonFile | undefined, numbers: Map<string, number>) {
    if (file === undefined) return;
    const roots = new Roots(file, numbers);
    for (const statement of readStatements(file).statements) {
      this.#statements.add(statementKey(file, statement));
      const guards = guardsOf(statement);
      for (const part of partsOf(statement)) {
        for (const access of part.accesses) {
          const key = roots.keyOf(part, access);
          const known = this.#guards.get(key);
          if (known === undefined) this.#guards.set(key, [guards]);
          else known.push(guards);
        }
      }
    }
  }

  /** Whether the same was looked up, and nothing that stood around it is gone. */
  has(key: string, guards: readonly string[]): boolean {
    const around = new Set(guards);
    return this.#guards.get(key)?.some(each => each.every(guard => around.has(guard))) === true;
  }

  hasStatement(file: PythonFile, statement: Statement): boolean {
    return this.#statements.has(statementKey(file, statement));
  }
}

const statementKey = (file: PythonFile, { tokens, scope }: Statement): string =>
  `${scopeName(file, scope)}\u0004${codeKey(tokens)}`;
