// The linters that Work Order runs on Python projects, in .venv, at pinned versions.
import path from 'node:path';
import { python, root } from './places.mjs';
import { installPins } from './python-environment.mjs';

/** Creates .venv and installs the pinned tools when either is missing or the pins changed. */
export async function installPythonTools() {
  const { names, installed } = await installPins(python, path.join(root, 'scripts/python-tools.txt'));
  return installed ? `${names} installed in .venv` : `${names} are in .venv`;
}
