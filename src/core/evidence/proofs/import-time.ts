import { at } from '../../kernel/at.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { isHarmless } from '../code/decorators.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Unit } from '../code/units.ts';

/** Calls that only make a value, wherever and whenever they run. */
const MAKERS = new Set(
  (
    'frozenset set tuple list dict int float str bytes bool object range field Decimal Fraction Path PurePath ' +
    'timedelta date datetime compile TypeVar ParamSpec NewType namedtuple auto MappingProxyType'
  ).split(' '),
);

/** Bases that run no code when somebody inherits from them. */
const BASES = new Set(
  (
    'object ABC Protocol NamedTuple TypedDict Generic Enum IntEnum StrEnum Flag IntFlag str int float tuple list ' +
    'dict BaseException Exception ArithmeticError AssertionError AttributeError ImportError IndexError KeyError ' +
    'LookupError NotImplementedError OSError RuntimeError StopIteration TypeError ValueError Warning UserWarning ' +
    'DeprecationWarning'
  ).split(' '),
);

/** The tokens of a statement that run when the module is imported: no function's body. */
export function importTimeTokens(unit: Unit, file: PythonFile): readonly CodeToken[] {
  const bodies = file.module.index.definitions.filter(
    ({ kind, start, end }) =>
      (kind === 'function' || kind === 'method' || kind === 'property') &&
      unit.start <= start &&
      end <= unit.end,
  );
  return unit.tokens.filter(({ start }) => !bodies.some(({ body, end }) => body <= start && start < end));
}

/** Why it matters when the statement runs; `undefined` when it only makes functions, classes and values. */
export function importTimeEffect(unit: Unit, file: PythonFile): string | undefined {
  const { content } = unit;
  if (content.kind === 'definition' && content.definition.head > content.definition.start) {
    const decorators = readDecorators(file.range(content.definition.start, content.definition.head));
    if (!decorators.every(isHarmless)) return 'a decorator runs';
  }
  const tokens = importTimeTokens(unit, file);
  for (const [i, token] of tokens.entries()) {
    const [before, next] = [tokens[i - 1], tokens[i + 1]];
    if (token.word === word.CLASS_WORD && !hasKnownBases(tokens, i)) return 'a base class may run code';
    if (token.op !== op.PAREN_OPEN || before === undefined) continue;
    const isHeader = tokens[i - 2]?.word === word.DEF || tokens[i - 2]?.word === word.CLASS_WORD;
    if (isHeader || isDecoratorCall(tokens, i)) continue;
    const isCall = isName(before) || before.op === op.PAREN_CLOSE || before.op === op.BRACKET_CLOSE;
    if (isCall && !MAKERS.has(before.text))
      return `${before.text}(${next?.op === op.PAREN_CLOSE ? '' : '…'}) is called`;
  }
  return undefined;
}

/** `@name.name(`: judged by its name. */
function isDecoratorCall(tokens: readonly CodeToken[], open: number): boolean {
  let i = open - 1;
  while (tokens[i]?.kind === NAME || tokens[i]?.op === op.DOT) i--;
  return tokens[i]?.op === op.AT;
}

/** Bases by the last part of their names; keyword arguments such as a metaclass are not known. */
function hasKnownBases(tokens: readonly CodeToken[], head: number): boolean {
  let i = head + 2;
  if (tokens[i]?.op !== op.PAREN_OPEN) return tokens[i]?.op === op.COLON;
  let depth = 0;
  for (; i < tokens.length; i++) {
    const token = at(tokens, i);
    if (token.op === op.PAREN_OPEN || token.op === op.BRACKET_OPEN) depth++;
    if ((token.op === op.PAREN_CLOSE || token.op === op.BRACKET_CLOSE) && --depth === 0) return true;
    if (depth !== 1) continue;
    if (token.op === op.ASSIGN) return false;
    const isLast = tokens[i + 1]?.op !== op.DOT;
    if (isName(token) && isLast && !BASES.has(token.text)) return false;
  }
  return false;
}
