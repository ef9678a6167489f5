// Where things are. Only paths and look-ups: nothing here installs, downloads or starts anything.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));

const windows = process.platform === 'win32';
const exe = windows ? '.exe' : '';

/** The Node that comes with the packages (devDependency "node"); every child process runs on it. */
export const projectNode = path.join(root, 'node_modules/node/bin', `node${exe}`);

const venv = path.join(root, '.venv');
export const python = {
  folder: venv,
  executable: path.join(venv, windows ? 'Scripts/python.exe' : 'bin/python'),
};

/** Everything that a run writes for people to look at afterwards. */
export const results = path.join(root, 'test-results');

const hostFolder = process.env.WORKORDER_BROWSER_HOST ?? path.join(root, '.vscode-test/browser-host');
const nodePlatform = windows ? 'win' : process.platform;
const vscodeServer = path.join(hostFolder, 'node_modules/code-server/lib/vscode');
const hostNode = path.join(hostFolder, `node_modules/node-${nodePlatform}-${process.arch}`);

/** VS Code's server with its workbench for the browser, installed from npm, and the Node it runs on. */
export const browserHost = {
  folder: hostFolder,
  stamp: path.join(hostFolder, '.installed'),
  vscode: vscodeServer,
  server: path.join(vscodeServer, 'out/server-main.js'),
  nodePackage: `node-${nodePlatform}-${process.arch}`,
  nodeFolder: hostNode,
  node: path.join(hostNode, 'bin', `node${exe}`),
};

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'chromium-headless-shell', 'google-chrome', 'chrome'];
const CHROMIUM_ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The first of these programs that is on the PATH, as a full path. */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = names.flatMap(name => folders.map(folder => path.join(folder, name + exe)));
  return candidates.find(file => fs.existsSync(file));
}

/** A browser for the tests: CHROMIUM_PATH, then the PATH, then the usual places. */
export function findChromium() {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) return fs.existsSync(asked) ? asked : undefined;
  return findProgram(...CHROMIUM_NAMES) ?? CHROMIUM_ELSEWHERE.find(file => fs.existsSync(file));
}

/** The environment for child processes: the project's Node and tools first on the PATH. */
export function childEnvironment(more = {}) {
  const first = [path.join(root, 'node_modules/.bin'), path.dirname(projectNode)];
  const PATH = [...first, process.env.PATH ?? ''].join(path.delimiter);
  return { ...process.env, PATH, ...more };
}
