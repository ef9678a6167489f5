import type { Readable } from 'node:stream';

export interface KeptOutput {
  /** What was kept, read as UTF-8; bytes that are none become U+FFFD. */
  text(): string;
  /** True when bytes beyond the limit were dropped. */
  truncated(): boolean;
}

/** Collects a stream up to `limit` bytes and reads the rest to nowhere, so that the writer never blocks. */
export function keepOutput(stream: Readable | null, limit: number): KeptOutput {
  const chunks: Buffer[] = [];
  let kept = 0;
  let dropped = false;
  stream?.on('data', (chunk: Buffer) => {
    const room = limit - kept;
    if (chunk.length > room) dropped = true;
    if (room <= 0) return;
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
    chunks.push(part);
    kept += part.length;
  });
  stream?.on('error', () => {
    dropped = true;
  });
  return { text: () => Buffer.concat(chunks).toString('utf8'), truncated: () => dropped };
}
