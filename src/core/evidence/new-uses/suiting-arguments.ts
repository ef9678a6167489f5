import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { splitArguments } from '../code/call-shape.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { definitionsInside } from '../code/module-names.ts';
import { isFormatted } from '../code/string-literal.ts';
import { type ClassLine, isOfDictionaries } from './class-line.ts';
import type { Code } from './code.ts';
import type { FormattedFields } from './formatted-uses.ts';
import type { Known } from './known.ts';
import type { Statement } from './statements.ts';
import type { UseReader } from './use-reader.ts';

const KEEPING_RESULTS = /^functools\.(?:lru_cache|cache)$/;
const REFERRING = /^weakref\.(?:ref|proxy|finalize|WeakMethod)$/;
const ASKING_FOR_CLASSES = /^builtins\.(?:isinstance|issubclass)$/;
/** Values that cannot be keys. */
const CHANGEABLE = /^(?:list|dict|set|bytearray)$/;

/** Why what is called may not take the arguments, though there are as many as it takes; of what is known to be picky. */
export async function whyNotSuited(
  reader: UseReader,
  value: Known,
  code: Code,
  open: number,
): Promise<string | undefined> {
  const parts = splitArguments(code.tokens, open).filter(part => part.length > 0);
  if (value.kind === 'function') {
    const file = await reader.openFile(value.module);
    const definition = value.module.index.definitions[value.index];
    if (file === undefined || definition === undefined || definition.start === definition.head)
      return undefined;
    if (!reader.decoratorsOf(file, definition).some(each => KEEPING_RESULTS.test(each ?? '')))
      return undefined;
    for (const part of parts)
      if (await isChangeable(reader, code, part))
        return `${definition.name} keeps its results by what it is given, and that cannot be a key`;
    return undefined;
  }
  if (value.kind !== 'outside') return undefined;
  const [first = [], second = []] = parts;
  if (REFERRING.test(value.name))
    return (await canBeReferredTo(reader, code, first))
      ? undefined
      : 'whether there can be a weak reference to what is given there is not known';
  if (ASKING_FOR_CLASSES.test(value.name)) {
    const asked = await evaluated(reader, code, second);
    const isNoClass = asked.kind === 'value' && second[0]?.op !== op.PAREN_OPEN;
    return isNoClass || (await isDictionary(reader, asked))
      ? 'what is asked for there is no class'
      : undefined;
  }
  if (value.name !== 'builtins.map' || first[0]?.word !== word.LAMBDA) return undefined;
  return lambdaTakes(first) === parts.length - 1
    ? undefined
    : 'a lambda takes other arguments than it is given';
}

const evaluated = (reader: UseReader, code: Code, part: readonly CodeToken[]): Promise<Known> =>
  reader.evaluate({ ...code, tokens: part }, 0, part.length);

async function isChangeable(reader: UseReader, code: Code, part: readonly CodeToken[]): Promise<boolean> {
  const given = part[1]?.op === op.ASSIGN ? part.slice(2) : part;
  const [first] = given;
  if (first?.op === op.BRACKET_OPEN || first?.op === op.BRACE_OPEN) return true;
  const value = await evaluated(reader, code, given);
  return value.kind === 'value' && CHANGEABLE.test(value.type);
}

/** An object of a class of the workspace that has no slots, also not by a base. */
async function canBeReferredTo(reader: UseReader, code: Code, part: readonly CodeToken[]): Promise<boolean> {
  const value = await evaluated(reader, code, part);
  if (value.kind === 'function' || value.kind === 'class') return true;
  if (value.kind !== 'instance') return false;
  const { above, classes, isMadeOtherwise } = await reader.classes.of(value);
  return above !== 'unknown' && !isMadeOtherwise && !classes.some(hasSlots);
}

const hasSlots = ({ file, definition: { start, end } }: ClassLine['classes'][number]): boolean =>
  file.range(start, end).some(({ text }) => text === '__slots__' || text === 'slots');

const isDictionary = async (reader: UseReader, value: Known): Promise<boolean> =>
  value.kind === 'class' && isOfDictionaries(await reader.classes.of(value));

/** How many arguments a lambda takes; -1 where that is not one number. */
function lambdaTakes(tokens: readonly CodeToken[]): number {
  const colon = tokens.findIndex(token => token.op === op.COLON);
  const names = tokens.slice(1, colon);
  if (names.some(token => token.op === op.STAR || token.op === op.DOUBLE_STAR || token.op === op.ASSIGN))
    return -1;
  return names.filter(token => token.op === 0).length;
}

/** Objects in a formatted string that take no format: `f"{A():>5}"` of a class without `__format__`. */
export async function* formatDoubts(
  reader: UseReader,
  fields: FormattedFields,
  code: Code,
  statement: Statement,
): AsyncGenerator<string> {
  for (const { kind, text } of statement.tokens) {
    if (kind !== STRING || !isFormatted(text)) continue;
    for (const tokens of fields.specified(text)) {
      const value = await evaluated(reader, code, tokens);
      if (value.kind !== 'instance') continue;
      const { above, classes } = await reader.classes.of(value);
      const hasOwn = classes.some(
        ({ module, index }) => definitionsInside(module.index, index, '__format__').length > 0,
      );
      if (above !== 'unknown' && !hasOwn) yield 'an object is formatted that takes no format';
    }
  }
}
