import fs from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/setup/places.mjs';
import { HIDDEN } from '../../src/node/wrap/place-in-sandbox.ts';

/** A new folder that a wrapped program sees, also where this checkout lies in a folder that the sandbox hides. */
export function makeSeenFolder(name: string): string {
  const isHidden = HIDDEN.some(folder => fs.realpathSync(root).startsWith(`${folder}/`));
  const place = isHidden ? homedir() : path.join(root, 'test-results');
  fs.mkdirSync(place, { recursive: true });
  return fs.mkdtempSync(path.join(place, isHidden ? `.workorder-test-${name}-` : `${name}-`));
}
