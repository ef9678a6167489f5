import type { EvidencePlace } from '../../../generated/contracts.ts';
import { remembering } from '../../kernel/remembering.ts';
import { isOtherEncoding } from '../../python/lexer/source-encoding.ts';
import { findCompileFaults } from '../code/compile-faults.ts';
import { placeIn } from '../code/places.ts';
import type { ChangedModule } from '../code/two-versions.ts';
import { findUnreadStatements } from '../code/unread-statements.ts';
import { type Facts, type Pause, undecided, undecidedBy, unreadablePlaces, type Verdict } from './facts.ts';
import { hasWitness, violated, type Witness } from './witness.ts';

/** Modules that are asked side by side. */
const MOST_MODULES = 200;

/** What Python refuses in a module that parses. */
const refusedIn = remembering(MOST_MODULES, ({ after }: ChangedModule): readonly Witness[] =>
  after === undefined
    ? []
    : findCompileFaults(after).map(({ reason, start }) => ({
        reason,
        place: placeIn(after, start, 'after'),
      })),
);

/** The first statement that is new, and of which it is not worked out whether Python takes it. */
const unreadIn = remembering(MOST_MODULES, ({ before, after }: ChangedModule): readonly EvidencePlace[] => {
  if (after === undefined) return [];
  const found = findUnreadStatements(after);
  // Of most files: what was there before need not be read then.
  if (found.length === 0) return [];
  const known = new Set(before === undefined ? [] : findUnreadStatements(before).map(({ key }) => key));
  const unread = found.find(({ key }) => !known.has(key));
  return unread === undefined ? [] : [placeIn(after, unread.start, 'after')];
});

export async function checkSyntax(facts: Facts, pause: Pause): Promise<Verdict> {
  const { modules, versions } = facts;
  const broken = modules.flatMap(({ file, parse_error: error }): readonly Witness[] =>
    error === undefined || isOtherEncoding(error.reason)
      ? []
      : [{ reason: error.reason, place: { file, line: error.line, side: 'after' } }],
  );
  const found = [...broken, ...versions.changed.flatMap(refusedIn)];
  if (hasWitness(found)) return violated(facts, found);
  const unread = modules.find(({ parse_error: error }) => error !== undefined);
  if (unread !== undefined)
    return undecided(`${unread.file}: ${unread.parse_error?.reason}`, unreadablePlaces(facts));
  return (
    findUnread(facts) ??
    undecidedBy(await facts.newerSyntax(pause)) ?? {
      verdict: 'proved',
      reason: 'every changed file parses, and nothing is found that Python refuses to compile',
      places: [],
    }
  );
}

/** A file that Python does not compile can neither be imported nor called: nothing is proved about these then. */
export const mayNotCompile = (facts: Facts): Verdict | undefined =>
  refusedByPython(facts) ?? findUnread(facts);

export function refusedByPython(facts: Facts): Verdict | undefined {
  const [refused] = facts.versions.changed.flatMap(refusedIn);
  if (refused === undefined) return undefined;
  return undecided(`Python refuses to compile ${refused.place.file}: ${refused.reason}`, [refused.place]);
}

function findUnread({ versions }: Facts): Verdict | undefined {
  for (const module of versions.changed) {
    const [place] = unreadIn(module);
    if (place !== undefined)
      return undecided('whether Python takes this statement is not worked out', [place]);
  }
  return undefined;
}
