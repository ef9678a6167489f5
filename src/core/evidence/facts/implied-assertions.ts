import * as op from '../../python/lexer/operators.ts';
import { type CodeToken, codeKey } from '../code/code-tokens.ts';
import { comparisonOf, splitAt, subjectOf } from './read-assertions.ts';

/** What assertions compare with a value by `==`. */
export function comparedIn(assertions: readonly (readonly CodeToken[])[]): ReadonlySet<string> {
  return new Set(
    assertions.flatMap(each => {
      const comparison = comparisonOf(each);
      return comparison?.operator === '==' ? [codeKey(comparison.subject)] : [];
    }),
  );
}

/** `== value` of the same expression says more than that it is there, of a type, or longer than something. */
export function isImplied(gone: readonly CodeToken[], compared: ReadonlySet<string>): boolean {
  const subject = subjectOf(gone);
  const own = comparisonOf(gone);
  const isOfWhole = own?.operator === '==' && codeKey(own.subject) === codeKey(subject);
  return subject.length > 0 && !isOfWhole && compared.has(codeKey(subject));
}

/**
 * What stays compares a value with something: of `x`, that says more than `"a" in x`, `isinstance(x, A)` and
 * `callable(x)`, and of `x.a` or `x["a"]` more than that there is one. The same in other words says as much.
 */
export function isImpliedBy(gone: readonly CodeToken[], left: readonly (readonly CodeToken[])[]): boolean {
  const own = comparisonOf(gone);
  const comparisons = left.flatMap(each => comparisonOf(each) ?? []);
  if (own !== undefined && own.other.length > 0 && own.operator !== '')
    for (const { subject, operator, other } of comparisons) {
      const isSame = isAlike(subject, own.subject) && isAlike(other, own.other);
      const isFlipped = isAlike(subject, own.other) && isAlike(other, own.subject);
      if (operator === own.operator && (isSame || (isFlipped && SYMMETRIC.test(operator)))) return true;
    }
  if (own?.operator === '==') return false;
  const about = aboutWhat(gone);
  return (
    about.length > 0 &&
    comparisons.some(
      ({ subject, operator, other }) =>
        (operator === '==' || operator === 'is') && [subject, other].some(side => holds(side, about)),
    )
  );
}

const SYMMETRIC = /^(?:==|!=|is)$/;

const isAlike = (a: readonly CodeToken[], b: readonly CodeToken[]): boolean => codeKey(a) === codeKey(b);

const holds = (whole: readonly CodeToken[], part: readonly CodeToken[]): boolean =>
  `\u0000${codeKey(whole)}`.includes(`\u0000${codeKey(part)}`);

/** What is asked of an object is about that; `a in b` is about `b`. */
function aboutWhat(tokens: readonly CodeToken[]): readonly CodeToken[] {
  const call = /^(?:hasattr|callable|isinstance|issubclass|len|bool)$/;
  const isCall = call.test(tokens[1]?.text ?? '') && tokens[2]?.op === op.PAREN_OPEN;
  const inside = isCall ? tokens.slice(3) : undefined;
  if (inside !== undefined)
    return splitAt(inside, token => token.op === op.COMMA || token.op === op.PAREN_CLOSE)[0] ?? [];
  const condition = splitAt(tokens.slice(1), token => token.op === op.COMMA)[0] ?? [];
  const at = condition.findIndex(({ text }) => text === 'in');
  if (tokens[0]?.text === 'assert' && at > 0) return condition.slice(at + 1);
  if (/^assert(?:Not)?In$/.test(tokens[0]?.text ?? ''))
    return splitAt(tokens.slice(2, -1), token => token.op === op.COMMA)[1] ?? [];
  return subjectOf(tokens);
}
