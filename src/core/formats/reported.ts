import type { EvidencePlace } from '../../generated/contracts.ts';
import type { Finding } from '../changes/finding.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { encodeUtf8 } from '../kernel/utf8.ts';
import type { Proof } from '../prove/prove.ts';

/** A finding as other tools keep it: with a name that stays the same while the code around it moves. */
export interface Reported {
  readonly finding: Finding;
  readonly fingerprint: string;
}

/** Findings that are news; what the linters found before the change is for their own reports. */
export function reported({ verdict, sourceLines }: Proof, sha256: Sha256): readonly Reported[] {
  const seen = new Map<string, number>();
  return verdict.findings
    .filter(({ since, severity }) => !(since === 'before' && severity === 'note'))
    .map(finding => {
      const { rule, message, place } = finding;
      const text = place === undefined ? '' : (sourceLines.at(place)?.trim() ?? '');
      const words = [rule, message.replaceAll(/\d+/gu, '#'), place?.file ?? '', text].join('\0');
      // The same line twice in a file.
      const count = seen.get(words) ?? 0;
      seen.set(words, count + 1);
      return { finding, fingerprint: sha256(encodeUtf8(`${words}\0${count}`)) };
    });
}

/** Of the side before a change: where a reader of the files after it is led, with the words that say so. */
export const placeWords = ({ file, line, side }: EvidencePlace): string =>
  side === 'before' ? ` (${file}:${line} before the change)` : '';
