/** Who decides in this window, as journals name it. */
export const PERSON = 'the person at this window';
