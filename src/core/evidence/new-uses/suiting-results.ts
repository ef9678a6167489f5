import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { HARMLESS_DECORATORS } from '../code/known-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { codeOf } from './code.ts';
import type { InModule } from './known.ts';
import type { Need } from './statement-needs.ts';
import { readStatements } from './statements.ts';
import { suits } from './suiting-values.ts';
import type { UseReader } from './use-reader.ts';

interface Asked {
  readonly need: Need;
  readonly isAwaited: boolean;
  readonly steps: number;
}

/** Whether what a function of the workspace gives suits the statement: by its decorator, or all that it gives by `return`. */
export async function resultSuits(
  reader: UseReader,
  { module, index }: InModule,
  { need, isAwaited, steps }: Asked,
): Promise<boolean> {
  const file = await reader.openFile(module);
  const definition = module.index.definitions[index];
  if (file === undefined || definition === undefined) return false;
  const decorators = reader.decoratorsOf(file, definition);
  if (decorators.includes('contextlib.contextmanager')) return need === 'entered';
  if (decorators.includes('contextlib.asynccontextmanager')) return need === 'entered later';
  // What a decorator makes of a function is mostly awaited as the function is.
  if (decorators.some(each => each === undefined || !HARMLESS_DECORATORS.has(each)))
    return need === 'awaited' && !decorators.includes('functools.cached_property');
  const own = readStatements(file).inScope.get(index) ?? [];
  if (own.some(({ tokens }) => tokens.some(token => token.word === word.YIELD)))
    return need === (isAsync(file, definition) ? 'looped later' : 'looped');
  // Only what waits for it gets what it gives.
  if (isAsync(file, definition) && !isAwaited) return need === 'awaitable' || need === 'awaited';
  if (isLeftOpen(file, definition, decorators)) return true;
  const results = own.filter(({ firstWord }) => firstWord === word.RETURN);
  for (const result of results) {
    const { tokens } = result;
    const isSuited =
      (tokens.length > 1 || need === 'key') &&
      (await suits(reader, codeOf(file, result), [1, tokens.length], need, steps + 1));
    if (!isSuited) return false;
  }
  // Without a result it gives None.
  return results.length > 0 || need === 'key';
}

const isAsync = (file: PythonFile, { head, body }: Definition): boolean =>
  file.range(head, body)[0]?.word === word.ASYNC;

/** A method without a body of its own: a class below has one. */
function isLeftOpen(
  file: PythonFile,
  { body, end, kind }: Definition,
  decorators: readonly (string | undefined)[],
): boolean {
  if (kind === 'function') return false;
  const tokens = file.range(body, end);
  return (
    decorators.includes('abc.abstractmethod') ||
    tokens.some(token => token.op === op.ELLIPSIS || token.text === 'NotImplementedError')
  );
}
