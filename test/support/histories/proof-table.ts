import type { Proof } from '../../../src/core/prove/prove.ts';

/** What came out of many changes: how long each took, and the verdicts by what was tried. */
export class ProofTable {
  readonly #times: number[] = [];
  readonly #verdicts = new Map<string, Map<string, number>>();
  readonly #releases = new Map<string, number>();
  #findings = 0;
  #broken = 0;

  get changes(): number {
    return this.#times.length;
  }

  add({ statements, release, verdict }: Proof, ms: number): void {
    this.#times.push(ms);
    for (const { text, verdict: word, from } of statements) {
      // What the authors say is another sentence in each change.
      if (from !== 'tried' && from !== '--invariant') continue;
      const counts = this.#verdicts.get(text) ?? new Map<string, number>();
      increase(counts, word === 'refuted' ? 'does not hold' : word);
      this.#verdicts.set(text, counts);
    }
    increase(this.#releases, release.level);
    this.#findings += verdict.findings.length;
    this.#broken += verdict.findings.filter(({ rule }) => /broken|undefined-name/.test(rule)).length;
  }

  lines(): readonly string[] {
    const sorted = this.#times.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
    const words = ['proved', 'not checkable', 'does not hold'];
    return [
      `${this.changes} changes, median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${Math.round(sorted.at(-1) ?? 0)} ms`,
      `${this.#findings} findings, of them ${this.#broken} broken imports, names and uses`,
      `release: ${[...this.#releases].map(([level, n]) => `${level} ${n}`).join(', ')}`,
      `| tried | ${words.join(' | ')} |`,
      ...[...this.#verdicts].map(
        ([text, counts]) => `| ${text} | ${words.map(word => counts.get(word) ?? 0).join(' | ')} |`,
      ),
    ];
  }
}

const increase = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};
