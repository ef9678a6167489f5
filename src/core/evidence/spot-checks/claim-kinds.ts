import type { FileClaims, UseClaim } from './claim-kinds-of-use.ts';

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
  /** Of one that is absent: only that it has to be given is denied. */
  readonly isRequired?: boolean;
  /** As written; `null` for none, `undefined` when nothing is said. */
  readonly value?: string | null | undefined;
  readonly annotation?: string | undefined;
  /** It has a default, whatever that is. */
  readonly isOptional?: boolean | undefined;
  /** The name may be said of something else: where it is no parameter, nothing is known. */
  readonly isPerhaps?: boolean | undefined;
  /** It is called a flag or an option. */
  readonly isOneOption?: boolean | undefined;
  /** `by_position`, `by_keyword`: it may be given so. */
  readonly given?: 'by_keyword_only' | 'by_position_only' | 'by_position' | 'by_keyword' | undefined;
  /** 0 for the first one behind `self`. */
  readonly position?: number | undefined;
  /** It stands behind, or in front of, the one of this name, directly or not; or is the last one. */
  readonly isFar?: boolean | undefined;
  readonly behind?: string | undefined;
  readonly inFrontOf?: string | undefined;
  readonly isLast?: boolean | undefined;
}

/** All the parameters, or some of them. */
export interface ParametersClaim {
  readonly kind: 'parameters';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly names: readonly string[];
  /** These and no others, in this order. */
  readonly exact: boolean;
  /** The words say that this is their order. */
  readonly isOrdered?: boolean;
}

export interface CountClaim {
  readonly kind: 'parameter_count';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly count: number;
  /** Whether what a method is called on is counted; nothing where it is not said. */
  readonly self?: 'counted' | 'not counted' | undefined;
  /** Only those count that have to be given. */
  readonly isRequired?: boolean;
  /** It is said of positional ones. */
  readonly isPositional?: boolean;
  /** It is said of keywords, options or flags, which may be all of them, those with a default or those that are keyword-only. */
  readonly isKeyword?: boolean;
}

/** So many parameters are new, whatever they are called. */
export interface NewParametersClaim {
  readonly kind: 'new_parameters';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly count: number;
}

export interface BasesClaim {
  readonly kind: 'bases';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly names: readonly string[];
  /** These and no others. */
  readonly exact: boolean;
  /** Its own header names them. */
  readonly isDirect?: boolean;
  /** It names them in this order. */
  readonly isOrdered?: boolean;
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
  /** Called on an object, not on its class. */
  | 'instance method'
  | 'constant';

export interface SortClaim {
  readonly kind: 'sort';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly sort: Sort;
  readonly is: 'there' | 'absent';
  /** What kind of place the words put it in: `a class attribute`, `a module-level constant`. */
  readonly at?: 'class' | 'module' | undefined;
  /** It is only what the sentence calls it, whatever it says of it. */
  readonly isNoun?: boolean;
  /** Called a coroutine, which an async generator is not. */
  readonly isCoroutine?: boolean;
}

/** What a sentence may call a definition; `value` for constants, attributes, aliases and the like. */
export type Noun =
  | 'class'
  | 'dataclass'
  | 'enum'
  | 'exception'
  | 'protocol'
  | 'function'
  | 'method'
  | 'callable'
  | 'property'
  | 'staticmethod'
  | 'classmethod'
  | 'async'
  | 'class attribute'
  | 'value'
  | 'instance method'
  | 'instance attribute'
  | 'helper'
  | 'alias'
  | 'type'
  | 'type alias'
  | 'type variable'
  | 'regular expression'
  | 'frozenset'
  | 'context manager'
  | 'decorator'
  | 'fixture'
  | 'test'
  | 'module'
  | 'base'
  | 'at module level'
  | 'private'
  | 'public'
  | 'imported'
  /** Whatever it says is not looked at. */
  | 'unknown';

/** What is there is what the sentence calls it. Only that it is another thing leaves a sentence open. */
export interface CalledClaim {
  readonly kind: 'called';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly noun: Noun;
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
  /** Instead of that very value: a number, or version, that is less or more than it. */
  readonly than?: 'less' | 'more';
}

/** The sentence says that it is so of nothing else, which is not looked at. */
export interface NothingElseClaim {
  readonly kind: 'nothing_else';
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
  /** `null`: any at all. */
  readonly text: string | null;
  readonly is?: 'there' | 'absent';
  /** The docstring is that text, or begins with it as its first line. */
  readonly isWhole?: boolean;
  /** It is said of a parameter or the like, not of a word. */
  readonly isName?: boolean;
}

/** Whether a name stands anywhere: in one file, or in all but one. */
export interface MentionClaim {
  readonly kind: 'mention';
  readonly name: string;
  readonly place: string | undefined;
  readonly butIn: string | undefined;
  readonly is: 'there' | 'absent';
  /** More than that it stands there: it is called, or used other than by an import. */
  readonly how?: 'called' | 'used' | undefined;
}

export interface OffersClaim {
  readonly kind: 'offers';
  readonly module: string;
  readonly names: readonly string[];
  readonly is: 'there' | 'absent';
  /** It is said of what a module exports, not of what can be imported from it. */
  readonly isExport?: boolean;
}

/** A `raise` statement in the function itself; what it does not raise, nothing that it calls raises either. */
export interface RaisesClaim {
  readonly kind: 'raises';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly exception: string;
  readonly is: 'there' | 'absent';
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
  /**
   * `place`: only the file that it is in. `value`: what is assigned, however it is written. `code`: all but comments,
   * layout and docstrings.
   */
  readonly what: 'all' | 'signature' | 'parameters' | 'place' | 'value' | 'code';
  readonly is: 'same' | 'other';
  /** That it is other does not make the sentence true, only that it is the same makes it false. */
  readonly isVague?: boolean;
  /** That it is other does not make the sentence false. */
  readonly isLoose?: boolean;
}

/** What has another name is the same thing: what it is comes near to what it was. */
export interface RenamedClaim {
  readonly kind: 'renamed';
  readonly symbol: string;
  readonly to: string;
  readonly place: string | undefined;
  /** It was in another place, here or nobody says where, and is not there any more. */
  readonly source?: string | 'somewhere';
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
  readonly of: 'any' | 'python' | 'source' | 'non-test';
}

/** The change touches each of these files or folders, and nothing else. */
export interface OnlyChangedClaim {
  readonly kind: 'only_changed';
  readonly places: readonly string[];
  /** Sentences name files by the end of their path, which is enough where it is the end of one alone. */
  readonly areEnds?: boolean;
}

export type DetailClaim =
  | ParameterClaim
  | ParametersClaim
  | CountClaim
  | NewParametersClaim
  | BasesClaim
  | SortClaim
  | CalledClaim
  | DecoratorClaim
  | ValueClaim
  | LinesClaim
  | NothingElseClaim
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
  | FileCountClaim
  | UseClaim
  | FileClaims;
