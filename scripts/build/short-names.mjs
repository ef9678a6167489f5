// Names of chunks: two letters in a folder named after the whole build. Of hundreds of small files that import each
// other, esbuild's hashes are a twentieth of the package. The folder's name keeps builds apart: a program that began
// with the build before this one finds its chunks gone, never others under the same names.
import { createHash } from 'node:crypto';

const CHUNK = /(\bchunks\/)?\b([A-Z0-9]{8})(?=\.js\b)/g;

/**
 * @param {ReadonlyMap<string, string>} texts each file of the build, by its path in the build's folder with `/`
 * @returns {(text: string) => string} puts the new names into such a text or path
 */
export function shortNames(texts) {
  const hashes = [...texts.keys()].map(file => /^chunks\/([A-Z0-9]{8})\.js$/.exec(file)?.[1]).filter(Boolean);
  const short = new Map(hashes.sort().map((hash, index) => [hash, index.toString(36).padStart(2, '0')]));
  const build = createHash('sha256');
  for (const [file, text] of texts) build.update(`${file}\0${text}\0`);
  // Four letters and digits: each one more stands some thousand times in the package.
  const folder = (build.digest().readUInt32BE() % 36 ** 4).toString(36).padStart(4, '0');
  return text =>
    text.replace(CHUNK, (whole, inFolder, hash) => {
      const name = short.get(hash);
      return name === undefined ? whole : `${inFolder ? `${folder}/` : ''}${name}`;
    });
}
