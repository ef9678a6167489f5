/** A name is used in these files, and in no other. */
export interface OnlyUsedClaim {
  readonly kind: 'only_used';
  readonly name: string;
  readonly places: readonly string[];
  /** Where it is defined may use it as well: `used in b.py and nowhere else outside a.py`. */
  readonly besides?: string | undefined;
  /** Wherever it stands counts, in an import as well. */
  readonly isMention?: boolean;
}

/** Every call of a function is written inside of these functions; each of them has one. */
export interface OnlyCalledInClaim {
  readonly kind: 'only_called_in';
  readonly symbol: string;
  readonly callers: readonly string[];
}

/** Code that is written in a file, token for token. */
export interface CodeInClaim {
  readonly kind: 'code_in';
  readonly place: string;
  readonly text: string;
  readonly is: 'there' | 'absent';
  readonly how?: 'called' | 'used' | undefined;
}

/** Code that is written in a definition, or in a file where no symbol is said: nothing is said of what it does. */
export interface WrittenClaim {
  readonly kind: 'written';
  readonly symbol: string | undefined;
  readonly place: string | undefined;
  readonly text: string;
  readonly is: 'there' | 'absent';
}

/** An `except` of the function itself names the exception. */
export interface CatchesClaim {
  readonly kind: 'catches';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly exception: string;
  readonly is: 'there' | 'absent';
  /** It is not raised again. */
  readonly isSwallowed?: boolean;
}

/** An attribute is set on objects: in this method, or in any. */
export interface SetInClaim {
  readonly kind: 'set_in';
  /** `Box.size` */
  readonly symbol: string;
  readonly place: string | undefined;
  readonly method: string | undefined;
}

/** How many definitions of a kind something has. */
export interface HoldsCountClaim {
  readonly kind: 'holds_count';
  /** A file for classes and functions; a class for members; a function for overloads. */
  readonly owner: string;
  readonly sort: 'class' | 'function' | 'member' | 'overload';
  readonly count: number;
  /** The first of them and the last. */
  readonly ends?: readonly string[];
}

/** The line on which a definition begins. */
export interface AtLineClaim {
  readonly kind: 'at_line';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly line: number;
}

/** So many functions of a file are new whose names begin with this. */
export interface NewNamedClaim {
  readonly kind: 'new_named';
  readonly place: string;
  readonly prefix: string;
  readonly count: number;
}

/** Nothing that was defined in a file is gone from it. */
export interface NoneLostClaim {
  readonly kind: 'none_lost';
  readonly place: string;
  /** It is said of public names, or of private ones, alone. */
  readonly of?: 'public' | 'private' | undefined;
  readonly sort: 'class' | 'function' | undefined;
}

export interface MetaclassClaim {
  readonly kind: 'metaclass';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly name: string;
}

export interface AllKeywordOnlyClaim {
  readonly kind: 'all_keyword_only';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly isWithoutSelf?: boolean;
}

/** A file defines, or imports, these names and no others. */
export interface OnlyHasClaim {
  readonly kind: 'only_has';
  readonly place: string;
  readonly names: readonly string[];
  readonly of: 'definitions' | 'imports';
}

/** Where a definition stands among those around it. */
export interface OrderClaim {
  readonly kind: 'order';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly how: 'first' | 'last' | 'behind' | 'in front of' | 'beside' | 'later' | 'earlier';
  /** Of classes only; beside which one. */
  readonly sort?: 'class' | 'function' | undefined;
  readonly other?: string | undefined;
}

/** A call in a function is given this. */
export interface PassesClaim {
  readonly kind: 'passes';
  readonly caller: string;
  readonly place: string | undefined;
  readonly callee: string;
  readonly text: string;
}

/** A value that is written out has this in it. */
export interface ValueHasClaim {
  readonly kind: 'value_has';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly text: string;
  readonly is: 'there' | 'absent';
}

/** So many things are in a value that is written out. */
export interface EntryCountClaim {
  readonly kind: 'entry_count';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly count: number;
  /** What the sentence calls them: a mapping has keys, and an enum members. */
  readonly noun?: 'key' | 'member' | undefined;
}

/** A mapping that is written out has a key, and under it a value. */
export interface ItemClaim {
  readonly kind: 'item';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly key: string;
  readonly value: string | undefined;
  readonly is: 'there' | 'absent';
}

/** A class that says what a mapping has declares so many keys. */
export interface KeyCountClaim {
  readonly kind: 'key_count';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly count: number;
}

/** A property can be set, or deleted. */
export interface AccessorClaim {
  readonly kind: 'accessor';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly accessor: 'setter' | 'deleter';
  readonly is: 'there' | 'absent';
}

/** A function gives this value, whatever it is called with. */
export interface GivesClaim {
  readonly kind: 'gives';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly value: string;
}

/** A function is a generator. */
export interface YieldsClaim {
  readonly kind: 'yields';
  /** Called an async generator, which hardly is a generator without that word. */
  readonly isAsync?: boolean;
  readonly symbol: string;
  readonly place: string | undefined;
  readonly is: 'there' | 'absent';
}

/** A function calls one before the other. */
export interface CallsFirstClaim {
  readonly kind: 'calls_first';
  readonly caller: string;
  readonly place: string | undefined;
  readonly first: string;
  readonly second: string;
}

/** What a class defines itself has another definition in one of its bases. */
export interface OverridesClaim {
  readonly kind: 'overrides';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly name: string;
}

/** A file imports a name only where types are checked. */
export interface ImportsForTypesClaim {
  readonly kind: 'imports_for_types';
  readonly place: string;
  readonly name: string;
}

/** The `__all__` of a module names it. */
export interface InAllClaim {
  readonly kind: 'in_all';
  readonly place: string;
  readonly name: string;
  readonly is: 'there' | 'absent';
}

/** A function has a local variable of this name. */
export interface LocalClaim {
  readonly kind: 'local';
  readonly symbol: string;
  readonly place: string | undefined;
  readonly name: string;
}

export type UseClaim =
  | ItemClaim
  | KeyCountClaim
  | AccessorClaim
  | LocalClaim
  | OnlyHasClaim
  | OrderClaim
  | PassesClaim
  | ValueHasClaim
  | InAllClaim
  | EntryCountClaim
  | GivesClaim
  | YieldsClaim
  | CallsFirstClaim
  | OverridesClaim
  | ImportsForTypesClaim
  | OnlyUsedClaim
  | OnlyCalledInClaim
  | CodeInClaim
  | WrittenClaim
  | CatchesClaim
  | SetInClaim
  | HoldsCountClaim
  | AtLineClaim
  | MetaclassClaim
  | AllKeywordOnlyClaim;

export type FileClaims = NewNamedClaim | NoneLostClaim;
