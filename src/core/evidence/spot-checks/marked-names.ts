/** `**name**`, `*name*`, and **`name`**, as names are set off in Markdown. */
const STRONG = /(^|[\s(])(\*{1,2})`?([A-Za-z_][\w./]*)`?\2(?=$|[\s,.;:)])/g;

/** The names without the marks around them. What is written as code is left as it is. */
export const withoutEmphasis = (text: string): string =>
  text
    .split(/(`[^`*]*`(?!\*))/)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(STRONG, '$1`$3`')))
    .join('');
