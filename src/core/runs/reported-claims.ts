/** How what a report speaks of really came out. */
export interface RanCheck {
  readonly ok: boolean;
  /** Something was changed after it. */
  readonly outdated: boolean;
}

export interface WhatRan {
  /** Left out: no test ran. */
  readonly tests?: RanCheck | undefined;
  /** Left out: no linter ran. */
  readonly lint?: RanCheck | undefined;
  /** Left out: whatever its agent runs is recorded. */
  readonly isElsewhere?: boolean;
}

interface Kind {
  readonly of: 'tests' | 'lint';
  readonly subjects: ReadonlySet<string>;
  readonly claim: string;
  readonly missing: string;
}

const KINDS: readonly Kind[] = [
  {
    of: 'tests',
    subjects: new Set(['test', 'tests', 'pytest', 'unittest', 'suite', 'testsuite', 'tox', 'nox']),
    claim: 'reported that tests pass',
    missing: 'no test ran',
  },
  {
    of: 'lint',
    subjects: new Set([
      'lint',
      'linter',
      'linters',
      'linting',
      'ruff',
      'mypy',
      'flake8',
      'pylint',
      'pyright',
    ]),
    claim: 'reported that the lint is clean',
    missing: 'no linter ran',
  },
];
const SUCCESS = new Set(
  'pass passes passed passing green succeed succeeds succeeded clean ok successful successfully'.split(' '),
);
/** A sentence with one of them says something else, or of another time. */
const OTHERWISE = new Set(
  "not no never cannot can't don't doesn't didn't isn't aren't won't fail fails failed failing should must will would could until unless if once when before make making let ensure expect expected wrote write added add".split(
    ' ',
  ),
);

/**
 * What a report claims of tests and linters beside what ran: a sentence for each claim that nothing bears out. Only
 * plain statements count; whatever may mean something else is left alone.
 */
export function gradeClaims(report: string, ran: WhatRan): readonly string[] {
  const differences: string[] = [];
  for (const { of, subjects, claim, missing: none } of KINDS) {
    const missing = ran.isElsewhere ? `${none} that is recorded` : none;
    if (!sentencesOf(report).some(words => claims(words, subjects))) continue;
    const seen = ran[of];
    if (seen === undefined) differences.push(`${claim}, but ${missing}`);
    else if (seen.outdated) differences.push(`${claim}, but ${missing} after the last change`);
    else if (!seen.ok)
      differences.push(`${claim}, but ${of === 'tests' ? 'the last test run' : 'the last lint'} failed`);
  }
  return differences;
}

function sentencesOf(report: string): readonly (readonly string[])[] {
  return report.split(/[.;!?\n,]/u).map(
    sentence =>
      sentence
        .toLowerCase()
        .replaceAll('’', "'")
        .match(/[\p{L}\d']+/gu) ?? [],
  );
}

function claims(words: readonly string[], subjects: ReadonlySet<string>): boolean {
  return (
    words.some(word => subjects.has(word)) &&
    words.some(word => SUCCESS.has(word)) &&
    !words.some(word => OTHERWISE.has(word))
  );
}
