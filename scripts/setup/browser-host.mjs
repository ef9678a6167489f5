// A real VS Code from the npm registry alone: code-server's VS Code server and workbench, and the Node it needs.
// It stands in where desktop VS Code cannot be downloaded, and it is what the UI tests drive.
import fs from 'node:fs';
import path from 'node:path';
import { run } from './steps.mjs';

const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
const RIPGREP = '1.18.0';

/** Installs one into its folder in .vscode-test, once per version. About 40 s and 770 MB. */
export async function installBrowserHost(host) {
  const { codeServer, node } = host.versions;
  const wanted = `code-server ${codeServer}, node ${node}, ${process.platform} ${process.arch}`;
  if (fs.existsSync(host.stamp) && fs.readFileSync(host.stamp, 'utf8') === wanted) {
    return `${wanted} is in place`;
  }
  const { folder, vscode, nodePackage, nodeFolder } = host;
  fs.rmSync(host.stamp, { force: true });
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "name": "browser-host", "private": true }\n');

  // Install scripts would compile what the packages already bring compiled, so none runs; the two installs
  // inside VS Code's folder are what code-server's own script would have done.
  const plain = [...QUIET, '--ignore-scripts'];
  await run('npm', ['install', ...plain, `code-server@${codeServer}`, `${nodePackage}@${node}`], {
    cwd: folder,
  });
  const env = {
    PATH: [path.dirname(host.node), process.env.PATH].join(path.delimiter),
    // A machine-wide setting may point at the headers of another Node.
    npm_config_nodedir: nodeFolder,
  };
  await run('npm', ['install', '--omit=dev', ...plain], { cwd: vscode, env });
  await run('npm', ['install', '--omit=dev', ...plain], { cwd: path.join(vscode, 'extensions'), env });
  await addSearch(host);
  const logs = await buildLogging(vscode, env);
  fs.rmSync(path.join(vscode, 'extensions/copilot'), { recursive: true, force: true }); // 41 MB, unused here
  fs.writeFileSync(host.stamp, wanted);
  return `${wanted} installed${logs}`;
}

/** Older versions load the program that finds files from the internet when they are installed; npm has it too. */
async function addSearch({ folder, vscode }) {
  const wrapper = path.join(vscode, 'node_modules/@vscode/ripgrep');
  if (!fs.existsSync(wrapper)) return; // newer ones bring it along
  const name = `@vscode/ripgrep-${process.platform}-${process.arch}`;
  await run('npm', ['install', ...QUIET, '--ignore-scripts', `${name}@${RIPGREP}`], { cwd: folder });
  fs.cpSync(path.join(folder, 'node_modules', name, 'bin'), path.join(wrapper, 'bin'), { recursive: true });
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
