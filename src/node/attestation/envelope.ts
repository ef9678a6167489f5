import { isObject } from '../../core/kernel/is-object.ts';
import { describeSchemaProblems } from '../../core/kernel/json-path.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { readStrictJson } from '../../core/kernel/strict-json.ts';
import type { Attestation, RunAttestation } from '../../generated/contracts.ts';
import { validateAttestation, validateRunAttestation } from '../../generated/validators.cjs';

/** A DSSE envelope: a payload with its type, and signatures over both. */
export interface Envelope {
  readonly payloadType: string;
  readonly payload: Uint8Array;
  readonly signatures: readonly { readonly keyid: string; readonly sig: Uint8Array }[];
}

/** With the statement that is its payload. */
export type ReadEnvelope = { readonly envelope: Envelope } & (
  | { readonly about: 'commits'; readonly statement: Attestation }
  | { readonly about: 'run'; readonly statement: RunAttestation }
);

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

const MOST_CHARACTERS = 32 * 1024 * 1024;

/** What is signed: lengths keep type and payload apart. */
export function signedBytes({ payloadType, payload }: Pick<Envelope, 'payloadType' | 'payload'>): Uint8Array {
  const type = Buffer.from(payloadType);
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${type.length} `),
    type,
    Buffer.from(` ${payload.length} `),
    payload,
  ]);
}

export const envelopeText = ({ payloadType, payload, signatures }: Envelope): string =>
  `${JSON.stringify({
    payloadType,
    payload: Buffer.from(payload).toString('base64'),
    signatures: signatures.map(({ keyid, sig }) => ({ keyid, sig: Buffer.from(sig).toString('base64') })),
  })}\n`;

/** Reads an envelope and its statement; whatever is not exactly that is refused. */
export function readEnvelope(text: string): Result<ReadEnvelope> {
  if (text.length > MOST_CHARACTERS) return fail('the attestation is too large');
  const json = readStrictJson(text);
  if (!json.ok) return fail(`the attestation is not JSON: ${json.error.message}`);
  const envelope = envelopeOf(json.value);
  if (envelope === undefined) return fail('the attestation is not a DSSE envelope');
  if (envelope.payloadType !== PAYLOAD_TYPE)
    return fail(`the payload of the attestation is of the type ${envelope.payloadType}`);
  const statement = readStrictJson(Buffer.from(envelope.payload).toString());
  if (!statement.ok) return fail(`the statement is not JSON: ${statement.error.message}`);
  const { value } = statement;
  if (isObject(value) && value['predicateType'] === OF_A_RUN)
    return validateRunAttestation(value)
      ? ok({ envelope, about: 'run', statement: value })
      : unfit('run-attestation', validateRunAttestation.errors);
  return validateAttestation(value)
    ? ok({ envelope, about: 'commits', statement: value })
    : unfit('attestation', validateAttestation.errors);
}

const OF_A_RUN: RunAttestation['predicateType'] = 'urn:work-order:applied-run:v1';

const unfit = (schema: string, errors: Parameters<typeof describeSchemaProblems>[0]) =>
  fail(`the statement does not fit schemas/${schema}.schema.json: ${describeSchemaProblems(errors)}`);

function envelopeOf(value: unknown): Envelope | undefined {
  if (!isObject(value) || !hasOnly(value, ['payloadType', 'payload', 'signatures'])) return undefined;
  const { payloadType, signatures } = value;
  const payload = bytesOf(value['payload']);
  if (typeof payloadType !== 'string' || payload === undefined || !Array.isArray(signatures))
    return undefined;
  const read = signatures.map(signatureOf);
  return read.every(one => one !== undefined) ? { payloadType, payload, signatures: read } : undefined;
}

function signatureOf(value: unknown): Envelope['signatures'][number] | undefined {
  if (!isObject(value) || !hasOnly(value, ['keyid', 'sig'])) return undefined;
  const sig = bytesOf(value['sig']);
  const { keyid } = value;
  return typeof keyid === 'string' && sig !== undefined ? { keyid, sig } : undefined;
}

const hasOnly = (value: object, names: readonly string[]): boolean =>
  Object.keys(value).every(name => names.includes(name));

/** Base64 as it is written, and nothing that is only read as such. */
function bytesOf(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string') return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
