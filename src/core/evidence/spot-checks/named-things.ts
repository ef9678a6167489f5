import type { FoundWords } from './free-form.ts';

/** What a thing may be called. */
export const THING_NOUN =
  '(?:class|function|method|constant|helper|exception|variable|attribute|alias|name|symbol|decorator|property|module-level constant|module-level function|module-level variable|helper function|private helper|sentinel|pattern|regex)';
/** A name, with what it is called in front of it or behind it. */
export const THING = `(?:the )?(?<kind>(?:(?:old|private|public|internal|helper|module-level) )*${THING_NOUN} )?(?<x>§\\d+)(?: ${THING_NOUN})?`;

export const nounOf = (found: FoundWords): string => {
  const kind = found.word('kind').trim();
  return kind === '' ? '' : `the ${kind} `;
};

export const isName = (found: FoundWords, sign: string): boolean =>
  /^(?!.*\.pyi?$)[A-Za-z_][\w.]*$/.test(found.textAt(Number(sign.slice(1))));

export const isValue = (found: FoundWords, group: string): boolean => {
  const word = found.word(group);
  if (!word.startsWith('§')) return true;
  return (
    /^["']$/.test(found.quote(group) ?? '') ||
    /^(?:None|True|False|-?\d[\d_.]*|[rbuf]?["'].*["']|[[({].*[\])}])$/s.test(found.text(group))
  );
};

/** `group`: the one with the value that the thing has now. */
export const changedValue = (found: FoundWords, group: string): readonly string[] | undefined =>
  isValue(found, 'old') && isValue(found, group)
    ? [
        `${found.word('x')}${found.has('m') ? ` in ${found.word('m')}` : ''} changed from ${found.word('old')} to ${found.word(group)}`,
      ]
    : undefined;
