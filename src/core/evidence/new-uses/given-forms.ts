import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { closing, findOutside, isClosing, isOpening, lastAssign, signOutside } from '../code/brackets.ts';
import { splitArguments } from '../code/call-shape.ts';
import { type CodeToken, codeKey, isName } from '../code/code-tokens.ts';
import { isOneLiteral } from '../code/literal-fields.ts';
import { namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { type Binding, readStatements, type Statement } from './statements.ts';

/** How a value is written that a function gives. */
export interface Form {
  readonly name: string;
  /** It is written out: a display, several values between commas, a lambda; neither a single literal nor a call. */
  readonly isWritten: boolean;
}

/** Worked out. */
export const OTHER = 'other';
/** A name that nothing here works out: what the function was given, what it loops over. */
export const AS_IT_IS = 'as it is';
export const NOTHING = 'nothing';
/** Calls that give a function or a class, which takes or has what they were given. */
export const MAKERS: ReadonlySet<string> = new Set(
  'partial partialmethod type new_class namedtuple make_dataclass create_model TypedDict SimpleNamespace'.split(
    ' ',
  ),
);

/** What calls of builtins give. */
const BY_CALL: ReadonlyMap<string, string> = new Map([
  ...['list', 'sorted'].map(name => [name, 'list'] as const),
  ...['str', 'repr'].map(name => [name, 'text'] as const),
  ...['int', 'len'].map(name => [name, 'number'] as const),
  ...['set', 'tuple', 'bool', 'bytes'].map(name => [name, name] as const),
  ['dict', 'mapping'],
]);
/** What puts its argument into something that is given later. */
const ADDING = /^(?:append|add|appendleft|put|put_nowait|insert|setdefault|extend)$/;
/** So far names are followed to what is assigned to them. */
const MOST_STEPS = 3;

const written = (name: string): Form => ({ name, isWritten: true });
const plain = (name: string): Form => ({ name, isWritten: false });
const UNKNOWN = [plain(OTHER)];

/** In which forms the statements of a function give something, by the place: `return`, `yield`, `self.x`, inside of these. */
export function formsGiven(
  file: PythonFile,
  scope: number,
  statements: readonly Statement[],
): ReadonlyMap<string, readonly Form[]> {
  const reader = new FormReader(file, scope);
  for (const statement of statements) reader.read(statement);
  return reader.found;
}

/** The place of what is inside of something that is given; once more for each display around it. */
export const INSIDE = '>';

/** Choices in choices, displays in displays. */
const DEEPEST = 60;

class FormReader {
  readonly found = new Map<string, Form[]>();
  readonly #file: PythonFile;
  readonly #bindings: ReadonlyMap<string, readonly Binding[]> | undefined;
  /** What local names are; while one is read, it is not known. */
  readonly #named = new Map<string, readonly Form[]>();
  /** Inside of how many displays it reads. */
  #depth = 0;
  /** How far it has followed names, choices and displays from one to the next. */
  #nesting = 0;

  constructor(file: PythonFile, scope: number) {
    this.#file = file;
    this.#bindings = readStatements(file).bindings.get(scope);
  }

  read({ tokens }: Statement): void {
    for (const { place, given } of givenBy(tokens)) {
      if (place === INSIDE) this.#addInside(given ?? []);
      else this.#add(place, given === undefined ? UNKNOWN : this.#formsOf(given, 0));
    }
  }

  #add(place: string, forms: readonly Form[]): void {
    const known = this.found.get(place);
    if (known === undefined) this.found.set(place, [...forms]);
    else known.push(...forms);
  }

  /** Of what is inside only displays count: numbers and texts are whatever they are. */
  #addInside(given: readonly CodeToken[]): void {
    if (given.length === 0) return;
    const place = INSIDE.repeat(++this.#depth);
    const forms = this.#formsOf(given, 0);
    this.#depth--;
    this.#add(
      place,
      forms.map(form => (form.isWritten || form.name === AS_IT_IS ? form : plain(OTHER))),
    );
  }

  #formsOf(all: readonly CodeToken[], steps: number): readonly Form[] {
    if (this.#nesting >= DEEPEST) return UNKNOWN;
    this.#nesting++;
    const forms = this.#read(all, steps);
    this.#nesting--;
    return forms;
  }

  #read(all: readonly CodeToken[], steps: number): readonly Form[] {
    const given = withoutParentheses(all);
    if (given === undefined) return [written('0 values')];
    const [first, second] = given;
    if (first === undefined) return [plain(NOTHING)];
    if (second?.op === op.WALRUS) return this.#formsOf(given.slice(2), steps);
    if (first.word === word.LAMBDA) return [this.#lambda(given, steps)];
    const loop = findOutside(given, token => token.word === word.FOR);
    if (loop >= 0) {
      this.#addInside(given.slice(0, loop));
      return [written('generator')];
    }
    const parts = partsOf(given);
    if (parts.length > 1) {
      for (const part of parts) this.#addInside(part);
      if (parts.some(([star]) => star?.op === op.STAR)) return [written('tuple')];
      return [written(`${parts.filter(part => part.length > 0).length} values`)];
    }
    const choices = choicesIn(given);
    if (choices.length > 1) return choices.flatMap(choice => this.#formsOf(choice, steps));
    if (second === undefined || isOneLiteral(given)) return this.#single(first, steps);
    if (isOpening(first)) return closing(given, 0) === given.length - 1 ? [this.#display(given)] : UNKNOWN;
    return this.#call(given);
  }

  #lambda(given: readonly CodeToken[], steps: number): Form {
    const colon = signOutside(given, op.COLON);
    const [body] = this.#formsOf(given.slice(colon + 1), steps);
    return written(body?.isWritten === true ? `lambda that gives ${body.name}` : 'lambda');
  }

  #single(token: CodeToken, steps: number): readonly Form[] {
    if (token.text === 'None') return [plain(NOTHING)];
    if (token.text === 'True' || token.text === 'False') return [plain('bool')];
    if (token.kind === NUMBER) return [plain('number')];
    if (token.kind === STRING) return [plain(token.text.split(':')[0]?.includes('b') ? 'bytes' : 'text')];
    return isName(token) ? this.#name(token.text, steps) : UNKNOWN;
  }

  /** What a local name is where nothing but assignments binds it. */
  #name(name: string, steps: number): readonly Form[] {
    const known = this.#named.get(name);
    if (known !== undefined || steps >= MOST_STEPS) return known ?? UNKNOWN;
    this.#named.set(name, UNKNOWN);
    const values = (this.#bindings?.get(name) ?? []).map(
      ({ statement }) => statement && assignedTo(statement.tokens),
    );
    const isAssigned = values.length > 0 && values.every(value => value !== undefined);
    const forms = isAssigned
      ? values.flatMap(value => this.#formsOf(value ?? [], steps + 1))
      : [plain(AS_IT_IS)];
    this.#named.set(name, forms);
    return forms;
  }

  #display(given: readonly CodeToken[]): Form {
    const content = given.slice(1, -1);
    const isList = given[0]?.op === op.BRACKET_OPEN;
    if (content.length === 0) return written(isList ? 'list' : 'mapping');
    const loop = findOutside(content, token => token.word === word.FOR);
    const items = loop < 0 ? splitArguments(given, 0) : [content.slice(0, loop)];
    const isOfPairs = !isList && items.some(isPair);
    for (const item of items) this.#addInside(isOfPairs ? item.slice(colonIn(item) + 1) : item);
    if (isList) return written('list');
    return written(isOfPairs ? (loop < 0 ? 'dictionary' : 'mapping') : 'set');
  }

  #call(given: readonly CodeToken[]): readonly Form[] {
    const open = given.findIndex(token => token.op === op.PAREN_OPEN);
    const isWhole =
      open > 0 &&
      given.slice(0, open).every((token, i) => (i % 2 === 0 ? isName(token) : token.op === op.DOT));
    if (!isWhole || closing(given, open) !== given.length - 1) return UNKNOWN;
    const name = given[open - 1]?.text ?? '';
    if (MAKERS.has(name)) return [written('something made')];
    const form = open === 1 && !this.#isOwn(name) ? BY_CALL.get(name) : undefined;
    if (form === undefined) return UNKNOWN;
    return [plain(name === 'dict' && splitArguments(given, open).some(isPair) ? 'dictionary' : form)];
  }

  /** Whether the name may be another one than the builtin. */
  #isOwn(name: string): boolean {
    const { definitions, imports } = namesOfModule(this.#file.module.index);
    return definitions.has(name) || imports.has(name) || this.#bindings?.has(name) === true;
  }
}

interface Given {
  readonly place: string;
  /** Nothing where that cannot be read. */
  readonly given: readonly CodeToken[] | undefined;
}

/** What a statement gives: by `return` and `yield`, in an attribute or item, or to what it adds it to. */
function givenBy(tokens: readonly CodeToken[]): readonly Given[] {
  const [first, second] = tokens;
  if (first?.word === word.RETURN) return [{ place: 'return', given: tokens.slice(1) }];
  const yields = tokens.findIndex(token => token.word === word.YIELD);
  if (yields >= 0) {
    const isPlain =
      tokens[yields + 1]?.word !== word.FROM && (yields === 0 || tokens[yields - 1]?.op === op.ASSIGN);
    return [{ place: 'yield', given: isPlain ? tokens.slice(yields + 1) : undefined }];
  }
  const end = tokens.length - 1;
  if (!isName(first) || (second?.op !== op.DOT && second?.op !== op.BRACKET_OPEN)) return [];
  const assign = lastAssign(tokens);
  if (assign > 0)
    return tokens[assign]?.op === op.ASSIGN
      ? [{ place: codeKey(tokens.slice(0, targetEnd(tokens, assign))), given: tokens.slice(assign + 1) }]
      : [];
  const open = signOutside(tokens, op.PAREN_OPEN);
  const method = tokens[open - 1];
  if (tokens[end]?.op !== op.PAREN_CLOSE || !ADDING.test(method?.text ?? '')) return [];
  const given = splitArguments(tokens, open).at(-1);
  return [{ place: INSIDE, given }];
}

/** Index behind the first target, without its annotation. */
function targetEnd(tokens: readonly CodeToken[], assign: number): number {
  const end = findOutside(tokens, token => token.op === op.COLON || token.op === op.ASSIGN);
  return end < 0 ? assign : end;
}

/** The value of `name = value`, with or without an annotation. */
function assignedTo(tokens: readonly CodeToken[]): readonly CodeToken[] | undefined {
  const assign = lastAssign(tokens);
  const isPlain = isName(tokens[0]) && (assign === 1 || tokens[1]?.op === op.COLON);
  return isPlain && tokens[assign]?.op === op.ASSIGN ? tokens.slice(assign + 1) : undefined;
}

/** The tokens without parentheses around all of them; nothing where these are empty. */
export function withoutParentheses(tokens: readonly CodeToken[]): readonly CodeToken[] | undefined {
  let inner = tokens;
  while (inner[0]?.op === op.PAREN_OPEN && closing(inner, 0) === inner.length - 1) {
    inner = inner.slice(1, -1);
    if (inner.length === 0) return undefined;
  }
  return inner;
}

/** What stands between the commas; those between the parameters of a lambda are none. */
export function partsOf(tokens: readonly CodeToken[]): readonly (readonly CodeToken[])[] {
  const parts: CodeToken[][] = [[]];
  let depth = 0;
  let lambdas = 0;
  for (const token of tokens) {
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    if (depth === 0 && token.word === word.LAMBDA) lambdas++;
    if (depth === 0 && token.op === op.COLON && lambdas > 0) lambdas--;
    if (depth === 0 && lambdas === 0 && token.op === op.COMMA) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** The values that `a if b else c` and `a or c` may give. */
export function choicesIn(tokens: readonly CodeToken[]): readonly (readonly CodeToken[])[] {
  const condition = findOutside(tokens, token => token.word === word.IF);
  const other = findOutside(tokens, token => token.word === word.ELSE);
  if (condition > 0 && other > condition) return [tokens.slice(0, condition), tokens.slice(other + 1)];
  const either = findOutside(tokens, token => token.word === word.OR || token.word === word.AND);
  return either > 0 ? [tokens.slice(0, either), tokens.slice(either + 1)] : [tokens];
}

const colonIn = (item: readonly CodeToken[]): number => signOutside(item, op.COLON);

/** `key: value`, `**others`, or `key=value`. */
const isPair = (item: readonly CodeToken[]): boolean =>
  item[0]?.op === op.DOUBLE_STAR ||
  item[1]?.op === op.ASSIGN ||
  (item[0]?.word !== word.LAMBDA && colonIn(item) > 0);

/** How many values stand between commas; 0 where one of them may be any number. */
export function listed(given: readonly CodeToken[]): number {
  if (given.some(token => token.word === word.LAMBDA || token.word === word.FOR)) return 0;
  const parts = partsOf(given);
  if (parts.length === 1 || parts.some(([first]) => first?.op === op.STAR)) return 0;
  return parts.filter(part => part.length > 0).length;
}
