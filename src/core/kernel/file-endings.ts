/** Whether the name of a file has one of the endings; `''` is that of names without any. Without a list every name has. */
export function hasEnding(path: string, endings: readonly string[] | undefined): boolean {
  if (endings === undefined) return true;
  const isBare = !path.slice(path.lastIndexOf('/') + 1).includes('.');
  return endings.some(end => (end === '' ? isBare : path.endsWith(end)));
}
