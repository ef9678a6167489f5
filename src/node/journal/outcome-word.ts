import { memberOf } from './chain.ts';

export interface OutcomeWords {
  /** How it finished; `''` while it has not. */
  readonly ended: string;
  /** Whether its changes were taken back, all of them or a part; `''` when none was. */
  readonly takenBack: '' | 'partly reverted' | 'REVERTED';
}

/**
 * The words of a run in lists. Reads only names that events of runs and plans have; events of other journals give `''`.
 *
 * @param isRevertable a change of it is still here
 */
export function outcomeWord(events: readonly unknown[], isRevertable: boolean): OutcomeWords {
  let ended = '';
  let reverted = false;
  for (const event of events) {
    const type = memberOf(event, 'type');
    if (type === 'reverted') reverted = true;
    // It was resumed, so its earlier end is no longer its state.
    if (type === 'resumed' || type === 'plan_started') ended = '';
    if (type === 'plan_finished') ended = String(memberOf(event, 'result'));
    if (type !== 'finished') continue;
    const outcome = memberOf(event, 'outcome');
    const kind = memberOf(outcome, 'kind');
    if (typeof kind === 'string') ended = kind;
    if (memberOf(outcome, 'partlyLinted') !== undefined) ended = `${kind}, partly linted`;
    if (memberOf(outcome, 'changeKept') === false && !reverted) ended = `${kind}, nothing changed`;
  }
  if (!reverted) return { ended, takenBack: '' };
  return { ended, takenBack: isRevertable ? 'partly reverted' : 'REVERTED' };
}
