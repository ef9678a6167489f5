import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Outcome } from '../../src/core/workorder/outcome.ts';
import type {
  LintBackendArgs,
  LintFailure,
  LintReport,
  Replay,
  WorkOrder,
} from '../../src/generated/contracts.ts';
import type { Content } from '../support/memory-files.ts';

export const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const GOLDEN = path.join(REPOSITORY, 'test/golden');

/** Something that happens to the workspace or the run just after an event; `event` is a line of `events`. */
export interface Meanwhile {
  readonly event: string;
  /** What another program writes. */
  readonly write?: Readonly<Record<string, string>>;
  readonly remove?: readonly string[];
  /** Paths that must not be used from now on, with the reason: unsaved changes, a link that leads out … */
  readonly refuse?: Readonly<Record<string, string>>;
  /** The next apply fails with this reason after it began, and rolls back. */
  readonly fail_apply?: string;
  readonly cancel?: true;
}

/** `case.json`: what goes in. Written by people only. */
export interface GoldenCase {
  /** Reads as a sentence of the specification, with its row ids. */
  readonly title: string;
  /** Path from the repository's root, or the order itself. */
  readonly order: string | WorkOrder;
  /** Folder from the repository's root; left out, the workspace holds only `files`. */
  readonly workspace?: string;
  readonly files?: Readonly<Record<string, string | { readonly base64: string }>>;
  /** Path from the repository's root, or the turns. */
  readonly replies: string | Replay['turns'];
  /** Left out: applies what was shown. */
  readonly reviewer?:
    | { readonly reject: string }
    | { readonly approve_sha256: string }
    | { readonly approve_by_name: readonly string[]; readonly approve_lint?: readonly string[] };
  /** What the linters answer; left out: clean. */
  readonly lint?: { readonly report: LintReport } | { readonly did_not_run: LintFailure };
  readonly on_lint_failure?: 'keep' | 'revert';
  readonly on_claim_mismatch?: 'block';
  readonly until?: 'check';
  readonly meanwhile?: readonly Meanwhile[];
}

/** `expected.json`: what comes out. The bytes of every changed file are in `expected/`. */
export interface Expected {
  readonly outcome: Outcome | undefined;
  readonly events: readonly string[];
  /** What the linters were asked, in order. */
  readonly lint: readonly LintBackendArgs[];
}

export interface CaseFolder {
  readonly name: string;
  readonly input: GoldenCase;
  readonly expected: Expected | undefined;
  /** Bytes of each file that is other than before, by path. */
  readonly expectedFiles: ReadonlyMap<string, Uint8Array>;
}

export const readCases = (): readonly CaseFolder[] =>
  readdirSync(GOLDEN, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => readCase(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** One case as its folder is now. */
export function readCase(name: string): CaseFolder {
  const folder = path.join(GOLDEN, name);
  const expected = path.join(folder, 'expected.json');
  return {
    name,
    input: readJson(path.join(folder, 'case.json')) as GoldenCase,
    expected: existsSync(expected) ? (readJson(expected) as Expected) : undefined,
    expectedFiles: readFolder(path.join(folder, 'expected')),
  };
}

/** Writes what came out as what is expected; its diff is reviewed like code. */
export async function rewriteExpected(
  name: string,
  expected: Expected,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const folder = path.join(GOLDEN, name);
  rmSync(path.join(folder, 'expected'), { recursive: true, force: true });
  await writeFile(path.join(folder, 'expected.json'), `${JSON.stringify(expected, undefined, 2)}\n`);
  for (const [file, bytes] of files) {
    const target = path.join(folder, 'expected', file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, bytes);
  }
}

/** The files a case starts with. */
export function initialFiles(input: GoldenCase): Readonly<Record<string, Content>> {
  const files: Record<string, Content> = {};
  if (input.workspace !== undefined) {
    for (const [file, bytes] of readFolder(path.join(REPOSITORY, input.workspace))) files[file] = bytes;
  }
  for (const [file, content] of Object.entries(input.files ?? {})) {
    files[file] = typeof content === 'string' ? content : Buffer.from(content.base64, 'base64');
  }
  return files;
}

// What linters and Python leave behind when somebody tries the example in place.
const LEFTOVERS = new Set(['.venv', '__pycache__', '.mypy_cache', '.ruff_cache', '.import_linter_cache']);

/** Every file below the folder with its bytes; none when there is no such folder. */
export function readFolder(root: string): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  if (!existsSync(root)) return files;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const file = path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
    if (!entry.isFile() || file.split('/').some(segment => LEFTOVERS.has(segment))) continue;
    files.set(file, new Uint8Array(readFileSync(path.join(root, file))));
  }
  return files;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
