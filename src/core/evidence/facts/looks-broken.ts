import type { EvidencePlace, UndefinedName } from '../../../generated/contracts.ts';
import type { BrokenImportFact } from './broken-imports.ts';
import type { CallerFact } from './callers.ts';

/** What looks broken, and is not for certain where something speaks against it. */
export interface LooksBroken {
  readonly callers: readonly CallerFact[];
  readonly brokenImports: readonly BrokenImportFact[];
  readonly undefinedNames: readonly UndefinedName[];
}

/** Why what stands at a place may not be broken; the name is that of a caller. */
export interface Doubts {
  readonly ofUse: (place: EvidencePlace, name?: string) => Promise<string | undefined>;
  readonly ofName: (place: EvidencePlace) => Promise<string | undefined>;
}

/** What is in doubt is none for certain. */
export async function whereDoubted(
  { callers, brokenImports, undefinedNames }: LooksBroken,
  { ofUse, ofName }: Doubts,
): Promise<LooksBroken> {
  return {
    callers: await Promise.all(
      callers.map(async each => {
        const doubt = each.verdict === 'broken' ? await ofUse(each.place, each.name) : undefined;
        return doubt === undefined
          ? each
          : { ...each, verdict: 'not_checkable' as const, reason: `${each.reason}, but ${doubt}` };
      }),
    ),
    brokenImports: await Promise.all(
      brokenImports.map(async each =>
        each.isCertain && (await ofUse(each.place)) !== undefined ? { ...each, isCertain: false } : each,
      ),
    ),
    undefinedNames: await Promise.all(
      undefinedNames.map(
        async (each): Promise<UndefinedName> =>
          each.cause === 'removed' && (await ofName(each.place)) !== undefined
            ? { ...each, cause: 'new' }
            : each,
      ),
    ),
  };
}
