import { posix } from 'node:path';
import type { EntryStat, FsPort, HeldFolder } from '../../../src/node/files/fs-port.ts';
import type { Random } from './random.ts';

/** A file's content now and what of it is safe from a power cut. */
interface FileNode {
  readonly kind: 'file';
  readonly id: number;
  bytes: Uint8Array;
  durable: Uint8Array;
  isSynced: boolean;
  mode: number;
  modifiedNs: bigint;
}

/** A folder's names now, and what happened to them since it was last synced. */
interface FolderNode {
  readonly kind: 'folder';
  readonly id: number;
  names: Map<string, Node>;
  durable: Map<string, Node>;
  /** Each is atomic; a power cut keeps any subset of them, in order. */
  pending: (readonly NameChange[])[];
}
type Node = FileNode | FolderNode;
interface NameChange {
  readonly name: string;
  readonly node: Node | undefined;
}

const SECTOR = 512;
/** Below it, folders that are open, by number. */
const HELD = '/held/';

const fault = (code: string, path: string): Error => Object.assign(new Error(`${code} ${path}`), { code });

/**
 * A file system in memory that forgets like a real one (the method of SQLite's test6 and of ALICE): until a
 * file is synced its bytes may be lost in any sectors, until a folder is synced any of the
 * changes of its names may be. Only what the transaction uses is there; one device, no links to folders.
 */
export class ModelDisk implements FsPort {
  #nextId = 1;
  #nextFd = 3;
  #root: FolderNode = this.#folder();
  readonly #open = new Map<number, FileNode>();
  readonly #held = new Map<string, FolderNode>();
  /** Called before every call that changes something or waits for the disk. */
  beforeCall: ((name: string) => void) | undefined;
  calls = 0;

  /** Creates a file with its folders, all of it safe, as long before the transaction. */
  put(path: string, bytes: Uint8Array): void {
    let folder = this.#root;
    const names = path.split('/').slice(1);
    const last = names.pop() ?? '';
    for (const name of names) {
      const next = folder.names.get(name) ?? this.#folder();
      if (next.kind === 'file') throw fault('ENOTDIR', path);
      folder.names.set(name, next);
      folder.durable.set(name, next);
      folder = next;
    }
    const file = this.#file();
    file.bytes = bytes;
    file.durable = bytes;
    file.isSynced = true;
    folder.names.set(last, file);
    folder.durable.set(last, file);
  }

  /** What a program does that opens a file, empties it and writes: the same file, or a new one where there is none. */
  overwrite(path: string, bytes: Uint8Array): void {
    const node = this.#find(path);
    if (node?.kind === 'file') {
      node.bytes = bytes;
      node.isSynced = false;
    } else this.write(this.create(path, 0o644), bytes);
  }

  /** What a program does that has opened a file and writes later, whatever its name is by then. */
  opened(path: string): ((bytes: Uint8Array) => void) | undefined {
    const node = this.#find(path);
    if (node?.kind !== 'file') return undefined;
    return bytes => {
      node.bytes = bytes;
      node.isSynced = false;
    };
  }

  /** Every file with its bytes. */
  files(): ReadonlyMap<string, Uint8Array> {
    const found = new Map<string, Uint8Array>();
    const visit = (folder: FolderNode, path: string) => {
      for (const [name, node] of folder.names) {
        if (node.kind === 'file') found.set(`${path}/${name}`, node.bytes);
        else visit(node, `${path}/${name}`);
      }
    };
    visit(this.#root, '');
    return found;
  }

  folders(): readonly string[] {
    const found: string[] = [];
    const visit = (folder: FolderNode, path: string) => {
      for (const [name, node] of folder.names) {
        if (node.kind === 'file') continue;
        found.push(`${path}/${name}`);
        visit(node, `${path}/${name}`);
      }
    };
    visit(this.#root, '');
    return found;
  }

  /** The disk after the program was killed: everything written is there. */
  afterKill(): ModelDisk {
    return this.#copy((node, copyOf) => {
      const copy = copyOf(node);
      if (copy.kind === 'folder' && node.kind === 'folder') {
        copy.pending = node.pending.map(change =>
          change.map(c => ({ ...c, node: c.node && copyOf(c.node) })),
        );
        copy.names = mapOf(node.names, copyOf);
        copy.durable = mapOf(node.durable, copyOf);
      }
    });
  }

  /** One of the disks that a power cut now may leave. */
  afterPowerCut(random: Random): ModelDisk {
    // Some machines lose nothing, some everything; most of the interest lies between.
    const kept = random.pick([0, 0.2, 0.5, 0.5, 0.8, 1]);
    return this.#copy((node, copyOf) => {
      const copy = copyOf(node);
      if (node.kind === 'file' && copy.kind === 'file') {
        copy.bytes = node.isSynced ? node.bytes : tear(node, random, kept);
        copy.durable = copy.bytes;
        copy.isSynced = true;
      }
      if (node.kind === 'folder' && copy.kind === 'folder') {
        const names = new Map(node.durable);
        for (const change of node.pending) {
          if (!random.chance(kept)) continue;
          for (const { name, node: child } of change) {
            if (child) names.set(name, child);
            else names.delete(name);
          }
        }
        copy.names = mapOf(names, copyOf);
        copy.durable = new Map(copy.names);
      }
    });
  }

  // FsPort

  lstat(path: string): EntryStat | undefined {
    const node = this.#find(path);
    if (!node) return undefined;
    const common = { uid: 1, gid: 1, identity: `1:${node.id}` };
    return node.kind === 'file'
      ? {
          ...common,
          type: 'file',
          size: node.bytes.length,
          mode: node.mode,
          links: this.#linksOf(node),
          modifiedNs: String(node.modifiedNs),
        }
      : { ...common, type: 'directory', size: 0, mode: 0o755, links: 1, modifiedNs: '0' };
  }

  ownerOf() {
    return { uid: 1, gid: 1 };
  }

  read(path: string): Buffer {
    const node = this.#find(path);
    if (node?.kind !== 'file') throw fault(node ? 'EISDIR' : 'ENOENT', path);
    return Buffer.from(node.bytes);
  }

  readdir(path: string): readonly string[] {
    return [...this.#folderAt(path).names.keys()];
  }

  openFolder(path: string): HeldFolder {
    const node = this.#folderAt(path);
    const at = `${HELD}${this.#nextFd++}`;
    this.#held.set(at, node);
    return { at, identity: `1:${node.id}`, isByPath: false, close: () => void this.#held.delete(at) };
  }

  realpath(path: string): string {
    if (!this.#find(path)) throw fault('ENOENT', path);
    return path;
  }

  create(path: string, mode: number): number {
    this.#call('create');
    const { folder, name } = this.#parent(path);
    if (folder.names.has(name)) throw fault('EEXIST', path);
    const file = this.#file();
    file.mode = mode;
    this.#change(folder, [{ name, node: file }]);
    const fd = this.#nextFd++;
    this.#open.set(fd, file);
    return fd;
  }

  write(fd: number, bytes: Uint8Array): number {
    this.#call('write');
    const file = this.#fileOf(fd);
    // Real disks take what they like: large writes come back short.
    const taken = bytes.length > 700 ? bytes.subarray(0, 700) : bytes;
    file.bytes = Buffer.concat([file.bytes, taken]);
    file.isSynced = false;
    return taken.length;
  }

  chown(fd: number): void {
    this.#call('chown');
    this.#fileOf(fd);
  }

  chmod(fd: number, mode: number): void {
    this.#call('chmod');
    this.#fileOf(fd).mode = mode;
  }

  close(fd: number): void {
    this.#open.delete(fd);
  }

  link(existing: string, added: string): void {
    this.#call('link');
    const node = this.#find(existing);
    if (!node) throw fault('ENOENT', existing);
    const { folder, name } = this.#parent(added);
    if (folder.names.has(name)) throw fault('EEXIST', added);
    this.#change(folder, [{ name, node }]);
  }

  rename(from: string, to: string): void {
    this.#call('rename');
    const node = this.#find(from);
    if (!node) throw fault('ENOENT', from);
    const source = this.#parent(from);
    const target = this.#parent(to);
    const [gone, added] = [
      { name: source.name, node: undefined },
      { name: target.name, node },
    ];
    if (source.folder === target.folder) this.#change(source.folder, [gone, added]);
    else {
      // A power cut may keep either half.
      this.#change(target.folder, [added]);
      this.#change(source.folder, [gone]);
    }
  }

  unlink(path: string): void {
    this.#call('unlink');
    const { folder, name } = this.#parent(path);
    if (folder.names.get(name)?.kind !== 'file') throw fault('ENOENT', path);
    this.#change(folder, [{ name, node: undefined }]);
  }

  mkdir(path: string): void {
    this.#call('mkdir');
    const { folder, name } = this.#parent(path);
    if (folder.names.has(name)) throw fault('EEXIST', path);
    this.#change(folder, [{ name, node: this.#folder() }]);
  }

  rmdir(path: string): void {
    this.#call('rmdir');
    if (this.#folderAt(path).names.size > 0) throw fault('ENOTEMPTY', path);
    const { folder, name } = this.#parent(path);
    this.#change(folder, [{ name, node: undefined }]);
  }

  async syncFd(fd: number): Promise<void> {
    this.#call('sync');
    syncNode(this.#fileOf(fd));
  }

  async syncPath(path: string): Promise<void> {
    this.#call('sync');
    const node = this.#find(path);
    if (!node) throw fault('ENOENT', path);
    syncNode(node);
  }

  #call(name: string): void {
    this.calls++;
    this.beforeCall?.(name);
  }

  #change(folder: FolderNode, change: readonly NameChange[]): void {
    for (const { name, node } of change) {
      if (node) folder.names.set(name, node);
      else folder.names.delete(name);
    }
    folder.pending.push(change);
  }

  #find(path: string): Node | undefined {
    const names = posix.normalize(path).split('/').slice(1);
    const isHeld = path.startsWith(HELD);
    let node: Node | undefined = isHeld ? this.#held.get(`/${names.splice(0, 2).join('/')}`) : this.#root;
    for (const name of names) {
      if (name === '') continue;
      node = node?.kind === 'folder' ? node.names.get(name) : undefined;
    }
    return node;
  }

  #folderAt(path: string): FolderNode {
    const node = this.#find(path);
    if (node?.kind !== 'folder') throw fault(node ? 'ENOTDIR' : 'ENOENT', path);
    return node;
  }

  #parent(path: string): { readonly folder: FolderNode; readonly name: string } {
    return { folder: this.#folderAt(posix.dirname(path)), name: posix.basename(path) };
  }

  #fileOf(fd: number): FileNode {
    const file = this.#open.get(fd);
    if (!file) throw fault('EBADF', String(fd));
    return file;
  }

  #linksOf(file: FileNode): number {
    let links = 0;
    const visit = (folder: FolderNode) => {
      for (const node of folder.names.values()) {
        if (node === file) links++;
        else if (node.kind === 'folder') visit(node);
      }
    };
    visit(this.#root);
    return links;
  }

  #file(): FileNode {
    const empty = new Uint8Array();
    const modifiedNs = BigInt(Date.now()) * 1_000_000n;
    return {
      kind: 'file',
      id: this.#nextId++,
      bytes: empty,
      durable: empty,
      isSynced: false,
      mode: 0o644,
      modifiedNs,
    };
  }

  #folder(): FolderNode {
    return { kind: 'folder', id: this.#nextId++, names: new Map(), durable: new Map(), pending: [] };
  }

  /** A disk of the same nodes, each as `fill` makes it; one file with two names stays one file. */
  #copy(fill: (node: Node, copyOf: (node: Node) => Node) => void): ModelDisk {
    const copies = new Map<Node, Node>();
    const copyOf = (node: Node): Node => {
      const known = copies.get(node);
      if (known) return known;
      const copy: Node =
        node.kind === 'file' ? { ...node } : { ...node, names: new Map(), durable: new Map(), pending: [] };
      copies.set(node, copy);
      fill(node, copyOf);
      return copy;
    };
    const disk = new ModelDisk();
    const root = copyOf(this.#root);
    if (root.kind === 'folder') disk.#root = root;
    disk.#nextId = this.#nextId;
    return disk;
  }
}

const mapOf = (names: ReadonlyMap<string, Node>, copyOf: (node: Node) => Node): Map<string, Node> =>
  new Map([...names].map(([name, node]) => [name, copyOf(node)]));

function syncNode(node: Node): void {
  if (node.kind === 'file') {
    node.durable = node.bytes;
    node.isSynced = true;
  } else {
    node.durable = new Map(node.names);
    node.pending = [];
  }
}

/** What may be left of unsynced bytes: cut short at any byte, and any sectors of the rest still zero. */
function tear(file: FileNode, random: Random, kept: number): Uint8Array {
  if (random.chance(kept)) return file.bytes;
  const safe = file.durable.length;
  const length = random.chance(0.5) ? file.bytes.length : safe + random.int(file.bytes.length - safe + 1);
  const torn = Buffer.from(file.bytes.subarray(0, length));
  for (let at = safe; at < length; at += SECTOR) {
    if (!random.chance(kept)) torn.fill(0, at, Math.min(at + SECTOR, length));
  }
  return torn;
}
