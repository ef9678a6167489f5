/** Words that say which of two values is the larger one, in front of both or between them. */
const UP = /\b(?:raised|raises|increased|increases|grew|grown|bumped up|up)\b/;
const DOWN = /\b(?:lowered|lowers|decreased|decreases|reduced|reduces|shrank|shrunk|dropped|down)\b/;
const MARK = '[`"\']?';
const NUMBER = '(-?\\d[\\d_]{0,20}(?:\\.\\d{1,20})?)';
const FROM_TO = new RegExp(`\\bfrom ${MARK}${NUMBER}${MARK} to ${MARK}${NUMBER}${MARK}(?![\\w.])`);
const NOW_FROM = new RegExp(
  `${MARK}${NUMBER}${MARK}(?: \\(|, )(?:up|down) from:? ${MARK}${NUMBER}${MARK}(?![\\w.])`,
);

/**
 * Whether a sentence says that a value is raised, lowered, widened and the like where code cannot tell that it is: the
 * numbers do not go that way, or are not both there.
 */
export function hasOpenDirection(sentence: string): boolean {
  const text = sentence.toLowerCase();
  if (/\b(?:narrow(?:s|ed)|widen(?:s|ed)|loosen(?:s|ed)|tighten(?:s|ed)) (?:from|to)\b/.test(text))
    return true;
  const isSaid =
    /\b(?:raised|increased|grew|grown|lowered|decreased|reduced|shrank|shrunk|up|down) (?:from|to|by)\b/;
  if (!isSaid.test(text)) return false;
  const [, from, to] = FROM_TO.exec(text) ?? [];
  const [, later, earlier] = NOW_FROM.exec(text) ?? [];
  const [old, now] = [numberOf(from ?? earlier), numberOf(to ?? later)];
  if (old === undefined || now === undefined) return true;
  return !(UP.test(text) ? now > old : DOWN.test(text) && now < old);
}

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text.replaceAll('_', ''));

/** All that is put together here. */
export const DIRECTION_PATTERNS: readonly RegExp[] = [FROM_TO, NOW_FROM];
