import type {
  AtomicReplaceFailure,
  Command,
  MoveTextFailure,
  ToolFailure,
} from '../../generated/contracts.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { equalBytes } from '../text/host-bytes.ts';
import { move, moveFailure } from '../text/move.ts';
import { replace, replaceFailure } from '../text/replace.ts';
import type { Span } from '../text/spans.ts';
import { composeSpans, trimSpans } from '../text/spans.ts';
import type { ChangeSet, CommandReceipt, FileChange, FileStep } from './change-set.ts';
import { canonicalPath, checkWritePath } from './path-policy.ts';

export interface SimulateInput {
  /** Carried out in order; line numbers refer to the files as left by the commands before. */
  readonly commands: readonly Command[];
  /** Created empty before the first command; they must not exist. */
  readonly newFiles: readonly string[];
  /** Content by canonical path (see `pathsOf`); a path without an entry is no file. */
  readonly snapshot: ReadonlyMap<string, Uint8Array>;
  readonly sha256: Sha256;
  /** Canonical path → the path of the same file, for example a symlink's target. */
  readonly aliases?: ReadonlyMap<string, string>;
}

export type SimulateFailure = AtomicReplaceFailure | MoveTextFailure | ToolFailure;

export type SimulateResult =
  | { readonly ok: true; readonly changes: ChangeSet }
  | {
      readonly ok: false;
      /** 0-based index of the command that failed; -1 when a new file did. */
      readonly index: number;
      /** The exact answer of the failed command. */
      readonly response: SimulateFailure;
      /** Of the commands before it. */
      readonly receipts: readonly CommandReceipt[];
    };

/** Canonical paths a command changes: one file, or source and target. */
export function pathsOf(command: Command): readonly string[] {
  const source = canonicalPath(command.args.file_path);
  if (command.tool === 'atomic_replace' || command.args.target_file === undefined) return [source];
  const target = canonicalPath(command.args.target_file);
  return target === source ? [source] : [source, target];
}

/** A file while the commands run over it. */
interface OverlayFile {
  readonly before: Uint8Array | undefined;
  readonly beforeSha256: string | undefined;
  readonly now: Uint8Array;
  readonly spans: readonly Span[];
  readonly sha256: string;
}

/** What one command did, or its failure. */
type Step =
  | {
      readonly ok: true;
      readonly response: CommandReceipt['response'];
      readonly paths: readonly string[];
      readonly files: readonly {
        readonly path: string;
        readonly bytes: Uint8Array;
        readonly spans: readonly Span[];
      }[];
    }
  | { readonly ok: false; readonly response: SimulateFailure };

class Overlay {
  readonly #files = new Map<string, OverlayFile>();
  readonly #resolved = new Map<string, Result<string>>();
  readonly #input: SimulateInput;

  constructor(input: SimulateInput) {
    this.#input = input;
  }

  /** The one path of the file that is named, or why it must not be written. */
  resolve(named: string): Result<string> {
    const known = this.#resolved.get(named);
    if (known !== undefined) return known;
    const verdict = checkWritePath(named);
    const resolved =
      verdict.kind === 'refused'
        ? fail(`${named} is refused: ${verdict.reason}`)
        : ok(this.#input.aliases?.get(verdict.path) ?? verdict.path);
    this.#resolved.set(named, resolved);
    return resolved;
  }

  /** The existing file that is named, or a sentence. */
  find(named: string): Result<{ readonly path: string; readonly file: OverlayFile }> {
    const resolved = this.resolve(named);
    if (!resolved.ok) return resolved;
    const file = this.get(resolved.value);
    if (file !== undefined) return ok({ path: resolved.value, file });
    return fail(`${named} does not exist; check the path, or list it in the work order's new_files`);
  }

  get(path: string): OverlayFile | undefined {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const before = this.#input.snapshot.get(path);
    if (before === undefined) return undefined;
    const sha256 = this.#input.sha256(before);
    const file = { before, beforeSha256: sha256, now: before, spans: [], sha256 };
    this.#files.set(path, file);
    return file;
  }

  create(path: string): void {
    const now = new Uint8Array(0);
    const sha256 = this.#input.sha256(now);
    this.#files.set(path, { before: undefined, beforeSha256: undefined, now, spans: [], sha256 });
  }

  edit(path: string, bytes: Uint8Array, spans: readonly Span[]): FileStep {
    const file = this.get(path);
    const beforeSha256 = file?.sha256 ?? '';
    const afterSha256 = this.#input.sha256(bytes);
    this.#files.set(path, {
      before: file?.before,
      beforeSha256: file?.beforeSha256,
      now: bytes,
      spans: composeSpans(file?.spans ?? [], spans),
      sha256: afterSha256,
    });
    return { path, beforeSha256, afterSha256, spans };
  }

  /** The files whose bytes differ in the end, sorted by path. */
  changes(): readonly FileChange[] {
    const changes: FileChange[] = [];
    for (const [path, file] of this.#files) {
      const { before, beforeSha256, now, sha256 } = file;
      if (before !== undefined && (before === now || equalBytes(before, now))) continue;
      changes.push({
        path,
        before,
        after: now,
        beforeSha256,
        afterSha256: sha256,
        spans:
          before === undefined
            ? [{ start: 0, end: 0, afterStart: 0, afterEnd: now.length }]
            : trimSpans(before, now, file.spans),
      });
    }
    return changes.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  }
}

/** Creates a file of `new_files`, or says why not. */
function createNewFile(named: string, overlay: Overlay): string | undefined {
  const resolved = overlay.resolve(named);
  if (!resolved.ok) return resolved.error;
  if (overlay.get(resolved.value) !== undefined) {
    return `${named} is listed in new_files but exists already; take it out of new_files`;
  }
  overlay.create(resolved.value);
  return undefined;
}

function runReplace(command: Extract<Command, { tool: 'atomic_replace' }>, overlay: Overlay): Step {
  const { file_path, replacements } = command.args;
  const found = overlay.find(file_path);
  if (!found.ok) return { ok: false, response: replaceFailure(file_path, [found.error]) };
  const { path, file } = found.value;
  const outcome = replace(path, file.now, replacements);
  if (!outcome.ok) return outcome;
  const { bytes, spans, response } = outcome;
  const files = response.changed ? [{ path, bytes, spans }] : [];
  return { ok: true, response, paths: [path], files };
}

function runMove(command: Extract<Command, { tool: 'move_text' }>, overlay: Overlay): Step {
  const { file_path, target_file = file_path } = command.args;
  const source = overlay.find(file_path);
  if (!source.ok) return { ok: false, response: moveFailure(file_path, source.error) };
  const target = overlay.find(target_file);
  if (!target.ok) return { ok: false, response: moveFailure(target_file, target.error) };
  const [from, to] = [source.value.path, target.value.path];
  const outcome = move(
    { path: from, bytes: source.value.file.now },
    { path: to, bytes: target.value.file.now },
    command.args,
  );
  if (!outcome.ok) return outcome;
  return {
    ok: true,
    response: outcome.response,
    paths: from === to ? [from] : [from, to],
    files: outcome.files,
  };
}

/**
 * The dry run: commands over file bytes → the change set that is previewed, approved, applied and reverted.
 * Pure: nothing outside is read or written, and a failure leaves nothing behind.
 */
export function simulate(input: SimulateInput): SimulateResult {
  const overlay = new Overlay(input);
  const receipts: CommandReceipt[] = [];
  for (const path of input.newFiles) {
    const problem = createNewFile(path, overlay);
    if (problem !== undefined) {
      return { ok: false, index: -1, response: { path, error: problem, changed: false }, receipts };
    }
  }
  for (const [index, command] of input.commands.entries()) {
    const step = command.tool === 'atomic_replace' ? runReplace(command, overlay) : runMove(command, overlay);
    if (!step.ok) return { ok: false, index, response: step.response, receipts };
    const files = step.files.map(file => overlay.edit(file.path, file.bytes, file.spans));
    const { tool, reason } = command;
    receipts.push({ index, tool, paths: step.paths, reason, response: step.response, files });
  }
  return { ok: true, changes: { files: overlay.changes(), receipts } };
}
