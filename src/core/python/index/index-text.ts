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
} from '../grammar/module-index.ts';

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
const ENCODINGS: readonly ModuleIndex['encoding'][] = ['utf-8', 'latin-1'];
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

/** One file's index as one line of text. */
export function encodeIndex(index: ModuleIndex | SkippedModule): string {
  return JSON.stringify('skipped' in index ? index.skipped : flatten(index));
}

/** `undefined` when the text is damaged: an archive is never worth more than reading the file. */
export function decodeIndex(archived: string): ModuleIndex | SkippedModule | undefined {
  return parseOrNothing(() => {
    const value: unknown = JSON.parse(archived);
    if (typeof value === 'string') return { skipped: value };
    if (typeof value !== 'object' || value === null) throw new DamagedArchive();
    return unflatten(value as ArchivedIndex);
  });
}

/** `undefined` when `parse` meets damage. */
export function parseOrNothing<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    // Text that is no JSON, or parts that are missing or of another type.
    const isDamage =
      error instanceof SyntaxError || error instanceof TypeError || error instanceof DamagedArchive;
    if (isDamage) return undefined;
    throw error;
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string';
const areTexts = (values: readonly unknown[]): boolean => values.every(isText);
/** Lines, offsets, levels and codes; -1 is the parent of what is at module level. */
const isSmall = (value: number): boolean => Number.isSafeInteger(value) && value >= -1 && value < 2 ** 31;

/** Parts that do not fit together. */
export class DamagedArchive extends Error {
  override readonly name = 'DamagedArchive';
}

function flatten(index: ModuleIndex): ArchivedIndex {
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

function unflatten(from: ArchivedIndex): ModuleIndex {
  const { names, numbers, importNumbers, imported, modules } = from;
  const isWhole =
    numbers.length === names.length * PER_DEFINITION &&
    importNumbers.length === modules.length * PER_IMPORT &&
    imported.length === modules.length &&
    numbers.every(isSmall) &&
    importNumbers.every(isSmall) &&
    isSmall(from.lineCount) &&
    areTexts([...names, ...modules, ...from.others]) &&
    ENCODINGS.includes(from.encoding);
  if (!isWhole) throw new DamagedArchive();
  return {
    definitions: names.map((name, i) => decodeDefinition(name, numbers, i)),
    imports: modules.map((module, i) => decodeImport(module, imported[i] ?? [], importNumbers, i)),
    exports: from.exports === null ? undefined : checkExports(from.exports),
    otherNames: from.others,
    encoding: from.encoding,
    lineCount: from.lineCount,
  };
}

function checkExports(exports: Exports): Exports {
  const { names, from, isComplete } = exports;
  if (!areTexts([...names, ...from]) || typeof isComplete !== 'boolean') throw new DamagedArchive();
  return { names, from, isComplete };
}

/** One number of an entry, counted from the entry's first. */
const partsFrom =
  (numbers: readonly number[], first: number) =>
  (offset: number): number => {
    const part = numbers[first + offset];
    if (part === undefined) throw new DamagedArchive();
    return part;
  };

function decodeDefinition(name: string, numbers: readonly number[], index: number): Definition {
  const part = partsFrom(numbers, index * PER_DEFINITION);
  const code = part(0);
  const kind = KINDS[code & 7];
  const role = ROLES[(code >> 3) & 7];
  const placement = PLACEMENTS[code >> 6];
  const parent = part(1);
  // A definition comes after what is around it: anything else would lead in circles.
  const isSound = kind && role && placement && parent >= -1 && parent < index;
  if (!isSound) throw new DamagedArchive();
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
  const part = partsFrom(numbers, index * PER_IMPORT);
  const code = part(0);
  const placement = PLACEMENTS[code >> 1];
  if (placement === undefined) throw new DamagedArchive();
  return {
    kind: (code & 1) === 1 ? 'from' : 'import',
    level: part(1),
    module,
    names: imported.map(decodeName),
    parent: part(2),
    placement,
    line: part(3),
    endLine: part(4),
    start: part(5),
    end: part(6),
  };
}

function decodeName(parts: ArchivedIndex['imported'][number][number]): ImportedName {
  const [name, alias] = parts;
  if (!isText(name) || !(alias === undefined || isText(alias))) throw new DamagedArchive();
  return { name, alias };
}
