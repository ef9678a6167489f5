import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { orCancelled } from '../../core/kernel/cancel.ts';
import type { EditedFile, Proposal } from '../../core/ports/reviewer.ts';
import { makeTemporaryFolder } from '../../node/temporary-folders.ts';
import type { Io } from '../io.ts';

/**
 * Opens a file as it is proposed in the person's editor. What they change is the answer; nothing where they changed
 * nothing. The copy lies outside the workspace: nothing is written before it is approved.
 */
export async function editProposal(
  { changes }: Pick<Proposal, 'changes'>,
  io: Io,
  signal: AbortSignal,
): Promise<readonly EditedFile[]> {
  const files = changes.files.flatMap(({ path: file, after }) => (after ? [{ file, after }] : []));
  const chosen = await chooseFile(files, io, signal);
  if (chosen === undefined || io.edit === undefined) return [];
  const folder = await makeTemporaryFolder({ kind: 'edit' });
  try {
    const copy = path.join(folder, path.posix.basename(chosen.file));
    await writeFile(copy, chosen.after, { mode: 0o600 });
    const edited = await io.edit(copy);
    if (!edited.ok) {
      io.stderr(`${edited.error}; the proposal is as it was\n`);
      return [];
    }
    const text = new Uint8Array(await readFile(copy));
    if (Buffer.compare(text, chosen.after) === 0) {
      io.stderr(`${chosen.file} was not changed\n`);
      return [];
    }
    return [{ path: chosen.file, text }];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function chooseFile<F extends { readonly file: string }>(
  files: readonly F[],
  io: Io,
  signal: AbortSignal,
): Promise<F | undefined> {
  if (files.length < 2) return files[0];
  const list = files.map(({ file }, index) => `  ${index + 1}  ${file}\n`).join('');
  const question = `${list}Which file do you want to edit? [1-${files.length}] `;
  const answer = (await orCancelled(io.ask(question, signal), signal))?.trim() ?? '';
  return files[Number(answer) - 1] ?? files.find(({ file }) => file === answer);
}
