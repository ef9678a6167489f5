// Swaps a folder for links and back as fast as it can: node folder-flipper.ts FLIPS FOLDER TARGET… FLIPS counts each swap.
// The folder lies beside its name meanwhile. Prints how many swaps it made.
import fs from 'node:fs';

const [flips = '0', folder = '', ...targets] = process.argv.slice(2);
const beside = `${folder}.beside`;
let made = 0;
while (made < Number(flips)) {
  const target = targets[(made / 2) % targets.length] ?? '';
  fs.renameSync(folder, beside);
  fs.symlinkSync(target, folder);
  made++;
  // Some instants are longer than others.
  for (let spin = (made * 7919) % 4000; spin > 0; spin--);
  fs.unlinkSync(folder);
  fs.renameSync(beside, folder);
  made++;
  for (let spin = (made * 104_729) % 4000; spin > 0; spin--);
}
process.stdout.write(String(made));
