import type { Proof } from '../prove/prove.ts';
import { outcomeLine } from '../prove/summary.ts';

/** Above the rows of a proof. */
export const proofSentence = (proof: Proof): string => outcomeLine(proof);
