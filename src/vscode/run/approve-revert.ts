import type { ApproveByName } from '../../core/gate/revert-changes.ts';
import { askForPaths } from './ask-before-apply.ts';

/** Taking back files that configure tools or run code: each is ticked by its name. */
export const approveRevert: ApproveByName = async paths =>
  (await askForPaths(paths, {
    placeHolder: 'Tick every file to take the change back; Escape takes nothing back',
    left: names => `Nothing was taken back: ${names} not approved.`,
  })) !== undefined;
