import type { DetailClaim, RenamedClaim, SameClaim } from './claim-kinds.ts';

/**
 * When a sentence is true: before the change, after it, or at either time. `present`: it is said of the code as
 * it is, which must hold after the change; what held only before it is neither right nor wrong. `still`: after the
 * change and before it as well; `kept`: the same, where it is not certain that the words say so of this claim;
 * `already`: the same, said of the time before. `now`: after the change, and not known to have been so before;
 * `otherwise`: after it, and certainly not before.
 */
export type When =
  | 'before'
  | 'after'
  | 'either'
  | 'present'
  | 'still'
  | 'kept'
  | 'already'
  | 'now'
  | 'otherwise';

/** What a spot check claims, as far as its words are clearly understood. */
export type SpotCheckClaim = {
  readonly when: When;
  /** It is denied: what certainly is not so is true, and what is so is false. */
  readonly isNot?: boolean;
  /** The words may not say it: where it is false, the sentence is left open. */
  readonly isUnsure?: boolean;
} & (
  | DetailClaim
  | SameClaim
  | RenamedClaim
  | {
      readonly kind: 'exists';
      readonly symbol: string;
      readonly is: 'there' | 'absent';
      /**
       * An imported name exists in a file, but is not defined in it; many call that defined as well. Of a definition
       * that moved, the import that is left behind certainly is not meant (`at home`).
       */
      readonly says: 'exists' | 'defined' | 'at home';
      /** What the sentence calls it: `function`, `class` …; `undefined` when it could be anything. */
      readonly what: string | undefined;
      readonly place: string | undefined;
      /** `defined once`. */
      readonly times: number | undefined;
      /** Of a class, what it inherits counts as well. */
      readonly mayInherit?: boolean;
      /** Of a definition, and no use: `defines print`, which `contains print` does not say. */
      readonly isDefinition?: boolean;
    }
  | {
      readonly kind: 'signature';
      readonly symbol: string;
      readonly signature: string;
      /** A default that is not said is none. */
      readonly isExact?: boolean;
      readonly place?: string | undefined;
    }
  | {
      readonly kind: 'returns';
      readonly symbol: string;
      readonly result: string;
      /** It is said of the annotation, not of what comes back. */
      readonly isDeclared?: boolean;
      readonly place?: string | undefined;
    }
  | {
      readonly kind: 'exports';
      readonly module: string;
      readonly names: readonly string[];
      readonly only: boolean;
    }
  | { readonly kind: 'same_exports'; readonly module: string; readonly count: number | undefined }
  | {
      readonly kind: 'members';
      readonly owner: string;
      readonly names: readonly string[];
      /** What the sentence calls them; `undefined`: anything. */
      readonly sort?: 'method' | 'property' | 'field';
    }
  | { readonly kind: 'scope'; readonly path: string; readonly only: boolean }
  | { readonly kind: 'in_scope' }
  | { readonly kind: 'occurs'; readonly symbol: string; readonly count: number; readonly place: string }
  | {
      readonly kind: 'callers';
      readonly symbol: string;
      readonly place?: string | undefined;
      readonly count: number;
      /** However callers are counted, and with nothing that may call it unseen. */
      readonly isExact?: boolean;
      /** It is said of calls, not of who calls. */
      readonly areCalls?: boolean;
      readonly outside: string | undefined;
    }
  | {
      readonly kind: 'imports';
      readonly place: string;
      readonly is: 'there' | 'absent';
      readonly name: string;
      readonly from: string | undefined;
      /** At the top of the file, not inside of something. */
      readonly isTop?: boolean;
      /** The name that it has there. */
      readonly alias?: string | undefined;
      /** The statement is written out, with so many names: `import json` is not `from json import loads`. */
      readonly statementOf?: number;
    }
);

/** What is called new or added was not there before. */
export const absentBefore = (symbol: string, place: string | undefined): SpotCheckClaim => ({
  kind: 'exists',
  symbol,
  place,
  is: 'absent',
  says: 'defined',
  what: undefined,
  times: undefined,
  when: 'before',
});
