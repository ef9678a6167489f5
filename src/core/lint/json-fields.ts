/** Reading a tool's JSON without believing it: each reader gives `undefined` for anything unexpected. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectAt = (from: JsonObject, key: string): JsonObject | undefined => {
  const value = from[key];
  return isObject(value) ? value : undefined;
};

export const textAt = (from: JsonObject, key: string): string | undefined => {
  const value = from[key];
  return typeof value === 'string' ? value : undefined;
};

export const integerAt = (from: JsonObject, key: string): number | undefined => {
  const value = from[key];
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
};

export const listAt = (from: JsonObject, key: string): readonly unknown[] | undefined => {
  const value = from[key];
  return Array.isArray(value) ? value : undefined;
};
