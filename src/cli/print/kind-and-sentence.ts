/** `FAILED  the disk is full`: how something ended, and the sentence on it without the word that says the same. */
export function kindAndSentence(kind: string, sentence: string, paint: (kind: string) => string): string {
  if (kind === '') return sentence;
  const [first = '', ...rest] = sentence.split(' ');
  const isSame = first.replace(/[:;]$/, '').toUpperCase() === kind.toUpperCase();
  const left = isSame ? rest.join(' ') : sentence;
  return left === '' ? paint(kind) : `${paint(kind)}  ${left}`;
}
