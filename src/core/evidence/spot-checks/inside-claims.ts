/** What is written inside of a function, a class or a file. */
export type InsideFact =
  /** A call of that name; with each of these arguments where any are said. */
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly arguments: readonly string[];
      /** It is said of each call of that name. */
      readonly every?: boolean;
      /** That many are written. */
      readonly count?: number | undefined;
    }
  /** A `raise` statement, with that in its message. */
  | {
      readonly kind: 'raise';
      readonly name: string;
      readonly text?: string | undefined;
      /** It is said of the statement; what is called may raise it as well. */
      readonly isStatement?: boolean;
    }
  | { readonly kind: 'return'; readonly value: string }
  | { readonly kind: 'catch'; readonly name: string }
  | { readonly kind: 'assign'; readonly name: string; readonly value?: string | undefined }
  /** In a string that is not its docstring. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'comment'; readonly text: string }
  /** These tokens, in this order. */
  | { readonly kind: 'code'; readonly text: string; readonly count?: number | undefined }
  /** Each of the two is written once, one before the other. */
  | { readonly kind: 'order'; readonly first: string; readonly second: string }
  | {
      readonly kind: 'entry';
      readonly owner: string;
      readonly key: string;
      readonly value?: string | undefined;
    }
  | { readonly kind: 'import'; readonly name: string }
  /** How often a name is used, apart from imports and definitions of it. */
  | { readonly kind: 'use'; readonly name: string; readonly count: number }
  /** `nonlocal x`, `global x`. */
  | { readonly kind: 'scope'; readonly word: string; readonly name: string };

export interface InsideClaim {
  readonly kind: 'inside';
  /** The function or class; `undefined`: a whole file, or every changed file. */
  readonly symbol: string | undefined;
  readonly place: string | undefined;
  readonly fact: InsideFact;
  readonly is: 'there' | 'absent';
}
