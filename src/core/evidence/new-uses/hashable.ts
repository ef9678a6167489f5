import { definitionsInside } from '../code/module-names.ts';
import type { InModule } from './known.ts';
import type { UseReader } from './use-reader.ts';

/** Values that cannot be keys. */
export const CHANGEABLE = /^(?:list|dict|set|bytearray|deque|defaultdict|Counter|OrderedDict)$/;

/** Objects of the class cannot be keys: it says when two are equal, and nothing more. */
export async function isWithoutHash(reader: UseReader, value: InModule): Promise<boolean> {
  const [own] = (await reader.classes.of(value)).classes;
  if (own === undefined) return false;
  const { file, module, index, definition } = own;
  const has = (name: string) => definitionsInside(module.index, index, name).length > 0;
  if (has('__hash__')) {
    const tokens = file.range(definition.body, definition.end);
    return tokens.some(({ text }, i) => text === '__hash__' && tokens[i + 2]?.text === 'None');
  }
  const decorators = file.range(definition.start, definition.head);
  const isData = decorators.some(({ text }) => text === 'dataclass');
  return (
    has('__eq__') || (isData && !decorators.some(({ text }) => /^(?:frozen|eq|unsafe_hash)$/.test(text)))
  );
}
