import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { closing, findOutside } from '../code/brackets.ts';
import { givenByName, readParameters, splitArguments } from '../code/call-shape.ts';
import { type CodeToken, codeKey } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';

/**
 * Why pytest may refuse what stands in `parametrize`: names that the test does not take, values that are not as many as
 * the names, ids that are not as many as the values.
 * @param known the decorators as they were: what stood there was taken
 */
export function whyRefusedByPytest(
  file: PythonFile,
  { kind, name: test, head, body }: Definition,
  decorator: readonly CodeToken[],
  known: string,
): string | undefined {
  const open = decorator.findIndex(token => token.op === op.PAREN_OPEN);
  const parts = open < 0 ? [] : splitArguments(decorator, open);
  const given = (name: string, place: number) =>
    givenByName(parts, name) ?? parts.filter(part => part[1]?.op !== op.ASSIGN)[place];
  const [first = [], values = [], ids = []] = [given('argnames', 0), given('argvalues', 1), given('ids', 3)];
  const names = namesIn(first);
  if (names === undefined)
    return known.includes(codeKey(first)) ? undefined : `what ${test} is given has no plain name`;
  const { positional, named, takesAnyName } = readParameters(file.range(head, body - 1));
  const taken = new Set([...positional, ...named].map(({ name }) => name));
  if (kind !== 'class' && !takesAnyName && names.some(name => !taken.has(name)))
    return `${test} does not take what it is given`;
  const items = itemsOf(values);
  if (items === undefined) return undefined;
  const isSeveral = names.length > 1 || first.length > 1 || contentOf(first[0]?.text ?? '').includes(',');
  const isFit = (item: readonly CodeToken[]) =>
    countOf(item, isSeveral) === (isSeveral ? names.length : 1) || known.includes(codeKey(item));
  if (!items.every(isFit)) return `whether ${test} is given as many values as names is not known`;
  const told = itemsOf(ids);
  return told !== undefined && told.length !== items.length ? `${test} has other ids than values` : undefined;
}

/** Of `"a, b"`, `["a", "b"]`, `("a", "b")`. */
function namesIn(first: readonly CodeToken[]): readonly string[] | undefined {
  const isPlain = first.every(
    token => token.kind === STRING || token.op === op.COMMA || op.opens(token.op) || op.closes(token.op),
  );
  const texts = first.filter(({ kind }) => kind === STRING);
  if (!isPlain || texts.length === 0 || !texts.every(({ text }) => /^[ru]*:/.test(text))) return undefined;
  return texts
    .flatMap(({ text }) => contentOf(text).split(','))
    .map(each => each.trim())
    .filter(each => each !== '');
}

/** What is listed between brackets; nothing where it is something else, or of any length. */
function itemsOf(values: readonly CodeToken[]): readonly (readonly CodeToken[])[] | undefined {
  const [first] = values;
  const isListed = first !== undefined && (first.op === op.BRACKET_OPEN || first.op === op.PAREN_OPEN);
  if (!isListed || closing(values, 0) !== values.length - 1) return undefined;
  const items = splitArguments(values, 0).filter(item => item.length > 0);
  const isOpen = items.some(
    item => item[0]?.op === op.STAR || findOutside(item, t => t.word === word.FOR) >= 0,
  );
  return isOpen ? undefined : items;
}

/** How many values one of the items is. */
function countOf(item: readonly CodeToken[], isSeveral: boolean): number {
  const open = item.findIndex(token => token.op === op.PAREN_OPEN);
  if (open > 0 && item[open - 1]?.text === 'param' && closing(item, open) === item.length - 1)
    return splitArguments(item, open).filter(part => part.length > 0 && part[1]?.op !== op.ASSIGN).length;
  return isSeveral ? (itemsOf(item)?.length ?? -1) : 1;
}
