import type { TwoVersions } from '../code/two-versions.ts';
import type { DefinitionMatch } from '../facts/definition-changes.ts';
import type { NewUse } from '../new-uses/new-use.ts';
import { Meanings } from '../proofs/bindings.ts';
import { findFirstImports } from './first-imports.ts';
import { failureOnImport } from './import-failures.ts';

/** What functions newly import inside of them runs when they are called, and may fail then. */
export async function findImportsInside(
  versions: TwoVersions,
  match: DefinitionMatch,
  pause: () => Promise<void>,
): Promise<readonly NewUse[]> {
  const meanings = new Meanings(match);
  const failureOf = failureOnImport(versions, meanings);
  const doubts = await findFirstImports(versions, meanings, failureOf, pause, 'inside');
  return doubts.map(doubt => ({ ...doubt, isBroken: false, isOnImport: false, text: '' }));
}
