import { count } from '../../kernel/amounts.ts';
import { once } from '../../kernel/once.ts';
import { isOtherEncoding } from '../../python/lexer/source-encoding.ts';
import { compileDoubt } from '../code/compile-doubts.ts';
import { chosenWithoutDocstrings, mayBeTextsAlone, mayDifferInDocstrings } from '../code/docstrings.ts';
import { newItemsInBrackets } from '../code/entered-items.ts';
import type { Importers } from '../code/importers.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { type Chosen, type CodeTokens, numbersFrom } from '../code/token-columns.ts';
import { type ChangedModule, isPython, type TwoVersions } from '../code/two-versions.ts';
import type { Unit } from '../code/units.ts';
import type { BrokenImportFact } from '../facts/broken-imports.ts';
import {
  type DefinitionGroup,
  type DefinitionMatch,
  fullName,
  isSameGroup,
} from '../facts/definition-changes.ts';
import { Meanings } from './bindings.ts';
import { docstringObstacles } from './docstring-proof.ts';
import type { BehaviorVerdict, Obstacle } from './obstacle.ts';
import { isStatement } from './plain-statements.ts';
import { findProseReader, isProse } from './prose-files.ts';
import { findRestructureObstacles } from './restructure.ts';
import { headOf, isRunByOthers } from './source-head.ts';
import { findSourceReader } from './source-readers.ts';

/**
 * Whether the change leaves what the code does as it is. Proved: every module has the same tokens, but for
 * comments, layout, docstrings and definitions that moved, and every name of these means what it meant.
 * Violated: a file that is no longer Python, an import that no longer finds what it found.
 */
export async function proveBehavior(
  versions: TwoVersions,
  match: DefinitionMatch,
  brokenImports: readonly BrokenImportFact[],
  importers: () => Importers,
): Promise<BehaviorVerdict> {
  const broken = versions.changed.filter(
    ({ unreadable: { before, after } }) => after && !before && !isOtherEncoding(after),
  );
  if (broken.length > 0)
    return {
      kind: 'violated',
      reason: broken
        .map(({ path, unreadable }) => `${path} is not Python any more: ${unreadable.after}`)
        .join('; '),
      places: broken.map(({ path, unreadable }) => ({
        file: path,
        line: lineOfFault(unreadable.after),
        side: 'after',
      })),
    };
  const lost = brokenImports.filter(
    ({ cause, isCertain, isAlwaysRun }) => cause === 'broken' && isCertain && isAlwaysRun,
  );
  if (lost.length > 0)
    return {
      kind: 'violated',
      reason: lost.map(({ text, reason }) => `"${text}" worked before, but ${reason}`).join('; '),
      places: lost.map(({ place }) => place),
    };
  const { shown, count: all } = await findObstacles(versions, match, importers);
  const [first] = shown;
  if (first === undefined) return { kind: 'proved', reason: describeProof(versions, match) };
  const more = all === 1 ? '' : ` (and ${all - 1} more)`;
  return {
    kind: 'not_checkable',
    reason: `${first.reason}${more}`,
    places: shown.map(({ place }) => place),
  };
}

/** The line that the index names in its reason. */
export function lineOfFault(reason: string | undefined): number {
  return Number(/\(line (\d+)\)$/.exec(reason ?? '')?.[1] ?? 1);
}

/** So many obstacles are shown with their places. */
const MOST_SHOWN = 5;

/** How many there are, and the first ones: a large file may have one in each line. */
class Obstacles {
  readonly shown: Obstacle[] = [];
  count = 0;

  add(make: () => Obstacle): void {
    if (this.count++ < MOST_SHOWN) this.shown.push(make());
  }

  addEach<T>(items: readonly T[], make: (item: T) => Obstacle): void {
    for (const item of items.slice(0, Math.max(0, MOST_SHOWN - this.count))) this.shown.push(make(item));
    this.count += items.length;
  }

  addAll(obstacles: readonly Obstacle[]): void {
    this.addEach(obstacles, each => each);
  }
}

async function findObstacles(
  versions: TwoVersions,
  match: DefinitionMatch,
  importers: () => Importers,
): Promise<Obstacles> {
  const foreign = [...versions.changedPaths].filter(path => !isPython(path));
  const prose = foreign.filter(isProse);
  const obstacles = new Obstacles();
  for (const file of foreign)
    if (!prose.includes(file))
      obstacles.add(() => ({
        reason: `${file} is not a Python file`,
        place: { file, line: 1, side: 'after' },
      }));
  const restructured: ChangedModule[] = [];
  for (const module of versions.changed) {
    const sameness = compareCode(module);
    if (sameness === 'unreadable')
      obstacles.add(() => ({
        reason: `${module.path} cannot be read`,
        place: { file: module.path, line: 1, side: 'after' },
      }));
    else if (sameness === 'changed') restructured.push(module);
    if (isRunByOthers(module.before) || isRunByOthers(module.after))
      obstacles.add(() => ({
        reason: `another program than Python runs ${module.path} first`,
        place: { file: module.path, line: 1, side: 'after' },
      }));
    if (headOf(module.before) !== headOf(module.after) && module.before && module.after)
      obstacles.add(() => ({
        reason: `the first lines of ${module.path} say another encoding or program`,
        place: { file: module.path, line: 1, side: 'after' },
      }));
  }
  const meanings = new Meanings(match);
  const known: Known = {
    versions,
    match,
    meanings,
    moved: new Set(match.moves.flatMap(({ from, to }) => [from, to])),
    documented: new Set(match.changes.flatMap(({ change, name }) => (change === 'docstring' ? [name] : []))),
  };
  for (const module of restructured) addStructureObstacles(obstacles, module, known);
  if (obstacles.count > 0) return obstacles;
  // Only a change that consists of moves and docstrings is worth the closer look.
  const documented = versions.changed.filter(module => {
    const sameness = compareCode(module);
    return sameness === 'docstrings' || sameness === 'changed';
  });
  obstacles.addAll(await docstringObstacles(documented, versions, meanings));
  const refused = compileDoubt(documented);
  if (refused !== undefined) obstacles.add(() => refused);
  const reader =
    (versions.changed.length > 0 ? await findSourceReader(versions) : undefined) ??
    (await findProseReader(prose, versions));
  if (reader !== undefined) obstacles.add(() => reader);
  if (obstacles.count === 0 && restructured.length > 0)
    obstacles.addAll(
      await findRestructureObstacles({ versions, match, meanings, modules: restructured, importers }),
    );
  return obstacles;
}

type Sameness = 'same' | 'layout' | 'docstrings' | 'changed' | 'unreadable';

/** How the two versions of a module differ, as a whole. */
export const compareCode = once(compareTokens);

function compareTokens(module: ChangedModule): Sameness {
  const { before, after, unreadable } = module;
  if (unreadable.before || unreadable.after) return 'unreadable';
  if (before === undefined || after === undefined) return 'changed';
  // Not all Pythons take these parentheses, which is asked of changed code.
  if (newItemsInBrackets(before, after) !== undefined) return 'changed';
  if (before.tokens.isSame(after.tokens)) return 'layout';
  const [old, now] = [before.tokens, after.tokens];
  const whole = (tokens: CodeTokens) => ({ tokens, from: 0, to: tokens.length });
  if (!mayDifferInDocstrings(whole(old), whole(now)) || !mayBeTextsAlone(old, now)) return 'changed';
  return old.isSameChoice(codeOf(old), now, codeOf(now)) ? 'docstrings' : 'changed';
}

/** All tokens but docstrings. */
const codeOf = (tokens: CodeTokens): Chosen =>
  chosenWithoutDocstrings(tokens, numbersFrom(0, tokens.length), 'module');

/** What is the same for all modules of a change. */
interface Known {
  readonly versions: TwoVersions;
  readonly match: DefinitionMatch;
  readonly meanings: Meanings;
  /** Where they were, and where they are. */
  readonly moved: ReadonlySet<DefinitionGroup>;
  /** Full names of what has another docstring alone. */
  readonly documented: ReadonlySet<string>;
}

/** What is in a module beside definitions that stay or move, imports and docstrings. */
function addStructureObstacles(
  obstacles: Obstacles,
  module: ChangedModule,
  { versions, match, meanings, moved, documented }: Known,
): void {
  const { path, before, after } = module;
  if (after === undefined) {
    obstacles.add(() => ({
      reason: `${path} is deleted`,
      place: { file: path, line: 1, side: 'before' },
    }));
    return;
  }
  const old = match.before.get(path)?.units ?? [];
  const now = match.after.get(path)?.units ?? [];
  const statements = (units: readonly Unit[], side: 'before' | 'after') =>
    units.filter(unit => isStatement(unit, versions[side], meanings));
  // `__all__` of a new file is nobody's yet.
  const newOthers = statements(now, 'after').filter(
    ({ content }) => before !== undefined || content.kind !== 'exports',
  );
  const others = statements(old, 'before');
  const differing = newOthers.find((unit, i) => unit.key !== others[i]?.key);
  if (differing !== undefined)
    obstacles.add(() => ({
      reason: `code of ${path} is changed`,
      place: placeIn(after, differing.start, 'after'),
    }));
  else if (others.length > newOthers.length)
    obstacles.add(() => ({
      reason: `code of ${path} is removed`,
      place: placeIn(before as PythonFile, others[newOthers.length]?.start ?? 0, 'before'),
    }));
  const groups = (side: 'before' | 'after') => match[side].get(path)?.groups.values() ?? [];
  const different = groups('after').filter(group => {
    const { twin } = group;
    return twin === undefined
      ? !moved.has(group)
      : !isSameGroup(twin, group) && !documented.has(fullName(group));
  });
  obstacles.addEach(different, ({ name, twin, units }) => ({
    reason: `${name} is ${twin === undefined ? 'new' : 'changed'}`,
    place: placeIn(after, units[0]?.start ?? 0, 'after'),
  }));
  const gone = groups('before').filter(group => group.twin === undefined && !moved.has(group));
  obstacles.addEach(gone, ({ name, file, units }) => ({
    reason: `${name} is removed`,
    place: placeIn(file, units[0]?.start ?? 0, 'before'),
  }));
}

function describeProof({ changed, changedPaths }: TwoVersions, { moves, changes }: DefinitionMatch): string {
  const parts: string[] = [];
  if (moves.length > 0)
    parts.push(
      `${count(moves.length, 'definition')} moved, token for token the same, and every name ${moves.length === 1 ? 'it uses' : 'they use'} means what it meant`,
    );
  const reordered = changes.filter(({ change }) => change === 'reordered').length;
  if (reordered > 0) parts.push(`${count(reordered, 'definition')} in another order`);
  const docs = changed.filter(module => compareCode(module) === 'docstrings').length;
  if (docs > 0) parts.push(`only docstrings and comments differ in ${count(docs, 'file')}`);
  const layout = changed.filter(module => compareCode(module) === 'layout').length;
  if (layout > 0) parts.push(`only comments and layout differ in ${count(layout, 'file')}`);
  const prose = [...changedPaths].filter(isProse).length;
  if (prose > 0) parts.push(`${count(prose, 'text')} for people, which no module names`);
  return parts.length > 0 ? parts.join('; ') : 'no statement differs';
}
