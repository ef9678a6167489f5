// Brings a bare clone to where everything runs: packages, Python linters, generated sources, bundles, and on request
// a VS Code and a browser for the tests in the workbench. Plain Node 20, no packages; does only what is missing.
//
//   node scripts/setup.mjs            what the tests, the demo and the command line need
//   node scripts/setup.mjs vscode     also what the tests in VS Code and in its workbench need
//   node scripts/setup.mjs browser-host     only that part; the rest is in place
//   node scripts/setup.mjs model-server     only the real model that the suite "models" asks
//   node scripts/setup.mjs everything       all of this: npm test installs nothing any more
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installAgentClients } from './setup/agent-clients.mjs';
import { installBrowserHost } from './setup/browser-host.mjs';
import { ensureBubblewrap } from './setup/bubblewrap.mjs';
import { buildBundles, generateSources } from './setup/build.mjs';
import { ensureChromium } from './setup/chromium.mjs';
import { installModelServer } from './setup/model-server.mjs';
import { oneAtATime } from './setup/one-at-a-time.mjs';
import { checkNode, installPackages } from './setup/packages.mjs';
import { browserHosts } from './setup/places.mjs';
import { installPythonTools } from './setup/python-tools.mjs';
import { SetUpError, step } from './setup/steps.mjs';
import { installUserNodes } from './setup/user-nodes.mjs';

/**
 * Packages, linters, generated sources, dist/ unless `bundles` is false; on request the Nodes that users have and the
 * coding agents of other makers, and with
 * `tests` the sandbox that they try.
 */
export async function setUpProject({ bundles = true, nodes = false, clients = false, tests = false } = {}) {
  console.log('Set-up');
  await oneAtATime(async () => {
    await step('node', checkNode);
    await together(step('packages', installPackages), step('python', installPythonTools));
    await step('generate', generateSources);
    if (bundles) await step('build', buildBundles);
    if (nodes) await step('nodes', installUserNodes);
    if (clients) await step('agents', installAgentClients);
    if (tests) await step('sandbox', ensureBubblewrap);
  });
}

/** The browser hosts, the newest and the oldest supported VS Code, and a Chromium to show them. */
export async function setUpBrowserHost() {
  const hosts = async () => {
    for (const host of [browserHosts.newest, browserHosts.oldest])
      await step('vscode', () => installBrowserHost(host));
  };
  await together(step('chromium', ensureChromium), hosts());
}

/** Waits for all, so that nothing goes on in the background after the first failure. */
async function together(...steps) {
  const failed = (await Promise.allSettled(steps)).find(end => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Runs an entry script's `main`; a failed set-up is one clear sentence and exit code 1. */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const part = process.argv[2];
  await runScript(async () => {
    if (part === 'model-server') {
      await oneAtATime(() => step('model server', installModelServer));
      return 0;
    }
    const isEverything = part === 'everything';
    if (part !== 'browser-host')
      await setUpProject({ tests: true, nodes: isEverything, clients: isEverything });
    if (part) await setUpBrowserHost();
    if (isEverything) await oneAtATime(() => step('model server', installModelServer));
    return 0;
  });
}
