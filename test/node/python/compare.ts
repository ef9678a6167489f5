import type { Definition, Import, ModuleIndex } from '../../../src/core/python/grammar/module-index.ts';
import type { Truth, TruthDefinition, TruthImport } from './truth.ts';

/** What differs between the index and Python's `ast`, as sentences; empty when nothing does. */
export function differences(index: ModuleIndex, truth: Truth): readonly string[] {
  // In other encodings Python counts columns in a UTF-8 copy, so only lines can be compared.
  const hasOffsets = index.encoding === 'utf-8';
  const definitions = compareLists(
    'definition',
    index.definitions.map(definition => definitionText(fromIndex(definition), hasOffsets)),
    (truth.definitions ?? []).map(definition => definitionText(definition, hasOffsets)),
  );
  const imports = compareLists(
    'import',
    index.imports.map(statement => JSON.stringify(importFromIndex(statement))),
    (truth.imports ?? []).map(statement => JSON.stringify(statement)),
  );
  return [...definitions, ...imports];
}

function compareLists(what: string, ours: readonly string[], theirs: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (let i = 0; i < Math.max(ours.length, theirs.length); i++) {
    if (ours[i] === theirs[i]) continue;
    found.push(`${what} ${i}: index ${ours[i] ?? 'nothing'}, ast ${theirs[i] ?? 'nothing'}`);
    if (found.length === 3) return found;
  }
  return found;
}

function fromIndex(d: Definition): TruthDefinition {
  return [d.kind, d.name, d.parent, d.role, d.placement, d.line, d.firstLine, d.endLine, d.head, d.end];
}

function definitionText(definition: TruthDefinition, hasOffsets: boolean): string {
  return JSON.stringify(hasOffsets ? definition : definition.slice(0, 8));
}

function importFromIndex(statement: Import): TruthImport {
  const names = statement.names.map(({ name, alias }) => [name, alias ?? null] as const);
  const { kind, level, module, parent, placement, line, endLine } = statement;
  return [kind, level, module, names, parent, placement, line, endLine];
}
