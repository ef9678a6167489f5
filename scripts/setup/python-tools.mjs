// The linters that Work Order runs on Python projects, in .venv, at pinned versions.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { python, root } from './places.mjs';
import { run, SetUpError } from './steps.mjs';

const OLDEST = [3, 11];
const CANDIDATES = ['python3.11', 'python3', 'python3.14', 'python3.13', 'python3.12', 'python'];
const pins = path.join(root, 'scripts/python-tools.txt');
const stamp = path.join(python.folder, '.work-order-tools');

/** Creates .venv and installs the pinned tools when either is missing or the pins changed. */
export async function installPythonTools() {
  const tools = fs.readFileSync(pins, 'utf8');
  const wanted = createHash('sha256').update(tools).update(python.folder).digest('hex');
  const names = tools
    .match(/^[\w.-]+==\S+/gm)
    ?.join(', ')
    .replaceAll('==', ' ');
  if (fs.existsSync(python.executable) && readStamp() === wanted) return `${names} are in .venv`;

  await createEnvironment();
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-input', '--disable-pip-version-check'];
  await run(python.executable, [...pip, '-r', pins]);
  fs.writeFileSync(stamp, wanted);
  return `${names} installed in .venv`;
}

function readStamp() {
  return fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8') : undefined;
}

async function createEnvironment() {
  const base = await findPython();
  fs.rmSync(python.folder, { recursive: true, force: true });
  try {
    await run(base.command, ['-m', 'venv', python.folder]);
  } catch (error) {
    fs.rmSync(python.folder, { recursive: true, force: true });
    if (!/ensurepip|No module named/.test(error.message)) throw error;
    const short = base.version.split('.').slice(0, 2).join('.');
    throw new SetUpError(
      `Python ${base.version} has no venv module. On Debian and Ubuntu run "sudo apt-get install python${short}-venv", then try again.`,
    );
  }
}

async function findPython() {
  const asked = process.env.PYTHON ? [process.env.PYTHON] : CANDIDATES;
  const seen = [];
  for (const command of asked) {
    const probe = ['-c', 'import sys; print(".".join(map(str, sys.version_info[:3])))'];
    const version = await run(command, probe).then(
      text => text.trim(),
      () => undefined,
    );
    if (!version) continue;
    if (isNewEnough(version)) return { command, version };
    seen.push(`${command} is ${version}`);
  }
  const found = seen.length ? ` (${seen.join(', ')})` : '';
  throw new SetUpError(
    `Python ${OLDEST.join('.')} or newer is needed${found}. Install it ("sudo apt-get install python3 python3-venv", or https://www.python.org) or name it in the variable PYTHON, then try again.`,
  );
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
