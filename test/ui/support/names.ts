/** A pattern for an accessible name: this text, then its end or VS Code's comma and more. */
export function exactly(name: string): RegExp {
  return new RegExp(`^${escapePattern(name)}(,|$)`);
}

export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
