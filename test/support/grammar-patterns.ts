import { CLAIM_PATTERNS } from '../../src/core/evidence/spot-checks/claim-forms.ts';
import { PARAMETER_PATTERNS } from '../../src/core/evidence/spot-checks/parameter-list.ts';
import { CODE_PATTERNS } from '../../src/core/evidence/spot-checks/plain-code.ts';
import { PLAIN_PATTERNS } from '../../src/core/evidence/spot-checks/plain-words.ts';
import { PLAINER_PATTERNS } from '../../src/core/evidence/spot-checks/plainer-words.ts';
import { BEGINNINGS } from '../../src/core/evidence/spot-checks/preamble.ts';
import { SENTENCES } from '../../src/core/evidence/spot-checks/spot-check-patterns.ts';
import { PHRASES } from '../../src/core/evidence/spot-checks/spot-check-sentences.ts';
import { FORM_PATTERNS } from '../../src/core/evidence/spot-checks/usual-forms.ts';

/** Every pattern that the grammar of spot checks puts together from fragments. */
export const grammarPatterns = (): readonly RegExp[] => [
  ...PHRASES.map(({ expression }) => expression),
  ...SENTENCES.map(([expression]) => expression),
  ...CLAIM_PATTERNS,
  ...PARAMETER_PATTERNS,
  ...BEGINNINGS,
  ...FORM_PATTERNS,
  ...PLAIN_PATTERNS,
  ...CODE_PATTERNS,
  ...PLAINER_PATTERNS,
];
