// The sandbox that linters and tests run in on Linux; its tests need it. Where it is missing they try what is possible
// without, so that set-up never fails for it.
import { installDebian } from './apt.mjs';
import { findProgram } from './places.mjs';

const PACKAGE = 'bubblewrap';

/** Finds bubblewrap, or installs Debian's where that is possible without asking anybody. */
export async function ensureBubblewrap({ platform = process.platform, find = findProgram } = {}) {
  if (platform !== 'linux') return `not needed on ${platform}`;
  const present = find('bwrap');
  if (present) return present;
  const advice = find('apt-get') ? `run "sudo apt-get install -y ${PACKAGE}"` : `install ${PACKAGE}`;
  const missing = `missing, so tests of the sandbox try less: ${advice}`;
  if (!(await installDebian([PACKAGE], { find }).catch(() => false))) return missing;
  const installed = find('bwrap');
  return installed ? `${installed} installed` : missing;
}
