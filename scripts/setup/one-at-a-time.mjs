// Two set-ups at once in one folder would delete each other's packages: the second waits for the first.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './places.mjs';

const lock = path.join(root, '.vscode-test/set-up.lock');

/** Runs `work` while holding the set-up lock of this folder. */
export async function oneAtATime(work) {
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  for (let told = false; !take(); told = true) {
    if (!told) console.log('  waiting for another set-up in this folder to end');
    await delay(300);
  }
  const release = () => fs.rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take() {
  try {
    fs.writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isAlive(readHolder())) fs.rmSync(lock, { force: true });
    return false;
  }
}

function readHolder() {
  try {
    return Number(fs.readFileSync(lock, 'utf8'));
  } catch {
    return 0; // released in this moment
  }
}

function isAlive(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
