import { type TestsSeen, testsThatFail, whyTestsFail } from '../../core/runs/tests-seen.ts';

/** Among the last lines of a run whose tests fail: that they do, and what words with which it goes on do to that. */
export function testsText(
  seen: TestsSeen,
  { kind }: { readonly kind: string },
  option: 'answer' | 'message' = 'message',
): readonly string[] {
  const failing = testsThatFail(seen);
  if (failing === undefined) return [];
  if (whyTestsFail(seen) === undefined) return [`  ${failing}; you let as many fail`];
  if (kind === 'DONE' || kind === 'EXECUTED') return [`  ${failing}`];
  const words = option === 'answer' ? 'your answer lets' : 'words of yours, --message "…", let';
  return [`  ${failing}; ${words} as many fail`];
}
