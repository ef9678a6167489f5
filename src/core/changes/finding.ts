import type { EvidencePlace } from '../../generated/contracts.ts';

/** `blocks`: the change must not be applied. `risk`: read it before you approve. `note`: good to know. */
export type Severity = 'blocks' | 'risk' | 'note';

/**
 * One thing to know about a change: the only shape in which the Review view, the terminal, Problems, reports, agents
 * and MCP clients get what a check found.
 */
export interface Finding {
  /** Check and rule, for example `evidence/broken-use`. */
  readonly rule: string;
  readonly severity: Severity;
  /** One sentence that names the thing. */
  readonly message: string;
  readonly place?: EvidencePlace;
  readonly related?: readonly EvidencePlace[];
  /** `before`: it was there without the change. */
  readonly since?: 'change' | 'before';
  /** A change that solves it and keeps what the code does. */
  readonly fix?: FindingFix;
}

/** Replacements in the file of the place, as it is after the change; lines and columns from 1, the end is exclusive. */
export interface FindingFix {
  readonly message: string;
  readonly edits: readonly {
    readonly content: string;
    readonly line: number;
    readonly column: number;
    readonly endLine: number;
    readonly endColumn: number;
  }[];
}

const ORDER: Readonly<Record<Severity, number>> = { blocks: 0, risk: 1, note: 2 };

/** What blocks first, then the risks; new problems before old ones, otherwise as the checks gave them. */
export function orderByRisk<F extends Finding>(findings: readonly F[]): readonly F[] {
  const weight = ({ severity, since }: F) => ORDER[severity] * 2 + (since === 'before' ? 1 : 0);
  return findings.toSorted((a, b) => weight(a) - weight(b));
}

/** `shop/a.py:12: message`, for places where a finding is one line of text. */
export function findingLine({ message, place }: Finding): string {
  if (place === undefined || message.includes(`${place.file}:${place.line}`)) return message;
  const side = place.side === 'before' ? ' (before the change)' : '';
  return `${place.file}:${place.line}${side}: ${message}`;
}
