import { showInformationMessage } from '../inert-window.ts';
import type { Services } from '../services.ts';

/** The place of the next command of the proposal; answers whether there is one. */
export const nextCommand = (services: Services): Promise<boolean> => step(services, 1);
export const previousCommand = (services: Services): Promise<boolean> => step(services, -1);

async function step(services: Services, by: 1 | -1): Promise<boolean> {
  const row = await services.reviewView.step(by);
  const target = row?.target;
  if (target?.kind === 'diff') await services.diff.openFile(target.path, target.line, true);
  return row !== undefined;
}

/** Ticks the selected command, or all of the selected file, and goes on to the next. */
export const keepCommand = (services: Services, argument: unknown): Promise<boolean> =>
  tick(services, argument, true);
/** Takes it out of the proposal. */
export const leaveOutCommand = (services: Services, argument: unknown): Promise<boolean> =>
  tick(services, argument, false);

/** A test hands over the places of commands in QA's list. */
async function tick(services: Services, argument: unknown, ticked: boolean): Promise<boolean> {
  const { review, reviewView } = services;
  if (review.ticked === undefined) {
    void showInformationMessage('There are no commands to choose from: nothing waits, or it is only one.');
    return false;
  }
  const given = Array.isArray(argument) ? argument.map(Number) : undefined;
  const commands = given ?? reviewView.current()?.node.box?.commands;
  if (commands === undefined) return false;
  review.tick(commands, ticked, 'keys');
  if (given === undefined) await step(services, 1);
  return true;
}
