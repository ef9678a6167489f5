// Debian's packages, where they can be installed without asking anybody.
import { findProgram } from './places.mjs';
import { run } from './steps.mjs';

/** Installs them as root with apt-get; `false` where that is not possible. */
export async function installDebian(packages, { find = findProgram } = {}) {
  if (process.getuid?.() !== 0 || !find('apt-get')) return false;
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', install, { env }).catch(async () => {
    await run('apt-get', ['update'], { env }); // a fresh image has no package lists
    await run('apt-get', install, { env });
  });
  return true;
}
