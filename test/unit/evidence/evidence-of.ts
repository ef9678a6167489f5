import assert from 'node:assert/strict';
import type { ChangeSet, FileChange } from '../../../src/core/changes/change-set.ts';
import { createAnalyst } from '../../../src/core/evidence/analyst.ts';
import { type ComputedEvidence, computeEvidence } from '../../../src/core/evidence/compute-evidence.ts';
import { NEVER } from '../../../src/core/kernel/cancel.ts';
import type { Examination } from '../../../src/core/ports/analyst.ts';
import { IndexCache } from '../../../src/core/python/index/index-cache.ts';
import { WorkspaceIndex } from '../../../src/core/python/index/workspace-index.ts';
import type { Evidence } from '../../../src/generated/contracts.ts';
import { answerSchema } from '../../support/answer-schema.ts';
import { type Content, MemoryFiles, sha256Of } from '../../support/memory-files.ts';

const isEvidence = answerSchema('evidence');

/** A workspace, and what it becomes: files that are not named in `after` stay, `null` deletes one. */
export interface Edit {
  readonly before: Readonly<Record<string, Content>>;
  readonly after: Readonly<Record<string, Content | null>>;
  readonly claims?: readonly string[];
  readonly invariants?: readonly string[];
}

const toBytes = (content: Content | null | undefined): Uint8Array | undefined =>
  content === null || content === undefined
    ? undefined
    : typeof content === 'string'
      ? new TextEncoder().encode(content)
      : content;

/** The change set from one text to another; spans and hashes are of no interest here. */
export function changeSetOf({ before, after }: Edit): ChangeSet {
  const files = Object.keys(after)
    .sort()
    .map((path): FileChange => {
      const [old, now] = [toBytes(before[path]), toBytes(after[path])];
      return { path, before: old, after: now, beforeSha256: '', afterSha256: '', spans: [] };
    });
  return { files, receipts: [] };
}

/** Evidence about an edit; every answer is held against its schema. */
export async function computeFor(edit: Edit): Promise<ComputedEvidence> {
  const cache = new IndexCache();
  const index = new WorkspaceIndex(new MemoryFiles(edit.before), { cache });
  const computed = await computeEvidence({
    order: { invariants: [...(edit.invariants ?? [])] },
    changedSignatures: edit.claims ?? [],
    changes: changeSetOf(edit),
    workspace: await index.look(),
    files: new MemoryFiles(edit.before),
    cache,
  });
  assert.ok(isEvidence(computed.evidence), JSON.stringify(computed.evidence, undefined, 1));
  return computed;
}

/** The same as a host is given it. */
export function examine(edit: Edit): Promise<Examination> {
  const files = new MemoryFiles(edit.before);
  const analyst = createAnalyst({ files, python: new WorkspaceIndex(files), sha256: sha256Of });
  const { claims: changedSignatures = [], invariants = [] } = edit;
  return analyst.examine({ changes: changeSetOf(edit), invariants, changedSignatures }, NEVER);
}

export const evidenceOf = async (edit: Edit): Promise<Evidence> => (await computeFor(edit)).evidence;

/** Evidence about one module `pkg/m.py`. */
export const evidenceOfModule = (
  before: string,
  after: string,
  more: Partial<Edit> = {},
): Promise<Evidence> =>
  evidenceOf({
    ...more,
    before: { 'pkg/__init__.py': '', ...more.before, 'pkg/m.py': before },
    after: { ...more.after, 'pkg/m.py': after },
  });
