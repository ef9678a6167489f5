// A virtual environment with pinned packages: made when it is missing or its pins changed.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { run, SetUpError } from './steps.mjs';

const OLDEST = [3, 11];
const CANDIDATES = ['python3.11', 'python3', 'python3.14', 'python3.13', 'python3.12', 'python'];

/**
 * @param {{folder: string, executable: string}} environment
 * @param {string} pins file with a `NAME==VERSION` on each line
 * @param {readonly string[]} options more options for pip
 * @returns what was done, as the end of a set-up line: names and versions
 */
export async function installPins({ folder, executable }, pins, options = []) {
  const stamp = path.join(folder, '.work-order-tools');
  const tools = fs.readFileSync(pins, 'utf8');
  const wanted = createHash('sha256').update(tools).update(folder).digest('hex');
  const names = tools
    .match(/^[\w.-]+==\S+/gm)
    ?.join(', ')
    .replaceAll('==', ' ');
  const readStamp = () => (fs.existsSync(stamp) ? fs.readFileSync(stamp, 'utf8') : undefined);
  if (fs.existsSync(executable) && readStamp() === wanted) return { names, installed: false };

  await createEnvironment(folder);
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-input', '--disable-pip-version-check'];
  await run(executable, [...pip, ...options, '-r', pins]);
  fs.writeFileSync(stamp, wanted);
  return { names, installed: true };
}

async function createEnvironment(folder) {
  const base = await findPython();
  fs.rmSync(folder, { recursive: true, force: true });
  try {
    await run(base.command, ['-m', 'venv', folder]);
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
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
