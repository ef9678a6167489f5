import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, OP, STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isFormatted } from '../code/string-literal.ts';
import { dottedAt, outsideName, type Scope } from '../proofs/plain-expressions.ts';
import { isGeneric, isNameOfType, isType, madeByCall, madeGeneric, madeType } from './known-calls.ts';
import { combined, type Given, isContainer, isOrdered, type Made, made, mayBeSigned } from './made-values.ts';
import { definitionIn, isGenericHere } from './named-definitions.ts';
import { valueNamed, valueOutside } from './named-values.ts';
import { mayBeNoType } from './no-types.ts';
import { readSubscripted } from './subscripted-names.ts';

const OTHER = made('other');
/** Names that lead to values that name others. */
const MOST_STEPS = 4;
/** Lists in lists. */
const DEEPEST = 100;

/** A changed module, and what it was. */
export interface ChangedScope extends Scope {
  readonly before: PythonFile | undefined;
}

/**
 * Why evaluating an expression may fail; `undefined` where it cannot. Whether its names and attributes are there is
 * asked elsewhere: here it is what is done with them. What is not known to work may fail.
 */
export function mayFail(
  tokens: readonly CodeToken[],
  scope: ChangedScope,
  isAnnotation: boolean,
): string | undefined {
  const reader = new ValueReader(tokens, scope, isAnnotation, 0);
  reader.all();
  return reader.doubt;
}

/** What an expression makes; `undefined` where it may fail. */
export function readValue(tokens: readonly CodeToken[], scope: ChangedScope): Made | undefined {
  const reader = new ValueReader(tokens, scope, false, 0);
  const value = reader.all();
  return reader.doubt === undefined ? value : undefined;
}

/** Whether an expression makes something that can be a key; what is not known cannot. */
export const isHashable = (tokens: readonly CodeToken[], scope: ChangedScope): boolean =>
  readValue(tokens, scope)?.isHashable === true;

/** A field that is formatted in a way of its own, as far as that can be told by a look: a value may refuse it. */
const WITH_FORMAT = /\{[^{}]*[!:=]/;

class ValueReader {
  readonly #tokens: readonly CodeToken[];
  readonly #scope: ChangedScope;
  /** Names in an annotation are taken for types. */
  readonly #isAnnotation: boolean;
  readonly #steps: number;
  #at = 0;
  #depth = 0;
  #doubt: string | undefined;

  constructor(tokens: readonly CodeToken[], scope: ChangedScope, isAnnotation: boolean, steps: number) {
    this.#tokens = tokens;
    this.#scope = scope;
    this.#isAnnotation = isAnnotation;
    this.#steps = steps;
  }

  get doubt(): string | undefined {
    return this.#doubt;
  }

  /** An expression, or several with commas between them. */
  all(): Made {
    const value = this.#list(undefined);
    if (this.#at < this.#tokens.length) return this.#fail(`"${this.#next?.text}" is evaluated`);
    return value;
  }

  get #next(): CodeToken | undefined {
    return this.#tokens[this.#at];
  }

  #isNext(operator: number): boolean {
    return this.#next?.op === operator;
  }

  #take(operator: number): boolean {
    if (!this.#isNext(operator)) return false;
    this.#at++;
    return true;
  }

  #takeWord(number: number): boolean {
    if (this.#next?.word !== number) return false;
    this.#at++;
    return true;
  }

  /** Nothing is read behind the first doubt. */
  #fail(reason: string): Made {
    this.#doubt ??= reason;
    this.#at = this.#tokens.length;
    return OTHER;
  }

  /** Up to the closing bracket, which is left; `undefined`: to the end. */
  #list(closing: number | undefined): Made {
    const isStarred = this.#isNext(op.STAR);
    const first = this.#one();
    if (isStarred && closing !== op.BRACKET_CLOSE && !this.#isNext(op.COMMA))
      return this.#fail('"*" is evaluated');
    if (!this.#isNext(op.COMMA)) return first;
    let { isHashable } = first;
    while (this.#take(op.COMMA) && this.#next !== undefined && this.#next.op !== closing)
      isHashable = this.#one().isHashable && isHashable;
    return made('tuple', isHashable, isHashable);
  }

  /** One of several values; `*` in front of a list gives all that is in it. */
  #one(): Made {
    if (!this.#take(op.STAR)) return this.#expression();
    const value = this.#operation();
    if (!['list', 'tuple', 'set', 'dict', 'text'].includes(value.kind)) return this.#fail('"*" is evaluated');
    return made('other', value.holdsKeys);
  }

  #expression(): Made {
    this.#depth++;
    const value = this.#depth > DEEPEST ? this.#fail('it is nested too deeply') : this.#choice();
    this.#depth--;
    return value;
  }

  #choice(): Made {
    if (this.#next?.word === word.LAMBDA) return this.#lambda();
    const value = this.#either();
    if (!this.#takeWord(word.IF)) return value;
    this.#either();
    if (!this.#takeWord(word.ELSE)) return this.#fail('something is chosen');
    const other = this.#expression();
    return other.kind === value.kind && other.isHashable === value.isHashable ? value : OTHER;
  }

  /** Its body does not run; one in it has a colon of its own. */
  #lambda(): Made {
    let depth = 0;
    let headers = 0;
    for (; this.#next !== undefined; this.#at++) {
      const { op: operator, word: number } = this.#next;
      if (op.opens(operator)) depth++;
      else if (op.closes(operator) && depth === 0) break;
      else if (op.closes(operator)) depth--;
      if (depth > 0) continue;
      if (number === word.LAMBDA) headers++;
      else if (headers > 0 && operator === op.ASSIGN) return this.#fail('a lambda has defaults');
      else if (operator === op.COLON && headers > 0) headers--;
      else if (headers === 0 && (operator === op.COLON || operator === op.COMMA)) break;
    }
    return made('function');
  }

  #either(): Made {
    let value = this.#negated();
    while (this.#takeWord(word.OR) || this.#takeWord(word.AND)) {
      const other = this.#negated();
      if (other.kind !== value.kind || other.isHashable !== value.isHashable) value = OTHER;
    }
    return value;
  }

  #negated(): Made {
    let isNegated = false;
    while (this.#takeWord(word.NOT)) isNegated = true;
    const value = this.#comparison();
    return isNegated ? made('int') : value;
  }

  #comparison(): Made {
    let left = this.#operation();
    for (;;) {
      const token = this.#next;
      const isIn = token?.word === word.IN || token?.word === word.NOT;
      const isCompared = isIn || token?.word === word.IS || /^(?:==|!=|<=?|>=?)$/.test(token?.text ?? '');
      if (token === undefined || !isCompared || token.kind === STRING) return left;
      this.#at++;
      if (token.word === word.NOT && !this.#takeWord(word.IN)) return this.#fail('"not" is evaluated');
      if (token.word === word.IS) this.#takeWord(word.NOT);
      const from = this.#at;
      const right = this.#operation();
      const isVersion =
        left.kind === 'version' &&
        right.kind === 'tuple' &&
        this.#tokens.slice(from, this.#at).every(({ kind }) => kind === NUMBER || kind === OP);
      const isSafe = isIn
        ? isContainer(left, right)
        : isVersion || token.word === word.IS || /^[!=]=$/.test(token.text) || isOrdered(left, right);
      if (!isSafe) return this.#fail(`"${token.text}" is evaluated`);
      left = made('int');
    }
  }

  /** Without precedence: each step must work for whatever was made before it. */
  #operation(): Made {
    const start = this.#at;
    let left = this.#signed();
    if (this.#isNext(op.BAR)) left = this.#typeOr(left, start);
    for (;;) {
      const token = this.#next;
      if (
        token === undefined ||
        !/^(?:[-+*/%@&|^]|\*\*|\/\/|<<|>>)$/.test(token.text) ||
        token.kind === STRING
      )
        return left;
      this.#at++;
      const from = this.#at;
      const right = token.op === op.BAR ? this.#typeOr(this.#signed(), from) : this.#signed();
      const isOne = this.#at === from + 1;
      const value = combined(token.text, left, right, isOne ? this.#tokens[from] : undefined);
      if (value === undefined) return this.#fail(`"${token.text}" is evaluated`);
      left = value;
    }
  }

  /** A name of an annotation that is written like one of a type is taken for one. */
  #typeOr(value: Made, from: number): Made {
    const isOpen = value.kind === 'other' || value.kind === 'outside';
    const tokens = this.#tokens.slice(from, this.#at);
    const isType = this.#isAnnotation && isNameOfType(tokens) && !mayBeNoType(this.#scope.file, tokens);
    return isOpen && isType ? made('type') : value;
  }

  #signed(): Made {
    const token = this.#next;
    if (token?.op !== op.MINUS && token?.op !== op.PLUS && token?.op !== op.TILDE) return this.#primary();
    this.#at++;
    const value = this.#signed();
    return mayBeSigned(token.op, value) ? value : this.#fail(`"${token.text}" is evaluated`);
  }

  #primary(): Made {
    const token = this.#next;
    if (token === undefined) return this.#fail('something is missing');
    if (isName(token)) return this.#name();
    const value = this.#atom(token);
    const after = this.#next;
    const isUsed = after?.op === op.DOT || after?.op === op.PAREN_OPEN || after?.op === op.BRACKET_OPEN;
    if (!isUsed) return value;
    if (value.kind === 'text' && this.#takeMethodOfText()) return OTHER;
    return this.#fail(`"${after.text}" stands behind a value`);
  }

  /** `"a b".split()` */
  #takeMethodOfText(): boolean {
    const [name, open, close] = this.#tokens.slice(this.#at + 1, this.#at + 4);
    const isPlain =
      this.#isNext(op.DOT) &&
      /^(?:split|splitlines|strip|lstrip|rstrip|lower|upper|title|encode)$/.test(name?.text ?? '') &&
      open?.op === op.PAREN_OPEN &&
      close?.op === op.PAREN_CLOSE;
    if (isPlain) this.#at += 4;
    return isPlain && !this.#isNext(op.DOT) && !this.#isNext(op.BRACKET_OPEN) && !this.#isNext(op.PAREN_OPEN);
  }

  #atom(token: CodeToken): Made {
    this.#at++;
    if (token.kind === NUMBER) return made(/^(?:0[box][\da-f]+|\d+)$/.test(token.text) ? 'int' : 'float');
    if (token.kind === STRING) return this.#text(token.text);
    switch (token.word) {
      case word.TRUE:
      case word.FALSE:
        return made('int');
      case word.NONE:
        return made('none');
    }
    switch (token.op) {
      case op.ELLIPSIS:
        return made('other', true);
      case op.PAREN_OPEN:
        return this.#bracketed(op.PAREN_CLOSE);
      case op.BRACKET_OPEN:
        return made('list', false, this.#bracketed(op.BRACKET_CLOSE).isHashable);
      case op.BRACE_OPEN:
        return this.#keys();
    }
    return this.#fail(`"${token.text}" is evaluated`);
  }

  /** Behind the opening bracket, up to behind the closing one. */
  #bracketed(closing: number): Made {
    const value = this.#isNext(closing) ? made('tuple') : this.#list(closing);
    return this.#take(closing) ? value : this.#fail('values are made one by one');
  }

  #text(text: string): Made {
    const prefix = text.slice(0, text.indexOf(':'));
    if (!isFormatted(text)) return made(prefix.includes('b') ? 'bytes' : 'text');
    if (prefix.includes('t') || WITH_FORMAT.test(text.replace(/\{\{|\}\}/g, '')))
      return this.#fail('a formatted string is made');
    if (this.#take(op.PAREN_OPEN)) this.#bracketed(op.PAREN_CLOSE);
    return made('text');
  }

  /** A set or a dictionary, behind its `{`. */
  #keys(): Made {
    let isDictionary = this.#isNext(op.BRACE_CLOSE);
    while (this.#next !== undefined && !this.#isNext(op.BRACE_CLOSE)) {
      if (!this.#expression().isHashable) return this.#fail('what is a key may not be one');
      if (this.#take(op.COLON)) {
        isDictionary = true;
        this.#expression();
      }
      if (!this.#take(op.COMMA) && !this.#isNext(op.BRACE_CLOSE))
        return this.#fail('values are made one by one');
    }
    this.#take(op.BRACE_CLOSE);
    return made(isDictionary ? 'dict' : 'set');
  }

  #name(): Made {
    const { path, end } = dottedAt(this.#tokens, this.#at);
    this.#at = end;
    const outside = outsideName(path, this.#scope);
    let value = outside === undefined ? this.#ofWorkspace(path) : valueOutside(outside);
    const shown = path.join('.');
    while (this.#isNext(op.PAREN_OPEN) || this.#isNext(op.BRACKET_OPEN) || this.#isNext(op.DOT)) {
      const isFirst = this.#at === end;
      const isCall = this.#isNext(op.PAREN_OPEN);
      this.#at++;
      const given = this.#given(isCall ? op.PAREN_CLOSE : op.BRACKET_CLOSE);
      const found =
        !isFirst || outside === undefined
          ? undefined
          : isCall
            ? madeByCall(outside, given)
            : isGeneric(outside, given)
              ? madeGeneric(outside, given)
              : undefined;
      const isKnownType =
        isFirst && !isCall && (isGenericHere(this.#scope, path, given) || this.#wasSubscripted(path, given));
      const next = found ?? (isKnownType ? madeType(shown, given) : undefined);
      if (next === undefined)
        return this.#fail(isCall ? `${shown}(…) is called` : `${shown}[…] is looked up`);
      value = next;
    }
    return value;
  }

  /** What stands between brackets, up to behind the closing one. */
  #given(closing: number): readonly Given[] {
    const given: Given[] = [];
    while (this.#next !== undefined && !this.#isNext(closing)) {
      const name =
        isName(this.#next) && this.#tokens[this.#at + 1]?.op === op.ASSIGN ? this.#next.text : undefined;
      if (name !== undefined) this.#at += 2;
      const from = this.#at;
      const value = name === undefined ? this.#one() : this.#expression();
      given.push({
        name,
        isStarred: this.#tokens[from]?.op === op.STAR,
        value,
        tokens: this.#tokens.slice(from, this.#at),
      });
      if (!this.#take(op.COMMA) && !this.#isNext(closing)) this.#fail('what is given is not followed');
    }
    this.#take(closing);
    return given;
  }

  #ofWorkspace(path: readonly string[]): Made {
    return valueNamed(path, this.#scope, tokens => {
      if (this.#steps >= MOST_STEPS) return undefined;
      const reader = new ValueReader(tokens, this.#scope, false, this.#steps + 1);
      const value = reader.all();
      return reader.doubt === undefined ? value : undefined;
    });
  }

  /** The module has made a type of the same with as many before; a key may be missing where another one was there. */
  #wasSubscripted(path: readonly string[], given: readonly Given[]): boolean {
    const { definition } = definitionIn(this.#scope, path[0] ?? '');
    const mayBeType = definition === undefined || definition.kind === 'class';
    const isOfTypes = given.every(each => isType(each) && (this.#isAnnotation || each.value.kind !== 'text'));
    const key = `${path.join('.')} ${given.length}`;
    return mayBeType && isOfTypes && this.#scope.before?.once(readSubscripted).has(key) === true;
  }
}
