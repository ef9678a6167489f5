import { memberOf } from './chain.ts';

/**
 * The word of a run in lists: how it finished, `''` while it has not, and whether its changes were taken back, all of
 * them or a part. Reads only names that events of runs and plans have; events of other journals give `''`.
 *
 * @param isRevertable a change of it is still here
 */
export function outcomeWord(events: readonly unknown[], isRevertable: boolean): string {
  let word = '';
  let reverted = false;
  for (const event of events) {
    const type = memberOf(event, 'type');
    if (type === 'reverted') reverted = true;
    // It was resumed, so its earlier end is no longer its state.
    if (type === 'resumed' || type === 'plan_started') word = '';
    if (type === 'plan_finished') word = String(memberOf(event, 'result'));
    if (type !== 'finished') continue;
    const outcome = memberOf(event, 'outcome');
    const kind = memberOf(outcome, 'kind');
    if (typeof kind === 'string') word = kind;
    if (memberOf(outcome, 'partlyLinted') !== undefined) word = `${kind}, partly linted`;
    if (memberOf(outcome, 'changeKept') === false && !reverted) word = `${kind}, nothing changed`;
  }
  if (!reverted || word === '') return word;
  return `${word}, ${isRevertable ? 'partly reverted' : 'REVERTED'}`;
}
