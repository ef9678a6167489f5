import { type TestsSeen, testsThatFail, whyTestsFail } from '../../core/runs/tests-seen.ts';

/** Among the last lines of a run whose tests fail: that they do, and the words with which they may stay so. */
export function testsText(
  seen: TestsSeen,
  { kind }: { readonly kind: string },
  option: 'answer' | 'message' = 'message',
): readonly string[] {
  const failing = testsThatFail(seen);
  if (failing === undefined) return [];
  if (whyTestsFail(seen) === undefined) return [`  ${failing}; you let as many fail`];
  const canGoOn = kind !== 'DONE' && kind !== 'EXECUTED';
  return [`  ${failing}${canGoOn ? `; if that may stay so, go on with --${option} "…" that says it` : ''}`];
}
