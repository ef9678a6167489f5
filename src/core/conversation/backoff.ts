/** Milliseconds before the next try: doubling from `base`, at most `most`, with a quarter of chance in it. */
export const backoff = (tries: number, base: number, most: number, random: () => number): number =>
  Math.min(base * 2 ** (tries - 1), most) * (0.75 + random() / 2);
