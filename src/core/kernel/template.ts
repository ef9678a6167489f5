/**
 * Fills `{{name}}` placeholders of a prompt file. A placeholder without a value is a bug of the caller or of a
 * workspace's own prompt file, so it throws and names it.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The prompt uses {{${name}}}, which is not known here.`);
    return value;
  });
}
