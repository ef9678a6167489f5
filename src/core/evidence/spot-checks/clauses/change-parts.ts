import type { Mood } from './moods.ts';
import { either, inOrder, mapped, maybe, type Reader, words } from './readers.ts';

/** What was, and what is in its place. */
export interface Change {
  readonly from: string;
  readonly to: string;
}

const leads =
  (...all: readonly string[]) =>
  (word: string) =>
    all.map(lead => `${lead}${word}`);
const withColon = (all: readonly string[]) => [...all, ...all.map(word => `${word} :`)];

/** What stands behind it was so before; what stands instead of it, or does not, need not have been. */
type Formerly = 'before' | 'instead';
export const before: Reader<Formerly> = mapped(
  words(
    ...withColon([
      ...['previously', 'formerly', 'earlier', 'originally', 'before', 'was', 'it was'].flatMap(
        leads(', ', '( ', '; '),
      ),
      ...['up from', 'down from', 'changed from', 'it used to be', 'used to be'].flatMap(leads(', ', '( ')),
      ...['where it was', 'where it used to be', 'where it used to default to'].flatMap(leads('', ', ')),
      ...['previously', 'formerly', 'and no longer', ', no longer', ', and no longer'],
      ...['; before it was', ', before it was', ', previously with', ', formerly with'],
    ]),
  ),
  (): Formerly => 'before',
);
const formerly = either(
  before,
  mapped(words('instead of|rather than|in place of|, instead of|, rather than'), (): Formerly => 'instead'),
);

/** `3 (was 2)`, behind a verb: `is 3, not 2` says of no time that it was 2. */
export const insteadOf = (is: Reader<Mood>, one: Reader<string>): Reader<Change> =>
  inOrder(
    [is, one, maybe(words('now')), formerly, one, maybe(words(')'))] as const,
    ([mood, to, now, how, from]) =>
      (mood === 'plain' || mood === 'now') && (how === 'before' || mood === 'now' || now !== undefined)
        ? { from, to }
        : undefined,
  );

const WENT = words(
  'changed|was changed|has changed|has been changed|went|goes|has gone|switched|was switched|moved|flipped|was flipped|rose|dropped|was raised|has been raised|was lowered|was bumped|was increased|was reduced|was decreased|was widened|was narrowed|is|:|changed :|went :|value :',
);
const NOW = words(', now|; now|, after|; after|, is now|, new|; new|, new value');

/** `changed from 1 to 2`, `: 1 -> 2`, `: before 1, now 2`, and with its verb `is now 2 (was 1)`. */
export const changeOf = (one: Reader<string>, is?: Reader<Mood>): Reader<Change> =>
  either(
    inOrder([maybe(WENT), words('from'), one, words('to|into|->'), one] as const, ([, , from, , to]) => ({
      from,
      to,
    })),
    inOrder([maybe(WENT), one, words('->'), one] as const, ([, from, , to]) => ({ from, to })),
    inOrder([words(':'), one, words('to'), one] as const, ([, from, , to]) => ({ from, to })),
    inOrder(
      [
        maybe(words(':')),
        words('before|was|old|old value|before the change'),
        maybe(words(':')),
        one,
        NOW,
        maybe(words(':')),
        one,
      ] as const,
      ([, , , from, , , to]) => ({ from, to }),
    ),
    ...(is === undefined ? [] : [insteadOf(is, one)]),
  );
