import * as op from '../../python/lexer/operators.ts';
import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import type { Scope } from '../proofs/plain-expressions.ts';
import { isBuiltinClass, kindInTyping } from './known-calls.ts';
import { type Made, made } from './made-values.ts';
import { definitionIn, isMemberOfClass } from './named-definitions.ts';

const OTHER = made('other');

/**
 * What a name of the workspace, or of Python itself, stands for.
 * @param read what the value that the module gives to the name makes; `undefined` where that is not known
 */
export function valueNamed(
  path: readonly string[],
  scope: Scope,
  read: (value: readonly CodeToken[]) => Made | undefined,
): Made {
  // A member of an enumeration and the like.
  if (path.length > 1) return made(isMemberOfClass(scope, path) ? 'object' : 'other', true);
  const [name = ''] = path;
  if (name === '__name__' || name === '__file__') return made('text');
  const { file, version, meanings } = scope;
  const meaning = meanings.of(name, file.module, version);
  if (meaning === undefined) return BUILTIN_NAMES.has(name) ? valueOutside(`builtins.${name}`) : OTHER;
  const { definition, module } = definitionIn(scope, name);
  if (definition === undefined) return OTHER;
  if (definition.kind === 'class' || definition.kind === 'function') return made(definition.kind);
  if (module !== file.module) return OTHER;
  const tokens = file.range(definition.body, definition.end);
  const at = tokens.findIndex(token => token.op === op.ASSIGN);
  return (at < 0 ? undefined : read(tokens.slice(at + 1))) ?? OTHER;
}

/** What a name from outside of the workspace stands for, by its full name. */
export function valueOutside(name: string): Made {
  if (name === 'sys.version_info') return made('version');
  if (name.startsWith('builtins.')) return made(isBuiltinClass(name) ? 'class' : 'function');
  return made(kindInTyping(name) ?? (name.startsWith('collections.abc.') ? 'class' : 'outside'));
}
