import { isOtherEncoding } from '../../python/lexer/source-encoding.ts';
import { type CompileDoubt, compileDoubt, refusalOf, refusedIn, unreadIn } from '../code/compile-doubts.ts';
import { type Facts, type Pause, undecided, undecidedBy, unreadablePlaces, type Verdict } from './facts.ts';
import { hasWitness, violated, type Witness } from './witness.ts';

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
    undecidedBy(versions.changed.flatMap(unreadIn)) ??
    undecidedBy(await facts.newerSyntax(pause)) ?? {
      verdict: 'proved',
      reason: 'every changed file parses, and nothing is found that Python refuses to compile',
      places: [],
    }
  );
}

/** A file that Python does not compile can neither be imported nor called: nothing is proved about these then. */
export const mayNotCompile = ({ versions }: Facts): Verdict | undefined =>
  undecidedFor(compileDoubt(versions.changed));

export const refusedByPython = ({ versions }: Facts): Verdict | undefined =>
  undecidedFor(refusalOf(versions.changed));

const undecidedFor = (doubt: CompileDoubt | undefined): Verdict | undefined =>
  doubt && undecided(doubt.reason, [doubt.place]);
