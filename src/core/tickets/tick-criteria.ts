/** The acceptance criteria of an assignment, by what the manager's notes say of them. */
export interface Ticks {
  readonly ticked: readonly string[];
  /** With their numbers, from 1. */
  readonly open: readonly { readonly number: number; readonly criterion: string }[];
}

/**
 * A criterion is ticked where the notes name it by its number (`[x] 2`, `criterion 2`, `2.` at the start of a line)
 * or in its own words. Calling a subtask complete is itself the tick of its only criterion. `[ ] 2` leaves it open.
 */
export function tickCriteria(criteria: readonly string[], notes: string): Ticks {
  const ticked: string[] = [];
  const open: { number: number; criterion: string }[] = [];
  for (const [i, criterion] of criteria.entries()) {
    const number = i + 1;
    const isOpen = new RegExp(`\\[ ?\\]\\s*(?:criterion\\s*)?${number}(?!\\d)`, 'i').test(notes);
    const isNamed = criteria.length === 1 || namesNumber(notes, number) || speaksOf(notes, criterion);
    if (isNamed && !isOpen) ticked.push(criterion);
    else open.push({ number, criterion });
  }
  return { ticked, open };
}

/** Why a subtask cannot be called complete yet, with how to do it. */
export function openCriteriaSentence(subtaskId: string, { open }: Ticks): string {
  const listed = open.map(({ number, criterion }) => `${number}. ${criterion}`).join('\n');
  return (
    `${subtaskId} is not complete: your notes do not say that these acceptance criteria are met:\n${listed}\n` +
    `Verify each, then call update_subtask again with a line for each criterion in notes, such as "[x] ${open[0]?.number ?? 1}: what shows it"; reject the subtask when one is not met`
  );
}

const namesNumber = (notes: string, number: number): boolean =>
  new RegExp(`\\[[x✓]\\]\\s*(?:criterion\\s*)?${number}(?!\\d)|\\bcriterion\\s*#?${number}(?!\\d)`, 'i').test(
    notes,
  ) || new RegExp(`^[ \\t]*(?:[-*][ \\t]*)?(?:[✓✔][ \\t]*)?${number}[.):]\\s*\\S`, 'm').test(notes);

/** Most of its words are there. */
function speaksOf(notes: string, criterion: string): boolean {
  const words = wordsOf(criterion);
  const said = wordsOf(notes);
  const found = [...words].filter(word => said.has(word)).length;
  return words.size > 0 && found >= words.size * 0.6;
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
