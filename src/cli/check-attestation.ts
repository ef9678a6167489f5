import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compareAttestation } from '../core/attestation/compare.ts';
import { statementOf } from '../core/attestation/statement.ts';
import { fail, ok, type Result } from '../core/kernel/result.ts';
import { prove } from '../core/prove/prove.ts';
import type { Attestation } from '../generated/contracts.ts';
import { version } from '../generated/version.ts';
import { type Envelope, readEnvelope, signedBytes } from '../node/attestation/envelope.ts';
import { readNote } from '../node/attestation/notes.ts';
import { createSshSignatures } from '../node/attestation/ssh-signatures.ts';
import { findCommit, readRange } from '../node/git/revisions.ts';
import { createRunGit, type RunGit, workTreeOf } from '../node/git/run-git.ts';
import { createProcesses } from '../node/processes.ts';
import { ProvableChanges } from '../node/prove/open-prove.ts';
import { sha256, systemClock } from '../node/system.ts';
import { workspaceStateDir } from '../node/workspace-state.ts';
import { analystIn } from './analysis.ts';
import { gitBlob } from './attest.ts';
import { type Io, UsageError } from './io.ts';
import type { CommandLine } from './options.ts';
import { requireLayer } from './require-checks.ts';

/** What is known of one attestation. */
export interface CheckedAttestation {
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

async function placeOf(line: CommandLine, io: Io): Promise<Place> {
  const root = line.text('root') === undefined ? ((await workTreeOf(line.root)) ?? line.root) : line.root;
  return { line, io, root, git: createRunGit(root, createProcesses()) };
}

/** Re-checks the attestation in a file, or the one that is a note of a commit. */
export async function checkAttestation(
  line: CommandLine,
  io: Io,
  name: string,
): Promise<Result<CheckedAttestation>> {
  const place = await placeOf(line, io);
  const file = path.resolve(io.cwd, name);
  if (existsSync(file)) return checkText(place, readFileSync(file, 'utf8'), undefined);
  const commit = await findCommit(place.git, name, line.signal);
  return commit.ok ? checkNote(place, commit.value) : fail(`${name} is neither a file nor a commit`);
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
  const checked: CheckedAttestation[] = [];
  for (const { oid, parents } of revisions.value.commits) {
    if (parents.length > 1) continue;
    const one = await checkNote(place, oid);
    const none = { commit: oid, outcome: 'blocked', signedBy: [], notRepeated: [] } as const;
    checked.push(one.ok ? one.value : { ...none, problems: [one.error] });
  }
  return ok(checked);
}

async function checkNote(place: Place, commit: string): Promise<Result<CheckedAttestation>> {
  const note = await readNote(place.git, commit, place.line.signal);
  return note.ok ? checkText(place, note.value, commit) : note;
}

async function checkText(
  place: Place,
  text: string,
  expected: string | undefined,
): Promise<Result<CheckedAttestation>> {
  const read = readEnvelope(text);
  if (!read.ok) return read;
  const { envelope, statement } = read.value;
  const { change, outcome, made } = statement.predicate;
  const checked = { commit: change.after, outcome, signedBy: [], notRepeated: [] };
  if (expected !== undefined && change.after !== expected)
    return ok({ ...checked, problems: [`it is about the commit ${change.after.slice(0, 10)}`] });
  const signed = await checkSignatures(place, envelope);
  if (!signed.ok) return ok({ ...checked, problems: [signed.error] });
  const signedBy = signed.value;
  const found = await findAgain(place, statement);
  if (!found.ok) return ok({ ...checked, signedBy, problems: [found.error] });
  const { problems, notRepeated } = compareAttestation(statement, found.value);
  const other = `it was made by version ${made.version}, and this is ${version}: checks may have changed`;
  const isOther = problems.length > 0 && made.version !== version;
  return ok({ ...checked, signedBy, notRepeated, problems: isOther ? [...problems, other] : problems });
}

async function checkSignatures(
  { line, io, root }: Place,
  { signatures, ...envelope }: Envelope,
): Promise<Result<readonly string[]>> {
  const given = line.text('signers');
  const signers = given === undefined ? undefined : path.resolve(io.cwd, given);
  if (signers !== undefined && !existsSync(signers))
    throw new UsageError(`--signers ${given} does not exist`);
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
  const given = await changes.range(isOne ? change.after : `${change.before ?? ''}..${change.after}`);
  if (!given.ok) return given;
  const proof = await prove(given.value, {
    ports: { sha256, clock: systemClock },
    signal,
    invariants: asked.invariants,
    layers: [requireLayer(asked.required_checks)],
    progress: () => undefined,
  });
  const again = { invariants: asked.invariants, requiredChecks: asked.required_checks };
  const found = statementOf(given.value, proof, again, { version, at: systemClock.now(), gitBlob });
  return found === undefined ? fail('it names no commit') : ok(found);
}
