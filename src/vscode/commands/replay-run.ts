import type { RunEvent } from '../../core/workorder/events.ts';
import type { WorkOrder } from '../../generated/contracts.ts';
import { showInformationMessage, showWarningMessage } from '../inert-window.ts';
import { openReplies } from '../run/earlier-replies.ts';
import { runOrder } from '../run/run-order.ts';
import type { Services } from '../services.ts';
import { pickRun } from './pick-run.ts';

/**
 * Runs the work order of an earlier run again with the replies it got then: no key, no network. A recorded run
 * also tells what is asked differently now. Answers the new run's state.
 */
export async function replayRun(services: Services, argument: unknown) {
  if (services.run.isRunning) {
    void showInformationMessage('A work order is running in this window already.');
    return undefined;
  }
  const picked = await pickRun(services, argument, {
    title: 'Replay which run?',
    placeHolder: 'Its replies are played again on the files as they are now',
  });
  if (picked === undefined) return undefined;
  const { journals } = await services.folders.of(picked.folder);
  const events = (await journals.read(picked.runId)) ?? [];
  const order = orderOf(events);
  if (order === undefined) {
    void showWarningMessage('The journal of this run holds no work order.');
    return undefined;
  }
  const models = await openReplies(services, picked);
  return runOrder(services, { folder: picked.folder, file: undefined, order }, 'end', { models });
}

const orderOf = (events: readonly RunEvent[]): WorkOrder | undefined =>
  events.find(event => event.type === 'run_started')?.order;
