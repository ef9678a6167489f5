import { randomBytes } from 'node:crypto';

/** Sorts by time, is unique within a second and is safe as a folder name: `20261121T221934-ab12` (UTC). */
export function newRunId(milliseconds: number): string {
  const time = new Date(milliseconds).toISOString().slice(0, 19).replace(/[-:]/g, '');
  return `${time}-${randomBytes(2).toString('hex')}`;
}

/** Whether a text can be a run id at all; anything else must not reach a path. */
export const isRunId = (text: string): boolean => /^\d{8}T\d{6}-[0-9a-f]{4}$/.test(text);
