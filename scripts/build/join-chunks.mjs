// Small chunks of one folder of the source become one file. esbuild makes a chunk of whatever has the same readers: of
// hundreds of small files each is compressed by itself, names all that it imports, and is opened by itself.
import { createHash } from 'node:crypto';
import { build } from 'esbuild';

/** A chunk that is larger is worth a file of its own. */
const MOST_BYTES = 8000;
/** Of a joined file: who wants one of its chunks reads all of them. */
const MOST_JOINED = 48_000;
/** Whoever reads one of these starts a workspace or asks a model: no other chunk brings them along. */
const ALONE = /core\/app\.ts|cli\/open-|node_modules\//;

const IMPORT = /import(?:(\{[^{}]*\})from)?"(\.\/(?:chunks\/)?([A-Z0-9]{8})\.js)";/g;
const isStatic = ({ kind, external }) => kind === 'import-statement' && !external;

/**
 * @param {ReadonlyMap<string, string>} texts each file of the build, by its path in the build's folder
 * @param {object} outputs those of the metafile, by the same paths; what they import, too
 * @param {readonly string[]} starting files that are read at a start: what they read at once is joined with nothing else
 * @returns both of them with joined chunks
 */
export async function joinChunks(texts, outputs, starting, options) {
  const graph = new Graph(outputs);
  const programs = Object.keys(outputs).filter(file => outputs[file].entryPoint && !file.includes('/'));
  // The editor's interface is there for the extension alone.
  const readers = [
    ...starting.map(file => graph.readBy([file])),
    ...programs.map(file => new Graph(outputs, () => true).readBy([file])),
  ];
  const groups = new Map();
  for (const file of graph.inOrder()) {
    const { bytes, entryPoint, inputs } = outputs[file];
    const mayJoin =
      file.startsWith('chunks/') &&
      !entryPoint &&
      bytes < MOST_BYTES &&
      !/\brequire\b/.test(texts.get(file)) &&
      !Object.keys(inputs).some(input => ALONE.test(input));
    if (!mayJoin) continue;
    const folder = `${readers.map(read => Number(read.has(file))).join('')} ${folderOf(inputs)}`;
    const group = (groups.get(folder) ?? []).find(
      each => each.bytes + bytes <= MOST_JOINED && graph.staysInOrder(each.files, file),
    );
    if (group === undefined) groups.set(folder, [...(groups.get(folder) ?? []), { files: [file], bytes }]);
    else {
      group.files.push(file);
      group.bytes += bytes;
      graph.join(group.files);
    }
  }
  const joined = [...groups.values()].flat().filter(({ files }) => files.length > 1);
  return write(joined, texts, outputs, options);
}

/** The folder of the source that most of a chunk is from. */
function folderOf(inputs) {
  const sizes = new Map();
  for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
    const folder = input.split('/').slice(0, 3).join('/');
    sizes.set(folder, (sizes.get(folder) ?? 0) + bytesInOutput);
  }
  return [...sizes].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? '';
}

/** Which files are read with which; joined ones are one. */
class Graph {
  #next = new Map();
  #joined = new Map();

  constructor(outputs, counts = isStatic) {
    for (const [file, { imports }] of Object.entries(outputs))
      this.#next.set(
        file,
        imports.filter(counts).map(({ path }) => path),
      );
  }

  readBy(files) {
    const read = new Set();
    const waiting = [...files];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (read.has(file)) continue;
      read.add(file);
      for (const each of this.#joined.get(file) ?? [file]) waiting.push(...(this.#next.get(each) ?? []));
    }
    return read;
  }

  /** What is imported stands before what imports it. */
  inOrder() {
    const order = [];
    const seen = new Set();
    const visit = file => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const next of this.#next.get(file) ?? []) visit(next);
      order.push(file);
    };
    for (const file of [...this.#next.keys()].sort()) visit(file);
    return order;
  }

  /** Whether files outside of them, which one of them reads, read none of them. */
  staysInOrder(files, more) {
    const all = new Set([...files, more]);
    const outside = [...all].flatMap(file => this.#next.get(file) ?? []).filter(file => !all.has(file));
    const read = this.readBy(outside);
    return ![...all].some(file => read.has(file));
  }

  join(files) {
    for (const file of files) this.#joined.set(file, files);
  }
}

async function write(groups, texts, outputs, options) {
  const newTexts = new Map(texts);
  const newOutputs = { ...outputs };
  /** Of each joined chunk: the file that it is in, and what its exports are called there. */
  const places = new Map();
  for (const { files } of groups) {
    const lines = files.map((file, i) => {
      const names = outputs[file].exports;
      const list = names.map(name => `${name} as ${nameIn(i, name)}`).join(',');
      return names.length > 0 ? `export{${list}}from"./${baseOf(file)}";` : `import"./${baseOf(file)}";`;
    });
    const text = await bundled(lines.join('\n'), files, texts, options);
    const target = `chunks/${hashOf(files.join())}.js`;
    for (const [i, file] of files.entries()) {
      places.set(baseOf(file), { target, index: i });
      newTexts.delete(file);
      delete newOutputs[file];
    }
    newTexts.set(target, text);
    newOutputs[target] = {
      bytes: 0,
      inputs: Object.assign({}, ...files.map(file => outputs[file].inputs)),
      imports: files.flatMap(file => outputs[file].imports),
      exports: [],
    };
  }
  for (const [file, text] of newTexts)
    if (file.endsWith('.js')) newTexts.set(file, withJoined(text, file, places));
  for (const [file, output] of Object.entries(newOutputs)) {
    const paths = output.imports.map(each => ({
      ...each,
      path: places.get(baseOf(each.path))?.target ?? each.path,
    }));
    const unique = new Map(
      paths.filter(({ path }) => path !== file).map(each => [`${each.kind} ${each.path}`, each]),
    );
    newOutputs[file] = { ...output, imports: [...unique.values()] };
  }
  return { texts: newTexts, outputs: newOutputs };
}

const baseOf = file => file.slice(file.lastIndexOf('/') + 1);
const nameIn = (index, name) => `${name}${index.toString(36)}`;
const hashOf = text =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 15)}`)
    .toString(36)
    .toUpperCase()
    .padStart(8, '0')
    .slice(0, 8);

async function bundled(contents, files, texts, options) {
  const own = new Map(files.map(file => [`./${baseOf(file)}`, texts.get(file)]));
  const { outputFiles } = await build({
    ...options,
    stdin: { contents, resolveDir: '/', loader: 'js' },
    bundle: true,
    format: 'esm',
    write: false,
    metafile: false,
    plugins: [
      {
        name: 'joined chunks',
        setup(made) {
          made.onResolve({ filter: /.*/ }, ({ path }) =>
            own.has(path) ? { path, namespace: 'chunk' } : { path, external: true },
          );
          made.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({
            contents: own.get(path),
            loader: 'js',
          }));
        },
      },
    ],
  });
  return outputFiles[0].text;
}

/** Imports from joined chunks name the file that these are in, each file once. */
function withJoined(text, file, places) {
  const folder = file.startsWith('chunks/') ? './' : './chunks/';
  const named = new Map();
  const rest = text.replace(IMPORT, (_, list, path, hash) => {
    const place = places.get(`${hash}.js`);
    const target = place === undefined ? path : `${folder}${baseOf(place.target)}`;
    const names = (list ?? '').slice(1, -1).split(',').filter(Boolean);
    const known = named.get(target) ?? [];
    named.set(target, known);
    known.push(...(place === undefined ? names : names.map(name => renamed(name, place.index))));
    return '';
  });
  const imports = [...named].map(([target, names]) =>
    names.length > 0 ? `import{${names.join(',')}}from"${target}";` : `import"${target}";`,
  );
  const head = /^#!.*\n/.exec(rest)?.[0] ?? '';
  return head + imports.join('') + rest.slice(head.length);
}

/** `a as b` from a joined chunk. */
function renamed(name, index) {
  const [exported, local = exported] = name.split(' as ');
  return `${nameIn(index, exported)} as ${local}`;
}
