import { createHash } from 'node:crypto';
import { realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { statementOf } from '../core/attestation/statement.ts';
import { fail, ok, type Result } from '../core/kernel/result.ts';
import type { ClaimText, GivenChange } from '../core/prove/given-change.ts';
import type { Proof } from '../core/prove/prove.ts';
import { version } from '../generated/version.ts';
import { envelopeText, PAYLOAD_TYPE, signedBytes } from '../node/attestation/envelope.ts';
import { NOTES, writeNote } from '../node/attestation/notes.ts';
import { createSshSignatures } from '../node/attestation/ssh-signatures.ts';
import { createRunGit, workTreeOf } from '../node/git/run-git.ts';
import { createProcesses } from '../node/processes.ts';
import { systemClock } from '../node/system.ts';
import type { Io } from './io.ts';
import type { CommandLine } from './options.ts';

/** The word that means a note of the commit, and no file. */
const AS_NOTE = 'notes';

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
  if (statement === undefined) return fail('an attestation is about a commit or a range: name one');
  const { before, after } = statement.predicate.change;
  if (before === after) return fail('nothing is between a commit and itself: name another range to attest');
  if ((await workTreeOf(root)) !== realpathSync(root))
    return fail(
      'an attestation is about all of a commit: leave --root out, or name the top of the repository',
    );
  const unsigned = { payloadType: PAYLOAD_TYPE, payload: Buffer.from(JSON.stringify(statement)) };
  const processes = createProcesses();
  const key = line.text('sign-key');
  const signed =
    key === undefined
      ? undefined
      : await createSshSignatures(root, processes, line.signal).sign(
          signedBytes(unsigned),
          path.resolve(io.cwd, key),
        );
  if (signed?.ok === false) return signed;
  const text = envelopeText({ ...unsigned, signatures: signed ? [signed.value] : [] });
  const where = line.text('attest') ?? '';
  if (where === AS_NOTE) {
    const written = await writeNote(createRunGit(root, processes), after, text, line.signal);
    if (!written.ok) return written;
  } else writeFileSync(path.resolve(io.cwd, where), text);
  const place = where === AS_NOTE ? `a note of ${after.slice(0, 10)} (${NOTES})` : where;
  return ok(
    `The attestation is in ${place}, ${signed ? `signed with the key ${signed.value.keyid}` : 'unsigned'}.`,
  );
}
