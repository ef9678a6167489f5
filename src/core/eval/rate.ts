/** So many of so many, with the interval in which the true rate lies with 95 % certainty. */
export interface Rate {
  readonly hits: number;
  readonly of: number;
  /** `undefined` where nothing was counted. */
  readonly interval: readonly [low: number, high: number] | undefined;
}

const Z = 1.959963984540054;

/** Wilson's score interval: also right for few runs and for rates near 0 and 1. */
export function rateOf(hits: number, of: number): Rate {
  if (of === 0) return { hits, of, interval: undefined };
  const share = hits / of;
  const squared = (Z * Z) / of;
  const middle = (share + squared / 2) / (1 + squared);
  const half = (Z / (1 + squared)) * Math.sqrt((share * (1 - share)) / of + squared / (4 * of));
  return { hits, of, interval: [hits === 0 ? 0 : middle - half, hits === of ? 1 : middle + half] };
}

/** How much larger the second rate is, with Newcombe's interval, which combines those of Wilson. */
export function differenceOf(
  a: Rate,
  b: Rate,
): { readonly by: number; readonly interval: readonly [low: number, high: number] } | undefined {
  if (!a.interval || !b.interval) return undefined;
  const [first, second] = [a.hits / a.of, b.hits / b.of];
  const by = second - first;
  const away = (x: number, y: number) => Math.sqrt(x * x + y * y);
  return {
    by,
    interval: [
      by - away(second - b.interval[0], a.interval[1] - first),
      by + away(b.interval[1] - second, first - a.interval[0]),
    ],
  };
}

/** `12 of 60, 20 % (12–32)`. */
export function rateWords(rate: Rate): string {
  return rate.interval
    ? `${rate.hits} of ${rate.of}, ${percent(rate.hits / rate.of)} % (${intervalWords(rate.interval)})`
    : '–';
}

/** `20 % (12–32)`. */
export const shortRate = (rate: Rate): string =>
  rate.interval ? `${percent(rate.hits / rate.of)} % (${intervalWords(rate.interval)})` : '–';

const intervalWords = ([low, high]: readonly [number, number]): string => `${percent(low)}–${percent(high)}`;

/** Whole, but never 0 or 100 where it is not exactly that. */
function percent(share: number): string {
  const whole = Math.round(share * 100);
  if (whole === 100 && share < 1) return '>99';
  if (whole === 0 && share > 0) return '<1';
  return String(whole);
}
