import * as op from '../../python/lexer/operators.ts';
import { lastAssign } from '../code/brackets.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { definitionsInside } from '../code/module-names.ts';
import type { ClassLine } from './class-line.ts';
import { isInFunction } from './class-members.ts';
import { annotationAt } from './statement-names.ts';
import { readStatements, type Statement } from './statements.ts';

type InLine = ClassLine['classes'][number];

/** Why a method may run before the attribute that it asks for is set: `__init__` runs it above. */
export function whyTooEarlyFor(line: ClassLine, method: string, name: string): string | undefined {
  const found = line.classes.map(each => ({
    each,
    isMade: definitionsInside(each.module.index, each.index, name).map(i =>
      isInFunction(each.module.index.definitions, i),
    ),
  }));
  // What the class itself has is always there.
  if (found.some(({ isMade }) => isMade.includes(false))) return undefined;
  for (const { each, isMade } of found) {
    if (isMade.length === 0) continue;
    for (const statement of statementsOf(each, '__init__')) {
      if (sets(statement, name)) break;
      if (mayRun(statement, method, line, new Set()))
        return `__init__ of ${each.definition.name} may run ${method} above where it sets ${name}`;
    }
  }
  return undefined;
}

const statementsOf = ({ module, index, file }: InLine, method: string): readonly Statement[] =>
  definitionsInside(module.index, index, method).flatMap(i =>
    module.index.definitions[i]?.kind === 'attribute' ? [] : (readStatements(file).inScope.get(i) ?? []),
  );

const isOfSelf = (tokens: readonly CodeToken[], at: number): boolean =>
  tokens[at]?.text === 'self' && tokens[at - 1]?.op !== op.DOT;

const sets = ({ tokens }: Statement, name: string): boolean =>
  tokens.some(
    ({ text }, i) =>
      text === name && tokens[i - 1]?.op === op.DOT && isOfSelf(tokens, i - 2) && i < endOfTargets(tokens),
  );

/** Where its values begin: `self.show(name=1)` sets nothing. */
const endOfTargets = (tokens: readonly CodeToken[]): number =>
  Math.max(lastAssign(tokens), annotationAt(tokens));

/** Whether the statement may run the method: it names it, gives the object on, or calls what does. */
function mayRun({ tokens }: Statement, method: string, line: ClassLine, seen: Set<string>): boolean {
  return tokens.some((token, i) => {
    if (token.text === 'super' || (token.text === '__init__' && tokens[i - 1]?.op === op.DOT))
      return (
        token.text === 'super' &&
        runsMethod('__init__', method, { ...line, classes: line.classes.slice(1) }, seen)
      );
    if (!isOfSelf(tokens, i)) return false;
    if (tokens[i + 1]?.op !== op.DOT) return !isGivenToBase(tokens, i);
    const asked = tokens[i + 2]?.text ?? '';
    const isSet = tokens[i + 3]?.op === op.ASSIGN;
    return (
      asked === method ||
      (isSet && method === '__setattr__') ||
      method === '__getattribute__' ||
      runsMethod(asked, method, line, seen)
    );
  });
}

/** `Base.__init__(self)`, `super(Sub, self)` */
const isGivenToBase = (tokens: readonly CodeToken[], at: number): boolean =>
  tokens[at - 2]?.text === '__init__' || tokens[at - 4]?.text === 'super';

function runsMethod(asked: string, method: string, line: ClassLine, seen: Set<string>): boolean {
  const key = `${asked} ${line.classes.length}`;
  if (seen.has(key)) return false;
  seen.add(key);
  return line.classes.some(each =>
    statementsOf(each, asked).some(statement => mayRun(statement, method, line, seen)),
  );
}
