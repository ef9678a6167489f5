import type { Check } from '../check.ts';
import { CHECK_IDS, type CheckId } from '../check-id.ts';
import { charactersCheck } from './characters.ts';
import { claimsCheck } from './claims.ts';
import { elisionCheck } from './elision.ts';
import { evidenceCheck } from './evidence.ts';
import { invariantsCheck } from './invariants.ts';
import { lintAfterCheck, lintCheck } from './lint.ts';
import { pathsCheck } from './paths.ts';
import { qaCheck } from './qa.ts';
import { syntaxCheck } from './syntax.ts';
import { testsCheck } from './tests.ts';

const BY_ID: Readonly<Record<CheckId, Check>> = {
  paths: pathsCheck,
  elision: elisionCheck,
  characters: charactersCheck,
  syntax: syntaxCheck,
  evidence: evidenceCheck,
  invariants: invariantsCheck,
  claims: claimsCheck,
  lint: lintCheck,
  qa: qaCheck,
  'lint-after': lintAfterCheck,
  tests: testsCheck,
};

export const ALL_CHECKS: readonly Check[] = CHECK_IDS.map(id => BY_ID[id]);
