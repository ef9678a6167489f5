/** Named values of a JSON object from a file that anyone may have written; each access checks or throws. */
export interface Fields {
  text(name: string, pattern: RegExp): string;
  /** A whole number from `min` to `max`, both included. */
  integer(name: string, min: number, max: number): number;
  /** A list of exactly `count` whole numbers from 0 to `max`. */
  integers(name: string, count: number, max: number): readonly number[];
  texts(name: string, maxCount: number): readonly string[];
  list(name: string, maxCount: number): readonly Fields[];
  /** `undefined` when the object has no such name. */
  optional(name: string): Fields | undefined;
}

/** `what` names the object in error messages. */
export function readFields(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${what} is not an object`);
  const named = new Map<string, unknown>(Object.entries(value));
  const wrong = (name: string): Error => new Error(`${what}: ${name} is missing or wrong`);
  const list = (name: string, maxCount: number): readonly unknown[] => {
    const found = named.get(name);
    if (!Array.isArray(found) || found.length > maxCount) throw wrong(name);
    return found;
  };
  const isInteger = (found: unknown, min: number, max: number): found is number =>
    typeof found === 'number' && Number.isSafeInteger(found) && found >= min && found <= max;

  return {
    text(name, pattern) {
      const found = named.get(name);
      if (typeof found !== 'string' || !pattern.test(found)) throw wrong(name);
      return found;
    },
    integer(name, min, max) {
      const found = named.get(name);
      if (!isInteger(found, min, max)) throw wrong(name);
      return found;
    },
    integers(name, count, max) {
      return list(name, count).map(found => {
        if (!isInteger(found, 0, max)) throw wrong(name);
        return found;
      });
    },
    texts(name, maxCount) {
      return list(name, maxCount).map(found => {
        if (typeof found !== 'string') throw wrong(name);
        return found;
      });
    },
    list: (name, maxCount) =>
      list(name, maxCount).map((item, i) => readFields(item, `${what} ${name}[${i}]`)),
    optional(name) {
      const found = named.get(name);
      return found === undefined ? undefined : readFields(found, `${what} ${name}`);
    },
  };
}
