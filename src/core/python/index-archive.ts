import { decodeUtf8, encodeUtf8 } from '../kernel/utf8.ts';
import type {
  Definition,
  DefinitionKind,
  DefinitionRole,
  Exports,
  Import,
  ImportedName,
  ModuleIndex,
  Placement,
  SkippedModule,
} from './module-index.ts';

/** What is kept of one file between sessions. */
export interface ArchivedFile {
  readonly path: string;
  /** Changes whenever the file's bytes do: size and times. Empty when the host gives none. */
  readonly stamp: string;
  readonly sha256: string;
  readonly index: ModuleIndex | SkippedModule;
}

/** Raised whenever the meaning of an index changes, so that old archives are left unread. */
const VERSION = 'python-index/1';

const KINDS: readonly DefinitionKind[] = [
  'class',
  'function',
  'method',
  'property',
  'constant',
  'variable',
  'attribute',
  'type',
];
const ROLES: readonly DefinitionRole[] = ['plain', 'overload', 'getter', 'setter', 'deleter'];
const PLACEMENTS: readonly Placement[] = ['always', 'conditional', 'type_checking'];
/** Numbers that are kept for a definition and for an import. */
const PER_DEFINITION = 9;
const PER_IMPORT = 7;

interface ArchivedIndex {
  readonly names: readonly string[];
  readonly numbers: readonly number[];
  readonly modules: readonly string[];
  readonly imported: readonly (readonly (readonly [string] | readonly [string, string])[])[];
  readonly importNumbers: readonly number[];
  readonly exports: Exports | null;
  readonly others: readonly string[];
  readonly encoding: ModuleIndex['encoding'];
  readonly lineCount: number;
}

/** The indexes of a workspace as bytes, to be kept by the host and read again by `decodeArchive`. */
export function encodeArchive(files: readonly ArchivedFile[]): Uint8Array {
  const entries = files.map(({ path, stamp, sha256, index }) => [
    path,
    stamp,
    sha256,
    'skipped' in index ? index.skipped : encodeIndex(index),
  ]);
  return encodeUtf8(JSON.stringify([VERSION, entries]));
}

/** `undefined` when the bytes are of another version, damaged or not an archive: then all files are read again. */
export function decodeArchive(bytes: Uint8Array): readonly ArchivedFile[] | undefined {
  try {
    const value: unknown = JSON.parse(decodeUtf8(bytes) ?? '');
    if (!Array.isArray(value) || value[0] !== VERSION || !Array.isArray(value[1])) return undefined;
    return value[1].map(decodeFile);
  } catch (error) {
    // Text that is no JSON, or parts that are missing: an archive is never worth more than reading the files.
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof DamagedArchive)
      return undefined;
    throw error;
  }
}

class DamagedArchive extends Error {
  override readonly name = 'DamagedArchive';
}

function encodeIndex(index: ModuleIndex): ArchivedIndex {
  const numbers: number[] = [];
  for (const d of index.definitions) {
    const code = KINDS.indexOf(d.kind) + 8 * ROLES.indexOf(d.role) + 64 * PLACEMENTS.indexOf(d.placement);
    numbers.push(code, d.parent, d.line, d.firstLine, d.endLine, d.start, d.head, d.body, d.end);
  }
  const importNumbers: number[] = [];
  for (const i of index.imports) {
    const code = (i.kind === 'from' ? 1 : 0) + 2 * PLACEMENTS.indexOf(i.placement);
    importNumbers.push(code, i.level, i.parent, i.line, i.endLine, i.start, i.end);
  }
  return {
    names: index.definitions.map(d => d.name),
    numbers,
    modules: index.imports.map(i => i.module),
    imported: index.imports.map(i =>
      i.names.map(({ name, alias }) => (alias === undefined ? ([name] as const) : ([name, alias] as const))),
    ),
    importNumbers,
    exports: index.exports ?? null,
    others: index.otherNames,
    encoding: index.encoding,
    lineCount: index.lineCount,
  };
}

function decodeFile(value: unknown): ArchivedFile {
  if (!Array.isArray(value) || value.length !== 4) throw new DamagedArchive();
  const [path, stamp, sha256, index] = value as readonly unknown[];
  if (typeof path !== 'string' || typeof stamp !== 'string' || typeof sha256 !== 'string')
    throw new DamagedArchive();
  if (typeof index === 'string') return { path, stamp, sha256, index: { skipped: index } };
  if (typeof index !== 'object' || index === null) throw new DamagedArchive();
  return { path, stamp, sha256, index: decodeIndex(index as ArchivedIndex) };
}

function decodeIndex(from: ArchivedIndex): ModuleIndex {
  const { names, numbers, importNumbers, imported, modules } = from;
  const isWhole =
    numbers.length === names.length * PER_DEFINITION &&
    importNumbers.length === modules.length * PER_IMPORT &&
    imported.length === modules.length &&
    [...numbers, ...importNumbers].every(Number.isSafeInteger);
  if (!isWhole || typeof from.lineCount !== 'number') throw new DamagedArchive();
  return {
    definitions: names.map((name, i) => decodeDefinition(name, numbers, i)),
    imports: modules.map((module, i) => decodeImport(module, imported[i] ?? [], importNumbers, i)),
    exports: from.exports ?? undefined,
    otherNames: from.others,
    encoding: from.encoding,
    lineCount: from.lineCount,
  };
}

function decodeDefinition(name: string, numbers: readonly number[], index: number): Definition {
  const at = index * PER_DEFINITION;
  const part = (offset: number) => numbers[at + offset] as number;
  const code = part(0);
  const kind = KINDS[code & 7];
  const role = ROLES[(code >> 3) & 7];
  const placement = PLACEMENTS[code >> 6];
  const parent = part(1);
  // A definition stands behind what is around it: anything else would lead in circles.
  const isSound = kind && role && placement && parent >= -1 && parent < index;
  if (!isSound || typeof name !== 'string') throw new DamagedArchive();
  return {
    kind,
    name,
    parent,
    role,
    placement,
    line: part(2),
    firstLine: part(3),
    endLine: part(4),
    start: part(5),
    head: part(6),
    body: part(7),
    end: part(8),
  };
}

function decodeImport(
  module: string,
  imported: ArchivedIndex['imported'][number],
  numbers: readonly number[],
  index: number,
): Import {
  const at = index * PER_IMPORT;
  const part = (offset: number) => numbers[at + offset] as number;
  const code = part(0);
  const placement = PLACEMENTS[code >> 1];
  if (placement === undefined || typeof module !== 'string') throw new DamagedArchive();
  return {
    kind: (code & 1) === 1 ? 'from' : 'import',
    level: part(1),
    module,
    names: imported.map(([name, alias]): ImportedName => ({ name, alias })),
    parent: part(2),
    placement,
    line: part(3),
    endLine: part(4),
    start: part(5),
    end: part(6),
  };
}
