import { open } from 'node:fs/promises';

const BYTES = 512;

/** The start of a file as Latin-1, enough for the first line of a script; `''` when it cannot be read. */
export async function firstBytes(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BYTES), 0, BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}
