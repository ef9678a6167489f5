import type { SymbolRef } from '../../python/index/symbol-table.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { assignedOf, basesOf } from '../../python/query/header.ts';
import { readDecorators } from '../code/api-surface.ts';
import { lastOf } from '../code/dotted-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Noun } from './claim-kinds.ts';
import { placeOf, sortsOf } from './definition-facts.ts';
import { isWhole, type Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** Whether what is there is called what it is; what else it may be called is left open, never false. */
export async function checkCalled(look: Lookup, { symbol, place, noun }: ClaimOf<'called'>): Promise<Truth> {
  if (noun === 'unknown') return truth('unknown', `what ${symbol} is called is not looked at`);
  const isPrivate = symbol.split('.').some(part => part.startsWith('_'));
  if ((noun === 'private' || noun === 'public') && isPrivate !== (noun === 'private'))
    return truth('unknown', `the name ${symbol} does not say that it is ${noun}`);
  if (noun === 'private' || noun === 'public') return truth('true', '');
  for (const ref of meant(look, symbol, place)) {
    const file = await look.open(ref.module);
    const places = [look.place(ref.module, ref.definition.line)];
    const isSo =
      noun === 'decorator'
        ? await isUsedAsDecorator(look, ref)
        : noun === 'base'
          ? await isUsedAsBase(look, ref)
          : file !== undefined && isA(noun, ref, file);
    if (!isSo) return truth('unknown', `${symbol} is ${withArticle(ref.definition.kind)}`, places);
  }
  const isImported =
    place !== undefined &&
    look.definitionsIn(symbol, place).length === 0 &&
    look.modulesAt(place).some(importsName(symbol));
  // Where it is imported only, or not defined in the workspace, what it is is not looked at.
  return isImported ? truth('unknown', `${symbol} is imported in ${place}`) : truth('true', '');
}

const importsName =
  (symbol: string) =>
  ({ index }: WorkspaceModule): boolean =>
    index.imports.some(({ names }) => names.some(({ name, alias }) => (alias ?? name) === symbol));

/** The definitions of that name: in its place, or where it is brought from; what a class has from another. */
function meant(look: Lookup, symbol: string, place: string | undefined): readonly SymbolRef[] {
  const inPlace = look.definitionsIn(symbol, place);
  const refs = inPlace.length > 0 ? inPlace : look.definitions(symbol);
  const whole = refs.filter(ref => isWhole(ref, symbol));
  if (refs.length > 0) return whole.length > 0 ? whole : refs;
  const at = symbol.lastIndexOf('.');
  const owner = symbol.slice(0, Math.max(0, at));
  if (owner === '' || !look.definitions(owner).some(({ definition: { kind } }) => kind === 'class'))
    return [];
  return look.definitions(symbol.slice(at + 1)).filter(({ definition: { parent } }) => parent !== -1);
}

const EXCEPTION = /(?:Error|Exception|Warning|Interrupt|Exit)$/;
/** What may be written as a type. */
const TYPE = /^(?!None$|True$|False$)["'A-Za-z_][^(]*$/;
const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

function isA(noun: Noun, ref: SymbolRef, file: PythonFile): boolean {
  const { kind, start, head, parent, name } = ref.definition;
  const sorts = sortsOf({ ref, file });
  switch (noun) {
    case 'class':
      return kind === 'class';
    case 'dataclass':
      return kind === 'class' && hasDecorator(/^dataclass$/);
    case 'enum':
      return hasBase(/(?:Enum|Flag)$/);
    case 'protocol':
      return hasBase(/Protocol(?:\[.*)?$/s);
    case 'exception':
      return kind === 'class' && (EXCEPTION.test(name) || hasBase(EXCEPTION));
    // Some call a method a function; what stands in no class is no method.
    case 'function':
      return sorts.has('function') || sorts.has('method');
    case 'method':
      return sorts.has('method') || sorts.has('property');
    case 'callable':
      return kind === 'class' || sorts.has('function') || sorts.has('method');
    case 'class attribute':
      return kind === 'attribute' && placeOf({ ref, file }) === 'class';
    case 'helper':
      return !isValue();
    case 'instance attribute':
      return kind === 'attribute' && placeOf({ ref, file }) === 'object';
    case 'value':
      return isValue();
    case 'type':
      return kind === 'class' || isAssigned(TYPE);
    case 'alias':
      return isAssigned(/^(?!None$|True$|False$)[A-Za-z_][^("']*$/);
    case 'type alias':
      return isAssigned(TYPE);
    case 'type variable':
      return isAssigned(/^(?:[\w.]+\.)?(?:TypeVar|TypeVarTuple|ParamSpec)\(/);
    case 'regular expression':
      return isAssigned(/^(?:[\w.]+\.)?compile\(|^r["']/);
    case 'frozenset':
      return isAssigned(/^frozenset\b/);
    case 'fixture':
      return hasDecorator(/^fixture$/);
    case 'test':
      return /^_*[tT]est/.test(name) && !hasDecorator(/^fixture$/);
    case 'context manager':
      return kind === 'class'
        ? file.module.index.definitions.some(
            each => each.parent === ref.index && /^__a?enter__$/.test(each.name),
          )
        : hasDecorator(/^(?:async)?contextmanager$/);
    case 'at module level':
      return parent === -1;
    case 'module':
    case 'imported':
      return false;
    default:
      return sorts.has(noun as Parameters<typeof sorts.has>[0]);
  }
  function isValue(): boolean {
    return kind === 'constant' || kind === 'variable' || kind === 'attribute';
  }
  function isAssigned(expression: RegExp): boolean {
    return isValue() && expression.test(assignedOf(ref.definition, file.text).value ?? '');
  }
  function hasDecorator(expression: RegExp): boolean {
    return file.range(start, head).some(({ text }) => expression.test(text));
  }
  function hasBase(expression: RegExp): boolean {
    return kind === 'class' && basesOf(ref.definition, file.text).some(base => expression.test(base));
  }
}

/** Whether it stands behind an `@` anywhere. */
async function isUsedAsDecorator(look: Lookup, { definition: { name } }: SymbolRef): Promise<boolean> {
  for (const module of look.version.snapshot.modules.values()) {
    const file = await look.open(module);
    if (file?.mentions(name) !== true) continue;
    const isUsed = module.index.definitions.some(
      ({ start, head }) =>
        start < head &&
        readDecorators(file.range(start, head)).some(decorator =>
          decorator.some(({ text }) => text === name),
        ),
    );
    if (isUsed) return true;
  }
  return false;
}

/** Whether any class is made of it. */
async function isUsedAsBase(look: Lookup, { definition: { name } }: SymbolRef): Promise<boolean> {
  for (const module of look.version.snapshot.modules.values()) {
    const file = await look.open(module);
    if (file?.mentions(name) !== true) continue;
    const isUsed = module.index.definitions.some(
      each =>
        each.kind === 'class' &&
        basesOf(each, file.text).some(base => lastOf(base.split('[', 1)[0] ?? '') === name),
    );
    if (isUsed) return true;
  }
  return false;
}
