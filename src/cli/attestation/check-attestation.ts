import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { compareAttestation } from '../../core/attestation/compare.ts';
import { statementOf } from '../../core/attestation/statement.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { prove } from '../../core/prove/prove.ts';
import type { Attestation } from '../../generated/contracts.ts';
import { version } from '../../generated/version.ts';
import {
  type Envelope,
  type ReadEnvelope,
  readEnvelope,
  signedBytes,
} from '../../node/attestation/envelope.ts';
import { readNote } from '../../node/attestation/notes.ts';
import { readSigners, type Signers } from '../../node/attestation/signers.ts';
import { createSshSignatures } from '../../node/attestation/ssh-signatures.ts';
import { findCommit, readCommit, readRange } from '../../node/git/revisions.ts';
import { createRunGit, type RunGit } from '../../node/git/run-git.ts';
import { workTreeOf } from '../../node/git/work-tree.ts';
import { createProcesses } from '../../node/processes.ts';
import { ProvableChanges } from '../../node/prove/open-prove.ts';
import { sha256, systemClock } from '../../node/system.ts';
import { workspaceStateDir } from '../../node/workspace-state.ts';
import { analystIn } from '../analysis.ts';
import { type Io, UsageError } from '../io.ts';
import type { CommandLine } from '../options.ts';
import { withClaims } from '../prove/prove-input.ts';
import { requireLayer } from '../require-checks.ts';
import { gitBlob } from './attest.ts';
import { type CheckedRunAttestation, checkRunStatement, signersOutside } from './check-run-attestation.ts';

/** What is known of one attestation. */
export interface CheckedAttestation {
  /** null: the commit is the first one. */
  readonly before: string | null;
  readonly commit: string;
  readonly outcome: Attestation['predicate']['outcome'];
  /** Who signed it; empty: nobody. */
  readonly signedBy: readonly string[];
  /** Why it does not count; empty: it does. */
  readonly problems: readonly string[];
  readonly notRepeated: readonly string[];
}

interface Place {
  readonly line: CommandLine;
  readonly io: Io;
  readonly root: string;
  readonly git: RunGit;
}

type About<A extends ReadEnvelope['about']> = Extract<ReadEnvelope, { readonly about: A }>;

/** What an attestation has to be about. */
interface Expected {
  readonly commit: string;
  /** Its first parent; left out: a range that ends at the commit will do. */
  readonly before?: string | null;
  /** Before all that is checked, from where the signers are read. */
  readonly start?: string | undefined;
}

async function placeOf(line: CommandLine, io: Io): Promise<Place> {
  // An attestation is about all of a commit, whatever folder is named.
  const root = (await workTreeOf(line.root)) ?? line.root;
  return { line, io, root, git: createRunGit(root, createProcesses()) };
}

/** Re-checks the attestation in a file, or the one that is a note of a commit. */
export async function checkAttestation(
  line: CommandLine,
  io: Io,
  name: string,
): Promise<Result<CheckedAttestation | CheckedRunAttestation>> {
  const place = await placeOf(line, io);
  const file = path.resolve(io.cwd, name);
  const found = statSync(file, { throwIfNoEntry: false });
  const commit = await findCommit(place.git, name, line.signal);
  if (commit.ok) {
    // A file of the repository must not stand in for the note of a commit.
    return found?.isFile() !== true
      ? checkNote(place, { commit: commit.value })
      : fail(
          `${name} is a commit and a file: write ./${name} for the file, or ${commit.value} for the commit`,
        );
  }
  if (found === undefined) throw new UsageError(`${name} is neither a file nor a commit`);
  if (!found.isFile()) throw new UsageError(`${name} is not a regular file`);
  const read = readEnvelope(readFileSync(file, 'utf8'));
  if (!read.ok) return read;
  return read.value.about === 'run'
    ? ok(await checkRun(place, read.value))
    : checkStatement(place, read.value, undefined);
}

async function checkRun(place: Place, { envelope, statement }: About<'run'>): Promise<CheckedRunAttestation> {
  // The folder of the run, which need not be the top of a repository.
  const { root } = place.line;
  const name = place.line.text('signers');
  const signers = name === undefined ? ok(undefined) : signersOutside(root, name, place.io);
  const signedBy = signers.ok ? await checkSignatures(place, envelope, signers.value) : signers;
  return checkRunStatement(root, statement, signedBy);
}

/** Re-checks that of each commit of a range but merges; a commit without one is a problem of its own. */
export async function checkAttestationsOf(
  line: CommandLine,
  io: Io,
  range: string,
): Promise<Result<readonly CheckedAttestation[]>> {
  const place = await placeOf(line, io);
  const revisions = await readRange(place.git, range, line.signal);
  if (!revisions.ok) return revisions;
  const { commits, isCut, before: start } = revisions.value;
  if (isCut)
    return fail(
      `${range} has more than ${commits.length} commits, and each needs an attestation: name a shorter range`,
    );
  const checked: CheckedAttestation[] = [];
  for (const { oid, parents } of commits) {
    const commit = await readCommit(place.git, oid, line.signal);
    if (!commit.ok) return commit;
    // Where a clone ends, a commit is listed as if nothing was before it.
    if (commit.value.parents.length !== parents.length)
      return fail(`commits of ${range} are not in this clone, which is shallow: git fetch --unshallow first`);
    if (parents.length > 1) continue;
    const before = parents[0] ?? null;
    const one = await checkNote(place, { commit: oid, before, start });
    const none = { before, commit: oid, outcome: 'blocked', signedBy: [], notRepeated: [] } as const;
    checked.push(one.ok ? one.value : { ...none, problems: [one.error] });
  }
  return checked.length === 0
    ? fail(`no attestation was looked for: ${range} has no commit besides merges`)
    : ok(checked);
}

async function checkNote(place: Place, expected: Expected): Promise<Result<CheckedAttestation>> {
  const note = await readNote(place.git, expected.commit, place.line.signal);
  return note.ok ? checkText(place, note.value, expected) : note;
}

async function checkText(
  place: Place,
  text: string,
  expected: Expected,
): Promise<Result<CheckedAttestation>> {
  const read = readEnvelope(text);
  if (!read.ok) return read;
  return read.value.about === 'run'
    ? fail(`the note of commit ${expected.commit.slice(0, 10)} is about a run, and no commit`)
    : checkStatement(place, read.value, expected);
}

async function checkStatement(
  place: Place,
  { envelope, statement }: About<'commits'>,
  expected: Expected | undefined,
): Promise<Result<CheckedAttestation>> {
  const { change, outcome, made } = statement.predicate;
  const { before, after } = change;
  const checked = { before, commit: after, outcome, signedBy: [], notRepeated: [] };
  const other = aboutOther(change, expected);
  if (other !== undefined) return ok({ ...checked, problems: [other] });
  const signers = await signersOf(place, change, expected);
  if (!signers.ok) return ok({ ...checked, problems: [signers.error] });
  const signed = await checkSignatures(place, envelope, signers.value);
  if (!signed.ok) return ok({ ...checked, problems: [signed.error] });
  const signedBy = signed.value;
  const found = await findAgain(place, statement);
  if (!found.ok) return ok({ ...checked, signedBy, problems: [found.error] });
  const { problems, notRepeated } = compareAttestation(statement, found.value);
  const newer = `it was made by version ${made.version}, and this is ${version}: checks may have changed`;
  const isOther = problems.length > 0 && made.version !== version;
  return ok({ ...checked, signedBy, notRepeated, problems: isOther ? [...problems, newer] : problems });
}

function aboutOther(
  { before, after }: Attestation['predicate']['change'],
  expected: Expected | undefined,
): string | undefined {
  if (before === after) return 'it is about nothing: it compares a commit with itself';
  if (expected === undefined) return undefined;
  if (after !== expected.commit) return `it is about the commit ${after.slice(0, 10)}`;
  if (expected.before === undefined || before === expected.before) return undefined;
  return `it is about another change than that of the commit: it starts at ${before?.slice(0, 10) ?? 'nothing'}`;
}

async function signersOf(
  place: Place,
  change: Attestation['predicate']['change'],
  expected: Expected | undefined,
): Promise<Result<Signers | undefined>> {
  const { line, io, root, git } = place;
  const name = line.text('signers');
  if (name === undefined) return ok(undefined);
  const file = path.resolve(io.cwd, name);
  const times =
    expected !== undefined && 'start' in expected
      ? { before: expected.start }
      : { before: change.before ?? undefined, after: change.after };
  return readSigners(git, { name, file, top: root, ...times }, line.signal);
}

async function checkSignatures(
  { root, line }: Place,
  { signatures, ...envelope }: Envelope,
  signers: Signers | undefined,
): Promise<Result<readonly string[]>> {
  if (signatures.length === 0)
    return signers === undefined ? ok([]) : fail('it is not signed, and --signers asks for a signature');
  const ssh = createSshSignatures(root, createProcesses(), line.signal);
  const names: string[] = [];
  for (const { sig } of signatures) {
    const who = await ssh.verify(signedBytes(envelope), sig, signers);
    if (!who.ok) return who;
    names.push(who.value);
  }
  return ok(names);
}

/** The statement that the same commits give here: no model, no program of the workspace. */
async function findAgain(
  { line, root, git }: Place,
  { predicate: { change, asked } }: Attestation,
): Promise<Result<Attestation>> {
  const { signal } = line;
  const parent = await findCommit(git, `${change.after}^1`, signal);
  const isOne = change.before === (parent.ok ? parent.value : null);
  const changes = new ProvableChanges({
    root,
    stateDir: workspaceStateDir(root),
    processes: createProcesses(),
    signal,
    beside: analystIn,
    progress: () => undefined,
  });
  const read = await changes.range(isOne ? change.after : `${change.before ?? ''}..${change.after}`);
  if (!read.ok) return read;
  const { claims = [] } = asked;
  const given = withClaims(read.value, claims);
  const proof = await prove(given, {
    ports: { sha256, clock: systemClock },
    signal,
    invariants: asked.invariants,
    layers: [requireLayer(asked.required_checks)],
    progress: () => undefined,
  });
  const again = { invariants: asked.invariants, requiredChecks: asked.required_checks, claims };
  const found = statementOf(given, proof, again, { version, at: systemClock.now(), gitBlob });
  return found === undefined ? fail('it names no commit') : ok(found);
}
