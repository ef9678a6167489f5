import * as vscode from 'vscode';
import { showInformationMessage } from '../inert-window.ts';
import { chooseOrder } from '../orders/choose-order.ts';
import { runOrder } from '../run/run-order.ts';
import type { Services } from '../services.ts';
import { fileOf } from './argument.ts';

/** The whole pipeline; answers the run's last state for tests and other extensions. */
export const runWorkOrder = (services: Services, argument: unknown) => start(services, argument, 'end');

/** Designer and QA, simulated in memory; writes nothing. */
export const checkWorkOrder = (services: Services, argument: unknown) => start(services, argument, 'check');

async function start(services: Services, argument: unknown, until: 'check' | 'end') {
  if (services.run.isRunning) {
    const show = 'Show Review';
    const cancel = 'Cancel Run';
    const answer = await showInformationMessage(
      'A work order is running in this window already.',
      show,
      cancel,
    );
    if (answer === show) await vscode.commands.executeCommand('workorder.showReview');
    if (answer === cancel) await services.run.cancel();
    return undefined;
  }
  const source = await chooseOrder(
    fileOf(argument),
    until === 'check' ? 'Check Work Order: what should change?' : 'Run Work Order: what should change?',
    until === 'check' ? 'Check' : 'Run',
  );
  return source && runOrder(services, source, until);
}
