// Where things are. Only paths and look-ups: nothing here installs, downloads or starts anything.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODES, VSCODES } from './supported.mjs';

export const root = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));

const windows = process.platform === 'win32';
const exe = windows ? '.exe' : '';

/** The Node that comes with the packages (devDependency "node"); every child process runs on it. */
export const projectNode = path.join(root, 'node_modules/node/bin', `node${exe}`);

/** The npm package with the program of a Node, and nothing to compile or to run at its installation. */
const nodePackage = `node-${windows ? 'win' : process.platform}-${process.arch}`;

/** The Nodes that users have, on which the tests run the built command line. */
export const userNodes = Object.entries(NODES).map(([age, version]) => {
  const folder = path.join(root, '.vscode-test', `node-${version}`);
  const installed = path.join(folder, 'node_modules', nodePackage, 'bin', `node${exe}`);
  return { age, version, folder, package: nodePackage, program: age === 'newest' ? projectNode : installed };
});

/** The one that a suite runs the command line on: WORKORDER_NODE names it by age or version, else the oldest. */
export function chosenUserNode() {
  const asked = process.env.WORKORDER_NODE ?? 'oldest';
  const chosen = userNodes.find(({ age, version }) => asked === age || asked === version.split('.')[0]);
  if (chosen) return chosen;
  const known = userNodes.map(({ age, version }) => `${age} (${version})`).join(', ');
  throw new Error(`WORKORDER_NODE is "${asked}": set it to ${known}, or to a major version of these.`);
}

const venv = path.join(root, '.venv');
export const python = {
  folder: venv,
  executable: path.join(venv, windows ? 'Scripts/python.exe' : 'bin/python'),
};

const modelFolder = path.join(root, '.vscode-test/model-server');
/** A server of real models, and the small one that the tests ask. */
export const modelServer = {
  folder: modelFolder,
  executable: path.join(modelFolder, windows ? 'Scripts/python.exe' : 'bin/python'),
};

const packagerFolder = path.join(root, '.vscode-test/packager');
/** What compresses the package. */
export const packager = {
  folder: packagerFolder,
  executable: path.join(packagerFolder, windows ? 'Scripts/python.exe' : 'bin/python'),
};

/** Everything that a run writes for people to look at afterwards. */
export const results = path.join(root, 'test-results');

const newestHost = process.env.WORKORDER_BROWSER_HOST ?? path.join(root, '.vscode-test/browser-host');

/** WORKORDER_VSCODE_AGE=oldest asks for the oldest supported VS Code; without it, it is the newest there is. */
export const vscodeAge = process.env.WORKORDER_VSCODE_AGE === 'oldest' ? 'oldest' : 'newest';

/** VS Code's server with its workbench for the browser, installed from npm, and the Node it runs on. */
export const browserHosts = {
  oldest: hostIn(`${newestHost}-${VSCODES.oldest.vscode}`, VSCODES.oldest),
  newest: hostIn(newestHost, VSCODES.newest),
};
export const browserHost = browserHosts[vscodeAge];

function hostIn(folder, versions) {
  const vscode = path.join(folder, 'node_modules/code-server/lib/vscode');
  const nodeFolder = path.join(folder, 'node_modules', nodePackage);
  return {
    versions,
    folder,
    stamp: path.join(folder, '.installed'),
    vscode,
    server: path.join(vscode, 'out/server-main.js'),
    nodePackage,
    nodeFolder,
    node: path.join(nodeFolder, 'bin', `node${exe}`),
  };
}

const CHROMIUM_NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'chrome'];
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

/** The environment for child processes: the project's Node and tools first on the PATH, then the Python of .venv. */
export function childEnvironment(more = {}) {
  const first = [path.join(root, 'node_modules/.bin'), path.dirname(projectNode), ...basePython()];
  const PATH = [...first, process.env.PATH ?? ''].join(path.delimiter);
  return { ...process.env, PATH, ...more };
}

/**
 * The folder of the Python that .venv was made with. By its own name it starts at once; where a version manager stands
 * on the PATH, each `python3` is a script that starts dozens of shells before.
 */
function basePython() {
  try {
    const home = /^home *= *(.+)$/m.exec(fs.readFileSync(path.join(venv, 'pyvenv.cfg'), 'utf8'))?.[1];
    return home === undefined ? [] : [home.trim()];
  } catch {
    return []; // made a moment later, by set-up
  }
}
