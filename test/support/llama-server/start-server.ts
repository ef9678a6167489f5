import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { modelServer } from '../../../scripts/setup/places.mjs';

/** A real model at a real server on this machine. */
export interface RealServer {
  readonly origin: string;
  /** Origin and `/v1`. */
  readonly baseUrl: string;
  /** Whether an answer is being made just now. */
  isBusy(): Promise<boolean>;
  close(): Promise<void>;
}

/** The name under which the server lists its model. */
export const REAL_MODEL = 'real';

/** The file of the model: WORKORDER_TEST_GGUF names a larger one than the one that is installed. */
function modelFile(): string {
  const asked = process.env['WORKORDER_TEST_GGUF'];
  if (asked) return asked;
  const files = fs.existsSync(modelServer.folder)
    ? fs.readdirSync(modelServer.folder, { recursive: true, encoding: 'utf8' })
    : [];
  const found = files.find(file => file.endsWith('.gguf'));
  if (found === undefined)
    throw new Error('The real model is not installed: run "node scripts/setup.mjs model-server".');
  return path.join(modelServer.folder, found);
}

export interface ServerSize {
  /** Tokens of context. */
  readonly context?: number;
  /** Tokens of a prompt that are read at once: after each batch the server says how far it is. */
  readonly batch?: number;
}

/** Starts llama.cpp's server; it gives its address at once, and reads the model while it can already be asked. */
export async function startLlamaServer({
  context = 8192,
  batch = 128,
}: ServerSize = {}): Promise<RealServer> {
  const serve = path.join(import.meta.dirname, 'serve.py');
  const args = [serve, modelFile(), String(context), String(batch)];
  const child = spawn(modelServer.executable, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4000);
  });
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const address = /^address (\S+)$/m.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('error', reject);
    child.once('close', code => reject(new Error(`The model server ended with ${code}: ${log}`)));
  });
  return {
    origin,
    baseUrl: `${origin}/v1`,
    isBusy: async () => {
      const slots = (await (await fetch(`${origin}/slots`)).json()) as { readonly is_processing: boolean }[];
      return slots.some(slot => slot.is_processing);
    },
    close: () => {
      child.stdin.end();
      return ended;
    },
  };
}
