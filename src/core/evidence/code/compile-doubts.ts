import type { EvidencePlace } from '../../../generated/contracts.ts';
import { remembering } from '../../kernel/remembering.ts';
import { findCompileFaults } from './compile-faults.ts';
import { placeIn } from './places.ts';
import type { ChangedModule } from './two-versions.ts';
import { findUnreadStatements } from './unread-statements.ts';

export interface CompileDoubt {
  readonly reason: string;
  readonly place: EvidencePlace;
}

/** Modules that are asked side by side. */
const MOST_MODULES = 200;

/** What Python refuses in a module that parses. */
export const refusedIn = remembering(MOST_MODULES, ({ after }: ChangedModule): readonly CompileDoubt[] =>
  after === undefined
    ? []
    : findCompileFaults(after).map(({ reason, start }) => ({
        reason,
        place: placeIn(after, start, 'after'),
      })),
);

/** The first statement that is new, and of which it is not worked out whether Python takes it. */
export const unreadIn = remembering(
  MOST_MODULES,
  ({ before, after }: ChangedModule): readonly CompileDoubt[] => {
    if (after === undefined) return [];
    const found = findUnreadStatements(after);
    // Of most files: what was there before need not be read then.
    if (found.length === 0) return [];
    // What is around is one long text of many statements, which is compared once for all of them.
    const known = new Map<string, Set<string>>();
    for (const { around, statements } of before === undefined ? [] : findUnreadStatements(before)) {
      const inside = known.get(around) ?? new Set();
      known.set(around, inside);
      for (const { said } of statements) inside.add(said);
    }
    const [unread] = found.flatMap(({ around, statements }) => {
      const inside = known.get(around);
      return statements.filter(({ said }) => inside?.has(said) !== true);
    });
    const reason = 'whether Python takes this statement is not worked out';
    return unread === undefined ? [] : [{ reason, place: placeIn(after, unread.start, 'after') }];
  },
);

/** Why Python refuses to compile one of the modules. */
export function refusalOf(modules: readonly ChangedModule[]): CompileDoubt | undefined {
  const [refused] = modules.flatMap(refusedIn);
  return (
    refused && { ...refused, reason: `Python refuses to compile ${refused.place.file}: ${refused.reason}` }
  );
}

/** Why Python may refuse to compile one of the modules: then it can neither be imported nor called. */
export const compileDoubt = (modules: readonly ChangedModule[]): CompileDoubt | undefined =>
  refusalOf(modules) ?? modules.flatMap(unreadIn)[0];
