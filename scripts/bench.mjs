// npm run bench [name…] [-- options]: every benchmark in bench/, one after the other; fails when one misses a target.
import fs from 'node:fs';
import path from 'node:path';
import { projectNode, root } from './setup/places.mjs';
import { runInForeground, SetUpError } from './setup/steps.mjs';
import { runScript, setUpProject } from './setup.mjs';

const folder = path.join(root, 'bench');

await runScript(async () => {
  const args = process.argv.slice(2);
  const asked = args.filter(arg => !arg.startsWith('-'));
  const options = args.filter(arg => arg.startsWith('-'));
  const all = benchmarks();
  const unknown = asked.find(name => !all.includes(name));
  if (unknown) throw new SetUpError(`There is no benchmark "${unknown}". There are: ${all.join(', ')}.`);

  await setUpProject();
  const missed = [];
  for (const name of asked.length ? asked : all) {
    console.log(`\n${name}`);
    // Measurements collect garbage between runs, so that one does not pay for another.
    const command = ['--expose-gc', path.join(folder, `${name}.ts`), ...options];
    if ((await runInForeground(projectNode, command)) !== 0) missed.push(name);
  }
  if (missed.length) console.error(`\nMissed: ${missed.join(', ')}`);
  return missed.length ? 1 : 0;
});

/** The files in bench/ that no other file there imports. */
function benchmarks() {
  const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter(name => name.endsWith('.ts')) : [];
  const sources = files.map(name => fs.readFileSync(path.join(folder, name), 'utf8'));
  const isImported = name => sources.some(source => source.includes(`'./${name}'`));
  return files.filter(name => !isImported(name)).map(name => path.basename(name, '.ts'));
}
