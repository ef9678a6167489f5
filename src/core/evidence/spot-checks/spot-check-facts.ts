import { fullName, localName, type SymbolRef } from '../../python/index/symbol-table.ts';
import { checkBases, checkOverrides } from './base-facts.ts';
import { checkGives, checkYields } from './body-facts.ts';
import { checkCallsFirst } from './call-order.ts';
import { checkCalled } from './called-facts.ts';
import { checkCallCount, checkCalls } from './calls-made.ts';
import { checkWithin } from './change-facts.ts';
import { doubtWhatIsMeant, inWholePackage } from './claim-places.ts';
import { checkAllKeywordOnly, checkAtLine, checkHoldsCount, checkMetaclass } from './count-facts.ts';
import {
  checkDecorator,
  checkFile,
  checkLines,
  checkOffers,
  checkSetIn,
  checkSort,
  checkValue,
} from './definition-facts.ts';
import { checkDocstring } from './docstring-facts.ts';
import { checkExists } from './existence-facts.ts';
import { checkParameter, checkParameterCount, checkParameters } from './function-facts.ts';
import { checkInAll, checkOnlyHas, checkOrder, checkPasses } from './inner-facts.ts';
import { checkAccessor, checkItem, checkKeyCount } from './key-facts.ts';
import { checkLocal } from './local-facts.ts';
import type { Lookup } from './lookup.ts';
import { checkMention } from './mention-facts.ts';
import { checkExports, checkImports, checkMembers } from './module-facts.ts';
import { checkRaises } from './raise-facts.ts';
import { checkReturns, checkSignature } from './signature-facts.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';
import { type Truth, truth } from './truth.ts';
import { checkImportsForTypes } from './type-only-imports.ts';
import { checkCallers, checkOccurs } from './usage-facts.ts';
import { checkCatches, checkCodeIn, checkOnlyCalledIn, checkOnlyUsed } from './use-facts.ts';
import { checkWritten } from './written-code.ts';
import { checkEntryCount, checkValueHas } from './written-values.ts';

/**
 * Whether a claim about the code holds in one version of the workspace. Where several functions have the name
 * that is said, it must hold for all of them, or for none; where none has it as its whole name, which is meant is open.
 */
export async function checkClaim(look: Lookup, { isNot, ...claim }: SpotCheckClaim): Promise<Truth> {
  const found = await checkAsSaid(look, claim);
  if (isNot !== true || (found.value !== 'true' && found.value !== 'false')) return found;
  return { ...found, value: found.value === 'true' ? 'false' : 'true' };
}

async function checkAsSaid(look: Lookup, claim: SpotCheckClaim): Promise<Truth> {
  const doubt = doubtWhatIsMeant(look, claim);
  if (doubt !== undefined) return truth('unknown', doubt);
  return inWholePackage(look, claim, await checkWhatIsMeant(look, claim));
}

async function checkWhatIsMeant(look: Lookup, claim: SpotCheckClaim): Promise<Truth> {
  if (!(claim.kind in OF_FUNCTIONS) || !('symbol' in claim)) return checkOne(look, claim);
  const found = namesakes(look, claim);
  const symbols = [...new Set(found.map(fullName))];
  const [first, ...others] = symbols;
  if (first === undefined || others.length === 0) return checkOne(look, claim);
  if (!found.some(ref => localName(ref) === claim.symbol))
    return truth('unknown', `${first} is only one of ${symbols.length} of that name`);
  const truths: Truth[] = [];
  for (const symbol of symbols) truths.push(await checkOne(look, { ...claim, symbol } as SpotCheckClaim));
  const [one, ...more] = truths;
  if (one !== undefined && more.every(({ value }) => value === one.value)) return one;
  return truth('unknown', `${first} is only one of ${symbols.length} of that name`);
}

const OF_FUNCTIONS = { parameter: 1, parameters: 1, parameter_count: 1, signature: 1, returns: 1 };

/** The functions that a name may mean, with whatever else has it: classes and values may be called, too. */
function namesakes(
  look: Lookup,
  claim: { readonly symbol: string | undefined; readonly place?: string | undefined },
): readonly SymbolRef[] {
  const refs = look
    .definitionsIn(claim.symbol ?? '', claim.place)
    .filter(({ definition: { role } }) => role !== 'overload');
  const hasFunction = refs.some(({ definition: { kind } }) => kind === 'function' || kind === 'method');
  // What objects have under the name of a function takes no parameters and returns nothing.
  return hasFunction ? refs.filter(({ definition: { kind } }) => kind !== 'attribute') : [];
}

async function checkOne(look: Lookup, claim: SpotCheckClaim): Promise<Truth> {
  switch (claim.kind) {
    case 'exists':
      return checkExists(look, claim);
    case 'signature':
      return checkSignature(look, claim);
    case 'returns':
      return checkReturns(look, claim);
    case 'exports':
      return checkExports(look, claim);
    case 'members':
      return checkMembers(look, claim);
    case 'imports':
      return checkImports(look, claim);
    case 'occurs':
      return checkOccurs(look, claim);
    case 'callers':
      return checkCallers(look, claim);
    case 'parameter':
      return checkParameter(look, claim);
    case 'parameters':
      return checkParameters(look, claim);
    case 'parameter_count':
      return checkParameterCount(look, claim);
    case 'raises':
      return checkRaises(look, claim);
    case 'calls':
      return checkCalls(look, claim);
    case 'call_count':
      return checkCallCount(look, claim);
    case 'bases':
      return checkBases(look, claim);
    case 'sort':
      return checkSort(look, claim);
    case 'called':
      return checkCalled(look, claim);
    case 'decorator':
      return checkDecorator(look, claim);
    case 'value':
      return checkValue(look, claim);
    case 'docstring':
      return checkDocstring(look, claim);
    case 'lines':
      return checkLines(look, claim);
    case 'file':
      return checkFile(look, claim);
    case 'mention':
      return checkMention(look, claim);
    case 'offers':
      return checkOffers(look, claim);
    case 'within':
      return checkWithin(look, claim);
    case 'local':
      return checkLocal(look, claim);
    case 'only_has':
      return checkOnlyHas(look, claim);
    case 'order':
      return checkOrder(look, claim);
    case 'passes':
      return checkPasses(look, claim);
    case 'value_has':
      return checkValueHas(look, claim);
    case 'entry_count':
      return checkEntryCount(look, claim);
    case 'item':
      return checkItem(look, claim);
    case 'key_count':
      return checkKeyCount(look, claim);
    case 'accessor':
      return checkAccessor(look, claim);
    case 'gives':
      return checkGives(look, claim);
    case 'yields':
      return checkYields(look, claim);
    case 'calls_first':
      return checkCallsFirst(look, claim);
    case 'overrides':
      return checkOverrides(look, claim);
    case 'imports_for_types':
      return checkImportsForTypes(look, claim);
    case 'in_all':
      return checkInAll(look, claim);
    case 'only_used':
      return checkOnlyUsed(look, claim);
    case 'only_called_in':
      return checkOnlyCalledIn(look, claim);
    case 'code_in':
      return checkCodeIn(look, claim);
    case 'written':
      return checkWritten(look, claim);
    case 'set_in':
      return checkSetIn(look, claim);
    case 'catches':
      return checkCatches(look, claim);
    case 'holds_count':
      return checkHoldsCount(look, claim);
    case 'at_line':
      return checkAtLine(look, claim);
    case 'metaclass':
      return checkMetaclass(look, claim);
    case 'all_keyword_only':
      return checkAllKeywordOnly(look, claim);
    case 'nothing_else':
      return truth('unknown', 'whether it is so of nothing else is not looked at');
    case 'new_parameters':
    case 'new_named':
    case 'none_lost':
    case 'only_file':
    case 'only_changed':
    case 'any_new':
    case 'file_count':
    case 'same':
    case 'renamed':
    case 'scope':
    case 'in_scope':
    case 'same_exports':
      return truth('unknown', 'this is not looked up in one version of the code');
  }
}
