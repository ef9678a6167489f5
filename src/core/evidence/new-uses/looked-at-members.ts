import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { literalEnd } from '../code/literal-fields.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isFormatted } from '../code/string-literal.ts';

/** What a class says itself, below its header. */
export interface OwnMembers {
  readonly file: PythonFile;
  /** Functions and values, in order. */
  readonly direct: readonly Definition[];
  /** Each by how it is declared, or by what it is given. */
  readonly members: ReadonlyMap<string, string>;
}

/** Which kinds of members differ, for what looks at the members of a class while it is made. */
export interface OtherMembers {
  /** A dataclass has fields that are values with annotations; other functions, and further fields with a value, are fine. */
  readonly suitDataclass: boolean;
  /** They suit it only where no class is below it: that may have fields without a value, which may not come behind. */
  readonly mustBeLast: boolean;
  /** Of an enumeration every value is a member; other functions, and further plain values, are fine. */
  readonly suitEnum: boolean;
}

export function otherMembers(old: OwnMembers, now: OwnMembers): OtherMembers {
  const other = [...new Set([...old.members.keys(), ...now.members.keys()])].filter(
    name => old.members.get(name) !== now.members.get(name),
  );
  const values = other.filter(name => !isFreeFunction(old, name) || !isFreeFunction(now, name));
  const areNew = values.every(name => !old.members.has(name));
  return {
    suitDataclass: values.length === 0 || (areNew && areFields(values, now)),
    mustBeLast:
      values.length > 0 && !old.direct.some(each => isField(old.file, each) && hasValue(old.file, each)),
    suitEnum: values.length === 0 || (areNew && areMembers(values, now)),
  };
}

/** Names that decide how a class is made, `_missing_` of an enumeration, and those its members have anyway. */
const DECIDING = /^(?:__\w+__|_\w*_|name|value|mro)$/;
/** What neither a dataclass nor an enumeration asks for. */
const FREE =
  /^__(?:[ri]?(?:add|sub|mul|truediv|floordiv|mod|pow|and|or|xor)|neg|pos|abs|invert|str|format|len|iter|contains|getitem|a?enter|a?exit|bool|int|float|index)__$/;

/** A function, or nothing, of a name that decides nothing. */
const isFreeFunction = ({ direct }: OwnMembers, name: string): boolean =>
  (FREE.test(name) || !DECIDING.test(name)) && direct.every(each => each.name !== name || isFunction(each));

const isFunction = ({ kind }: Definition): boolean =>
  kind === 'method' || kind === 'function' || kind === 'property';

/** New fields that have a value each, below all that have none. */
function areFields(names: readonly string[], { file, direct }: OwnMembers): boolean {
  const values = direct.filter(each => !isFunction(each));
  const [first] = values.filter(({ name }) => names.includes(name));
  if (first === undefined || values.some(each => isOddField(file, each))) return false;
  return (
    names.every(name => !DECIDING.test(name)) &&
    values.every(
      each => !names.includes(each.name) || (annotates(file, each) && isLiteral(givenTo(file, each))),
    ) &&
    values.every(each => each.start < first.start || hasValue(file, each))
  );
}

const isField = (file: PythonFile, each: Definition): boolean => !isFunction(each) && annotates(file, each);
const hasValue = (file: PythonFile, each: Definition): boolean => givenTo(file, each).length > 0;

/** What is no argument in its place, or of which that is not known. */
const isOddField = (file: PythonFile, { start, end }: Definition): boolean =>
  file.range(start, end).some(({ text }) => /^(?:KW_ONLY|kw_only|InitVar|ClassVar|init)$/.test(text));

const areMembers = (names: readonly string[], { file, direct }: OwnMembers): boolean =>
  direct.every(each => !MAKING_MEMBERS.test(each.name)) &&
  direct.every(
    each =>
      !names.includes(each.name) ||
      (!DECIDING.test(each.name) && !annotates(file, each) && isLiteral(givenTo(file, each))),
  );

/** By these an enumeration makes its members, and may refuse one. */
const MAKING_MEMBERS = /^(?:__new__|__init__|__init_subclass__|_generate_next_value_|_missing_|_ignore_)$/;

const annotates = (file: PythonFile, { start, end }: Definition): boolean =>
  file.range(start, end)[1]?.op === op.COLON;

/** The tokens behind the `=`. */
function givenTo(file: PythonFile, { start, end }: Definition) {
  const tokens = file.range(start, end);
  const assign = tokens.findIndex(token => token.op === op.ASSIGN);
  return assign < 0 ? [] : tokens.slice(assign + 1);
}

/** A number, a text or a constant: nothing that a dataclass refuses as a value for all objects. */
function isLiteral(tokens: ReturnType<typeof givenTo>): boolean {
  const [first, second] = tokens;
  if (first?.op === op.MINUS) return tokens.length === 2 && second?.kind === NUMBER;
  if (first?.kind === STRING) return !isFormatted(first.text) && literalEnd(tokens, 0) === tokens.length;
  return tokens.length === 1 && (first?.kind === NUMBER || CONSTANTS.has(first?.word ?? 0));
}

const CONSTANTS: ReadonlySet<number> = new Set([word.TRUE, word.FALSE, word.NONE]);
