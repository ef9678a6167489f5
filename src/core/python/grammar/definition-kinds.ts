import type { Decorators } from './definitions.ts';
import type { DefinitionKind, DefinitionRole } from './module-index.ts';
import type { Scope } from './scope.ts';

const CONSTANT = /^_*[A-Z][A-Z0-9_]*$/;
const PROPERTIES = new Set(['property', 'cached_property', 'abstractproperty']);

export function assignedKind(scope: Scope, name: string): DefinitionKind {
  if (scope.kind === 'class') return 'attribute';
  return CONSTANT.test(name) ? 'constant' : 'variable';
}

export function functionKind(
  scope: Scope,
  role: DefinitionRole,
  decorators: Decorators | undefined,
): DefinitionKind {
  if (scope.kind !== 'class') return 'function';
  if (decorators === undefined) return 'method';
  if (role === 'getter' || role === 'setter' || role === 'deleter') return 'property';
  return decorators.names.some(name => PROPERTIES.has(lastSegment(name))) ? 'property' : 'method';
}

/** `@overload`, and `@name.setter` above a function of the same name. */
export function roleOf(name: string, decorators: Decorators | undefined): DefinitionRole {
  if (decorators === undefined) return 'plain';
  for (const decorator of decorators.names) {
    const last = lastSegment(decorator);
    if (last === 'overload') return 'overload';
    const isAccessor = last === 'getter' || last === 'setter' || last === 'deleter';
    if (isAccessor && decorator.endsWith(`${name}.${last}`)) return last;
    if (PROPERTIES.has(last)) return 'getter';
  }
  return 'plain';
}

function lastSegment(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf('.') + 1);
}
