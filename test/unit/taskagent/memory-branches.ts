import { ok } from '../../../src/core/kernel/result.ts';
import type { OwnCheckout, ResultBranch, ResultBranches } from '../../../src/core/ports/result-branch.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { MemoryDelivery, MemoryTests } from './memory-agent.ts';

/** Work beside the user's folder, in memory: each checkout is a copy of the base. */
export class MemoryBranches implements ResultBranches {
  readonly opened: MemoryFiles[] = [];
  readonly commits: {
    readonly branch: string;
    readonly subject: string;
    readonly paths: readonly string[];
  }[] = [];
  isClosed = true;
  readonly #base: Readonly<Record<string, string>>;

  constructor(base: Readonly<Record<string, string>>) {
    this.#base = base;
  }

  async open() {
    this.isClosed = false;
    let pending: { readonly subject: string; readonly paths: readonly string[] } | undefined;
    let tip = 'base';
    const branchAt = (name: string): ResultBranch => ({
      name,
      start: 'base',
      tip: async () => ok(tip),
      has: async commit => commit === tip,
      advance: async (_from, to) => {
        tip = to;
        if (pending) this.commits.push({ branch: name, ...pending });
        return ok(true);
      },
      keep: async (_commit, label) => ok(`${name}-${label}`),
      delivery: new MemoryDelivery(new MemoryFiles({})),
    });
    return ok({
      notSeen: [],
      start: async () => ok({ commit: 'base', notes: [] }),
      checkout: async () => {
        const files = new MemoryFiles(this.#base);
        this.opened.push(files);
        const checkout: OwnCheckout = {
          folder: `checkout ${this.opened.length}`,
          workspace: `checkout ${this.opened.length}`,
          files,
          tests: new MemoryTests(),
          status: async () => {
            const changed = files.applied.flatMap(c => c.files.map(f => f.path));
            return ok({ changed: [...new Set(changed)].sort(), untracked: [] });
          },
          moveTo: async () => ok(true),
          prepareMerge: async ({ subject, paths }, onto) => {
            pending = { subject, paths };
            return ok({ kind: 'ready', sha: `c${this.commits.length + 1}`, onto, notes: [] });
          },
        };
        return ok(checkout);
      },
      makeBranch: async (wanted: string) => ok(branchAt(wanted)),
      findBranch: async ({ branch }: { readonly branch: string }) => ok(branchAt(branch)),
      close: async () => {
        this.isClosed = true;
      },
    });
  }
}
