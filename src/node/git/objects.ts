import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { RunGit } from './run-git.ts';

/** A history may be large: git reads it from the disk for as long as this. */
export const HISTORY_TIMEOUT_MS = 10 * 60_000;

const LF = 0x0a;

/** Size of each object that is a blob and is here; others are left out. */
export async function blobSizes(
  git: RunGit,
  oids: readonly string[],
  signal: AbortSignal,
): Promise<Result<ReadonlyMap<string, number>>> {
  if (oids.length === 0) return ok(new Map());
  const stdin = oids.map(oid => `${oid}\n`).join('');
  const told = await git(
    { args: ['cat-file', '--batch-check'], stdin, timeoutMs: HISTORY_TIMEOUT_MS },
    signal,
  );
  if (!told.ok) return told;
  const sizes = new Map<string, number>();
  for (const line of told.value.split('\n')) {
    const [oid = '', type, size] = line.split(' ');
    if (type === 'blob') sizes.set(oid, Number(size));
  }
  return ok(sizes);
}

/** The bytes of blobs, each once; those that are not here are left out. */
export async function readBlobs(
  git: RunGit,
  oids: readonly string[],
  signal: AbortSignal,
): Promise<Result<ReadonlyMap<string, Uint8Array>>> {
  const wanted = [...new Set(oids)];
  if (wanted.length === 0) return ok(new Map());
  const reader = new BatchReader();
  const call = {
    args: ['cat-file', '--batch'],
    stdin: wanted.map(oid => `${oid}\n`).join(''),
    onBytes: (bytes: Uint8Array) => reader.push(bytes),
    timeoutMs: HISTORY_TIMEOUT_MS,
  };
  const read = await git(call, signal);
  if (!read.ok) return read;
  return reader.isBetween ? ok(reader.blobs) : fail('git cat-file ended within an object');
}

/** Reads `OID TYPE SIZE\n`, the bytes and `\n`, over and over, in whatever pieces they come. */
class BatchReader {
  readonly blobs = new Map<string, Uint8Array>();
  #header: number[] = [];
  #body:
    | { readonly oid: string; readonly isBlob: boolean; readonly bytes: Uint8Array; filled: number }
    | undefined;

  get isBetween(): boolean {
    return this.#body === undefined && this.#header.length === 0;
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length)
      at = this.#body === undefined ? this.#readHeader(chunk, at) : this.#readBody(chunk, at);
  }

  #readHeader(chunk: Uint8Array, at: number): number {
    const end = chunk.indexOf(LF, at);
    const stop = end === -1 ? chunk.length : end;
    for (let i = at; i < stop; i++) this.#header.push(chunk[i] ?? 0);
    if (end === -1) return stop;
    const [oid = '', type = '', size] = String.fromCharCode(...this.#header).split(' ');
    this.#header = [];
    if (size !== undefined)
      this.#body = { oid, isBlob: type === 'blob', bytes: new Uint8Array(Number(size)), filled: 0 };
    return end + 1;
  }

  #readBody(chunk: Uint8Array, at: number): number {
    const body = this.#body;
    if (body === undefined) return at;
    const room = body.bytes.length - body.filled;
    const part = chunk.subarray(at, at + room);
    body.bytes.set(part, body.filled);
    body.filled += part.length;
    const next = at + part.length;
    // The line feed behind the bytes may come with the next piece.
    if (body.filled < body.bytes.length || next >= chunk.length) return next;
    if (body.isBlob) this.blobs.set(body.oid, body.bytes);
    this.#body = undefined;
    return next + 1;
  }
}
