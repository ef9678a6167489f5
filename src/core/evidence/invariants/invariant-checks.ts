import type { EvidencePlace } from '../../../generated/contracts.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { readImports } from '../code/import-entries.ts';
import { showPlace } from '../code/places.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import { isPython } from '../code/two-versions.ts';
import { type Facts, unreadablePlaces, type Verdict } from './facts.ts';

/** How a check ends; each violation names its place. */
export const proved = (reason: string): Verdict => ({ verdict: 'proved', reason, places: [] });

type Violation = readonly [reason: string, place: EvidencePlace];

export function violated(violations: readonly Violation[]): Verdict {
  return {
    verdict: 'violated',
    reason: violations.map(([reason, place]) => `${reason} (${showPlace(place)})`).join('; '),
    places: violations.map(([, place]) => place),
  };
}

/** Proved when the list is empty, and every changed file could be read. */
export function none<T>(
  facts: Facts,
  found: readonly T[],
  tell: (each: T) => Violation,
  reason: string,
): Verdict {
  if (found.length > 0) return violated(found.map(tell));
  return provedIfReadable(facts, reason);
}

export function provedIfReadable(facts: Facts, reason: string): Verdict {
  const places = unreadablePlaces(facts);
  if (places.length === 0) return proved(reason);
  return undecided(`${places.map(({ file }) => file).join(', ')} cannot be read`, places);
}

const undecided = (reason: string, places: readonly EvidencePlace[]): Verdict => ({
  verdict: 'not_checkable',
  reason,
  places,
});

export function checkImportShape(facts: Facts): Verdict {
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

export function checkKeys(facts: Facts): Verdict {
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

export function checkBrokenImports(facts: Facts): Verdict {
  const certain = facts.brokenImports.filter(({ isCertain }) => isCertain);
  if (certain.length > 0)
    return violated(certain.map(({ text, reason, place }): Violation => [`"${text}": ${reason}`, place]));
  const doubtful = facts.brokenImports.map(({ place }) => place);
  if (doubtful.length > 0) return undecided('a new import is not found in the workspace', doubtful);
  return provedIfReadable(facts, 'every import within the workspace finds what it names');
}

export function checkCallers(facts: Facts): Verdict {
  const broken = facts.callers.filter(({ verdict }) => verdict === 'broken');
  if (broken.length > 0)
    return violated(broken.map(({ name, reason, place }): Violation => [`${name}: ${reason}`, place]));
  const undefinedNames = facts.undefinedNames.filter(({ cause }) => cause === 'removed');
  if (undefinedNames.length > 0)
    return violated(
      undefinedNames.map(({ name, place }): Violation => [`${name} is used, and nothing defines it`, place]),
    );
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

export function checkDependencies(facts: Facts): Verdict {
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

export function checkCode(facts: Facts, allowed: readonly string[], reason: string): Verdict {
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
