// npm run bench [name…] [-- options]: every benchmark in bench/, one after the other; fails when one misses a target.
//   --json    prints all results as one JSON document, and everything else on the error stream
//   --write   puts the results into docs/figures.md
//   --quick   fewer and smaller cases, which the page says
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { figuresPage } from './bench/figures-page.mjs';
import { describeMachine, readMachine } from './bench/machine.mjs';
import { projectNode, root } from './setup/places.mjs';
import { runInForeground, SetUpError } from './setup/steps.mjs';
import { runScript, setUpProject } from './setup.mjs';

const folder = path.join(root, 'bench');
const page = path.join(root, 'docs/figures.md');

await runScript(async () => {
  const args = process.argv.slice(2);
  const asked = args.filter(arg => !arg.startsWith('-'));
  const [isJson, isWritten] = [args.includes('--json'), args.includes('--write')];
  const options = args.filter(arg => arg.startsWith('-') && arg !== '--json' && arg !== '--write');
  const all = benchmarks();
  const unknown = asked.find(name => !all.includes(name));
  if (unknown) throw new SetUpError(`There is no benchmark "${unknown}". There are: ${all.join(', ')}.`);
  if (isWritten && options.some(option => option !== '--quick'))
    throw new SetUpError('Figures are only written of whole benchmarks: leave out the other options.');
  // Only the document is on standard output.
  if (isJson) console.log = console.error;

  await setUpProject();
  const results = [];
  const missed = [];
  for (const name of asked.length ? asked : all) {
    console.log(`\n${name}`);
    const { code, result } = await measure(name, options, isJson);
    if (code !== 0) missed.push(name);
    if (result) results.push(result);
    // Each at once: a run that is broken off keeps what it measured.
    if (isWritten && result) write(result, options.includes('--quick'));
  }
  if (isJson) process.stdout.write(`${JSON.stringify({ machine: readMachine(), results }, undefined, 2)}\n`);
  if (missed.length) console.error(`\nMissed: ${missed.join(', ')}`);
  return missed.length ? 1 : 0;
});

async function measure(name, options, isJson) {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'work-order-bench-'));
  const file = path.join(temporary, 'result.json');
  try {
    // Measurements collect garbage between runs, so that one does not pay for another.
    const command = ['--expose-gc', path.join(folder, `${name}.ts`), ...options];
    const env = { WORKORDER_BENCH_RESULT: file };
    const stdio = isJson ? ['inherit', process.stderr, 'inherit'] : 'inherit';
    const code = await runInForeground(projectNode, command, { env, stdio });
    return { code, result: fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined };
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

function write(result, isQuick) {
  const old = fs.existsSync(page) ? fs.readFileSync(page, 'utf8') : '';
  const cases = isQuick ? ' Fewer and smaller cases (`--quick`).' : '';
  const measured = `${describeMachine(readMachine())}${cases}`;
  fs.writeFileSync(page, figuresPage(old, [result], measured));
  console.log(`docs/figures.md has the section "${result.bench}"`);
}

/** The files in bench/ that end a list of figures: all others are parts of them. */
function benchmarks() {
  const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter(name => name.endsWith('.ts')) : [];
  return files
    .filter(name => fs.readFileSync(path.join(folder, name), 'utf8').includes('new Figures('))
    .map(name => path.basename(name, '.ts'));
}
