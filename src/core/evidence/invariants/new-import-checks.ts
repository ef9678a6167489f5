import type { EvidencePlace } from '../../../generated/contracts.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { readImports } from '../code/import-entries.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import { isPython } from '../code/two-versions.ts';
import { type Facts, undecided, type Verdict } from './facts.ts';
import { provedIfReadable } from './prove-unchanged.ts';
import { hasWitness, violated, type Witness } from './witness.ts';

/** Where code may import what is not written as an import. */
function newDynamicImports({ versions }: Facts): readonly EvidencePlace[] {
  return versions.changed.flatMap(({ before, after }) => {
    const used = (file: typeof after) => {
      const aliases = new Set(file?.tokens.flatMap(aliasAt));
      return file?.tokens.filter(({ text }) => DYNAMIC_IMPORT.has(text) || aliases.has(text)) ?? [];
    };
    const fresh = used(after).slice(used(before).length);
    const isSame = used(after).every((token, i) => token.text === used(before)[i]?.text);
    const [first] = fresh.length > 0 || isSame ? fresh : used(after);
    return first === undefined || after === undefined ? [] : [placeIn(after, first.start, 'after')];
  });
}

/** The other name that a dynamic import is given here: `import_module as load`, `load = importlib.import_module`. */
function aliasAt({ text }: CodeToken, i: number, tokens: readonly CodeToken[]): readonly string[] {
  if (!DYNAMIC_IMPORT.has(text)) return [];
  if (tokens[i + 1]?.word === word.AS) return [tokens[i + 2]?.text ?? ''];
  let start = i;
  while (tokens[start - 1]?.op === op.DOT) start -= 2;
  return tokens[start - 1]?.op === op.ASSIGN ? [tokens[start - 2]?.text ?? ''] : [];
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
        // What a function imports is needed when it is called, which may be never.
        const isOptional = statement.placement !== 'always' || statement.parent !== -1;
        if (isOptional) optional.push(placeIn(after as PythonFile, statement.start, 'after'));
        if (isOptional) return [];
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
  if (optional.length > 0)
    return undecided('a package is imported under a condition, or inside of a function', optional);
  const [dynamic] = newDynamicImports(facts);
  if (dynamic !== undefined) return undecided('code may import what is not written down', [dynamic]);
  return provedIfReadable(facts, 'no package is imported for the first time');
}

/** Every file that is no Python and no prose may name packages. */
const PROSE = /\.(?:md|rst|html|css|svg|png)$/i;
