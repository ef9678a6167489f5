import type { Attestation } from '../../generated/contracts.ts';
import { isSameBehavior } from '../trials/describe-trial.ts';
import { ALL_CHECKS } from '../verification/checks/all.ts';

type Predicate = Attestation['predicate'];
type SaidStatement = Predicate['statements'][number];

/** What an attestation says, against what is found of the same commits here. */
export interface Compared {
  /** Sentences; empty: everything that can be found again is as it says. */
  readonly problems: readonly string[];
  /** Checks and sentences that it says something of, and that were not repeated: they need programs or models. */
  readonly notRepeated: readonly string[];
}

/** Checks whose answer follows from the commits alone. */
const REPEATED: ReadonlySet<string> = new Set(
  ALL_CHECKS.filter(
    ({ needs, phase }) => phase === 'before' && (needs === 'nothing' || needs === 'index'),
  ).map(({ id }) => id),
);

/** @param found the statement that is made of the same commits here */
export function compareAttestation(said: Attestation, found: Attestation): Compared {
  const [claimed, actual] = [said.predicate, found.predicate];
  const statements = compareStatements(claimed, actual);
  return {
    problems: [
      ...differing('subject', said.subject, found.subject),
      ...differing('change', claimed.change, actual.change),
      ...differing('policy', claimed.policy, actual.policy),
      ...differing('checks', repeatedChecks(claimed), repeatedChecks(actual)),
      ...differing('findings', repeatedFindings(claimed), repeatedFindings(actual)),
      ...differing('release', claimed.release, actual.release),
      ...statements.problems,
      ...outcomeProblems(claimed),
    ],
    notRepeated: [
      ...claimed.checks
        .filter(({ check, verdict }) => !REPEATED.has(check) && verdict !== 'not run')
        .map(({ check, verdict }) => `${check}: ${verdict}`),
      ...statements.notRepeated,
    ],
  };
}

const differing = (part: string, said: unknown, found: unknown): readonly string[] =>
  JSON.stringify(said) === JSON.stringify(found) ? [] : [`its ${part} is not what these commits give`];

const repeatedChecks = ({ checks }: Predicate) => checks.filter(({ check }) => REPEATED.has(check));

const repeatedFindings = ({ findings }: Predicate) =>
  findings.filter(({ rule }) => REPEATED.has(rule.split('/')[0] ?? ''));

/** What was run shows more than code alone does, and never less; it is named, because it was not run again. */
function compareStatements(said: Predicate, found: Predicate): Compared {
  const key = ({ text, from }: SaidStatement) => `${from}\0${text}`;
  const open = new Map(found.statements.map(one => [key(one), one.verdict]));
  const problems: string[] = [];
  const notRepeated: string[] = [];
  for (const one of said.statements) {
    const verdict = open.get(key(one));
    open.delete(key(one));
    if (verdict === one.verdict) continue;
    if (isShownByRuns(one, verdict)) notRepeated.push(`"${one.text}": ${one.verdict}`);
    else
      problems.push(
        `it says "${one.text}" is ${one.verdict}; here it is ${verdict ?? 'nothing that is asked'}`,
      );
  }
  for (const left of open.keys()) problems.push(`it leaves out "${left.split('\0')[1] ?? ''}"`);
  return { problems, notRepeated };
}

/** A function, or what became of its name. */
const TRIAL = /^\S+(?: → \S+)? behaves as before$/u;

/** Only what a run can come to: a function behaves the same, or it does not, which also answers what code left open. */
function isShownByRuns({ text, from, verdict }: SaidStatement, here: SaidStatement['verdict'] | undefined) {
  const differs = from === 'tried' ? 'does not hold' : 'refuted';
  if (here !== undefined) return here === 'not checkable' && isSameBehavior(text) && verdict === differs;
  return from === 'tried' && TRIAL.test(text) && (verdict === 'tested' || verdict === 'does not hold');
}

/** The word of the outcome follows from the rest. */
function outcomeProblems({ outcome, findings, change }: Predicate): readonly string[] {
  const blocks = findings.some(({ severity }) => severity === 'blocks');
  const expected = blocks ? 'blocked' : change.paths.length === 0 ? 'nothing changed' : 'passed';
  return outcome === expected ? [] : [`it says "${outcome}", and what it found makes that "${expected}"`];
}
