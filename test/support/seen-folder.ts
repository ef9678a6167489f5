import fs from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/setup/places.mjs';
import { HIDDEN } from '../../src/node/wrap/place-in-sandbox.ts';

/** This checkout lies where a wrapped program sees nothing but what it is given, as below the temporary folder. */
export const IS_HIDDEN = HIDDEN.some(folder => fs.realpathSync(root).startsWith(`${folder}/`));

/** A new folder that a wrapped program sees, also where this checkout lies in a folder that the sandbox hides. */
export function makeSeenFolder(name: string): string {
  const place = IS_HIDDEN ? homedir() : path.join(root, 'test-results');
  fs.mkdirSync(place, { recursive: true });
  return fs.mkdtempSync(path.join(place, IS_HIDDEN ? `.workorder-test-${name}-` : `${name}-`));
}
