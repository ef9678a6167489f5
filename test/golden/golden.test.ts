import {
  changesOfTheRun,
  checkExpected,
  checkProjection,
  checkRevert,
  checkWhatIsOnDisk,
} from './check-run.ts';
import { type CaseFolder, readCase, readCases, rewriteExpected } from './golden-case.ts';
import { diskWorkspace, memoryWorkspace, needsPlayedFaults } from './golden-workspace.ts';
import { runCase } from './run-case.ts';

const REWRITE = process.env['UPDATE_GOLDEN'] === '1' && process.env['CI'] === undefined;

/** Each folder beside this file is one run: `case.json` goes in, `expected.json` and `expected/` come out. */
describe('golden cases', () => {
  for (const folder of readCases()) {
    it(`${folder.name}: ${folder.input.title}`, async () => {
      const run = await runCase(folder.input, memoryWorkspace(folder.input));
      checkWhatIsOnDisk(run);
      checkProjection(run);
      if (REWRITE) await rewriteExpected(folder.name, run.actual, changesOfTheRun(run));
      else checkExpected(run, folder);
      await checkRevert(run);
    });
  }
});

describe('golden cases on a real disk, with its transactions and journals', () => {
  for (const folder of readCases().filter(reachesTheDisk)) {
    it(`${folder.name} ends as it does in memory`, async () => {
      const workspace = diskWorkspace(folder.input);
      try {
        const run = await runCase(folder.input, workspace);
        checkWhatIsOnDisk(run);
        checkProjection(run);
        checkExpected(run, REWRITE ? readCase(folder.name) : folder);
        await checkRevert(run);
      } finally {
        await workspace.dispose();
      }
    });
  }
});

/** Replies that are blocked on their words alone end in memory as anywhere. */
function reachesTheDisk({ input, expected }: CaseFolder): boolean {
  const stopped = expected?.outcome?.kind === 'BLOCKED' ? expected.outcome.by : undefined;
  return stopped !== 'validator' && stopped !== 'model' && !needsPlayedFaults(input);
}
