import assert from 'node:assert/strict';
import { isSkipped, type ModuleIndex, qualifiedName } from '../../../src/core/python/grammar/module-index.ts';
import { indexModule } from '../../../src/core/python/index/index-module.ts';

const toBytes = (source: string | Uint8Array) =>
  typeof source === 'string' ? new TextEncoder().encode(source) : source;

/** The index of a source that Python would compile. */
export function indexOf(source: string | Uint8Array): ModuleIndex {
  const index = indexModule(toBytes(source));
  if (isSkipped(index)) throw new Error(`skipped: ${index.skipped}`);
  return index;
}

/** One line per definition: `kind name line-end`, with `@first` for decorators and what is special about it. */
export function outlineOf(source: string | Uint8Array): readonly string[] {
  const { definitions } = indexOf(source);
  return definitions.map((d, i) => {
    const decorated = d.firstLine === d.line ? '' : `@${d.firstLine} `;
    const role = d.role === 'plain' ? '' : ` ${d.role}`;
    const placement = d.placement === 'always' ? '' : ` ${d.placement}`;
    return `${d.kind} ${qualifiedName(definitions, i)} ${decorated}${d.line}-${d.endLine}${role}${placement}`;
  });
}

export const checkOutline = (source: string | Uint8Array, expected: readonly string[]) =>
  assert.deepEqual(outlineOf(source), expected);

export function checkSkipped(source: string | Uint8Array, reason: RegExp): void {
  const index = indexModule(toBytes(source));
  assert.ok(isSkipped(index), 'the source was accepted');
  assert.match(index.skipped, reason);
}
