import { addTo } from '../../kernel/group-by.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { closing, findOutside } from '../code/brackets.ts';
import { type CodeToken, codeKey, isName } from '../code/code-tokens.ts';
import { isOneLiteral } from '../code/literal-fields.ts';
import { definitionsInside } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedScope, ScopePart } from './changed-scopes.ts';
import { choicesIn, formsGiven, partsOf, withoutParentheses } from './given-forms.ts';
import { isAlwaysEntered, readStatements, type Statement } from './statements.ts';

/** What Python, or `with`, takes from a special method. */
interface Taken {
  readonly method: RegExp;
  /** Forms that are written out and are such a thing. */
  readonly forms?: RegExp;
  /** Calls of this name give such a thing, whatever they are given. */
  readonly calls?: RegExp;
  /** A member of the class by which `self` is such a thing. */
  readonly own?: string;
  /** A function that yields gives one. */
  readonly mayYield?: boolean;
}

const TEXT_CALLS =
  /^(?:str|repr|ascii|format|chr|join|strip|lstrip|rstrip|lower|upper|title|capitalize|replace|hex|dumps|__str__|__repr__|__format__|fspath)$/;

/** Only what was given before is known to be right where nothing is said. */
const TAKEN: readonly Taken[] = [
  { method: /^__(?:str|repr|format|fspath)__$/, forms: /^text$/, calls: TEXT_CALLS },
  { method: /^__(?:len|length_hint)__$/, forms: /^number$/, calls: /^(?:len|__len__)$/ },
  {
    method: /^__(?:index|int|sizeof)__$/,
    forms: /^(?:number|bool)$/,
    calls: /^(?:len|int|ord|id|hash|__int__|__index__|__sizeof__)$/,
  },
  {
    method: /^__bool__$/,
    forms: /^bool$/,
    calls: /^(?:bool|any|all|isinstance|issubclass|callable|hasattr|is_\w+|startswith|endswith|__bool__)$/,
  },
  { method: /^__float__$/, calls: /^(?:float|__float__)$/ },
  { method: /^__bytes__$/, forms: /^bytes$/, calls: /^(?:bytes|encode|__bytes__)$/ },
  { method: /^__hash__$/, calls: /^(?:id|__hash__)$/ },
  {
    method: /^__(?:iter|reversed)__$/,
    forms: /^generator$/,
    calls: /^(?:iter|map|zip|filter|enumerate|reversed|__iter__|__reversed__)$/,
    own: '__next__',
    mayYield: true,
  },
  {
    method: /^__aiter__$/,
    forms: /^generator$/,
    calls: /^(?:aiter|__aiter__)$/,
    own: '__anext__',
    mayYield: true,
  },
  { method: /^__await__$/, calls: /^__await__$/, mayYield: true },
  { method: /^__dir__$/, forms: /^list$/, calls: /^(?:dir|__dir__)$/ },
  { method: /^__(?:new|a?enter|copy|deepcopy|replace|prepare|mro_entries)__$/ },
  { method: /^__(?:getstate|reduce|reduce_ex|getnewargs|getnewargs_ex)__$/ },
];

/** Why Python, or whoever made or entered the object, may not take what a special method gives now. */
export function whyOtherResult({ known, now, gone, fresh }: ChangedScope): string | undefined {
  if (gone.length + fresh.length === 0) return undefined;
  const name = specialName(now);
  const taken = TAKEN.find(({ method }) => method.test(name));
  if (taken === undefined) return undefined;
  const doubt = `whether Python takes what ${name} gives now is not known`;
  const isGenerator = now.statements.some(({ tokens }) => tokens.some(token => token.word === word.YIELD));
  if (isGenerator) return taken.mayYield === true ? undefined : doubt;
  const differing = namesIn([...gone, ...fresh]);
  const given = new Set(known.statements.filter(isReturn).map(({ text }) => text));
  const isAsBefore = ({ text, tokens }: Statement) =>
    given.has(text) &&
    !tokens.some(token => isName(token) && token.text !== 'self' && differing.has(token.text));
  const isShown = (statement: Statement) =>
    isAsBefore(statement) || isWhatIsTaken(statement, known, now, taken);
  return now.statements.filter(isReturn).every(isShown) && isLeft(known, now) ? undefined : doubt;
}

/** Its own name, or the special one that the class gives it: `__str__ = show`. */
function specialName({ file, definition: { name, parent } }: ScopePart): string {
  if (parent < 0 || SPECIAL.test(name)) return name;
  const isTaken = (each: string) => TAKEN.some(({ method }) => method.test(each));
  return (file.once(readSpecialNames).get(`${parent} ${name}`) ?? []).find(isTaken) ?? name;
}

const SPECIAL = /^__\w+__$/;

/** The special names that methods have beside their own, or that give what they give, by their class and name. */
function readSpecialNames(file: PythonFile): ReadonlyMap<string, readonly string[]> {
  const { inScope } = readStatements(file);
  const { definitions } = file.module.index;
  const found = new Map<string, string[]>();
  const add = (owner: number, method: string | undefined, special: string) => {
    addTo(found, `${owner} ${method}`, special);
  };
  for (const [owner, statements] of inScope) {
    if (definitions[owner]?.kind !== 'class') continue;
    for (const { tokens } of statements) {
      const [alias, assign, value] = tokens;
      if (tokens.length === 3 && assign?.op === op.ASSIGN) add(owner, value?.text, alias?.text ?? '');
    }
  }
  // `return self.show()`
  for (const [index, { name, parent }] of definitions.entries()) {
    if (definitions[parent]?.kind !== 'class' || !SPECIAL.test(name)) continue;
    for (const { tokens, firstWord } of inScope.get(index) ?? [])
      if (firstWord === word.RETURN && tokens[1]?.text === 'self' && tokens[4]?.op === op.PAREN_OPEN)
        add(parent, tokens[3]?.text, name);
  }
  return found;
}

const isReturn = ({ firstWord }: Statement): boolean => firstWord === word.RETURN;

/** Names that a statement among them sets, or may set. */
function namesIn(statements: readonly Statement[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { tokens, firstWord } of statements)
    if (firstWord !== word.RETURN) for (const token of tokens) if (isName(token)) found.add(token.text);
  return found;
}

/** Whether every way through it ends as clearly as it did. */
function isLeft(known: ScopePart, now: ScopePart): boolean {
  const [old, last] = [known.statements.at(-1), now.statements.at(-1)];
  if (last === undefined) return true;
  const leaves = isReturn(last) || last.firstWord === word.RAISE;
  if (leaves && last.guards.every(isAlwaysEntered)) return true;
  return old?.text === last.text && old.guards.join('\u0001') === last.guards.join('\u0001');
}

function isWhatIsTaken(statement: Statement, known: ScopePart, now: ScopePart, taken: Taken): boolean {
  const { forms } = taken;
  const written = formsGiven(now.file, now.scope, [statement]).get('return') ?? [];
  if (forms !== undefined && written.length > 0 && written.every(({ name }) => forms.test(name))) return true;
  return isOfKind(statement.tokens.slice(1), known, now, taken);
}

function isOfKind(all: readonly CodeToken[], known: ScopePart, now: ScopePart, taken: Taken): boolean {
  const given = withoutParentheses(all) ?? [];
  const [first, second] = given;
  if (first === undefined) return false;
  const choices = choicesIn(given);
  if (choices.length > 1) return choices.every(choice => isOfKind(choice, known, now, taken));
  if (first.text === 'NotImplemented') return true;
  if (first.text === 'self' && second === undefined && taken.own !== undefined)
    return definitionsInside(now.file.module.index, now.definition.parent, taken.own).length > 0;
  if (taken.forms?.test('bool') && (isComparison(given) || first.word === word.NOT)) return true;
  if (taken.forms?.test('text') && isJoinedText(given)) return true;
  if (now.definition.name === '__hash__' && first.text === 'hash') return hasKnownParts(given, known);
  const called = wholeCall(given);
  return called !== undefined && taken.calls?.test(called) === true;
}

const COMPARING: ReadonlySet<number> = new Set([word.IN, word.IS]);

const isComparison = (given: readonly CodeToken[]): boolean =>
  findOutside(given, ({ word: each, op: sign }) => COMPARING.has(each) || isComparing(sign)) > 0;

const isComparing = (sign: number): boolean => op.isInfix(sign) && !op.isBinary(sign);

/** `"a" + b`, `"%s" % x`: a text by whatever is added to it. */
const isJoinedText = (given: readonly CodeToken[]): boolean =>
  given[0]?.kind === STRING &&
  !given[0].text.split(':')[0]?.includes('b') &&
  !isComparison(given) &&
  (given[1]?.op === op.PLUS || given[1]?.text === '%');

/** The name of the function or method whose call is all of the expression: `join` of `"".join(x)`. */
function wholeCall(given: readonly CodeToken[]): string | undefined {
  for (let i = 0; i < given.length; i++) {
    if (given[i]?.op !== op.PAREN_OPEN && given[i]?.op !== op.BRACKET_OPEN) continue;
    const end = closing(given, i);
    if (end === given.length - 1)
      return given[i]?.op === op.PAREN_OPEN && isName(given[i - 1]) ? given[i - 1]?.text : undefined;
    i = end;
  }
  return undefined;
}

/** `hash((self.a, str(b)))`: each part was hashed before, or is a text or a number. */
function hasKnownParts(given: readonly CodeToken[], known: ScopePart): boolean {
  if (wholeCall(given) !== 'hash') return false;
  const partsHashed = (tokens: readonly CodeToken[]) =>
    partsOf(withoutParentheses(tokens.slice(2, -1)) ?? []).filter(part => part.length > 0);
  const before = new Set(
    known.statements.filter(isReturn).flatMap(({ tokens }) => partsHashed(tokens.slice(1)).map(codeKey)),
  );
  return partsHashed(given).every(part => {
    return (
      isOneLiteral(part) ||
      before.has(codeKey(part)) ||
      /^(?:str|repr|id|frozenset|type)$/.test(wholeCall(part) ?? '')
    );
  });
}
