import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { ChangedModule } from '../code/two-versions.ts';
import { ASSERTION } from './deciding-line.ts';
import { cancel } from './left-of-both.ts';
import type { OpenTest } from './open-test.ts';

/** Folders and files that are called after what is checked there, though pytest does not look for them. */
const CHECKING =
  /(?:^|\/)(?:e2e|qa|t|integration|acceptance|functional|regression|smoke|features|steps|scenarios|checks?|checkers?|verify|verification|verifiers?|validate|validation|validations|selftests?)(?:[/_.]|$)|_(?:checks?|verify|verification|steps)\.py$/i;
/** Functions that are called so check something, wherever they are. */
const CHECKS = /^_?(?:verify|check|selfcheck|self_check|smoke)(?:_|$)/;

/** Lines that assert something, in code that may be run to check others, and that are no longer there. */
export function findLostChecks(changed: readonly ChangedModule[]): readonly OpenTest[] {
  return changed.flatMap(({ path, before, after }): readonly OpenTest[] => {
    if (before === undefined || isTestFile(path)) return [];
    const isOfChecks = CHECKING.test(path);
    if (!isOfChecks && !before.module.index.definitions.some(({ name }) => CHECKS.test(name))) return [];
    const [gone] = cancel(
      assertionsIn(before),
      after === undefined ? [] : assertionsIn(after),
      ({ key }) => key,
    );
    const lost = gone.find(({ start }) => isOfChecks || isInCheck(before, start));
    if (lost === undefined) return [];
    const reason = `an assertion in ${path}, which may be run to check others, is not as it was`;
    return [{ reason, place: placeIn(before, lost.start, 'before') }];
  });
}

const isInCheck = ({ module }: PythonFile, at: number): boolean =>
  module.index.definitions.some(
    ({ kind, name, start, end }) =>
      (kind === 'function' || kind === 'method') && CHECKS.test(name) && start <= at && at < end,
  );

interface Assertion {
  /** Equal keys are equal lines. */
  readonly key: string;
  readonly start: number;
}

function assertionsIn(file: PythonFile): readonly Assertion[] {
  if (!['assert', 'Assert', 'fail'].some(each => file.mentions(each)) && !file.mentions('AssertionError'))
    return [];
  const { tokens } = file;
  const found: Assertion[] = [];
  let from = 0;
  let isAssertion = false;
  for (let i = 0; i <= tokens.length; i++) {
    if (i < tokens.length && tokens.kind(i) >= NAME) {
      isAssertion ||= tokens.kind(i) !== STRING && ASSERTION.test(tokens.text(i));
      continue;
    }
    if (isAssertion) found.push({ key: tokens.key(from, i), start: tokens.start(from) });
    from = i + 1;
    isAssertion = false;
  }
  return found;
}
