/** What a function, or the constructor of a class, is said to take. */
export interface ParameterClaim {
  readonly kind: 'parameter';
  readonly symbol: string;
  readonly place: string | undefined;
  /** `**kwargs` with its stars. */
  readonly name: string;
  readonly is: 'there' | 'absent';
  /** It is said of a parameter of its own: that `**kwargs` would take it does not count. */
  readonly isOwn?: boolean;
  /** As written; `null` for none, `undefined` when nothing is said. */
  readonly value?: string | null | undefined;
  readonly annotation?: string | undefined;
  /** It has a default, whatever that is. */
  readonly isOptional?: boolean | undefined;
  /** `by_position`, `by_keyword`: it may be given so. */
  readonly given?: 'by_keyword_only' | 'by_position_only' | 'by_position' | 'by_keyword' | undefined;
  /** 0 for the first one behind `self`. */
  readonly position?: number | undefined;
}

/** All the parameters, or some of them. */
export interface ParametersClaim {
  readonly kind: 'parameters';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly names: readonly string[];
  /** These and no others, in this order. */
  readonly exact: boolean;
}

export interface CountClaim {
  readonly kind: 'parameter_count';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly count: number;
}

export interface BasesClaim {
  readonly kind: 'bases';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly names: readonly string[];
  readonly exact: boolean;
  readonly is: 'there' | 'absent';
}

export type Sort =
  | 'property'
  | 'staticmethod'
  | 'classmethod'
  | 'async'
  | 'class'
  | 'function'
  | 'method'
  | 'constant';

export interface SortClaim {
  readonly kind: 'sort';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly sort: Sort;
  readonly is: 'there' | 'absent';
}

export interface DecoratorClaim {
  readonly kind: 'decorator';
  readonly symbol: string;
  readonly place: string | undefined;
  /** `null`: it has none. */
  readonly name: string | null;
}

export interface ValueClaim {
  readonly kind: 'value';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly value: string;
  readonly is: 'there' | 'absent';
}

export interface LinesClaim {
  readonly kind: 'lines';
  readonly place: string;
  readonly count: number;
}

export interface FileClaim {
  readonly kind: 'file';
  readonly place: string;
  readonly is: 'there' | 'absent';
}

export interface DocstringClaim {
  readonly kind: 'docstring';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly text: string;
}

/** Whether a name stands anywhere: in one file, or in all but one. */
export interface MentionClaim {
  readonly kind: 'mention';
  readonly name: string;
  readonly place: string | undefined;
  readonly butIn: string | undefined;
  readonly is: 'there' | 'absent';
}

export interface OffersClaim {
  readonly kind: 'offers';
  readonly module: string;
  readonly names: readonly string[];
  readonly is: 'there' | 'absent';
}

/** A `raise` statement in the function itself. */
export interface RaisesClaim {
  readonly kind: 'raises';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly exception: string;
  /** What it calls is not meant. */
  readonly isOwn?: boolean;
}

export interface CallsClaim {
  readonly kind: 'calls';
  readonly caller: string;
  readonly place: string | undefined;
  readonly callee: string;
}

/** Calls that are written in one file. */
export interface CallCountClaim {
  readonly kind: 'call_count';
  readonly symbol: string;
  readonly place: string;
  readonly count: number;
}

/** Compared on both sides of the change. */
export interface SameClaim {
  readonly kind: 'same';
  /** A definition, or a file when there is none. */
  readonly symbol: string | undefined;
  readonly place: string | undefined;
  readonly what: 'all' | 'signature' | 'parameters';
  readonly is: 'same' | 'other';
  /** That it is other does not make the sentence true, only that it is the same makes it false. */
  readonly isVague?: boolean;
}

/** What has another name is the same thing: what it is comes near to what it was. */
export interface RenamedClaim {
  readonly kind: 'renamed';
  readonly symbol: string;
  readonly to: string;
  readonly place: string | undefined;
  /** What is the same of it, whatever else differs. */
  readonly keeps?: 'signature' | 'parameters';
}

/** Code inside of a function. */
export interface WithinClaim {
  readonly kind: 'within';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly text: string;
  readonly is: 'there' | 'absent';
}

/** That something of a kind is new, which is not named: false where nothing of the kind is. */
export interface AnyNewClaim {
  readonly kind: 'any_new';
  readonly sort: 'class' | 'function' | 'method';
  /** The class that it comes to. */
  readonly owner: string | undefined;
}

/** How many Python files of a folder the change touches. */
export interface FileCountClaim {
  readonly kind: 'file_count';
  readonly folder: string;
  readonly count: number;
}

/** The change touches this file and no other; of which kind, the words may say. */
export interface OnlyFileClaim {
  readonly kind: 'only_file';
  readonly place: string;
  readonly isAnyFile: boolean;
}

/** The change touches each of these files or folders, and nothing else. */
export interface OnlyChangedClaim {
  readonly kind: 'only_changed';
  readonly places: readonly string[];
}

export type DetailClaim =
  | ParameterClaim
  | ParametersClaim
  | CountClaim
  | BasesClaim
  | SortClaim
  | DecoratorClaim
  | ValueClaim
  | LinesClaim
  | FileClaim
  | DocstringClaim
  | MentionClaim
  | OffersClaim
  | RaisesClaim
  | CallsClaim
  | CallCountClaim
  | WithinClaim
  | OnlyFileClaim
  | OnlyChangedClaim
  | AnyNewClaim
  | FileCountClaim;
