import { createHash } from 'node:crypto';
import path from 'node:path';
import { type AttestedRun, runStatementOf } from '../../core/attestation/run-statement.ts';
import { statementOf } from '../../core/attestation/statement.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { ClaimText, GivenChange } from '../../core/prove/given-change.ts';
import type { Proof } from '../../core/prove/prove.ts';
import { version } from '../../generated/version.ts';
import { envelopeText, PAYLOAD_TYPE, signedBytes } from '../../node/attestation/envelope.ts';
import { NOTES, writeNote } from '../../node/attestation/notes.ts';
import { createSshSignatures } from '../../node/attestation/ssh-signatures.ts';
import { createRunGit } from '../../node/git/run-git.ts';
import { createProcesses } from '../../node/processes.ts';
import { systemClock } from '../../node/system.ts';
import type { Io } from '../io.ts';
import { writeNamedFile } from '../named-file.ts';
import type { CommandLine } from '../options.ts';
import { AS_NOTE, NO_COMMIT } from './attestation-options.ts';

export const gitBlob = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

/** Writes the attestation of a proof; the value is a sentence that says where, and who signed it. */
export async function writeAttestation(
  line: CommandLine,
  io: Io,
  root: string,
  { given, claims }: { readonly given: GivenChange; readonly claims: readonly ClaimText[] },
  proof: Proof,
): Promise<Result<string>> {
  const asked = { invariants: line.list('invariant'), requiredChecks: line.list('require'), claims };
  const statement = statementOf(given, proof, asked, { version, at: systemClock.now(), gitBlob });
  if (statement === undefined) return fail(NO_COMMIT);
  const sealed = await seal(line, io, root, statement);
  if (!sealed.ok) return sealed;
  const where = line.text('attest') ?? '';
  if (where !== AS_NOTE) return writeToFile(sealed.value, where, io);
  const { after } = statement.predicate.change;
  const git = createRunGit(root, createProcesses());
  const written = await writeNote(git, after, sealed.value.text, line.signal);
  return written.ok ? ok(saidOf(sealed.value, `a note of ${after.slice(0, 10)} (${NOTES})`)) : written;
}

/** The same for what an applied run left, which need not be in a commit: always to a file. */
export async function writeRunAttestation(
  line: CommandLine,
  io: Io,
  root: string,
  run: AttestedRun,
): Promise<Result<string>> {
  const statement = runStatementOf(run, { version, at: systemClock.now(), gitBlob });
  if (statement === undefined) return fail('the run left no file behind, so there is nothing to attest');
  const sealed = await seal(line, io, root, statement);
  return sealed.ok ? writeToFile(sealed.value, line.text('attest') ?? '', io) : sealed;
}

interface Sealed {
  readonly text: string;
  /** Left out: it is unsigned. */
  readonly key?: string;
}

/** An envelope around a statement, signed where the person names a key. */
async function seal(line: CommandLine, io: Io, root: string, statement: object): Promise<Result<Sealed>> {
  const unsigned = { payloadType: PAYLOAD_TYPE, payload: Buffer.from(JSON.stringify(statement)) };
  const key = line.text('sign-key');
  if (key === undefined) return ok({ text: envelopeText({ ...unsigned, signatures: [] }) });
  const ssh = createSshSignatures(root, createProcesses(), line.signal);
  const signed = await ssh.sign(signedBytes(unsigned), path.resolve(io.cwd, key));
  if (!signed.ok) return signed;
  return ok({ text: envelopeText({ ...unsigned, signatures: [signed.value] }), key: signed.value.keyid });
}

async function writeToFile(sealed: Sealed, where: string, io: Io): Promise<Result<string>> {
  await writeNamedFile(where, sealed.text, io);
  return ok(saidOf(sealed, where));
}

const saidOf = ({ key }: Sealed, place: string): string =>
  `The attestation is in ${place}, ${key === undefined ? 'unsigned' : `signed with the key ${key}`}.`;
