import { groupBy } from '../../kernel/group-by.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
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
  /** Some are new: a class below it may have a field or member of the name, or may come behind in the list of fields. */
  readonly areNew: boolean;
  /** All that differ are functions, by whose names nothing is decided. */
  readonly areFunctions: boolean;
  /** Beside these new fields of a dataclass have a value. */
  readonly areFields: boolean;
  /** Beside these new members of an enumeration with such a base (`enum.IntEnum`) have a plain value. */
  readonly areMembersOf: (base: string) => boolean;
}

export function otherMembers(old: OwnMembers, now: OwnMembers): OtherMembers {
  const other = [...new Set([...old.members.keys(), ...now.members.keys()])].filter(
    name => old.members.get(name) !== now.members.get(name),
  );
  const [before, after] = [old, now].map(({ direct }) => groupBy(direct, ({ name }) => name));
  const isFree = (name: string) =>
    isFreeFunction(name, before?.get(name) ?? []) && isFreeFunction(name, after?.get(name) ?? []);
  const values = new Set(other.filter(name => !isFree(name)));
  const areNewValues = [...values].every(name => !old.members.has(name) && after?.get(name)?.length === 1);
  return {
    areNew: other.some(name => !old.members.has(name)),
    areFunctions: values.size === 0,
    areFields: areNewValues && areFields(values, now),
    areMembersOf: base => areNewValues && areMembers(values, now, base),
  };
}

/** Names that decide how a class is made, `_missing_` of an enumeration, and those its members have anyway. */
const DECIDING = /^(?:__\w+__|_\w*_|name|value|mro)$/;
/** What neither a dataclass nor an enumeration asks for. */
const FREE =
  /^__(?:[ri]?(?:add|sub|mul|truediv|floordiv|mod|pow|and|or|xor)|neg|pos|abs|invert|str|format|len|iter|contains|getitem|a?enter|a?exit|bool|int|float|index)__$/;

/** A function, or nothing, of a name that decides nothing. */
const isFreeFunction = (name: string, definitions: readonly Definition[]): boolean =>
  (FREE.test(name) || !DECIDING.test(name)) && definitions.every(isFunction);

const isFunction = ({ kind }: Definition): boolean =>
  kind === 'method' || kind === 'function' || kind === 'property';

/** New fields that have a value each, below all that have none. */
function areFields(names: ReadonlySet<string>, { file, direct }: OwnMembers): boolean {
  const values = direct.filter(each => !isFunction(each));
  const [first] = values.filter(({ name }) => names.has(name));
  if (first === undefined || values.some(each => isOddField(file, each))) return false;
  const isPlain = (each: Definition) => annotates(file, each) && isLiteral(givenTo(file, each));
  return (
    [...names].every(name => !DECIDING.test(name)) &&
    values.every(each => (names.has(each.name) ? isPlain(each) : each.start < first.start || isPlain(each)))
  );
}

/** What is no argument in its place, or of which that is not known. */
const isOddField = (file: PythonFile, { start, end }: Definition): boolean =>
  file.range(start, end).some(({ text }) => /KW_ONLY|kw_only|InitVar|ClassVar|\binit\b/.test(text));

function areMembers(names: ReadonlySet<string>, { file, direct }: OwnMembers, base: string): boolean {
  const isPlain = (each: Definition) => {
    const value = givenTo(file, each);
    return !DECIDING.test(each.name) && !annotates(file, each) && isLiteral(value) && suits(value, base);
  };
  return direct.every(
    each =>
      !MAKING_MEMBERS.test(each.name) &&
      (names.has(each.name) ? isPlain(each) : !file.range(each.start, each.end).some(isAutomatic)),
  );
}

const isAutomatic = ({ text }: CodeToken): boolean => text === 'auto';

/** Whether an enumeration takes the literal for a member. */
function suits([first]: readonly CodeToken[], base: string): boolean {
  if (base === 'enum.Enum') return true;
  return base === 'enum.StrEnum' ? first?.kind === STRING : /^\d+$/.test(first?.text ?? '');
}

/** By these an enumeration makes its members, and may refuse one. */
const MAKING_MEMBERS =
  /^(?:__new__|__init__|__init_subclass__|_generate_next_value_|_missing_|_ignore_|_order_|__order__|_boundary_)$/;

const annotates = (file: PythonFile, { start, end }: Definition): boolean =>
  file.range(start, end)[1]?.op === op.COLON;

/** The tokens behind the `=`. */
function givenTo(file: PythonFile, { start, end }: Definition): readonly CodeToken[] {
  const tokens = file.range(start, end);
  const assign = tokens.findIndex(token => token.op === op.ASSIGN);
  return assign < 0 ? [] : tokens.slice(assign + 1);
}

/** A number, a text or a constant: nothing that a dataclass refuses as a value for all objects. */
function isLiteral(tokens: readonly CodeToken[]): boolean {
  const [first, second] = tokens;
  if (first?.op === op.MINUS) return tokens.length === 2 && second?.kind === NUMBER;
  if (first?.kind === STRING) return !isFormatted(first.text) && literalEnd(tokens, 0) === tokens.length;
  return tokens.length === 1 && (first?.kind === NUMBER || CONSTANTS.has(first?.word ?? 0));
}

const CONSTANTS: ReadonlySet<number> = new Set([word.TRUE, word.FALSE, word.NONE]);
