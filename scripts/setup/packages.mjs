// The npm packages, exactly as locked, and the Node that comes with them.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { projectNode, root } from './places.mjs';
import { run, SetUpError } from './steps.mjs';
import { NODES } from './supported.mjs';

const stamp = path.join(root, 'node_modules/.work-order-lock');
const lockfile = path.join(root, 'package-lock.json');

/** Checks the Node this runs on, and npm; both only start the set-up. */
export async function checkNode() {
  const version = process.versions.node;
  if (version.localeCompare(NODES.oldest, 'en', { numeric: true }) < 0) {
    throw new SetUpError(
      `Node ${version} is too old: install Node ${NODES.oldest} or newer from https://nodejs.org.`,
    );
  }
  const npm = await run('npm', ['--version', '--loglevel=error']).catch(() => {
    throw new SetUpError('npm was not found: it comes with Node; install Node from https://nodejs.org.');
  });
  return `Node ${version}, npm ${npm.trim().split('\n').at(-1)}`;
}

/** `npm ci` when the lock file changed since the last time, and the packaged Node in any case. */
export async function installPackages() {
  const wanted = createHash('sha256').update(fs.readFileSync(lockfile)).digest('hex');
  const installed = isInstalled(wanted);
  if (!installed) {
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  const node = await ensureProjectNode();
  fs.writeFileSync(stamp, wanted);
  return `packages ${installed ? 'are in place' : 'installed'}; child processes run on Node ${node}`;
}

function isInstalled(wanted) {
  if (fs.existsSync(stamp)) return fs.readFileSync(stamp, 'utf8') === wanted;
  // Installed by hand: npm keeps its own copy of the lock, as old as the installation.
  const npmsCopy = path.join(root, 'node_modules/.package-lock.json');
  return fs.existsSync(npmsCopy) && fs.statSync(npmsCopy).mtimeMs >= fs.statSync(lockfile).mtimeMs;
}

/** The package "node" fetches its binary in an install script, which a careful npm may not have run. */
async function ensureProjectNode() {
  const link = path.join(root, 'node_modules/.bin/node');
  if (!fs.existsSync(projectNode) || (process.platform !== 'win32' && !fs.existsSync(link))) {
    await run('npm', ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']);
  }
  if (!fs.existsSync(projectNode)) {
    throw new SetUpError(
      'npm did not install the package "node": run "npm rebuild node --ignore-scripts=false", then try again.',
    );
  }
  return (await run(projectNode, ['--version'])).trim().slice(1);
}
