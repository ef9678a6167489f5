/** Every check, in the order in which they run: what costs nothing first. */
export const CHECK_IDS = [
  'paths',
  'elision',
  'characters',
  'syntax',
  'evidence',
  'invariants',
  'claims',
  'lint',
  'qa',
  'lint-after',
  'tests',
] as const;
export type CheckId = (typeof CHECK_IDS)[number];
