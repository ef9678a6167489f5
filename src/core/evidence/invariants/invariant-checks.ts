import type { ApiChange, EvidencePlace } from '../../../generated/contracts.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import * as op from '../../python/lexer/operators.ts';
import { withoutDocstrings } from '../code/docstrings.ts';
import { readImports } from '../code/import-entries.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import { isPython } from '../code/two-versions.ts';
import { doubtAboutApi } from '../facts/api-doubts.ts';
import { headOf } from '../proofs/source-head.ts';
import { type Facts, undecided, unreadablePlaces, type Verdict } from './facts.ts';
import { decideFound, hasWitness, violated, type Witness } from './witness.ts';

/** How a check ends; each violation names its place. */
export const proved = (reason: string): Verdict => ({ verdict: 'proved', reason, places: [] });

/** None of these API changes; what is not found must be shown not to be there. */
export function noneOfShape(facts: Facts, found: readonly ApiChange[], reason: string): Verdict {
  return (
    decideApi(facts, found) ??
    provedBySameShape(facts, reason, ({ name, isPlain, what }) => {
      const isOwn = isPlain && what === 'function' && name.startsWith('_');
      return !isOwn;
    })
  );
}

const decideApi = (facts: Facts, found: readonly ApiChange[]): Verdict | undefined =>
  decideFound(
    facts,
    found,
    ({ name, change, place, before, after }) => ({ reason: `${name} is ${change}`, place, before, after }),
    each => doubtAboutApi(each, facts.versions),
  );

/** Each of the files is one violation. */
export function violatedByFiles(
  facts: Facts,
  files: readonly { readonly path: string; readonly after: Uint8Array | undefined }[],
  what: string,
): Verdict {
  const witnesses = files.map(({ path, after }): Witness => {
    const place = { file: path, line: 1, side: after === undefined ? 'before' : 'after' } as const;
    return { reason: `${path} ${what}`, place };
  });
  return hasWitness(witnesses) ? violated(facts, witnesses) : undecided('no file is named', []);
}

export function provedIfReadable(facts: Facts, reason: string): Verdict {
  const places = unreadablePlaces(facts);
  if (places.length === 0) return proved(reason);
  return undecided(`${places.map(({ file }) => file).join(', ')} cannot be read`, places);
}

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
  return (
    decideApi(facts, removed) ?? provedBySameShape(facts, 'every public name is still there', takesNames)
  );
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
  const witnesses: Witness[] = [
    ...lost
      .filter(each => doubtAboutApi(each, facts.versions) === undefined)
      .map(
        ({ name, place, before }): Witness => ({
          reason: `${name} can no longer be imported`,
          place,
          before,
        }),
      ),
    ...changed.map(
      ({ change, before, after, place }): Witness => ({
        reason: change === 'changed' ? `"${before}" became "${after}"` : `"${after ?? before}" is ${change}`,
        place,
        before,
        after,
      }),
    ),
    ...broken.map(
      ({ text, reason, place }): Witness => ({
        reason: `"${text}" finds nothing: ${reason}`,
        place,
        after: text,
      }),
    ),
  ];
  if (hasWitness(witnesses)) return violated(facts, witnesses);
  const doubtful = decideApi(facts, lost);
  if (doubtful !== undefined) return doubtful;
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
  const found = decideFound(
    facts,
    renamed,
    ({ name, to, place }) => ({ reason: `${name} became ${to}`, place, before: name, after: to }),
    ({ doubt }) => doubt,
  );
  if (found !== undefined) return found;
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
  const added = facts.suppressions.map(
    ({ text, place }): Witness => ({ reason: `"${text}" is new`, place, after: text }),
  );
  if (hasWitness(added)) return violated(facts, added);
  const [open] = facts.openSuppressions;
  if (open !== undefined)
    return undecided(
      open.reason,
      facts.openSuppressions.slice(0, 5).map(({ place }) => place),
    );
  return provedIfReadable(facts, 'no suppression is new');
}

export function checkBrokenImports(facts: Facts): Verdict {
  const certain = facts.brokenImports
    .filter(({ isCertain }) => isCertain)
    .map(({ text, reason, place }): Witness => ({ reason: `"${text}": ${reason}`, place, after: text }));
  if (hasWitness(certain)) return violated(facts, certain);
  const doubtful = facts.brokenImports.map(({ place }) => place);
  if (doubtful.length > 0) return undecided('a new import is not found in the workspace', doubtful);
  return provedBySameShape(facts, 'every import within the workspace finds what it names', takesNames);
}

export function checkCallers(facts: Facts): Verdict {
  const broken = facts.callers
    .filter(({ verdict }) => verdict === 'broken')
    .map(({ name, reason, place, text }): Witness => ({ reason: `${name}: ${reason}`, place, after: text }));
  if (hasWitness(broken)) return violated(facts, broken);
  const undefinedNames = facts.undefinedNames
    .filter(({ cause }) => cause === 'removed')
    .map(({ name, place }): Witness => ({ reason: `${name} is used, and nothing defines it`, place }));
  if (hasWitness(undefinedNames)) return violated(facts, undefinedNames);
  const open = facts.callers.filter(({ verdict }) => verdict === 'not_checkable');
  if (open.length > 0)
    return undecided(
      open[0]?.reason ?? '',
      open.map(({ place }) => place),
    );
  const imports = checkBrokenImports(facts);
  if (facts.behavior.kind === 'proved' || imports.verdict !== 'proved') return imports;
  const moved = facts.definitions.find(({ change }) => change === 'moved');
  if (moved !== undefined)
    return undecided(`${moved.name} moved, and what it uses may not be there`, [moved.place]);
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
  const witnesses: Witness[] = [];
  const open: Witness[] = [];
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
      if (twin === undefined) witnesses.push({ reason: `"${text}" is new`, place, after: text });
      else if (
        twin.statement.placement !== statement.placement ||
        (twin.statement.parent !== -1) !== (statement.parent !== -1)
      )
        open.push({ reason: `"${text}" is imported under another condition`, place });
    }
  }
  if (hasWitness(witnesses)) return violated(facts, witnesses);
  const [dynamic] = newDynamicImports(facts);
  if (dynamic !== undefined) return undecided('code may import what is not written down', [dynamic]);
  const [first] = open;
  if (first !== undefined) return undecided(first.reason, [first.place]);
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
      ({ statement, text, target }): readonly Witness[] => {
        const top = target.split('.')[0] ?? '';
        if (statement.level > 0 || known.has(top) || STANDARD_LIBRARY.has(top)) return [];
        if (statement.placement !== 'always')
          optional.push(placeIn(after as PythonFile, statement.start, 'after'));
        if (statement.placement !== 'always') return [];
        return [
          {
            reason: `"${text}" needs ${top}`,
            place: { file: after?.module.path ?? '', line: statement.line, side: 'after' },
            after: text,
          },
        ];
      },
    ),
  );
  if (hasWitness(added)) return violated(facts, added);
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
  const witnesses: Witness[] = [
    ...changed
      .filter(each => !loose.includes(each))
      .map(({ file }): Witness => ({ reason: `${file} has other code`, place: firstChange(facts, file) })),
    ...others.map(
      ({ path }): Witness => ({
        reason: `${path} is changed`,
        place: { file: path, line: 1, side: 'after' },
      }),
    ),
  ];
  if (hasWitness(witnesses)) return violated(facts, witnesses);
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
