import type { Box } from '../../core/panel/view-node.ts';
import { showInformationMessage } from '../inert-window.ts';
import type { Services } from '../services.ts';

/** The place of the next command of the proposal; answers whether there is one. */
export const nextCommand = (services: Services): Promise<boolean> => step(services, 1);
export const previousCommand = (services: Services): Promise<boolean> => step(services, -1);

async function step(services: Services, by: 1 | -1, isDecided = false): Promise<boolean> {
  const row = await services.reviewView.step(by, isDecided);
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

/** Places of commands in QA's list, or of a hunk as `3.1`. */
function givenBox(argument: unknown): Pick<Box, 'commands' | 'hunks'> | undefined {
  if (!Array.isArray(argument)) return undefined;
  const places = argument.map(place => String(place).split('.').map(Number));
  return {
    commands: places.flatMap(([command = 0, hunk]) => (hunk === undefined ? [command] : [])),
    hunks: places.flatMap(([command = 0, hunk]) => (hunk === undefined ? [] : [{ command, hunk }])),
  };
}

/** A test hands over what a row would stand for. */
async function tick(services: Services, argument: unknown, ticked: boolean): Promise<boolean> {
  const { review, reviewView } = services;
  if (review.ticked === undefined) {
    void showInformationMessage('There are no commands to choose from: nothing waits, or it is only one.');
    return false;
  }
  const given = givenBox(argument);
  const box = given ?? reviewView.current()?.node.box;
  if (box === undefined) return false;
  review.tick(box, ticked, 'keys');
  if (given === undefined) await step(services, 1, true);
  return true;
}
