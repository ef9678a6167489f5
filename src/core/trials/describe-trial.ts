import { count } from '../kernel/amounts.ts';
import type { Counterexample, FunctionTrial, NoDifference, TrialVerdict } from '../ports/trials.ts';

/** The word of a verdict. Nothing that was run is ever "proved". */
export const trialWord = ({ verdict }: TrialVerdict): 'counterexample' | 'tested' | 'not run' =>
  verdict === 'no difference' ? 'tested' : verdict;

/** `Order.total` of `shop/orders.py`, or what became of its name. */
export const trialName = ({ function: { before, after } }: FunctionTrial): string =>
  before.name === after.name ? after.name : `${before.name} → ${after.name}`;

/** One sentence without a stop, to follow the verdict's word. */
export function describeTrial(result: TrialVerdict): string {
  switch (result.verdict) {
    case 'not run':
      return result.reason;
    case 'no difference':
      return describeRuns(result);
    case 'counterexample':
      return describeCounterexample(result);
  }
}

function describeRuns({ runs, raised, rounded, paths, all_paths: all, tools, seed }: NoDifference): string {
  const parts = [
    ...(runs > 0 ? [`no difference in ${count(runs, 'call')}`] : []),
    ...(raised > 0 ? [`${raised} of them raised an exception in both`] : []),
    ...(rounded > 0 ? [`${rounded} of them differ in the last digits of floats`] : []),
    ...(paths > 0 ? [`none on ${all ? 'all ' : ''}${count(paths, 'path')} that CrossHair followed`] : []),
  ];
  return `${parts.join(', ')} (${tools.join(' and ')}${runs > 0 ? `, seed ${seed}` : ''})`;
}

function describeCounterexample(found: Counterexample): string {
  const { call, number, before, after } = found;
  const which = number > 1 ? `, called ${number} times with equal arguments` : '';
  const [was, is] = differingParts(found, before, after);
  return `${call}${which}: ${was} before, ${is} after`;
}

/** What differs, on both sides, in the words that show it. */
export function differingParts(
  { differs }: Pick<Counterexample, 'differs'>,
  before: Counterexample['before'],
  after: Counterexample['after'],
): readonly [string, string] {
  const show = ({ kind, shown }: Counterexample['before']) =>
    kind === 'returned' ? shown : kind === 'raised' ? `raises ${shown}` : shown;
  if (differs.includes('kind') || differs.includes('value')) return [show(before), show(after)];
  if (differs.includes('arguments'))
    return [`leaves the arguments ${before.arguments.join(', ')}`, after.arguments.join(', ')];
  if (differs.includes('output'))
    return [`prints ${JSON.stringify(before.output)}`, JSON.stringify(after.output)];
  const which = ({ same }: Counterexample['before']) => (same ? 'the argument itself' : 'a new object');
  return differs.includes('same')
    ? [`${show(before)}, ${which(before)},`, which(after)]
    : [show(before), show(after)];
}

/** The invariant that a counterexample refutes. */
export const isSameBehavior = (invariant: string): boolean =>
  /^no (?:behaviou?r|functional) changes?[.!]?$/i.test(invariant.trim());

/** `1 counterexample, 2 tested, 1 not run`. */
export function countTrials(trials: readonly FunctionTrial[]): string {
  const words = trials.map(({ result }) => trialWord(result));
  return (['counterexample', 'tested', 'not run'] as const)
    .map(word => ({ word, n: words.filter(one => one === word).length }))
    .filter(({ n }) => n > 0)
    .map(({ word, n }) => `${n} ${word}${word === 'counterexample' && n > 1 ? 's' : ''}`)
    .join(', ');
}
