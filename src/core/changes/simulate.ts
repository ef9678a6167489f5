import type {
  AtomicReplaceFailure,
  Command,
  MoveTextFailure,
  ToolFailure,
} from '../../generated/contracts.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { equalBytes } from '../text/index-of-bytes.ts';
import { move, moveFailure } from '../text/move.ts';
import { replace, replaceFailure } from '../text/replace.ts';
import type { Span } from '../text/spans.ts';
import { composeSpans, trimSpans } from '../text/spans.ts';
import type { ChangeSet, CommandReceipt, FileChange, FileStep } from './change-set.ts';
import { canonicalPath, checkWritePath } from './path-policy.ts';

export interface SimulateInput {
  /** Carried out in order; line numbers refer to the files as left by the commands before (C14). */
  readonly commands: readonly Command[];
  /** Created empty before the first command; they must not exist (C49). */
  readonly newFiles: readonly string[];
  /** Content by canonical path (see `pathsOf`); a path without an entry is no file. */
  readonly snapshot: ReadonlyMap<string, Uint8Array>;
  readonly sha256: Sha256;
  /** Canonical path → the path of the same file, for example a symlink's target (C52). */
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
  readonly #input: SimulateInput;

  constructor(input: SimulateInput) {
    this.#input = input;
  }

  resolve(path: string): string {
    const canonical = canonicalPath(path);
    return this.#input.aliases?.get(canonical) ?? canonical;
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

function newFileProblem(path: string, overlay: Overlay): string | undefined {
  const verdict = checkWritePath(path);
  if (verdict.kind === 'refused') return `${path} is refused: ${verdict.reason}`;
  if (overlay.get(overlay.resolve(path)) !== undefined) {
    return `${path} is listed in new_files but exists already; take it out of new_files`;
  }
  return undefined;
}

/** What is wrong with a path of a command before its text is looked at. */
function pathProblem(path: string, overlay: Overlay): string | undefined {
  const verdict = checkWritePath(path);
  if (verdict.kind === 'refused') return `${path} is refused: ${verdict.reason}`;
  if (overlay.get(overlay.resolve(path)) === undefined) {
    return `${path} does not exist; check the path, or list it in the work order's new_files`;
  }
  return undefined;
}

function runReplace(command: Extract<Command, { tool: 'atomic_replace' }>, overlay: Overlay): Step {
  const { file_path, replacements } = command.args;
  const path = overlay.resolve(file_path);
  const file = overlay.get(path);
  const problem = pathProblem(file_path, overlay);
  if (problem !== undefined || file === undefined) {
    return { ok: false, response: replaceFailure(file_path, [problem ?? `${file_path} does not exist`]) };
  }
  const outcome = replace(path, file.now, replacements);
  if (!outcome.ok) return outcome;
  const { bytes, spans, response } = outcome;
  const files = response.changed ? [{ path, bytes, spans }] : [];
  return { ok: true, response, paths: [path], files };
}

function runMove(command: Extract<Command, { tool: 'move_text' }>, overlay: Overlay): Step {
  const { file_path, target_file = file_path } = command.args;
  for (const named of [file_path, target_file]) {
    const problem = pathProblem(named, overlay);
    if (problem !== undefined) return { ok: false, response: moveFailure(named, problem) };
  }
  const [sourcePath, targetPath] = [overlay.resolve(file_path), overlay.resolve(target_file)];
  const [source, target] = [overlay.get(sourcePath), overlay.get(targetPath)];
  if (source === undefined || target === undefined) {
    return { ok: false, response: moveFailure(file_path, `${file_path} does not exist`) };
  }
  const outcome = move(
    { path: sourcePath, bytes: source.now },
    targetPath === sourcePath ? undefined : { path: targetPath, bytes: target.now },
    command.args,
  );
  if (!outcome.ok) return outcome;
  const paths = targetPath === sourcePath ? [sourcePath] : [sourcePath, targetPath];
  return { ok: true, response: outcome.response, paths, files: outcome.files };
}

/**
 * The dry run: commands over file bytes → the change set that is previewed, approved, applied and reverted.
 * Pure: nothing outside is read or written, and a failure leaves nothing behind (C14).
 */
export function simulate(input: SimulateInput): SimulateResult {
  const overlay = new Overlay(input);
  const receipts: CommandReceipt[] = [];
  for (const path of input.newFiles) {
    const problem = newFileProblem(path, overlay);
    if (problem !== undefined) {
      return { ok: false, index: -1, response: { path, error: problem, changed: false }, receipts };
    }
    overlay.create(overlay.resolve(path));
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
