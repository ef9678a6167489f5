import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { definitionsInside } from '../code/module-names.ts';
import { contentOf } from '../code/string-literal.ts';
import type { ClassLine } from './class-line.ts';

type InLine = ClassLine['classes'][number];

/** Why objects of a dataclass may lack a field that is only declared: what makes them leaves it out. */
export function whyUnfilled({ classes }: ClassLine, name: string): string | undefined {
  const owner = classes.find(each => found(each, name).length > 0);
  if (owner === undefined) return undefined;
  const { file, definition, module } = owner;
  const decorators = file.range(definition.start, definition.head);
  if (!decorators.some(({ text }) => text === 'dataclass')) return undefined;
  const isUnmade = found(owner, '__init__').length > 0 || hasNoInit(decorators);
  const isLacking = (tokens: readonly CodeToken[]) => {
    const isBare = !tokens.some(token => token.op === op.ASSIGN);
    const isField = tokens.some(({ text }) => text === 'field');
    if (isField && tokens.some(({ text }) => /^default(?:_factory)?$/.test(text))) return false;
    if (isBare && tokens.some(({ text }) => text === 'InitVar')) return true;
    return (isUnmade && (isBare || isField)) || (isField && hasNoInit(tokens));
  };
  const isLeftOut = found(owner, name).some(i => {
    const each = module.index.definitions[i];
    return each?.kind === 'attribute' && isLacking(file.range(each.start, each.end));
  });
  const isSet = () => classes.some(each => setIn(each).has(name));
  return isLeftOut && !isSet() ? `objects of ${definition.name} may be made without ${name}` : undefined;
}

const found = ({ module, index }: InLine, name: string): readonly number[] =>
  definitionsInside(module.index, index, name);

/** `init=False`, and whatever else is given there but True. */
const hasNoInit = (tokens: readonly CodeToken[]): boolean =>
  tokens.some(
    ({ text }, i) => text === 'init' && tokens[i + 1]?.op === op.ASSIGN && tokens[i + 2]?.word !== word.TRUE,
  );

/** `self.x = …` in a method of it, or `object.__setattr__(self, "x", …)`: read once for all that is asked of it. */
function setIn({ file, definition, index }: InLine): ReadonlySet<string> {
  const known = file.once(setInClasses);
  const names = known.get(index) ?? readSet(file.range(definition.body, definition.end));
  known.set(index, names);
  return names;
}

const setInClasses = (): Map<number, ReadonlySet<string>> => new Map();

function readSet(tokens: readonly CodeToken[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [i, { kind, text }] of tokens.entries()) {
    const isMember = tokens[i - 1]?.op === op.DOT && SETTING.has(tokens[i + 1]?.op ?? 0);
    if (isMember) names.add(text);
    else if (kind === STRING && tokens[i - 4]?.text === '__setattr__') names.add(contentOf(text));
  }
  return names;
}

const SETTING: ReadonlySet<number> = new Set([op.ASSIGN, op.COLON]);
