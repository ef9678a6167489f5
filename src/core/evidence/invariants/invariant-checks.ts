import type { EvidencePlace } from '../../../generated/contracts.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import * as op from '../../python/lexer/operators.ts';
import { withoutDocstrings } from '../code/docstrings.ts';
import { readImports } from '../code/import-entries.ts';
import { placeIn, showPlace } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import { isPython } from '../code/two-versions.ts';
import { headOf } from '../proofs/source-head.ts';
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

/** The same for what others see: what is not found must be shown not to be there. */
export function noneOfShape<T>(
  facts: Facts,
  found: readonly T[],
  tell: (each: T) => Violation,
  reason: string,
): Verdict {
  if (found.length > 0) return violated(found.map(tell));
  return provedBySameShape(facts, reason, ({ name, isPlain, what }) => {
    const isOwn = isPlain && what === 'function' && name.startsWith('_');
    return !isOwn;
  });
}

export function provedIfReadable(facts: Facts, reason: string): Verdict {
  const places = unreadablePlaces(facts);
  if (places.length === 0) return proved(reason);
  return undecided(`${places.map(({ file }) => file).join(', ')} cannot be read`, places);
}

export const undecided = (reason: string, places: readonly EvidencePlace[]): Verdict => ({
  verdict: 'not_checkable',
  reason,
  places,
});

/** Proved where nothing of the kind differs outside of the bodies of functions, or where no behavior does. */
export function provedBySameShape(
  facts: Facts,
  reason: string,
  matters: (change: Facts['shape'][number]) => boolean,
): Verdict {
  if (facts.behavior.kind === 'proved') return proved(reason);
  const open = facts.shape.filter(matters);
  const [first] = open;
  if (first === undefined) return provedIfReadable(facts, reason);
  return undecided(
    `${first.reason}, and what that means for others is not known`,
    open.slice(0, 5).map(({ place }) => place),
  );
}

/** A function whose parameters alone differ takes no name away. */
const takesNames = ({ change, isPlain, what }: Facts['shape'][number]): boolean =>
  !(isPlain && change === 'changed') && !(what === 'value' && change === 'changed' && isPlain);

export function checkNamesRemoved(facts: Facts): Verdict {
  const removed = facts.apiChanges.filter(({ change }) => change === 'removed');
  if (removed.length > 0)
    return violated(removed.map(({ name, place }): Violation => [`${name} is removed`, place]));
  return provedBySameShape(facts, 'every public name is still there', takesNames);
}

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
  return provedBySameShape(
    facts,
    'what could be imported still can be, and no import differs but for moved definitions',
    takesNames,
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
  const [open] = facts.openKeys;
  if (open !== undefined)
    return undecided(
      open.reason,
      facts.openKeys.slice(0, 5).map(({ place }) => place),
    );
  const opaque = facts.files.filter(
    ({ path, before, after }) =>
      !isPython(path) && [before, after].some(bytes => bytes && decodeUtf8(bytes) === undefined),
  );
  if (opaque.length > 0) return undecided(`${opaque.map(({ path }) => path).join(', ')} is no text`, []);
  return provedIfReadable(facts, 'every such name stands where it stood');
}

export function checkSuppressions(facts: Facts): Verdict {
  if (facts.suppressions.length > 0)
    return violated(facts.suppressions.map(({ text, place }): Violation => [`"${text}" is new`, place]));
  const [open] = facts.openSuppressions;
  if (open !== undefined)
    return undecided(
      open.reason,
      facts.openSuppressions.slice(0, 5).map(({ place }) => place),
    );
  return provedIfReadable(facts, 'no suppression is new');
}

export function checkBrokenImports(facts: Facts): Verdict {
  const certain = facts.brokenImports.filter(({ isCertain }) => isCertain);
  if (certain.length > 0)
    return violated(certain.map(({ text, reason, place }): Violation => [`"${text}": ${reason}`, place]));
  const doubtful = facts.brokenImports.map(({ place }) => place);
  if (doubtful.length > 0) return undecided('a new import is not found in the workspace', doubtful);
  return provedBySameShape(facts, 'every import within the workspace finds what it names', takesNames);
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
  const imports = checkBrokenImports(facts);
  if (facts.behavior.kind === 'proved' || imports.verdict !== 'proved') return imports;
  const [first] = facts.openUses;
  if (first !== undefined)
    return undecided(
      first.reason,
      facts.openUses.slice(0, 5).map(({ place }) => place),
    );
  return provedIfReadable(
    facts,
    facts.shape.length === 0
      ? 'nothing that others call or import is declared differently'
      : 'every mention of what changed is a call that fits',
  );
}

/** Where code may import what is not written as an import. */
function newDynamicImports({ versions }: Facts): readonly EvidencePlace[] {
  return versions.changed.flatMap(({ before, after }) => {
    const used = (file: typeof after) => file?.tokens.filter(({ text }) => DYNAMIC_IMPORT.has(text)) ?? [];
    const fresh = used(after).slice(used(before).length);
    const isSame = used(after).every((token, i) => token.text === used(before)[i]?.text);
    const [first] = fresh.length > 0 || isSame ? fresh : used(after);
    return first === undefined || after === undefined ? [] : [placeIn(after, first.start, 'after')];
  });
}

const DYNAMIC_IMPORT = new Set(
  (
    'import_module __import__ importlib exec eval compile runpy run_module run_path find_spec load_module ' +
    'load_source spec_from_file_location entry_points iter_entry_points importorskip pkgutil resolve_name ' +
    'import_string subprocess system'
  ).split(' '),
);

export function checkNewImports(facts: Facts): Verdict {
  const violations: Violation[] = [];
  const open: Violation[] = [];
  const following = new Set(
    facts.imports.flatMap(({ follows_move: follows, after, place }) =>
      follows && after !== undefined ? [`${after} ${place.file}:${place.line}`] : [],
    ),
  );
  for (const { before, after } of facts.versions.changed) {
    if (after === undefined) continue;
    const known = new Map((before === undefined ? [] : readImports(before)).map(each => [each.target, each]));
    for (const entry of readImports(after)) {
      const { statement, text, target } = entry;
      const place = placeIn(after, statement.start, 'after');
      const twin = known.get(target);
      if (following.has(`${text} ${place.file}:${place.line}`)) continue;
      if (twin === undefined) violations.push([`"${text}" is new`, place]);
      else if (
        twin.statement.placement !== statement.placement ||
        (twin.statement.parent !== -1) !== (statement.parent !== -1)
      )
        open.push([`"${text}" is imported under another condition`, place]);
    }
  }
  if (violations.length > 0) return violated(violations);
  const [dynamic] = newDynamicImports(facts);
  if (dynamic !== undefined) return undecided('code may import what is not written down', [dynamic]);
  const [first] = open;
  if (first !== undefined) return undecided(first[0], [first[1]]);
  return provedIfReadable(facts, 'no import is new');
}

export function checkDependencies(facts: Facts): Verdict {
  const manifests = facts.files.filter(
    ({ path }) => !PROSE.test(path) && (!isPython(path) || /(?:^|\/)setup\.py$/.test(path)),
  );
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
  const optional: EvidencePlace[] = [];
  const added = facts.versions.changed.flatMap(({ after }) =>
    (after === undefined ? [] : readImports(after)).flatMap(
      ({ statement, text, target }): readonly Violation[] => {
        const top = target.split('.')[0] ?? '';
        if (statement.level > 0 || known.has(top) || STANDARD_LIBRARY.has(top)) return [];
        if (statement.placement !== 'always')
          optional.push(placeIn(after as PythonFile, statement.start, 'after'));
        if (statement.placement !== 'always') return [];
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
  if (optional.length > 0) return undecided('a package is imported under a condition', optional);
  const [dynamic] = newDynamicImports(facts);
  if (dynamic !== undefined) return undecided('code may import what is not written down', [dynamic]);
  return provedIfReadable(facts, 'no package is imported for the first time');
}

/** Every file that is no Python and no prose may name packages. */
const PROSE = /\.(?:md|rst|html|css|svg|png)$/i;

export function checkCode(facts: Facts, allowed: readonly string[], reason: string): Verdict {
  const others = facts.files.filter(({ path }) => !isPython(path));
  const changed = facts.modules.filter(({ code }) => code !== 'unreadable' && !allowed.includes(code));
  const loose = changed.filter(({ file }) =>
    isSameButForBrackets(facts, file, allowed.includes('docstrings')),
  );
  const violations: Violation[] = [
    ...changed
      .filter(each => !loose.includes(each))
      .map(({ file }): Violation => [`${file} has other code`, firstChange(facts, file)]),
    ...others.map(({ path }): Violation => [`${path} is changed`, { file: path, line: 1, side: 'after' }]),
  ];
  if (violations.length > 0) return violated(violations);
  const [open] = loose;
  if (open !== undefined)
    return undecided(`${open.file} differs in parentheses or semicolons, which may mean nothing`, [
      { file: open.file, line: 1, side: 'after' },
    ]);
  const head = facts.versions.changed.find(
    ({ before, after }) => before !== undefined && after !== undefined && headOf(before) !== headOf(after),
  );
  if (head !== undefined)
    return undecided(`the first lines of ${head.path} say another encoding or program`, [
      { file: head.path, line: 1, side: 'after' },
    ]);
  return provedIfReadable(facts, reason);
}

/** The same tokens but for parentheses, semicolons and strings in several parts: often only another layout. */
function isSameButForBrackets({ versions }: Facts, path: string, hasOtherDocstrings: boolean): boolean {
  const module = versions.changed.find(each => each.path === path);
  if (module?.before === undefined || module.after === undefined) return false;
  const [old, now] = [module.before, module.after].map(file =>
    (hasOtherDocstrings ? withoutDocstrings(file.tokens, 'module') : file.tokens)
      .filter(({ op: each }) => each !== op.PAREN_OPEN && each !== op.PAREN_CLOSE)
      .map(token => (token.op === op.SEMICOLON ? '\n' : token.text))
      .join('\u0000'),
  );
  return old === now;
}

function firstChange({ definitions }: Facts, file: string): EvidencePlace {
  return definitions.find(({ place }) => place.file === file)?.place ?? { file, line: 1, side: 'after' };
}
