const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/** Names of the `{{name}}` placeholders of a prompt file, each once, in order. */
export function placeholdersOf(template: string): readonly string[] {
  return [...new Set([...template.matchAll(PLACEHOLDER)].map(match => match[1] ?? ''))];
}

/**
 * Fills `{{name}}` placeholders of a prompt file. A placeholder without a value is a bug of the caller, so it
 * throws and names it. What is in the values is never filled again.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(PLACEHOLDER, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`The prompt uses {{${name}}}, which is not known here.`);
    return value;
  });
}
