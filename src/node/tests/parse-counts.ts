export interface TestCounts {
  readonly passed: number | null;
  readonly total: number | null;
}

const UNKNOWN: TestCounts = { passed: null, total: null };

/**
 * How many tests passed and ran, from what a runner printed: "P/T tests passed" first, then the summaries of
 * pytest, unittest, node and mocha; null when none of them is there. The last summary counts.
 */
export function parseTestCounts(output: string): TestCounts {
  const text = output.replace(ANSI, '');
  const explicit = [...text.matchAll(/(?<!\d)(\d+)\s*\/\s*(\d+) tests? passed/gi)].at(-1);
  if (explicit) return { passed: Number(explicit[1]), total: Number(explicit[2]) };
  return pytest(text) ?? unittest(text) ?? node(text) ?? mocha(text) ?? UNKNOWN;
}

/** Colours, which runners print where they think someone looks. */
const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

function isPytestSummary(line: string): boolean {
  const at = line.search(/\b\d+ (passed|failed|errors?|skipped)\b/);
  return at >= 0 && / in \d/.test(line.slice(at));
}

/** `=== 2 failed, 5 passed, 1 skipped in 0.12s ===`, with or without the rules. */
function pytest(text: string): TestCounts | undefined {
  const line = text.split(/\r?\n/).filter(isPytestSummary).at(-1);
  if (line === undefined) return undefined;
  const count = (word: string) => Number(new RegExp(`(?<!\\d)(\\d+) ${word}`).exec(line)?.[1] ?? 0);
  const passed = count('passed') + count('xpassed');
  const others = count('failed') + count('error') + count('skipped') + count('xfailed');
  return { passed, total: passed + others };
}

/** `Ran 7 tests in 0.1s` and then `OK (skipped=1)` or `FAILED (failures=1, errors=1)`. */
function unittest(text: string): TestCounts | undefined {
  const ran = [...text.matchAll(/^Ran (\d+) tests? in /gm)].at(-1);
  if (!ran) return undefined;
  const rest = text.slice(ran.index);
  const count = (word: string) => Number(new RegExp(`\\b${word}=(\\d+)`).exec(rest)?.[1] ?? 0);
  const total = Number(ran[1]);
  if (!/^(OK|FAILED)\b/m.test(rest)) return undefined;
  const lost = count('failures') + count('errors') + count('skipped') + count('expected failures');
  return { passed: Math.max(0, total - lost), total };
}

/** `# tests 5`, `# pass 4` of node's own runner; newer ones print `ℹ` for `#`. */
function node(text: string): TestCounts | undefined {
  const total = [...text.matchAll(/^[#ℹ] tests (\d+)$/gmu)].at(-1)?.[1];
  const passed = [...text.matchAll(/^[#ℹ] pass (\d+)$/gmu)].at(-1)?.[1];
  return total === undefined || passed === undefined
    ? undefined
    : { passed: Number(passed), total: Number(total) };
}

/** `5 passing (20ms)`, `1 failing`, `2 pending`. */
function mocha(text: string): TestCounts | undefined {
  const passing = [...text.matchAll(/^[ \t]*(\d+) passing\b/gm)].at(-1);
  if (!passing) return undefined;
  const rest = text.slice(passing.index);
  const count = (word: string) => Number(new RegExp(`^[ \\t]*(\\d+) ${word}\\b`, 'm').exec(rest)?.[1] ?? 0);
  const passed = Number(passing[1]);
  return { passed, total: passed + count('failing') + count('pending') };
}
