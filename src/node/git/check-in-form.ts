import { ok, type Result } from '../../core/kernel/result.ts';
import { filterNames } from './overrides.ts';
import type { RunGit } from './run-git.ts';

/** What git would store of a file of the working tree: it changes line ends, and runs filters, which are programs. */
export interface CheckInForm {
  /** Why that cannot be known; `undefined`: `bytes` says it. */
  readonly problem: string | undefined;
  readonly bytes: (onDisk: Uint8Array, stored: Uint8Array | undefined) => Uint8Array;
}

const [CR, LF] = [0x0d, 0x0a];

/** How git would store each of these paths, from its attributes and its configuration. */
export async function checkInForms(
  git: RunGit,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Result<(path: string) => CheckInForm>> {
  const config = await git.config(signal);
  if (!config.ok) return config;
  const filters = filterNames(config.value);
  const autocrlf =
    config.value.findLast(({ key }) => key === 'core.autocrlf')?.value.toLowerCase() ?? 'false';
  const stdin = paths.map(path => `${path}\0`).join('');
  const told = await git({ args: ['check-attr', '-z', '--stdin', 'text', 'eol', 'filter'], stdin }, signal);
  if (!told.ok) return told;
  const attributes = readAttributes(told.value);
  return ok(path => {
    const { text = 'unspecified', eol = 'unspecified', filter = 'unspecified' } = attributes.get(path) ?? {};
    const isText = text === 'set' || eol === 'lf' || eol === 'crlf';
    const isGuessed =
      text === 'auto' || (text === 'unspecified' && /^(?:true|input|yes|on|1)$/u.test(autocrlf));
    return {
      problem: filters.has(filter) ? `its filter "${filter}" is a program, which is not run here` : undefined,
      bytes: (onDisk, stored) => {
        if (text === 'unset' || !(isText || isGuessed)) return onDisk;
        // What git takes for binary, and what was stored with such line ends, it leaves alone.
        const isLeft =
          !isText && (onDisk.subarray(0, 8000).includes(0) || (stored !== undefined && hasCrLf(stored)));
        return isLeft ? onDisk : withoutCr(onDisk);
      },
    };
  });
}

function readAttributes(printed: string): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const fields = printed.split('\0');
  const found = new Map<string, Record<string, string>>();
  for (let i = 0; i + 2 < fields.length; i += 3) {
    const [path = '', name = '', value = ''] = fields.slice(i, i + 3);
    const known = found.get(path) ?? {};
    known[name] = value;
    found.set(path, known);
  }
  return found;
}

function hasCrLf(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(CR); at !== -1; at = bytes.indexOf(CR, at + 1))
    if (bytes[at + 1] === LF) return true;
  return false;
}

function withoutCr(bytes: Uint8Array): Uint8Array {
  if (!hasCrLf(bytes)) return bytes;
  return bytes.filter((byte, i) => byte !== CR || bytes[i + 1] !== LF);
}
