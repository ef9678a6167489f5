import type { FileChange } from '../../changes/change-set.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';

/** Files that say which version of a hook, or of a step of a workflow, is taken. */
const PINNING = /(?:^|\/)\.pre-commit-config\.yaml$|^\.github\/(?:workflows|actions)\/(?:.*\/)?[^/]+\.ya?ml$/;
/** `rev: v1.2`, `- uses: actions/checkout@0ad4b8f # v4` */
const PIN = /^(\s*(?:-\s+)?(?:rev:|uses:\s*["']?[\w.-]+\/[\w./-]+@))\s*["']?[\w.-]+["']?(?:\s+#.*)?$/;

/** Whether nothing differs in the file but such versions: of the same hooks and steps, in the same lines. */
export function onlyPins({ path, before, after }: FileChange): boolean {
  if (!PINNING.test(path)) return false;
  const [old, now] = [before, after].map(bytes => bytes && decodeUtf8(bytes)?.split('\n'));
  if (old === undefined || now === undefined || old.length !== now.length) return false;
  return old.every((line, i) => line === now[i] || isSamePin(line, now[i] ?? ''));
}

function isSamePin(old: string, now: string): boolean {
  const [was, is] = [old, now].map(line => PIN.exec(line.trimEnd())?.[1]);
  return was !== undefined && was === is;
}
