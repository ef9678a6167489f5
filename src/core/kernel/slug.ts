/** Letters, digits and single hyphens, at most `length` characters. */
export const slug = (text: string, length = 40): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, length)
    .replace(/^-+|(?<!-)-+$/g, '');
