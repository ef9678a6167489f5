import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { findOnPath } from '../find-on-path.ts';
import { makeTemporaryFolder } from '../temporary-folders.ts';
import type { Signers } from './signers.ts';

/** Keeps a signature from counting for anything else that is signed with the same key. */
const NAMESPACE = 'work-order';
const TIMEOUT_MS = 60_000;

export interface SshSignatures {
  /** With a private key, or with a public one whose private key an agent holds. */
  sign(bytes: Uint8Array, key: string): Promise<Result<{ readonly keyid: string; readonly sig: Uint8Array }>>;
  /**
   * Who signed it, as `signers` names them; without them the key.
   * The error says why the signature does not count.
   */
  verify(bytes: Uint8Array, sig: Uint8Array, signers: Signers | undefined): Promise<Result<string>>;
}

/** Signatures of SSH keys, made and checked by `ssh-keygen -Y`. */
export function createSshSignatures(
  root: string,
  processes: Processes,
  signal: AbortSignal,
  environment: Readonly<NodeJS.ProcessEnv> = process.env,
): SshSignatures {
  const run = async (args: readonly string[], stdin: Uint8Array): Promise<Result<string>> => {
    const program = await findOnPath('ssh-keygen', { outside: root, environment });
    if (program === undefined) return fail('ssh-keygen was not found on PATH');
    const agent = environment['SSH_AUTH_SOCK'];
    const env = agent === undefined ? {} : { SSH_AUTH_SOCK: agent };
    const cwd = tmpdir();
    const result = await processes.run({ program, args, cwd, stdin, env, timeoutMs: TIMEOUT_MS, signal });
    if (result.kind !== 'exited') return fail(`ssh-keygen did not end by itself (${result.kind})`);
    if (result.code === 0) return ok(result.stdout);
    return fail(result.stderr.trim().split('\n').at(-1) ?? `ssh-keygen ended with ${result.code}`);
  };
  const checked = async (bytes: Uint8Array, file: string) =>
    run(['-Y', 'check-novalidate', '-n', NAMESPACE, '-s', file], bytes);

  return {
    async sign(bytes, key) {
      const signed = await run(['-q', '-Y', 'sign', '-f', key, '-n', NAMESPACE], bytes);
      if (!signed.ok) return fail(`${key} cannot sign: ${signed.error}`);
      const sig = Buffer.from(signed.value);
      return withFile(sig, async file => {
        const whose = await checked(bytes, file);
        return whose.ok ? ok({ keyid: fingerprintIn(whose.value), sig }) : whose;
      });
    },
    async verify(bytes, sig, signers) {
      return withFile(sig, async file => {
        const whose = await checked(bytes, file);
        if (!whose.ok) return fail('the signature is not of this statement');
        const key = fingerprintIn(whose.value);
        if (signers === undefined) return ok(`the key ${key}`);
        const allowed = `${file}.signers`;
        await writeFile(allowed, signers.bytes);
        const found = await run(['-Y', 'find-principals', '-s', file, '-f', allowed], new Uint8Array());
        const principal = found.ok ? found.value.split('\n')[0]?.trim() : undefined;
        if (principal === undefined || principal === '')
          return fail(`the key ${key} is not one of ${signers.name}`);
        const args = ['-Y', 'verify', '-f', allowed, '-I', principal, '-n', NAMESPACE, '-s', file];
        const verified = await run(args, bytes);
        return verified.ok ? ok(principal) : fail(`the signature does not count: ${verified.error}`);
      });
    },
  };
}

const fingerprintIn = (text: string): string => /\bSHA256:\S+/.exec(text)?.[0] ?? 'of unknown name';

async function withFile<T>(bytes: Uint8Array, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await makeTemporaryFolder({ kind: 'signature' });
  try {
    const file = join(folder, 'sig');
    await writeFile(file, bytes);
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
