// A Chromium for the tests that drive the workbench like a person.
import { findChromium, findProgram } from './places.mjs';
import { run, SetUpError } from './steps.mjs';

const INSTALL = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'];

/** Finds a Chromium, or installs Debian's where that is possible without asking anybody. */
export async function ensureChromium() {
  const present = findChromium();
  if (present) return present;
  const isRoot = process.getuid?.() === 0;
  if (process.env.CHROMIUM_PATH || !findProgram('apt-get') || !isRoot) throw new SetUpError(advice());

  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', INSTALL, { env }).catch(async () => {
    await run('apt-get', ['update'], { env }); // a fresh image has no package lists
    await run('apt-get', INSTALL, { env });
  });
  const installed = findChromium();
  if (!installed) throw new SetUpError(advice());
  return `${installed} installed`;
}

function advice() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) return `CHROMIUM_PATH names ${asked}, which does not exist: correct it or unset it.`;
  const install = findProgram('apt-get')
    ? `run "sudo apt-get ${INSTALL.join(' ')}"`
    : 'install Chrome or Chromium';
  return `The tests in VS Code's workbench need a Chromium, and none was found: ${install} or set CHROMIUM_PATH, then try again.`;
}
