import type { RunAttestation } from '../../generated/contracts.ts';
import type { FileChange } from '../changes/change-set.ts';
import type { RunSummary } from '../ports/journal.ts';
import type { StatementMaker } from './statement.ts';

/** An applied run, and the lines of its journal. */
export interface AttestedRun {
  readonly summary: Pick<RunSummary, 'runId' | 'outcome'> & { readonly kind: string };
  readonly lines: readonly {
    readonly type: string;
    /** Of the change, in a run that may have several. */
    readonly number?: number;
  }[];
  readonly files: readonly FileChange[];
}

type Check = RunAttestation['predicate']['checks'][number];

/** What an applied run left, as an in-toto Statement; `undefined`: it left no file behind. */
export function runStatementOf(
  { summary, lines, files }: AttestedRun,
  { version, at, gitBlob }: StatementMaker,
): RunAttestation | undefined {
  const subject = files.flatMap(({ path, after, afterSha256 }) =>
    after === undefined || afterSha256 === undefined
      ? []
      : [{ name: path, digest: { sha256: afterSha256, gitBlob: gitBlob(after) } }],
  );
  if (subject.length === 0) return undefined;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'urn:work-order:applied-run:v1',
    predicate: {
      made: { by: 'work-order', version, at: new Date(at).toISOString() },
      run: { id: summary.runId, kind: summary.kind, outcome: summary.outcome },
      files: files.map(({ path, beforeSha256, afterSha256 }) => ({
        path,
        before_sha256: beforeSha256 ?? null,
        after_sha256: afterSha256 ?? null,
      })),
      checks: (['before', 'after'] as const).flatMap(phase => checksOf(lines, phase)),
    },
  };
}

/** Of the last applied change of the run, not of one that was refused after it; a run that records no checks has none. */
function checksOf(lines: AttestedRun['lines'], phase: 'before' | 'after'): readonly Check[] {
  const isMeant = (line: AttestedRun['lines'][number]): line is Verified =>
    'results' in line && ('phase' in line ? line.phase : 'before') === phase;
  const at = lines.findLastIndex(({ type }) => type === 'applied');
  const applied = lines[at];
  const around = at < 0 ? lines : phase === 'before' ? lines.slice(0, at) : lines.slice(at);
  const last = around
    .filter(line => line.type === 'verified' && line.number === applied?.number)
    .findLast(isMeant);
  return (last?.results ?? []).map(({ check, verdict, reason }) => ({ phase, check, verdict, reason }));
}

interface Verified {
  readonly type: string;
  readonly results: readonly Omit<Check, 'phase'>[];
}

/** A file as it is where an attestation is checked; `undefined`: there is none. */
export type FoundFile = { readonly sha256: string; readonly gitBlob: string } | undefined;

/** What of an attestation does not hold for the files as they are; empty: they are as the run left them. */
export async function compareRunStatement(
  { subject, predicate }: RunAttestation,
  find: (path: string) => Promise<FoundFile>,
): Promise<readonly string[]> {
  const left = new Map(subject.map(({ name, digest }) => [name, digest]));
  const problems: string[] = [];
  const kept = predicate.files.filter(file => file.after_sha256 !== null);
  if (
    left.size !== subject.length ||
    kept.length !== subject.length ||
    new Set(predicate.files.map(({ path }) => path)).size !== predicate.files.length
  )
    problems.push('its subject is not the files that it says the run left');
  for (const { path, after_sha256: after } of predicate.files) {
    const found = await find(path);
    const digest = left.get(path);
    if (after === null) {
      if (digest !== undefined || found !== undefined)
        problems.push(`${path} is there, and the run deleted it`);
    } else if (digest?.sha256 !== after) problems.push(`its subject says something else of ${path}`);
    else if (found === undefined) problems.push(`${path} is not there, or cannot be read`);
    else if (found.sha256 !== after || found.gitBlob !== digest.gitBlob)
      problems.push(`${path} is not as the run left it`);
  }
  return problems;
}
