/** The segments of a name as asked: `package.module.Class.method`, also with `()` behind it or `<locals>` in it. */
export function segmentsOf(name: string): readonly string[] {
  return name
    .trim()
    .replace(/\(\)$/, '')
    .split('.')
    .map(segment => segment.trim().normalize('NFKC'))
    .filter(segment => segment !== '' && segment !== '<locals>');
}
