import type { Evidence, EvidencePlace } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { type Finding, orderByRisk } from '../changes/finding.ts';
import { isCheckable } from '../evidence/invariants/invariants.ts';
import type { Examination } from '../ports/analyst.ts';
import type { LintOutcome } from '../ports/linter.ts';
import type { FunctionTrial, TestsTried } from '../ports/trials.ts';
import { describeTrial, isSameBehavior, trialName } from '../trials/describe-trial.ts';
import { levelOf, type MergedPolicy, type Policy, type PolicyLayer } from '../verification/policy.ts';
import { blockers, type Verdict } from '../verification/verdict.ts';
import { type VerificationPorts, WorkspaceVerifier } from '../verification/workspace-verifier.ts';
import { claimsInText, type Said } from './claims-in-text.ts';
import type { ChangedPath, GivenChange } from './given-change.ts';
import { limitExamination } from './limit-examination.ts';
import { type Release, rankRelease } from './release.ts';
import { readSourceLines, type SourceLines } from './source-lines.ts';

/** How a sentence about a change came out. `does not hold`: nobody claimed it. */
export type StatementVerdict =
  | 'proved'
  | 'confirmed'
  | 'tested'
  | 'not checkable'
  | 'refuted'
  | 'does not hold';

/** One sentence about the change, and what code says of it. */
export interface Statement {
  readonly text: string;
  /** Who says it; `tried`: nobody, it is tried for every change. */
  readonly from: string;
  readonly verdict: StatementVerdict;
  readonly reason: string;
  readonly places: readonly EvidencePlace[];
}

/** Everything that code says of one change. */
export interface Proof {
  readonly title: string;
  readonly kind: GivenChange['source'];
  readonly before?: string;
  readonly after?: string;
  readonly paths: readonly ChangedPath[];
  readonly outcome: 'passed' | 'blocked' | 'nothing changed';
  readonly verdict: Verdict;
  readonly statements: readonly Statement[];
  readonly evidence: Evidence;
  readonly release: Release;
  readonly policy: MergedPolicy['lines'];
  readonly notes: readonly string[];
  /** The lines that findings and statements are about. */
  readonly sourceLines: SourceLines;
}

export interface ProveRequest {
  readonly ports: Omit<VerificationPorts, 'files' | 'analyst'>;
  readonly signal: AbortSignal;
  /** What whoever proves it asks besides: invariants on the command line. */
  readonly invariants: readonly string[];
  readonly layers: readonly PolicyLayer[];
  readonly lint?: (() => Promise<LintOutcome>) | undefined;
  /** What a person has agreed to run before and after the change. */
  readonly runs?:
    | {
        readonly functions?: (changes: ChangeSet, examined: Examination) => Promise<readonly FunctionTrial[]>;
        readonly tests?: (changes: ChangeSet, examined: Examination) => Promise<TestsTried>;
      }
    | undefined;
  readonly progress: (sentence: string) => void;
}

/** What is tried for every change, whoever says nothing about it. */
export const TRIED: readonly string[] = [
  'no syntax errors',
  'no broken imports',
  'no broken callers',
  'no public API changes',
  'no new dependencies',
  'no new suppressions',
  'no weaker tests',
  'no behavior changes',
];

/** Verifies a change that somebody made, under the policy of the files before it. Rejects only with `Cancelled`. */
export async function prove(given: GivenChange, request: ProveRequest): Promise<Proof> {
  const { signal, progress, lint, layers, runs = {} } = request;
  const said = claimsInText(given.claims);
  const asked = [
    ...said.invariants,
    ...unique(request.invariants).map(text => ({ from: '--invariant', text })),
  ];
  const examine = once(async () => {
    progress('looking at what the change does');
    return examineChange(given, said.claims, signal);
  });
  let trials: readonly FunctionTrial[] = [];
  const { functions, tests } = runs;
  const runFunctions = async () => {
    trials = (await functions?.(given.changes, await examine())) ?? [];
    return trials;
  };
  const verifier = new WorkspaceVerifier({
    ...request.ports,
    files: given.filesBefore,
    analyst: given.analyst,
  });
  const { verdict, policy } = await verifier.verify(given.changes, {
    workflow: 'prove',
    layers: [...layers, ...layersOf(asked)],
    claims: said.claims.map(({ text }) => text),
    signal,
    evidence: examine,
    ...(lint ? { lintBefore: lint } : {}),
    ...(functions ? { tryFunctions: runFunctions } : {}),
    ...(tests ? { compareTests: async () => tests(given.changes, await examine()) } : {}),
  });
  const merged = await verifier.policy('prove', [...layers, ...layersOf(asked)]);
  const examination = await examine();
  const parts = await proveParts(given, request, policy);
  const findings = orderByRisk([...verdict.findings, ...parts.flatMap(({ findings }) => findings)]);
  const statements = [
    ...(await judge(asked, said.claims, examination, signal)).map(withTrials(trials)),
    ...trials.flatMap(statementOf),
    ...parts.flatMap(part => part.statements),
  ];
  const places = [
    ...findings.flatMap(({ place, related = [] }) => (place ? [place, ...related] : related)),
    ...statements.flatMap(one => one.places),
  ];
  return {
    title: given.title,
    kind: given.source,
    ...(given.before === undefined ? {} : { before: given.before }),
    ...(given.after === undefined ? {} : { after: given.after }),
    paths: given.paths,
    outcome: outcomeOf(given, findings),
    verdict: { ...verdict, findings },
    statements,
    evidence: examination.evidence,
    release: rankRelease(examination.evidence, given.paths, offersMoreIn(given)),
    policy: merged.ok ? merged.value.lines : [],
    notes: [...given.notes, ...unreadTicks(said.others)],
    sourceLines: await readSourceLines(given, places),
  };
}

/** A proof is about all of a change, so that lists are long. */
const MOST_ENTRIES = 20_000;

async function examineChange(
  given: GivenChange,
  claims: readonly Said[],
  signal: AbortSignal,
): Promise<Examination> {
  const { changes, paths } = given;
  const changedSignatures = claims.map(({ text }) => text);
  const examination = await given.analyst.examine(
    { changes, invariants: [], changedSignatures, mostEntries: MOST_ENTRIES },
    signal,
  );
  return limitExamination(examination, paths);
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** Whoever wrote the message may be a model: it asks for more, never for less. */
const layersOf = (asked: readonly Said[]): readonly PolicyLayer[] =>
  asked.map(({ from, text }) => ({
    from,
    by: 'proposal',
    invariants: [{ files: '**', invariant: text }],
  }));

async function judge(
  asked: readonly Said[],
  claims: readonly Said[],
  { evidence, checkInvariants }: Examination,
  signal: AbortSignal,
): Promise<readonly Statement[]> {
  const wanted = new Set(asked.map(({ text }) => text.toLowerCase()));
  const tried = TRIED.filter(text => !wanted.has(text.toLowerCase())).map(text => ({ from: 'tried', text }));
  const sentences = [...asked, ...tried];
  const checked = await checkInvariants(
    sentences.map(({ text }) => text),
    signal,
  );
  const invariants = checked.map(({ text, verdict, reason, places }, i): Statement => {
    const from = sentences[i]?.from ?? 'tried';
    const refuted = from === 'tried' ? 'does not hold' : 'refuted';
    const words = { proved: 'proved', violated: refuted, not_checkable: OPEN, not_checked: OPEN } as const;
    return { text, from, verdict: words[verdict], reason, places };
  });
  const claimed = evidence.claims.map(({ text, verdict, reason, places }): Statement => {
    const from = claims.find(one => one.text === text)?.from ?? 'a claim';
    const words = { confirmed: 'confirmed', refuted: 'refuted', not_checkable: OPEN } as const;
    return { text, from, verdict: words[verdict], reason, places };
  });
  return [...claimed, ...invariants];
}

const OPEN = 'not checkable';

/** What a call shows to differ, code need not decide any more. */
const withTrials =
  (trials: readonly FunctionTrial[]) =>
  (statement: Statement): Statement => {
    const shown = trials.find(({ result }) => result.verdict === 'counterexample');
    if (statement.verdict !== OPEN || shown === undefined || !isSameBehavior(statement.text))
      return statement;
    const { file, line } = shown.function.after;
    return {
      ...statement,
      verdict: statement.from === 'tried' ? 'does not hold' : 'refuted',
      reason: `${trialName(shown)}: ${describeTrial(shown.result)}`,
      places: [{ file, line, side: 'after' }],
    };
  };

/** What was run is never proved; what was not run is in the check's own findings. */
function statementOf(trial: FunctionTrial): readonly Statement[] {
  const { result } = trial;
  if (result.verdict === 'not run') return [];
  const { file, line } = trial.function.after;
  const isSame = result.verdict === 'no difference';
  return [
    {
      text: `${trialName(trial)} behaves as before`,
      from: 'tried',
      verdict: isSame ? 'tested' : 'does not hold',
      reason: describeTrial(result),
      places: [{ file, line, side: 'after' }],
    },
  ];
}

/** Each commit with claims, on its own: what it says is about what it does. */
async function proveParts(
  given: GivenChange,
  request: ProveRequest,
  policy: Policy,
): Promise<readonly { readonly statements: readonly Statement[]; readonly findings: readonly Finding[] }[]> {
  const proved = [];
  for (const [i, part] of given.parts.entries()) {
    request.progress(`holding ${part.title} against its message (${i + 1} of ${given.parts.length})`);
    const loaded = await part.load();
    if (!loaded.ok) {
      proved.push({ statements: [], findings: [unreadPart(part.title, loaded.error)] });
      continue;
    }
    const said = claimsInText(loaded.value.claims);
    const examination = await examineChange(loaded.value, said.claims, request.signal);
    const judged = await judge(said.invariants, said.claims, examination, request.signal);
    const statements = judged.filter(({ from }) => from !== 'tried');
    proved.push({ statements, findings: statements.flatMap(one => findingOf(part.title, one, policy)) });
  }
  return proved;
}

const unreadPart = (title: string, error: string): Finding => ({
  rule: 'claims/not-run',
  severity: 'risk',
  message: `what ${title} claims was not checked: ${error}`,
});

/** As bad as the same sentence about the whole change. */
function findingOf(
  title: string,
  { text, verdict, reason, places }: Statement,
  policy: Policy,
): readonly Finding[] {
  const [check, rule] = isCheckable(text) ? ['invariants', 'violated'] : ['claims', 'refuted'];
  const level = levelOf(policy, check);
  if (verdict !== 'refuted' || level === 'off') return [];
  const [place, ...related] = places;
  return [
    {
      rule: `${check}/${rule}`,
      severity: level === 'required' ? 'blocks' : 'risk',
      message: `${title} says "${text}", and that is false: ${reason}`,
      ...(place === undefined ? {} : { place }),
      ...(related.length === 0 ? {} : { related }),
    },
  ];
}

/** A module with a `__getattr__` of its own; methods of that name are indented. */
const offersMoreIn =
  ({ changes: { files } }: GivenChange) =>
  (path: string): boolean => {
    const after = files.find(file => file.path === path)?.after;
    return (
      after !== undefined &&
      /^def __getattr__\b/mu.test(new TextDecoder('utf-8', { ignoreBOM: true }).decode(after))
    );
  };

const outcomeOf = ({ paths }: GivenChange, findings: readonly Finding[]): Proof['outcome'] =>
  blockers({ findings }).length > 0 ? 'blocked' : paths.length === 0 ? 'nothing changed' : 'passed';

const unreadTicks = (others: readonly Said[]): readonly string[] =>
  others.length === 0
    ? []
    : [
        `${others.length} ticked ${others.length === 1 ? 'line is' : 'lines are'} about nothing that code checks: ${others
          .slice(0, 3)
          .map(({ text }) => `"${text.slice(0, 60)}"`)
          .join(', ')}${others.length > 3 ? ' …' : ''}`,
      ];

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
