import type { Attestation } from '../../generated/contracts.ts';
import { claimingLines } from '../prove/claims-in-text.ts';
import type { ClaimText, GivenChange } from '../prove/given-change.ts';
import type { Proof } from '../prove/prove.ts';

/** What a person asked besides the policy, so that it can be asked again. */
export interface AskedOfProof {
  readonly invariants: readonly string[];
  readonly requiredChecks: readonly string[];
  /** Texts of `--claims`. */
  readonly claims: readonly ClaimText[];
}

export interface StatementMaker {
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The name git gives to a content. */
  readonly gitBlob: (bytes: Uint8Array) => string;
}

/** What was found of a change between commits, as an in-toto Statement; `undefined`: no commit is after it. */
export function statementOf(
  given: GivenChange,
  proof: Proof,
  asked: AskedOfProof,
  { version, at, gitBlob }: StatementMaker,
): Attestation | undefined {
  const { after } = given;
  if (after === undefined) return undefined;
  const left = given.changes.files.flatMap(file =>
    file.after === undefined || file.afterSha256 === undefined
      ? []
      : [{ name: file.path, digest: { sha256: file.afterSha256, gitBlob: gitBlob(file.after) } }],
  );
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'commit', digest: { gitCommit: after } }, ...left],
    predicateType: 'urn:work-order:change-verification:v1',
    predicate: {
      made: { by: 'work-order', version, at: new Date(at).toISOString() },
      change: {
        before: given.before ?? null,
        after,
        files: given.changes.files.map(({ path, beforeSha256, afterSha256 }) => ({
          path,
          before_sha256: beforeSha256 ?? null,
          after_sha256: afterSha256 ?? null,
        })),
        paths: given.paths.map(pathLine),
      },
      asked: {
        invariants: [...new Set(asked.invariants)],
        required_checks: [...asked.requiredChecks],
        ...claimsOf(asked.claims),
      },
      policy: proof.policy.map(({ setting, value, from }) => ({ setting, value, from })),
      outcome: proof.outcome,
      checks: proof.verdict.results.map(({ check, verdict, reason }) => ({ check, verdict, reason })),
      findings: proof.verdict.findings.map(({ rule, severity, message }) => ({ rule, severity, message })),
      statements: statementsOf(proof),
      release: proof.release.level,
    },
  };
}

/** Without what says nothing about the change: a description may be long, and an attestation travels. */
function claimsOf(texts: readonly ClaimText[]): Pick<Attestation['predicate']['asked'], 'claims'> {
  const saying = texts
    .map(({ from, text }) => ({ from, text: claimingLines(text) }))
    .filter(({ text }) => text !== '');
  return isFilled(saying) ? { claims: saying } : {};
}

const isFilled = <T>(list: T[]): list is [T, ...T[]] => list.length > 0;

/** A message may say the same twice. */
const statementsOf = ({ statements }: Proof): Attestation['predicate']['statements'] => [
  ...new Map(
    statements.map(({ text, from, verdict }) => [
      JSON.stringify([text, from, verdict]),
      { text, from, verdict },
    ]),
  ).values(),
];

const pathLine = ({ path, change, from, notes, notLookedAt }: GivenChange['paths'][number]): string =>
  [
    `${change} ${from === undefined ? '' : `${from} → `}${path}`,
    ...notes,
    ...(notLookedAt === undefined ? [] : [`not looked at: ${notLookedAt}`]),
  ].join('; ');
