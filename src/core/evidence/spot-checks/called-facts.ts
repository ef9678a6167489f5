import type { SymbolRef } from '../../python/index/symbol-table.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { basesOf } from '../../python/query/header.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Noun } from './claim-kinds.ts';
import { placeOf, sortsOf } from './definition-facts.ts';
import type { Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** Whether what is there is called what it is; what else it may be called is left open, never false. */
export async function checkCalled(look: Lookup, { symbol, place, noun }: ClaimOf<'called'>): Promise<Truth> {
  const refs = look.definitionsIn(symbol, place);
  for (const ref of refs) {
    const file = await look.open(ref.module);
    const places = [look.place(ref.module, ref.definition.line)];
    if (file === undefined || !isA(noun, ref, file))
      return truth('unknown', `${symbol} is ${withArticle(ref.definition.kind)}`, places);
  }
  const isImported =
    place !== undefined && refs.length === 0 && look.modulesAt(place).some(importsName(symbol));
  // Where it is imported only, what it is is not looked at.
  return isImported ? truth('unknown', `${symbol} is imported in ${place}`) : truth('true', '');
}

const importsName =
  (symbol: string) =>
  ({ index }: WorkspaceModule): boolean =>
    index.imports.some(({ names }) => names.some(({ name, alias }) => (alias ?? name) === symbol));

const EXCEPTION = /(?:Error|Exception|Warning|Interrupt|Exit)$/;
const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

function isA(noun: Noun, ref: SymbolRef, file: PythonFile): boolean {
  const { kind, start, head } = ref.definition;
  const sorts = sortsOf({ ref, file });
  switch (noun) {
    case 'class':
      return kind === 'class';
    case 'dataclass':
      return kind === 'class' && file.range(start, head).some(({ text }) => text === 'dataclass');
    case 'enum':
      return hasBase(/(?:Enum|Flag)$/);
    case 'protocol':
      return hasBase(/Protocol(?:\[.*)?$/s);
    case 'exception':
      return kind === 'class' && (EXCEPTION.test(ref.definition.name) || hasBase(EXCEPTION));
    // Some call a method a function; what stands in no class is no method.
    case 'function':
      return sorts.has('function') || sorts.has('method');
    case 'method':
      return sorts.has('method') || sorts.has('property');
    case 'class attribute':
      return kind === 'attribute' && placeOf({ ref, file }) === 'class';
    case 'value':
      return kind === 'constant' || kind === 'variable' || kind === 'attribute';
    default:
      return sorts.has(noun);
  }
  function hasBase(expression: RegExp): boolean {
    return kind === 'class' && basesOf(ref.definition, file.text).some(base => expression.test(base));
  }
}
