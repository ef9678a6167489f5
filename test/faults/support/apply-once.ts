// Applies a change set in a process of its own. Arguments: root, state folder, file with the changes as JSON
// (path → [before, after], base64 or null).
import { readFileSync } from 'node:fs';
import { createDiskFiles } from '../../../src/node/files/disk-files.ts';
import { changeSet } from '../../contract/changes.ts';

const [root = '', stateDir = '', file = ''] = process.argv.slice(2);
const stored: Record<string, readonly [string | null, string | null]> = JSON.parse(
  readFileSync(file, 'utf8'),
);
const bytes = (text: string | null) => (text === null ? undefined : Buffer.from(text, 'base64'));
const changes = changeSet(
  Object.fromEntries(
    Object.entries(stored).map(([path, [before, after]]) => [path, [bytes(before), bytes(after)]]),
  ),
);
const files = createDiskFiles({ root, stateDir });
const result = await files.apply(changes, { runId: 'killed', signal: new AbortController().signal });
await files.flushed();
process.stdout.write(result.kind);
