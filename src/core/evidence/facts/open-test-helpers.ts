import type { FileChange } from '../../changes/change-set.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { findCalledByNewTests } from './called-by-new-tests.ts';
import { findChangedHelpers } from './changed-helpers.ts';
import { findDecidingValues } from './deciding-values.ts';
import { findDisturbedByNewTests } from './disturbed-by-new-tests.ts';
import { findHidingFiles } from './hiding-files.ts';
import { findListedByTests } from './listed-by-tests.ts';
import { findLostChecks } from './lost-checks.ts';
import { findLostDocuments } from './lost-documents.ts';
import { findLostExamples } from './lost-examples.ts';
import { findKeptFailures } from './open-failures.ts';
import type { OpenTest } from './open-test.ts';
import { findReplacedTests } from './replaced-tests.ts';
import { findSetEnvironment } from './set-environment.ts';

/** What tests check with, and what is no test file: helpers, what decides which tests run, and examples. */
export async function findOpenTestHelpers(
  versions: TwoVersions,
  files: readonly FileChange[],
): Promise<readonly OpenTest[]> {
  return [
    ...findLostExamples(versions.changed, files),
    ...findHidingFiles(versions),
    ...findReplacedTests(versions),
    ...findLostChecks(versions.changed),
    ...(await findChangedHelpers(versions)),
    ...(await findDecidingValues(versions)),
    ...(await findListedByTests(versions, files)),
    ...(await findSetEnvironment(versions)),
    ...(await findLostDocuments(versions, files)),
    ...(await findCalledByNewTests(versions)),
    ...(await findDisturbedByNewTests(versions)),
    ...findKeptFailures(versions),
  ];
}
