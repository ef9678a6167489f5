import { describeControlPlane } from '../../core/changes/path-policy.ts';
import type { ApproveByName } from '../../core/gate/revert-changes.ts';
import { orCancelled } from '../../core/kernel/cancel.ts';
import type { Io } from '../io.ts';
import type { CommandLine } from '../options.ts';

/** Taking back files that configure tools or run code: named on the command line, or typed when it asks. */
export const approveRevert =
  (line: CommandLine, io: Io): ApproveByName =>
  async paths => {
    for (const path of paths.filter(path => !line.list('approve-control-plane').includes(path))) {
      const question = `${describeControlPlane(path)}. Type its name to take it back: `;
      const answer = await orCancelled(io.ask(question, line.signal), line.signal);
      if (answer?.trim() === path) continue;
      io.stderr(`${path} was not named; --approve-control-plane ${path} does so.\n`);
      return false;
    }
    return true;
  };
