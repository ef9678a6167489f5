// A Chromium for the tests that drive the workbench like a person.
import { installDebian } from './apt.mjs';
import { findChromium, findProgram } from './places.mjs';
import { SetUpError } from './steps.mjs';

// The headless shell draws the same pages with a fifth less processor time; not every Debian has it as a package.
const PACKAGES = ['chromium-headless-shell', 'fonts-dejavu-core'];
const EVERYWHERE = ['chromium', 'fonts-dejavu-core'];

/** Finds a Chromium, or installs Debian's where that is possible without asking anybody. */
export async function ensureChromium() {
  const present = findChromium();
  if (present) return present;
  const install = () => installDebian(PACKAGES).catch(() => installDebian(EVERYWHERE));
  if (process.env.CHROMIUM_PATH || !(await install())) throw new SetUpError(advice());
  const installed = findChromium();
  if (!installed) throw new SetUpError(advice());
  return `${installed} installed`;
}

function advice() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) return `CHROMIUM_PATH names ${asked}, which does not exist: correct it or unset it.`;
  const install = findProgram('apt-get')
    ? `run "sudo apt-get install -y --no-install-recommends ${EVERYWHERE.join(' ')}"`
    : 'install Chrome or Chromium';
  return `The tests in VS Code's workbench need a Chromium, and none was found: ${install} or set CHROMIUM_PATH, then try again.`;
}
