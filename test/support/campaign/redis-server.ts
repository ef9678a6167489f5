import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { installDebian } from '../../../scripts/setup/apt.mjs';
import { findProgram } from '../../../scripts/setup/places.mjs';
import { eventually } from '../eventually.ts';

/** Debian's redis-server, installed where that is possible; `undefined`: there is none. */
export async function findRedis(): Promise<string | undefined> {
  return (
    findProgram('redis-server') ??
    ((await installDebian(['redis-server'])) ? findProgram('redis-server') : undefined)
  );
}

/** A real Redis on a port of its own that keeps a log; killed and started again as a test wants. */
export class RedisServer {
  readonly #program: string;
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-redis-'));
  #port = 0;
  #child: ChildProcess | undefined;

  constructor(program: string) {
    this.#program = program;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    if (this.#port === 0) this.#port = await freePort();
    const options = [
      '--port',
      String(this.#port),
      '--bind',
      '127.0.0.1',
      '--dir',
      this.#folder,
      '--save',
      '',
    ];
    const log = ['--appendonly', 'yes', '--appendfsync', 'always'];
    this.#child = spawn(this.#program, [...options, ...log], { stdio: 'ignore' });
    await eventually(() => answers(this.#port), 'Redis to answer');
  }

  /** As a power cut: what was not on the disk is lost. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const gone = new Promise(resolve => child.once('close', resolve));
    child.kill('SIGKILL');
    await gone;
    this.#child = undefined;
  }

  async dispose(): Promise<void> {
    await this.kill();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('data', data => {
      socket.destroy();
      resolve(String(data).startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
    socket.write('PING\r\n');
  });
