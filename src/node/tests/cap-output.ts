const LIMIT = 16_000;
/** Most of what matters in a test run is at its end. */
const HEAD = 4_000;

/** At most about 16,000 characters: the beginning and the end, with what is missing said in between. */
export function capOutput(text: string): string {
  if (text.length <= LIMIT) return text;
  const tail = text.slice(text.length - (LIMIT - HEAD)).toWellFormed();
  return `${text.slice(0, HEAD).toWellFormed()}\n[… ${text.length - LIMIT} characters left out …]\n${tail}`;
}
