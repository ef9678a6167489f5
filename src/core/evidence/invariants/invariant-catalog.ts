import { checkApi, checkNamesRemoved, noneOfShape } from './api-checks.ts';
import { openBySettings, withDoubtsBySettings } from './collected-tests.ts';
import { type Facts, type Pause, undecidedBy, type Verdict } from './facts.ts';
import { checkBrokenImports, checkCallers, checkImportShape } from './import-checks.ts';
import { checkDependencies, checkNewImports } from './new-import-checks.ts';
import { proved, provedIfCompiled, violatedByFiles } from './prove-unchanged.ts';
import { checkSyntax } from './syntax-check.ts';
import { checkNoTestChanges } from './test-files-check.ts';
import { checkCode, checkKeys, checkSuppressions } from './text-checks.ts';
import { decideFound } from './witness.ts';

/** An invariant that code can decide. */
export interface CheckableInvariant {
  /** The phrase that the editor offers; other spellings follow. */
  readonly phrases: readonly [string, ...string[]];
  /** What it means, in one sentence for the documentation and the completion list. */
  readonly means: string;
  readonly check: (facts: Facts, pause: Pause) => Verdict | Promise<Verdict>;
}

/** The invariants that code checks; every other sentence is left to the models and marked so. */
export const CHECKABLE_INVARIANTS: readonly CheckableInvariant[] = [
  {
    phrases: ['no import shape changes'],
    means:
      'Whatever could be imported from a module still can, no import of the workspace breaks, and modules import the same things in the same way, apart from imports that follow moved definitions.',
    check: checkImportShape,
  },
  {
    phrases: ['no _id/_key renames', 'no _id or _key renames', 'no id/key renames'],
    means: 'No name or string word that ends in _id, _key, Id or Key gets another name.',
    check: checkKeys,
  },
  {
    phrases: ['no behavior changes', 'no behavior change', 'no functional changes'],
    means:
      'Only comments, layout, docstrings and the places of definitions change. Anything else is not decided by code.',
    check: ({ behavior }) =>
      behavior.kind === 'proved'
        ? proved(behavior.reason)
        : { verdict: behavior.kind, reason: behavior.reason, places: behavior.places },
  },
  {
    phrases: ['no public API changes', 'no API changes'],
    means:
      'No public function, class, method, attribute or constant is added, removed or declared differently.',
    check: checkApi,
  },
  {
    phrases: ['no public names removed', 'no public names are removed'],
    means: 'Every public name that was there is still found in its module.',
    check: checkNamesRemoved,
  },
  {
    phrases: ['no signature changes'],
    means: 'Public functions and methods that are there before and after take and return the same.',
    check: (facts, pause) =>
      noneOfShape(
        facts,
        pause,
        facts.apiChanges.filter(
          ({ change, kind }) =>
            change === 'changed' && (kind === 'function' || kind === 'method' || kind === 'property'),
        ),
        'every public function is declared as before',
      ),
  },
  {
    phrases: ['no broken imports'],
    means: 'Every import within the workspace that found something before the change still does.',
    check: checkBrokenImports,
  },
  {
    phrases: ['no broken callers'],
    means: 'No use of a removed name or of a changed signature is left that cannot work any more.',
    check: checkCallers,
  },
  {
    phrases: ['no new imports'],
    means:
      'No module imports anything that it did not import before, apart from imports that follow moved definitions.',
    check: checkNewImports,
  },
  {
    phrases: ['no new dependencies'],
    means:
      'No package is imported that is neither in the workspace, nor in the standard library, nor imported already.',
    check: checkDependencies,
  },
  {
    phrases: ['no new suppressions', 'no new noqa or type: ignore', 'no new type: ignore'],
    means: 'No new # noqa, # type: ignore, # pragma: no cover, # fmt: off and the like.',
    check: checkSuppressions,
  },
  {
    phrases: ['no test changes'],
    means: 'No test file is changed.',
    check: checkNoTestChanges,
  },
  {
    phrases: ['no weaker tests', 'no weakened tests', 'no skipped tests'],
    means: 'No test is deleted or skipped, no assertion removed or weakened.',
    check: checkTests,
  },
  {
    phrases: ['no new files'],
    means: 'The change creates no file.',
    check: facts => {
      const created = facts.files.filter(({ before }) => before === undefined);
      if (created.length === 0) return proved('no file is created');
      return violatedByFiles(facts, created, 'is created');
    },
  },
  {
    phrases: ['only comments and docstrings change', 'only docstrings and comments change'],
    means: 'No statement of any Python file differs; nothing else is changed.',
    check: facts => checkCode(facts, ['same', 'layout', 'docstrings'], 'only comments and docstrings differ'),
  },
  {
    phrases: ['only comments and layout change', 'only formatting changes', 'formatting only'],
    means: 'Every Python file has the same tokens as before; only comments and white space differ.',
    check: facts => checkCode(facts, ['same', 'layout'], 'only comments and layout differ'),
  },
  {
    phrases: ['no syntax errors'],
    means:
      'Every changed Python file parses, and nothing is found in it that parses and that Python still refuses to compile.',
    check: checkSyntax,
  },
];

async function checkTests(facts: Facts, pause: Pause): Promise<Verdict> {
  const found = decideFound(
    facts,
    await withDoubtsBySettings(facts),
    ({ kind, test, place, before, after }) => ({
      reason: `${test}: ${TEST_WORDS[kind]}`,
      place,
      before,
      after,
    }),
    ({ doubt }) => doubt,
  );
  if (found !== undefined) return found;
  const open = undecidedBy(await facts.openTests(pause));
  if (open !== undefined) return open;
  const bySettings = undecidedBy(await openBySettings(facts));
  if (bySettings !== undefined) return bySettings;
  return provedIfCompiled(facts, 'no test checks less than before');
}

const TEST_WORDS = {
  skipped: 'it is skipped',
  deleted: 'it is deleted',
  assert_removed: 'an assertion is removed',
  assert_weakened: 'an assertion says less',
} as const;
