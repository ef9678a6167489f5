import type { Check } from '../check.ts';
import { charactersCheck } from './characters.ts';
import { claimsCheck } from './claims.ts';
import { elisionCheck } from './elision.ts';
import { evidenceCheck } from './evidence.ts';
import { invariantsCheck } from './invariants.ts';
import { lintAfterCheck, lintCheck } from './lint.ts';
import { pathsCheck } from './paths.ts';
import { qaCheck } from './qa.ts';
import { syntaxCheck } from './syntax.ts';
import { testedCheck } from './tested.ts';
import { testsCheck } from './tests.ts';
import { testsBeforeCheck } from './tests-before.ts';

/** Every check, in the order in which they run: what costs nothing first. */
export const ALL_CHECKS: readonly Check[] = [
  pathsCheck,
  elisionCheck,
  charactersCheck,
  syntaxCheck,
  evidenceCheck,
  invariantsCheck,
  claimsCheck,
  lintCheck,
  testedCheck,
  testsBeforeCheck,
  qaCheck,
  lintAfterCheck,
  testsCheck,
];
