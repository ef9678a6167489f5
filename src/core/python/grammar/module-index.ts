/** What a name stands for. `attribute`: assigned in a class body, or to `self` in a method. */
export type DefinitionKind =
  | 'class'
  | 'function'
  | 'method'
  | 'property'
  | 'constant'
  | 'variable'
  | 'attribute'
  | 'type';

/** What a decorator makes of a function that shares its name with others. */
export type DefinitionRole = 'plain' | 'overload' | 'getter' | 'setter' | 'deleter';

/** Whether a statement always runs with its scope, or is under `if`, `try`, `for`, `with` … */
export type Placement = 'always' | 'conditional' | 'type_checking';

/** One definition. Lines are 1-indexed, offsets count bytes from the beginning of the file. */
export interface Definition {
  readonly kind: DefinitionKind;
  readonly name: string;
  /** Index in `definitions` of the class or function around it; -1 at module level. */
  readonly parent: number;
  readonly role: DefinitionRole;
  readonly placement: Placement;
  /** Line of `def` or `class`, or the first line of the assignment. */
  readonly line: number;
  /** As `line`, but of the first decorator if there is one. */
  readonly firstLine: number;
  readonly endLine: number;
  /** Of the first decorator's `@`, or of the statement. */
  readonly start: number;
  /** Of `def`, `async` or `class`; of an assignment's statement. */
  readonly head: number;
  /** Behind the `:` of a header; behind the name of an assignment. */
  readonly body: number;
  readonly end: number;
}

export interface ImportedName {
  /** `*` for all names. */
  readonly name: string;
  readonly alias: string | undefined;
}

/** `import a.b as c` has one name per module and no `module`; `from ..m import n` has level 2 and module `m`. */
export interface Import {
  readonly kind: 'import' | 'from';
  readonly level: number;
  readonly module: string;
  readonly names: readonly ImportedName[];
  /** Index in `definitions` of the class or function around it; -1 at module level. */
  readonly parent: number;
  readonly placement: Placement;
  readonly line: number;
  readonly endLine: number;
  readonly start: number;
  readonly end: number;
}

/** What the statements about `__all__` say. */
export interface Exports {
  readonly names: readonly string[];
  /** Modules whose `__all__` is added, as written: `__all__ += shapes.__all__`. */
  readonly from: readonly string[];
  /** `false` when some part cannot be read without running the module. */
  readonly isComplete: boolean;
}

/** What is known of one file without looking at its bytes again. */
export interface ModuleIndex {
  /** In the order of their first bytes. */
  readonly definitions: readonly Definition[];
  readonly imports: readonly Import[];
  readonly exports: Exports | undefined;
  /** Other names bound at module level: `for` and `with` targets, `except … as`, `:=`, patterns, `global`. */
  readonly otherNames: readonly string[];
  readonly encoding: 'utf-8' | 'latin-1';
  /** Lines of the file; an empty last line does not count. */
  readonly lineCount: number;
}

/** A file that Python itself would not compile, or in an encoding that is not read. */
export interface SkippedModule {
  readonly skipped: string;
}

export const isSkipped = (module: ModuleIndex | SkippedModule): module is SkippedModule =>
  'skipped' in module;

/** Name inside the module by the names of what is around it: `Outer.Inner.method`. */
export function qualifiedName(definitions: readonly Definition[], index: number): string {
  const definition = definitions[index];
  if (definition === undefined) return '';
  const around = qualifiedName(definitions, definition.parent);
  return around === '' ? definition.name : `${around}.${definition.name}`;
}
