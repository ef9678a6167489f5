/** Files whose names pytest and unittest look for, and what helps them: no one imports these as an API. */
export function isTestFile(path: string): boolean {
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  if (/^(?:test_.*|.*_tests?|tests?|conftest)\.pyi?$/.test(name)) return true;
  return segments.slice(0, -1).some(folder => folder === 'tests' || folder === 'test');
}
