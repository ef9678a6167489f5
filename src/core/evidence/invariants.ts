import type { EvidencePlace, InvariantCheck } from '../../generated/contracts.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import { type Facts, unreadablePlaces, type Verdict } from './facts.ts';
import { readImports } from './import-entries.ts';
import { showPlace } from './places.ts';
import { STANDARD_LIBRARY } from './standard-library.ts';
import { isTestFile } from './test-files.ts';
import { isPython } from './two-versions.ts';

interface CheckableInvariant {
  /** The phrase that the editor offers; other spellings follow. */
  readonly phrases: readonly [string, ...string[]];
  /** What it means, in one sentence for the documentation and the completion list. */
  readonly means: string;
  readonly check: (facts: Facts) => Verdict;
}

/** The invariants that code checks; every other sentence is left to the models and marked so (row 001-063). */
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
    check: facts =>
      none(
        facts,
        facts.apiChanges.filter(({ change }) => change !== 'moved'),
        ({ name, change, place }) => [`${name} is ${change}`, place],
        'every public name is declared as before',
      ),
  },
  {
    phrases: ['no public names removed', 'no public names are removed'],
    means: 'Every public name that was there is still found in its module.',
    check: facts =>
      none(
        facts,
        facts.apiChanges.filter(({ change }) => change === 'removed'),
        ({ name, place }) => [`${name} is removed`, place],
        'every public name is still there',
      ),
  },
  {
    phrases: ['no signature changes'],
    means: 'Public functions and methods that are there before and after take and return the same.',
    check: facts =>
      none(
        facts,
        facts.apiChanges.filter(
          ({ change, kind }) =>
            (change === 'changed' || change === 'removed') &&
            (kind === 'function' || kind === 'method' || kind === 'property'),
        ),
        ({ name, change, place }) => [`${name} is ${change}`, place],
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
    means: 'No module imports anything that it did not import before.',
    check: facts =>
      none(
        facts,
        facts.imports.filter(({ change, follows_move: follows }) => change !== 'removed' && !follows),
        ({ after, place }) => [`"${after}" is new`, place],
        'no import is new',
      ),
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
    check: facts =>
      none(
        facts,
        facts.suppressions,
        ({ text, place }) => [`"${text}" is new`, place],
        'no suppression is new',
      ),
  },
  {
    phrases: ['no test changes'],
    means: 'No test file is changed.',
    check: ({ files }) => {
      const tests = files.filter(({ path }) => isTestFile(path));
      if (tests.length === 0) return proved('no test file is changed');
      return violated(
        tests.map(({ path }) => [`${path} is changed`, { file: path, line: 1, side: 'after' }]),
      );
    },
  },
  {
    phrases: ['no weaker tests', 'no weakened tests', 'no skipped tests'],
    means: 'No test is deleted or skipped, no assertion removed or weakened.',
    check: facts =>
      none(
        facts,
        facts.tests,
        ({ kind, test, place }) => [`${test}: ${TEST_WORDS[kind]}`, place],
        'no test checks less than before',
      ),
  },
  {
    phrases: ['no new files'],
    means: 'The change creates no file.',
    check: ({ files }) => {
      const created = files.filter(({ before }) => before === undefined);
      if (created.length === 0) return proved('no file is created');
      return violated(
        created.map(({ path }) => [`${path} is created`, { file: path, line: 1, side: 'after' }]),
      );
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
    means: 'Every changed Python file is valid Python.',
    check: facts => {
      const broken = facts.modules.filter(({ parse_error: error }) => error !== undefined);
      if (broken.length === 0) return proved('every changed file is valid Python');
      return violated(
        broken.map(({ file, parse_error: error }) => [
          error?.reason ?? '',
          { file, line: error?.line ?? 1, side: 'after' },
        ]),
      );
    },
  },
];

const TEST_WORDS = {
  skipped: 'it is skipped',
  deleted: 'it is deleted',
  assert_removed: 'an assertion is removed',
  assert_weakened: 'an assertion says less',
} as const;

/** Spelling does not matter: case, British English, white space, a stop at the end. */
const normal = (phrase: string): string =>
  phrase.trim().toLowerCase().replace(/[.!]$/, '').replaceAll('behaviour', 'behavior').replace(/\s+/g, ' ');

const BY_PHRASE = new Map(
  CHECKABLE_INVARIANTS.flatMap(invariant =>
    invariant.phrases.map(phrase => [normal(phrase), invariant] as const),
  ),
);

export const isCheckable = (phrase: string): boolean => BY_PHRASE.has(normal(phrase));

/** Each invariant of the work order with its verdict. */
export function checkInvariants(invariants: readonly string[], facts: Facts): readonly InvariantCheck[] {
  return invariants.map(text => {
    const known = BY_PHRASE.get(normal(text));
    if (known === undefined)
      return { text, verdict: 'not_checked', reason: 'free text is not checked by code', places: [] };
    const { verdict, reason, places } = known.check(facts);
    return { text, verdict, reason, places: [...places] };
  });
}

const proved = (reason: string): Verdict => ({ verdict: 'proved', reason, places: [] });

type Violation = readonly [reason: string, place: EvidencePlace];

function violated(violations: readonly Violation[]): Verdict {
  return {
    verdict: 'violated',
    reason: violations.map(([reason, place]) => `${reason} (${showPlace(place)})`).join('; '),
    places: violations.map(([, place]) => place),
  };
}

/** Proved when the list is empty, and every changed file could be read. */
function none<T>(facts: Facts, found: readonly T[], tell: (each: T) => Violation, reason: string): Verdict {
  if (found.length > 0) return violated(found.map(tell));
  return provedIfReadable(facts, reason);
}

function provedIfReadable(facts: Facts, reason: string): Verdict {
  const places = unreadablePlaces(facts);
  if (places.length === 0) return proved(reason);
  return undecided(`${places.map(({ file }) => file).join(', ')} cannot be read`, places);
}

const undecided = (reason: string, places: readonly EvidencePlace[]): Verdict => ({
  verdict: 'not_checkable',
  reason,
  places,
});

function checkImportShape(facts: Facts): Verdict {
  const created = new Set(facts.modules.filter(({ change }) => change === 'created').map(({ file }) => file));
  const lost = facts.apiChanges.filter(
    ({ change, name, kind }) => change === 'removed' && kind !== 'export' && isTopLevel(facts, name),
  );
  const changed = facts.imports.filter(
    ({ follows_move: follows, place }) => !follows && !created.has(place.file),
  );
  const broken = facts.brokenImports.filter(({ cause, isCertain }) => cause === 'broken' && isCertain);
  const violations: Violation[] = [
    ...lost.map(({ name, place }): Violation => [`${name} can no longer be imported`, place]),
    ...changed.map(
      ({ change, before, after, place }): Violation => [
        change === 'changed' ? `"${before}" became "${after}"` : `"${after ?? before}" is ${change}`,
        place,
      ],
    ),
    ...broken.map(({ text, reason, place }): Violation => [`"${text}" finds nothing: ${reason}`, place]),
  ];
  if (violations.length > 0) return violated(violations);
  return provedIfReadable(
    facts,
    'what could be imported still can be, and no import differs but for moved definitions',
  );
}

function isTopLevel({ versions }: Facts, name: string): boolean {
  const around = name.slice(0, name.lastIndexOf('.'));
  return versions.changed.some(({ before }) => before?.module.name === around);
}

function checkKeys(facts: Facts): Verdict {
  const renamed = facts.keys.filter(({ change }) => change === 'renamed');
  if (renamed.length > 0)
    return violated(renamed.map(({ name, to, place }): Violation => [`${name} became ${to}`, place]));
  const removed = facts.keys.filter(({ change }) => change === 'removed');
  if (removed.length > 0)
    return undecided(
      `${removed.map(({ name }) => name).join(', ')} ${removed.length === 1 ? 'is' : 'are'} gone; whether renamed cannot be told`,
      removed.map(({ place }) => place),
    );
  const opaque = facts.files.filter(
    ({ path, before, after }) =>
      !isPython(path) && [before, after].some(bytes => bytes && decodeUtf8(bytes) === undefined),
  );
  if (opaque.length > 0) return undecided(`${opaque.map(({ path }) => path).join(', ')} is no text`, []);
  return provedIfReadable(facts, 'every such name of the changed files is still there');
}

function checkBrokenImports(facts: Facts): Verdict {
  const certain = facts.brokenImports.filter(({ isCertain }) => isCertain);
  if (certain.length > 0)
    return violated(certain.map(({ text, reason, place }): Violation => [`"${text}": ${reason}`, place]));
  const doubtful = facts.brokenImports.map(({ place }) => place);
  if (doubtful.length > 0) return undecided('a new import is not found in the workspace', doubtful);
  return provedIfReadable(facts, 'every import within the workspace finds what it names');
}

function checkCallers(facts: Facts): Verdict {
  const broken = facts.callers.filter(({ verdict }) => verdict === 'broken');
  if (broken.length > 0)
    return violated(broken.map(({ name, reason, place }): Violation => [`${name}: ${reason}`, place]));
  const open = facts.callers.filter(({ verdict }) => verdict === 'not_checkable');
  if (open.length > 0)
    return undecided(
      open[0]?.reason ?? '',
      open.map(({ place }) => place),
    );
  const isChanged = facts.apiChanges.some(({ change }) => change === 'removed' || change === 'changed');
  if (isChanged && facts.callers.length === 0 && facts.brokenImports.length === 0)
    return provedIfReadable(facts, 'no use of what changed was found in the workspace');
  return checkBrokenImports(facts);
}

function checkDependencies(facts: Facts): Verdict {
  const manifests = facts.files.filter(({ path }) => MANIFEST.test(path));
  const known = new Set<string>();
  for (const module of facts.versions.before.snapshot.modules.values()) {
    known.add(module.name.split('.')[0] ?? '');
    for (const segment of module.segments) known.add(segment);
    for (const { level, kind, module: source, names } of module.index.imports) {
      if (level > 0) continue;
      for (const name of kind === 'from' ? [source] : names.map(each => each.name))
        known.add(name.split('.')[0] ?? '');
    }
  }
  for (const module of facts.versions.after.snapshot.modules.values())
    for (const segment of module.segments) known.add(segment);
  const added = facts.versions.changed.flatMap(({ after }) =>
    (after === undefined ? [] : readImports(after)).flatMap(
      ({ statement, text, target }): readonly Violation[] => {
        const top = target.split('.')[0] ?? '';
        if (statement.level > 0 || known.has(top) || STANDARD_LIBRARY.has(top)) return [];
        return [
          [`"${text}" needs ${top}`, { file: after?.module.path ?? '', line: statement.line, side: 'after' }],
        ];
      },
    ),
  );
  if (added.length > 0) return violated(added);
  if (manifests.length > 0)
    return undecided(
      `${manifests.map(({ path }) => path).join(', ')} is changed`,
      manifests.map(({ path }) => ({ file: path, line: 1, side: 'after' })),
    );
  return provedIfReadable(facts, 'no package is imported for the first time');
}

const MANIFEST =
  /(?:^|\/)(?:pyproject\.toml|setup\.(?:py|cfg)|Pipfile|requirements[\w.-]*\.(?:txt|in)|environment\.ya?ml)$/;

function checkCode(facts: Facts, allowed: readonly string[], reason: string): Verdict {
  const others = facts.files.filter(({ path }) => !isPython(path));
  const changed = facts.modules.filter(({ code }) => code !== 'unreadable' && !allowed.includes(code));
  const violations: Violation[] = [
    ...changed.map(({ file }): Violation => [`${file} has other code`, firstChange(facts, file)]),
    ...others.map(({ path }): Violation => [`${path} is changed`, { file: path, line: 1, side: 'after' }]),
  ];
  return violations.length > 0 ? violated(violations) : provedIfReadable(facts, reason);
}

function firstChange({ definitions }: Facts, file: string): EvidencePlace {
  return definitions.find(({ place }) => place.file === file)?.place ?? { file, line: 1, side: 'after' };
}
