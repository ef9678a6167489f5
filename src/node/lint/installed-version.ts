import { readdir } from 'node:fs/promises';
import type { FindRules } from '../../core/lint/linter-descriptor.ts';
import { executable } from '../find-on-path.ts';
import { firstBytes } from '../first-bytes.ts';
import type { Candidate } from './candidates.ts';
import { sitePackagesOf } from './surroundings.ts';

/**
 * The version by the package's description in the environment the program lies in, which saves starting Python once.
 * `undefined` when there is no such description, or when the program would not start: then it has to be asked.
 */
export async function installedVersion(
  { package: name }: FindRules,
  { program, prefix }: Candidate,
): Promise<string | undefined> {
  if (prefix.length > 0 || !(await canStart(program))) return undefined;
  const pattern = new RegExp(`^${name}-(\\d[\\w.+!]*)\\.dist-info$`);
  const versions = new Set<string>();
  for (const folder of await sitePackagesOf(program)) {
    for (const entry of await readdir(folder).catch(() => [] as string[])) {
      const version = pattern.exec(entry)?.[1];
      if (version !== undefined) versions.add(version);
    }
  }
  const [only, ...others] = versions;
  return others.length === 0 ? only : undefined;
}

/** Whether the program is a binary, or a script whose interpreter exists: one of a moved environment does not. */
async function canStart(program: string): Promise<boolean> {
  if ((await executable(program)) === undefined) return false;
  const text = await firstBytes(program);
  if (!text.startsWith('#!')) return true;
  const interpreter = /^#!\s*(\/\S+)\s*\r?\n/.exec(text)?.[1];
  // `#!/bin/sh` leads on to an interpreter that is not seen here.
  if (interpreter === undefined || !/python[\d.]*$/.test(interpreter)) return false;
  return (await executable(interpreter)) !== undefined;
}
