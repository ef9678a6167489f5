import { at } from '../../kernel/at.ts';
import { addTo } from '../../kernel/group-by.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { codeKey } from '../code/code-tokens.ts';
import { scopesIn } from '../code/definitions-by-kind.ts';
import type { PythonFile } from '../code/python-file.ts';

/** Functions that Python asks for what a module or a class has. */
const DECIDING: ReadonlySet<string> = new Set([
  '__getattr__',
  '__getattribute__',
  '__dir__',
  '__init_subclass__',
  '__set_name__',
  '__class_getitem__',
  '__prepare__',
  '__mro_entries__',
  // Of the members of an enumeration it makes their values.
  '_generate_next_value_',
  // pydantic calls these of what an annotation names.
  '__get_validators__',
  '__get_pydantic_core_schema__',
  '__get_pydantic_json_schema__',
]);

/** The functions of a module that decide what others find, with the functions, values and own methods that they use. */
export function decidingCode(file: PythonFile): {
  readonly key: string;
  readonly first: Definition | undefined;
} {
  const { index } = file.module;
  const { definitions } = index;
  const deciding = scopesIn(index).filter(i => {
    const { name, kind } = at(definitions, i);
    return DECIDING.has(name) && (kind === 'function' || kind === 'method');
  });
  if (deciding.length === 0) return { key: '', first: undefined };
  const named = new Map<string, number[]>();
  for (const [i, { name, parent, kind }] of definitions.entries()) {
    if (kind === 'class' || (parent !== -1 && kind !== 'method')) continue;
    addTo(named, parent === -1 ? name : `${parent}.${name}`, i);
  }
  const seen = new Set(deciding);
  for (const i of seen) {
    const { start, end, parent } = at(definitions, i);
    const tokens = file.range(start, end);
    for (const [j, { text }] of tokens.entries()) {
      const isMember = j > 1 && tokens[j - 1]?.op === op.DOT;
      const isOwn = isMember && /^(?:self|cls)$/.test(tokens[j - 2]?.text ?? '');
      if (isMember && !isOwn) continue;
      const key = isOwn ? `${parent}.${text}` : text;
      for (const each of named.get(key) ?? []) seen.add(each);
      named.delete(key);
    }
  }
  const keys = [...seen]
    .sort((a, b) => a - b)
    .map(i => {
      const { start, end } = at(definitions, i);
      return codeKey(file.range(start, end));
    });
  return { key: keys.join('\u0001'), first: definitions[deciding[0] ?? -1] };
}
