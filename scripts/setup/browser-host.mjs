// A real VS Code from the npm registry alone: code-server's VS Code server and workbench, and the Node it needs.
// It stands in where desktop VS Code cannot be downloaded, and it is what the UI tests drive.
import fs from 'node:fs';
import path from 'node:path';
import { browserHost } from './places.mjs';
import { run } from './steps.mjs';

const { codeServer, node } = browserHost.versions;
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
const wanted = `code-server ${codeServer}, node ${node}, ${process.platform} ${process.arch}`;

/** Installs the host into a folder of .vscode-test, once per version. About 40 s and 770 MB. */
export async function installBrowserHost() {
  if (fs.existsSync(browserHost.stamp) && fs.readFileSync(browserHost.stamp, 'utf8') === wanted) {
    return `${wanted} is in place`;
  }
  const { folder, vscode, nodePackage, nodeFolder } = browserHost;
  fs.rmSync(browserHost.stamp, { force: true });
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "name": "browser-host", "private": true }\n');

  // Install scripts would compile what the packages already bring compiled, so none runs; the two installs
  // inside VS Code's folder are what code-server's own script would have done.
  const plain = [...QUIET, '--ignore-scripts'];
  await run('npm', ['install', ...plain, `code-server@${codeServer}`, `${nodePackage}@${node}`], {
    cwd: folder,
  });
  const env = {
    PATH: [path.dirname(browserHost.node), process.env.PATH].join(path.delimiter),
    // A machine-wide setting may point at the headers of another Node.
    npm_config_nodedir: nodeFolder,
  };
  await run('npm', ['install', '--omit=dev', ...plain], { cwd: vscode, env });
  await run('npm', ['install', '--omit=dev', ...plain], { cwd: path.join(vscode, 'extensions'), env });
  const logs = await buildLogging(vscode, env);
  fs.rmSync(path.join(vscode, 'extensions/copilot'), { recursive: true, force: true }); // 41 MB, unused here
  fs.writeFileSync(browserHost.stamp, wanted);
  return `${wanted} installed${logs}`;
}

/** The one native module without a prebuilt binary; only log output channels need it. */
async function buildLogging(vscode, env) {
  try {
    await run('npm', ['rebuild', '@vscode/spdlog', '--ignore-scripts=false', ...QUIET], { cwd: vscode, env });
    return '';
  } catch {
    return ' (its log files stay empty: @vscode/spdlog needs make, g++ and python3)';
  }
}
