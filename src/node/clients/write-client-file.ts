import { existsSync } from 'node:fs';
import { readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FileChange } from '../../core/changes/change-set.ts';
import { fileChange } from '../../core/changes/file-change.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { decodeUtf8, encodeUtf8 } from '../../core/kernel/utf8.ts';
import { makeFolder } from '../make-folder.ts';
import { sha256 } from '../system.ts';
import { workspaceStateDir } from '../workspace-state.ts';
import type { ClientFile } from './client-file.ts';

/** What is remembered of a file that we changed, so that it can be set back exactly. */
interface Record {
  /** Of the file as we left it. */
  readonly afterSha256: string;
  /** Whether there was a file before; its bytes are then kept beside this record. */
  readonly hadFile: boolean;
  /** Absolute, outermost first. */
  readonly madeFolders: readonly string[];
}

/**
 * Where the record of a file is. The client's own folder may not have been there when it was written: the record is
 * then kept with the folder above it.
 */
function recordIn({ base, stateDir, full }: ClientFile): string {
  const own = recordAt(stateDir, path.relative(base, full));
  for (let at = base; !existsSync(`${own}.json`) && path.dirname(at) !== at; ) {
    at = path.dirname(at);
    const above = recordAt(workspaceStateDir(at), path.relative(at, full));
    if (existsSync(`${above}.json`)) return above;
  }
  return own;
}

const recordAt = (stateDir: string, file: string): string =>
  path.join(stateDir, 'client-settings', file.replaceAll('/', '_').replaceAll('\\', '_'));

/** The change that makes a file this text; nothing when it is so already. */
export const changeTo = (file: ClientFile, text: string | undefined): FileChange | undefined =>
  fileChange(file.path, bytesOf(file.text), bytesOf(text), sha256);

const bytesOf = (text: string | undefined) => (text === undefined ? undefined : encodeUtf8(text));

/**
 * Writes a client's file, all of it or nothing, and keeps the bytes from before. `isOurs`: our entry was in it already.
 * Gives the place of the copy; the error is a sentence.
 */
export async function writeClientFile(
  file: ClientFile,
  text: string,
  isOurs: boolean,
  signal: AbortSignal,
): Promise<Result<string | undefined>> {
  const change = changeTo(file, text);
  if (!change) return ok(undefined);
  const known = await recordOf(file);
  const place = recordIn(file);
  const isContinued = known !== undefined && change.beforeSha256 === known.afterSha256;
  const madeFolders = isContinued ? known.madeFolders : missingAbove(file.full);
  makeFolder(path.dirname(place));
  if (!isContinued && file.text !== undefined) await writeFile(`${place}.before`, file.text, { mode: 0o600 });
  const written = await apply(file, change, signal);
  if (!written.ok) return written;
  const hadFile = isContinued ? known.hadFile : file.text !== undefined;
  const record: Record = { afterSha256: change.afterSha256 ?? '', hadFile, madeFolders };
  // What had our entry in it before is not what to go back to.
  if (isOurs && !isContinued) await rm(`${place}.json`, { force: true });
  else await writeFile(`${place}.json`, JSON.stringify(record), { mode: 0o600 });
  return ok(hadFile ? `${place}.before` : undefined);
}

/** How a file is set back. */
export type Undo =
  /** To the bytes from before; undefined: to no file. */
  | { readonly exact: true; readonly text: string | undefined; readonly folders: readonly string[] }
  /** Somebody changed it since; `before` is how it was, where that is known. */
  | { readonly exact: false; readonly before: string | undefined; readonly isKnown: boolean };

export async function undoOf(file: ClientFile): Promise<Undo> {
  const known = await recordOf(file);
  if (!known) return { exact: false, before: undefined, isKnown: false };
  const kept = known.hadFile ? await readFile(`${recordIn(file)}.before`).catch(() => undefined) : undefined;
  const before = kept && decodeUtf8(kept);
  const isAsLeft = file.text !== undefined && sha256(encodeUtf8(file.text)) === known.afterSha256;
  if (isAsLeft && (before !== undefined || !known.hadFile))
    return { exact: true, text: before, folders: known.madeFolders };
  return { exact: false, before, isKnown: true };
}

/** Sets a file back and forgets what was kept of it; folders that were made for it go when they are empty. */
export async function setBack(
  file: ClientFile,
  text: string | undefined,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<Result<void>> {
  const change = changeTo(file, text);
  if (change) {
    const written = await apply(file, change, signal);
    if (!written.ok) return written;
  }
  const place = recordIn(file);
  await rm(`${place}.json`, { force: true });
  await rm(`${place}.before`, { force: true });
  for (const folder of folders.toReversed()) await rmdir(folder).catch(() => undefined);
  return ok(undefined);
}

async function apply(file: ClientFile, change: FileChange, signal: AbortSignal): Promise<Result<void>> {
  const done = await file.files.apply(
    { files: [change], receipts: [] },
    { runId: 'client-settings', signal },
  );
  if (done.kind === 'applied') return ok(undefined);
  return fail(`${file.full} was not changed: ${done.reason}`);
}

async function recordOf(file: ClientFile): Promise<Record | undefined> {
  const text = await readFile(`${recordIn(file)}.json`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const { afterSha256, hadFile, madeFolders } = JSON.parse(text);
    const isList = Array.isArray(madeFolders) && madeFolders.every(folder => typeof folder === 'string');
    if (typeof afterSha256 !== 'string' || typeof hadFile !== 'boolean' || !isList) return undefined;
    return { afterSha256, hadFile, madeFolders };
  } catch {
    return undefined;
  }
}

function missingAbove(full: string): readonly string[] {
  const missing: string[] = [];
  for (let at = path.dirname(full); !existsSync(at); at = path.dirname(at)) missing.unshift(at);
  return missing;
}
