import { COMMON_INVARIANTS } from '../../core/panel/new-order.ts';
import { type BACK, fits, type LiveRow, pickSeveral } from '../live-pick.ts';

/** What must stay true, maybe nothing; typed words are an invariant of their own. `undefined` when the person gives up. */
export async function pickInvariants(
  how: { readonly title?: string; readonly canGoBack?: boolean; readonly before?: readonly string[] } = {},
): Promise<readonly string[] | typeof BACK | undefined> {
  const { title = 'Work order (3 of 3): what must stay true?', canGoBack = false, before = [] } = how;
  const known = [...new Set([...before, ...COMMON_INVARIANTS])];
  const rows = (typed: string): readonly LiveRow[] => {
    const found = known.filter(words => fits(typed, words)).map(label => ({ label, icon: 'shield' }));
    if (typed === '' || known.includes(typed)) return found;
    return [...found, { label: typed, description: 'in your own words', icon: 'edit' }];
  };
  const placeHolder = 'Tick what holds, or type it; Enter for none';
  const picked = await pickSeveral({ title, placeHolder, rows, whenNone: 'nothing', canGoBack });
  if (picked === undefined || typeof picked === 'symbol') return picked;
  return picked.map(({ label }) => label);
}
