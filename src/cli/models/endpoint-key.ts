import { type BoundKey, bindKey } from '../../node/model/endpoint.ts';
import { type Io, UsageError } from '../io.ts';
import type { CommandLine } from '../options.ts';
import { readApiKey } from './api-key.ts';

/** The key this command line gives, for this endpoint alone. */
export function readBoundKey(line: CommandLine, io: Io, baseUrl: string): BoundKey | undefined {
  const key = readApiKey(line, io);
  if (key === undefined) return undefined;
  const bound = bindKey(key, baseUrl);
  if (!bound.ok) throw new UsageError(bound.error);
  return bound.value;
}
