import type { CodeToken } from './code-tokens.ts';
import { isName } from './code-tokens.ts';

/**
 * Decorators of the standard library that neither change how a function is called nor do anything when the
 * module is imported, by the last part of their names.
 */
const HARMLESS = new Set(
  (
    'staticmethod classmethod property cached_property setter getter deleter abstractmethod overload override ' +
    'final dataclass total_ordering cache lru_cache contextmanager asynccontextmanager runtime_checkable unique ' +
    'no_type_check'
  ).split(' '),
);

/** The name before the arguments: `functools.lru_cache` is `lru_cache`. */
export function decoratorName(decorator: readonly CodeToken[]): string {
  let name = '';
  for (const token of decorator) {
    if (token.text === '.') continue;
    if (!isName(token)) break;
    name = token.text;
  }
  return name;
}

export const isHarmless = (decorator: readonly CodeToken[]): boolean =>
  HARMLESS.has(decoratorName(decorator));
