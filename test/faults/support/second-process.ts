// A program that saves the files of a workspace over and over while another one edits them, and counts how
// often something it had saved is gone. Arguments: how to save (atomic | in_place), number of saves, files.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const [how, saves, ...files] = process.argv.slice(2);
const saved = new Map<string, string>();
let lost = 0;

/** A file may have no name for an instant while it is replaced; only a name that stays away is a loss. */
function read(file: string): string {
  const end = Date.now() + 2000;
  while (!existsSync(file) && Date.now() < end);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return Date.now() < end ? read(file) : '';
  }
}

for (let i = 0; i < Number(saves); i++) {
  const file = files[Math.floor(Math.random() * files.length)] ?? '';
  const last = saved.get(file);
  if (last !== undefined && !read(file).startsWith(last)) lost++;
  const text = `theirs ${i} ${'x'.repeat(Math.floor(Math.random() * 200))}\n`;
  if (how === 'atomic') {
    writeFileSync(`${file}.theirs`, text);
    renameSync(`${file}.theirs`, file);
  } else writeFileSync(file, text);
  saved.set(file, text);
  const until = performance.now() + Math.random() * 6;
  while (performance.now() < until);
}
for (const [file, text] of saved) if (!read(file).startsWith(text)) lost++;
process.stdout.write(JSON.stringify({ lost }));
