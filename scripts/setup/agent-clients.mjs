// Coding agents of other makers, at pinned versions, so that tests meet what people really use. Each is installed on its
// first use into .vscode-test/agent-clients/<name>-<version>, where later runs and other tests find it.
import fs from 'node:fs';
import path from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { root } from './places.mjs';
import { run } from './steps.mjs';

/** What is installed from npm; `program` is a script for Node inside of the package. */
export const AGENT_CLIENTS = {
  copilot: { package: '@github/copilot', version: '1.0.102', program: 'npm-loader.js' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', program: 'bundle/gemini.js' },
  qwen: { package: '@qwen-code/qwen-code', version: '0.24.4', program: 'cli-entry.js' },
};

/** The absolute path of a client's script, installed when it is not there yet. */
export async function agentClient(name) {
  const { folder, spec, script } = placeOf(name);
  if (!fs.existsSync(script)) await oneAtATime(() => install(folder, spec));
  return script;
}

/** All of them, for a set-up that nothing else runs beside; about 430 MB. */
export async function installAgentClients() {
  const missing = Object.keys(AGENT_CLIENTS).filter(name => !fs.existsSync(placeOf(name).script));
  for (const name of missing) {
    const { folder, spec } = placeOf(name);
    await install(folder, spec);
  }
  const all = Object.entries(AGENT_CLIENTS).map(([name, { version }]) => `${name} ${version}`);
  return `${all.join(', ')} ${missing.length ? 'installed' : 'are in place'}`;
}

function placeOf(name) {
  const { package: packageName, version, program } = AGENT_CLIENTS[name];
  const folder = path.join(root, '.vscode-test/agent-clients', `${name}-${version}`);
  const script = path.join(folder, 'node_modules', packageName, program);
  return { folder, script, spec: `${packageName}@${version}` };
}

/** In a folder of another name first: one that is there is whole. */
async function install(folder, spec) {
  if (fs.existsSync(folder)) return;
  const fresh = `${folder}.${process.pid}`;
  fs.mkdirSync(fresh, { recursive: true });
  fs.writeFileSync(path.join(fresh, 'package.json'), '{ "private": true }\n');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts', '--omit=dev'];
  await run('npm', ['install', ...quiet, spec], { cwd: fresh });
  fs.renameSync(fresh, folder);
}
