import type { WriteFileArgs } from '../../generated/contracts.ts';
import type { Staging } from '../gate/staging.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import { equalBytes } from '../text/host-bytes.ts';
import { tool } from './define-tool.ts';
import { type PageRequest, readPage } from './read-page.ts';
import { renameFiles } from './rename-files.ts';
import type { Tool } from './tool.ts';
import { prepareText } from './write-text.ts';

/**
 * The file tools of all agents over the run's staging: every change waits in the overlay for
 * the change gate, and later reads of the same run see it.
 */
export function agentFileTools(staging: Staging): readonly Tool[] {
  return [
    tool('read_file', 'read', async ({ path, ...page }) => {
      const text = await readText(staging, path, page);
      return text.ok ? text.value : failure(path, text.error);
    }),
    tool('list_files', 'read', async ({ path = '.' }) => {
      const entries = await staging.list(path);
      if (!entries.ok) return failure(path, entries.error);
      return entries.value ?? failure(path, `${path} is not a folder of the workspace`);
    }),
    tool('retrieve_context_files', 'read', ({ paths }) => retrieveFiles(staging, paths)),
    tool('write_file', 'write', args => writeFile(staging, args)),
    tool('rename_file', 'write', ({ path, new_path }) =>
      renameFiles(staging, [{ from_path: path, to_path: new_path }], { overwrite: false, dryRun: false }),
    ),
    tool('rename_files', 'write', ({ operations, overwrite = false, dry_run = false }) =>
      renameFiles(staging, operations, { overwrite, dryRun: dry_run }),
    ),
    tool('delete_file', 'write', ({ path }) => deleteFile(staging, path)),
  ];
}

const failure = (path: string, error: string) => ({ path, error, changed: false as const });

type Text =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly error: string; readonly missing: boolean };

async function readText(staging: Staging, path: string, request: PageRequest = {}): Promise<Text> {
  const hidden = await staging.reasonNotToShow(path);
  if (hidden !== undefined) return { ok: false, error: hidden, missing: false };
  const read = await staging.read(path);
  if (!read.ok) return { ok: false, error: read.error, missing: false };
  const bytes = read.value;
  if (!bytes)
    return { ok: false, error: `${path} does not exist; list_files shows what does`, missing: true };
  const text = decodeUtf8(bytes);
  if (text === undefined) return { ok: false, error: `${path} is not valid UTF-8`, missing: false };
  const page = readPage(text, request);
  if (!page.ok) return { ok: false, error: `${path}: ${page.error}`, missing: false };
  staging.noteShown(path, bytes, page.value.range);
  return { ok: true, value: page.value.text };
}

async function retrieveFiles(staging: Staging, paths: readonly string[]) {
  const files: Record<string, string> = {};
  const missing: string[] = [];
  const errors: { path: string; error: string }[] = [];
  for (const path of paths) {
    const text = await readText(staging, path);
    if (text.ok) files[path] = text.value;
    else if (text.missing) missing.push(path);
    else errors.push({ path, error: text.error });
  }
  return { ok: missing.length + errors.length === 0, files, missing, errors };
}

async function writeFile(staging: Staging, args: WriteFileArgs) {
  const { path } = args;
  const before = await staging.read(path);
  if (!before.ok) return failure(path, before.error);
  const prepared = prepareText(staging, args, before.value);
  if (!prepared.ok) return failure(path, prepared.error);
  const bytes = prepared.value;
  const put = await staging.put(path, bytes);
  if (!put.ok) return failure(path, put.error);
  // The agent knows what it has just written.
  staging.noteShown(path, bytes, { from: 0, to: decodeUtf8(bytes)?.length ?? 0 });
  const changed = !before.value || !equalBytes(before.value, bytes);
  return { path, size: bytes.length, created: !put.value.existed, changed };
}

async function deleteFile(staging: Staging, path: string) {
  const folder = await staging.list(path);
  if (folder.ok && folder.value) return failure(path, `${path} is a folder; delete its files by name`);
  const target = await staging.linkTarget(path);
  if (target !== undefined)
    return failure(
      path,
      `${path} is or lies behind a link, and leads to ${target}; to delete that file, name it`,
    );
  const removed = await staging.remove(path);
  if (!removed.ok) return failure(path, removed.error);
  const { existed } = removed.value;
  return { path, changed: existed, status: existed ? 'deleted' : 'absent' };
}
